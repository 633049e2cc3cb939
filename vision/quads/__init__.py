"""Quads: tiles on a plane, with their sides, their rows, and the table."""
