"""Photos made here: tile faces, scenes of tables, and real hands laid down anew."""
