"""The tasks, each a command that trains its network; `names` trains two."""
