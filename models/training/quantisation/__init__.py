"""Exported networks in eight bits, and in the layout in which they are fast."""
