"""What tells a tile from what only looks like one, by all that lies about it."""
