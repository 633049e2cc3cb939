"""A real PostgreSQL server from the package that ships its binaries, one for a whole test run."""

import secrets
from contextlib import ExitStack, contextmanager

import psycopg
import pytest

from service.db.database import Database
from service.db.schema import metadata
from tests import postgresql_server as servers

# The server's files may be lost with the machine; what is tested is what the service asks of it.
FASTER = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "client_min_messages": "warning",
    "max_wal_size": "96MB",  # they lie in memory where there is room
}


# Of a database that was given back: all that a test could have made of its tables and triggers.
SHAPE = """
SELECT string_agg(shape::text, ' ' ORDER BY shape::text) FROM (
  SELECT c.relname, c.relkind, a.attname, a.atttypid, a.attnotnull
  FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
  WHERE c.relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT tgrelid::regclass::text, tgenabled, tgname, tgfoid, tgisinternal FROM pg_trigger
  UNION ALL
  SELECT 'setting', 's', unnest(setconfig), 0, true FROM pg_db_role_setting s
  JOIN pg_database d ON d.oid = s.setdatabase WHERE d.datname = current_database()
) shape
"""


def name_of(url):
    """The name of the database at an address."""
    return url.partition("?")[0].rpartition("/")[2]


class Server:
    """Gives out empty databases, and can be stopped and started again."""

    def __init__(self, server: servers.Server) -> None:
        self._free: list[str] = []
        self._cleared: list[str] = []
        self._original = ""
        self._shape: list[tuple] = []
        self._server = server

    @property
    def uri(self) -> str:
        return self._server.uri

    def execute(self, statement: str) -> list[tuple]:
        with psycopg.connect(self.uri, autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def new_database(self) -> str:
        """The address of an empty database, which one that was given back becomes again."""
        return self._free.pop() if self._free else self._create()

    def new_copy(self) -> str:
        """The address of a database with all tables and no game: no migration has to run."""
        if self._cleared:
            return self._cleared.pop()
        if not self._original:
            url = self.new_database()
            Database.open(url).close()
            self._original = name_of(url)
            with psycopg.connect(url, autocommit=True) as connection:
                self._shape = connection.execute(SHAPE).fetchall()
        return self._create(f"TEMPLATE {self._original} STRATEGY FILE_COPY")

    def _create(self, how: str = "") -> str:
        name = f"t{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name} {how}")
        return self.uri.replace("/postgres?", f"/{name}?")

    def clear(self, url: str) -> None:
        """Take every row from a copy: a tenth of the time of another copy.

        One whose tables or triggers a test has changed is deleted instead.
        """
        self.cut(url)
        with psycopg.connect(url, autocommit=True) as connection:
            if connection.execute(SHAPE).fetchall() == self._shape:
                # No trigger keeps the events then, and no table waits for another one.
                connection.execute("SET session_replication_role = replica")
                for table in metadata.sorted_tables:
                    connection.execute(f"DELETE FROM {table.name}")  # noqa: S608  (names of ours)
                self._cleared.append(url)
                return
        self.execute(f"DROP DATABASE {name_of(url)} WITH (FORCE)")

    def give_back(self, url: str) -> None:
        """Empty a database, whoever is still connected to it."""
        self.cut(url)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        self._free.append(url)

    def cut(self, url: str) -> None:
        """End every connection to a database, as a lost network does."""
        with psycopg.connect(self.uri, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                (name_of(url),),
            )

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        self._server.start()

    def restart(self) -> None:
        self.stop()
        self.start()


@contextmanager
def running():
    """Run a server in a folder of its own; MissingError where none can be run."""
    with servers.running(FASTER) as server:
        yield Server(server)


@pytest.fixture(scope="session")
def postgresql():
    """The server of this test run; where none can be run only SQLite is tested."""
    with ExitStack() as stack:
        try:
            server = stack.enter_context(running())
        except servers.MissingError as error:
            pytest.skip(str(error))
        yield server


@pytest.fixture
def database(request, tmp_path):
    """The address of an empty database: SQLite, or what `on_both` asks for."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.sqlite3'}"
        return
    server = request.getfixturevalue("postgresql")
    if "client" in request.fixturenames:  # it begins with all tables, whatever the database
        url = server.new_copy()
        yield url
        server.clear(url)
        return
    url = server.new_database()
    yield url
    server.give_back(url)


# A module says `pytestmark = on_both` to run those of its tests that need one on either database.
on_both = pytest.mark.on_both


def on_either(metafunc):
    """What `on_both` asks for."""
    if metafunc.definition.get_closest_marker("on_both") and "database" in metafunc.fixturenames:
        metafunc.parametrize("database", ["sqlite", "postgresql"], indirect=True)
