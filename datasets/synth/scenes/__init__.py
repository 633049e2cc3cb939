"""Tables with tiles on them as a phone sees them, with the exact truth."""
