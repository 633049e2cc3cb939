"""The tiles of one photo, each for itself: where they lie and what they may be."""
