"""The commands of `tableside`, one file a command; each has a `run` that `service.cli` calls."""
