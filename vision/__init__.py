"""From a photo to tiles: detection, classification, layout and decoding."""
