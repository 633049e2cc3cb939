"""Decoding: the most likely names and hand of a table, judged together, with confidences."""
