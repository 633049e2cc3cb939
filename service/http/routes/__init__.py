"""The calls of the HTTP service, one file per subject."""
