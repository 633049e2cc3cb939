"""Reading a photo: detection, classification, layout and decoding."""
