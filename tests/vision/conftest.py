"""Speed is measured by the bench, on a machine that does nothing else, and never by a test."""

from tests import laws

__all__ = ["laws"]  # how much property tests try
