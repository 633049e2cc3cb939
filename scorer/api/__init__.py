"""The public forms: JSON in, JSON out, for the command line and the service."""
