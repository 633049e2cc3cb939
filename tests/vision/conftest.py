"""Speed is measured by the bench, on a machine that does nothing else, and never by a test."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
