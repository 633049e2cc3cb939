"""Conversion of exported networks to eight bits."""
