"""Tiles, hands and how they can be read: what every rule set builds on, without any rule."""
