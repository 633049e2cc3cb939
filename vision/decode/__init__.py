"""Names and hand of a table together: what it most likely shows, with confidence."""
