"""Wins that are being entered, shared between the phones of a table."""
