"""Conversion of exported networks to eight bits, and to a fast layout."""
