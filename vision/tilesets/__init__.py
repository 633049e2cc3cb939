"""Tile sets that were shown to the reader: what they look like, kept, and used to name tiles."""
