"""How long the tests of endurance take: short in every run, in full with `make soak`."""

import os

SOAK = os.environ.get("TABLESIDE_SOAK") == "1"


def full(short, long):
    """The long form when soaking, else the short one."""
    return long if SOAK else short
