"""Names and hand of a table put together: what it most likely shows, and how sure that is."""
