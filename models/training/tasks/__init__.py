"""The tasks, each of which is a command that trains its network; `names` trains two."""
