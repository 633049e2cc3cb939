"""The calls of the HTTP service, one file a subject."""
