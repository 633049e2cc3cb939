"""Layout: which tiles on a table form a hand, and each one's role in it."""
