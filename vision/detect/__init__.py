"""The tiles of one photo, each on its own: where they lie and what they may be."""
