"""The commands, the HTTP service, its ledger store and the phone page."""

__version__ = "0.2.0"  # of the whole distribution; pyproject.toml reads it here
