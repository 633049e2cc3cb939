"""Measures readings: matching with labels, figures, whole hands, tables, pictures."""
