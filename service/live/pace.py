"""How often a live stream shows that it lives, and a file is looked at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between signs of life, and between looks at a file for events of other processes."""

    heartbeat_s: float = 15.0
    look_s: float = 0.05
