"""Tile faces by design: drawn by own code, and crops of real tiles."""
