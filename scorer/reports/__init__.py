"""Reports of players about a table, turned into the events of its ledger."""
