"""Cantonese / Hong Kong Old Style as the quick reference has it: table, house options, set-up."""
