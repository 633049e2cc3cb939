"""The trained weights, their cards and their whereabouts."""
