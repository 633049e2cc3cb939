"""What several sights say of one place: one tile, two, or none."""
