"""How often live streams send heartbeats and a file is checked for changes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PollingIntervals:
    """Seconds between heartbeats, and between checks of a file for events of other processes."""

    heartbeat_s: float = 15.0
    look_s: float = 0.05
