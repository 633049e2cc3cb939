"""Scenes as the networks saw them, stored as numbers, with the truth."""
