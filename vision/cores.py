"""The number of cores this process may use, which may be fewer than the machine has."""

import math
import os
from pathlib import Path

CGROUPS = Path("/sys/fs/cgroup")


def usable_cores(cgroups: Path = CGROUPS) -> int:
    """Return the number of cores that scheduler affinity and container quota allow, at least 1.

    `cgroups` is where Linux keeps the quota: `cpu.max` in version 2, `cpu.cfs_quota_us` and
    `cpu.cfs_period_us` in version 1. Other systems have none.
    """
    held = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else ()
    cores = len(held) or os.cpu_count() or 1
    return max(1, math.ceil(min(cores, _quota(cgroups))))


def _quota(cgroups: Path) -> float:
    """Return the quota in cores, infinity if there is none."""
    try:
        if (cgroups / "cpu.max").is_file():
            quota, period = (cgroups / "cpu.max").read_text(encoding="ascii").split()
        else:
            folder = cgroups / "cpu"
            quota = (folder / "cpu.cfs_quota_us").read_text(encoding="ascii")
            period = (folder / "cpu.cfs_period_us").read_text(encoding="ascii")
        return int(quota) / int(period) if int(quota) > 0 else math.inf
    except (OSError, ValueError):  # "max", or something that Linux does not write
        return math.inf
