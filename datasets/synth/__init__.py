"""Photos made here: tile faces, and scenes of tables."""
