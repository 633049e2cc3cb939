"""Tiles as quads on a plane: their sides, their rows, and the table that they lie on."""
