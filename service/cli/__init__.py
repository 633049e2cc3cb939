"""The command `tableside`."""
