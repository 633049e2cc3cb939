"""The database: opened, brought up to date, saved, and its faults told apart."""
