"""Tile faces by design: drawn by our own code, and crops of real tiles."""
