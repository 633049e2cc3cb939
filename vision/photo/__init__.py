"""Decodes photos from strangers to upright pixels, within limits of time and memory."""
