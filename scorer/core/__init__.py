"""Tiles, hands and how they can be read: what every rule set counts with, and no rule."""
