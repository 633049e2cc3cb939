"""Files of strangers to upright pixels, and what a photo is worth."""
