"""The disk is full in the middle of an evening: it is said, and nothing answered is lost."""

import os
import resource
import shutil
import subprocess
import time
from functools import partial

import pytest

from tests.crash.load import Load, call, check, settle, sit_down
from tests.crash.test_killed import intact
from tests.soak import full

ROOM = full(600_000, 2_000_000)  # bytes


def play_until_full(service, tables):
    """Report hands until none is taken; the service still answers whoever asks."""
    with Load([service.url], tables) as load:
        deadline = time.monotonic() + 120
        while not all(table.refused for table in tables):
            assert time.monotonic() < deadline, f"{load.hands} hands found room"
            time.sleep(0.05)
    codes = {refusal for table in tables for refusal in table.refused}
    assert codes <= {(507, "database_full"), (503, "database_busy")}
    assert (507, "database_full") in codes
    for table in tables:
        assert call(service.url, "GET", table.path)[0] == 200
        check(service.url, table)
    assert call(service.url, "GET", "/healthz/live")[0] == 200


def after(serve, database, tables):
    """With room again, nothing is missing, and what was refused can be sent again."""
    service = serve(database)
    for table in tables:
        check(service.url, table)
        settle(service.url, table)
        assert len(check(service.url, table)) == 1 + len(table.answered)
    service.stop()
    intact(database)


def test_a_file_that_may_not_grow(serve, tmp_path):
    """A quota: every file of the service ends at so many bytes, as with `ulimit -f`."""
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (ROOM, ROOM))
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    service = serve(database, before=limit)
    tables = [sit_down(service.url) for _ in range(2)]
    play_until_full(service, tables)
    service.stop()
    after(serve, database, tables)


def test_a_disk_without_room(serve, tmp_path):
    """A real file system of that size, in memory."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("a small disk has to be mounted: run as root")
    size = f"size={ROOM // 1000}k"
    made = subprocess.run([mount, "-t", "tmpfs", "-o", size, "tmpfs", str(disk)], check=False)
    if made.returncode != 0:
        pytest.skip("a small disk cannot be mounted here: nothing to install")
    try:
        database = f"sqlite:///{disk / 'games.sqlite3'}"
        service = serve(database)
        tables = [sit_down(service.url) for _ in range(2)]
        play_until_full(service, tables)
        service.stop()
        subprocess.run([mount, "-o", "remount,size=64m", str(disk)], check=True)
        after(serve, database, tables)
    finally:
        subprocess.run(["umount", str(disk)], check=True)
