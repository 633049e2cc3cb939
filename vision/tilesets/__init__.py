"""Tile sets that users have enrolled: stored as pictures, and used to name tiles."""
