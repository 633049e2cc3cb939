"""What players report, turned into the events that the ledger keeps."""
