"""The networks, as modules of torch."""
