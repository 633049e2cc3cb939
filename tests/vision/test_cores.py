"""The reader counts the cores that it may use, and not those of the machine."""

import os
import subprocess
import sys

import pytest

from vision.cores import usable_cores

ALL = usable_cores()


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({}, ALL),
        ({"cpu.max": "max 100000\n"}, ALL),
        ({"cpu.max": "100000 100000\n"}, 1),
        ({"cpu.max": "20000 100000\n"}, 1),
        ({"cpu.max": "150000 100000\n"}, min(2, ALL)),
        ({"cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"}, ALL),
        ({"cpu/cpu.cfs_quota_us": "50000\n", "cpu/cpu.cfs_period_us": "100000\n"}, 1),
        ({"cpu.max": "nonsense"}, ALL),
    ],
)
def test_a_quota_leaves_so_many(tmp_path, files, cores):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert usable_cores(tmp_path) == cores


def test_who_is_held_to_one_core_uses_one():
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("processes cannot be held to a core here: nothing to install")
    core = min(os.sched_getaffinity(0))
    held = f"import os; os.sched_setaffinity(0, {{{core}}})"
    counted = "from vision.cores import usable_cores; print(usable_cores())"
    told = subprocess.run(
        [sys.executable, "-c", f"{held}; {counted}"], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "1"
