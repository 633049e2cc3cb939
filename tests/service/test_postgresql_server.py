"""The server that tests and measurements run is gone when they are done, and changes no machine."""

import os
import shutil
import stat
from pathlib import Path

import psycopg
import pytest

from tests import postgresql_server as postgresql

pwd = pytest.importorskip("pwd", reason="users are of another kind here: nothing to install")


@pytest.fixture(scope="module")
def programs():
    """Where the programs lie; a test skips where there are none."""
    try:
        return postgresql._programs()  # noqa: SLF001  (to be moved out of reach)
    except postgresql.MissingError as error:
        pytest.skip(str(error))


def test_it_needs_no_program_of_the_system_and_leaves_no_user_or_file(programs, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    users, modes = pwd.getpwall(), [stat.S_IMODE(f.stat().st_mode) for f in programs.parents]
    with postgresql.running({"fsync": "off"}) as server, psycopg.connect(server.uri) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("off",)
        folder = Path(server.uri.partition("host=")[2])
        assert folder.is_dir()
    assert not folder.exists()
    assert pwd.getpwall() == users
    assert [stat.S_IMODE(f.stat().st_mode) for f in programs.parents] == modes


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root lends it to another: run as root"
)
def test_programs_below_a_closed_folder_are_copied(programs, tmp_path, monkeypatch):
    closed = tmp_path / "closed"
    package = programs.parent
    for part in (package / programs.name, package.with_name(f"{package.name}.libs")):
        shutil.copytree(part, closed / part.relative_to(package.parent), symlinks=True)
    closed.chmod(0o700)
    copied = closed / programs.relative_to(package.parent)
    monkeypatch.setattr(postgresql, "_programs", lambda: copied)
    with postgresql.running({}) as server, psycopg.connect(server.uri) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert stat.S_IMODE(closed.stat().st_mode) == 0o700
