"""Scenes as the networks saw them, kept as numbers, with what really lies there."""
