"""The networks, as torch modules."""
