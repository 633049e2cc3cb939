"""Setting up the table: who sits where, where the wall breaks, and who takes which tiles."""
