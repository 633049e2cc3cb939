"""The commands, the HTTP service, its ledger store and the phone page."""
