"""Training without sources of photos or tile sets, which are then read."""
