"""Tile faces by design: drawn by own code, freely licensed art, crops of real tiles."""
