"""Synthetic photos: tile faces, and scenes of tables."""
