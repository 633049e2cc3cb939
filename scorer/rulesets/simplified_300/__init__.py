"""Simplified rules with 300 points at most: table, house options, set-up."""
