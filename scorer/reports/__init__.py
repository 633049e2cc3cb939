"""What players report of a table, turned into the events that its ledger keeps."""
