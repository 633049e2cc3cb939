"""The five tasks, each of which is a command that trains its network."""
