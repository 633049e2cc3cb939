"""Tables with tiles as a phone sees them, with the exact truth."""
