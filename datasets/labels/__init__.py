"""The labelled photos with their quirks, what was set right by eye, and how hands lie in them."""
