"""Setting up the table: who sits where, whose wall breaks at which stack, who takes which tiles."""
