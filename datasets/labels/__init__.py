"""The labelled photos with their quirks, corrections made by eye, and how hands lie in them."""
