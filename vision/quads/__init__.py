"""Tiles as quads on a plane: their sides, their rows, and the table."""
