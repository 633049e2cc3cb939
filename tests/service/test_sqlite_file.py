"""An SQLite file under a service: whose it is, who holds it, what is said when it is replaced."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

import pytest
from sqlalchemy import text

from scorer.ledger.events import GameStarted, HandDrawn
from scorer.ledger.table import TableRules
from service.cli.main import main
from service.db import identity
from service.db.database import Database, DatabaseError
from service.db.database_errors import DatabaseReplacedError
from service.db.sqlite_file import DatabaseFile, lock, lock_exclusive, unlock
from service.errors import UnusableError
from service.ledger.backup import backup, verify
from service.ledger.idempotency import IdempotentRequest
from service.ledger.store import Store
from tests import http
from tests.backups import restore_file
from tests.service.begun import begun
from tests.serving import drawn, start

pytestmark = pytest.mark.slow

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules())


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.sqlite3"


@contextmanager
def opened(file, *, held=False):
    """A store on a file, given back in the end."""
    store = Store.open(f"sqlite:///{file}")
    if held:
        store.database.hold_file()
    try:
        yield store
    finally:
        store.close()


def draw(store, owner, key=None):
    store.append(owner, IdempotentRequest("x", key=key), lambda _: HandDrawn(), lambda _: {})


def evening(file, hands=3):
    """A file with a game of so many hands, closed again; gives who may write to it."""
    with opened(file) as store:
        owner, _log = begun(store, STARTED)
        for _ in range(hands):
            draw(store, owner)
    return owner


def beside(file):
    return sorted(each.name for each in file.parent.glob(f"{file.name}*"))


# Replaced ---------------------------------------------------------------------------------------


def removed(file, other):
    for each in file.parent.glob(f"{file.name}*"):
        each.unlink()


def moved_over(file, other):
    other.replace(file)


def copied_over(file, other):
    """Into the same file: neither its name nor its number changes."""
    shutil.copyfile(other, file)


def truncated(file, other):
    file.write_bytes(b"")


def restored(file, other):
    removed(file, other)
    assert main(["restore", str(other), "--database", f"sqlite:///{file}"]) == 0


REPLACING = (removed, moved_over, copied_over, truncated, restored)


@pytest.mark.parametrize("replace", REPLACING)
def test_nothing_is_answered_for_once_the_file_is_replaced(file, tmp_path, replace):
    other = tmp_path / "other.sqlite3"
    evening(other, hands=5)
    with opened(file, held=True) as store:
        owner, _log = begun(store, STARTED)
        draw(store, owner)
        replace(file, other)
        for _ in range(3):
            with pytest.raises(DatabaseReplacedError, match="Stop the service"):
                draw(store, owner)
    if replace is not truncated and file.exists():
        if replace is not restored:
            with pytest.raises(DatabaseError, match=r"-wal and .*-shm away"):
                Database.open(f"sqlite:///{file}")
        # Without the old log beside it, and under a name that this process knows nothing of.
        shutil.copyfile(file, tmp_path / "taken.sqlite3")
        with opened(tmp_path / "taken.sqlite3") as store:
            assert verify(store.database).counts["events"] == 6


def test_an_older_copy_of_the_same_file_is_noticed(file, tmp_path):
    """It has the same games, and lacks the last hands."""
    game = evening(file)
    shutil.copyfile(file, tmp_path / "older.sqlite3")
    with opened(file, held=True) as store:
        for _ in range(5):
            draw(store, game)
        checkpoint(file)
        draw(store, game)
        shutil.copyfile(tmp_path / "older.sqlite3", file)
        with pytest.raises(DatabaseReplacedError, match="written over"):
            draw(store, game)


def test_a_link_that_leads_to_another_file_is_noticed(file, tmp_path):
    """Connections that were open go on with the first file, and others would open the second."""
    for name in ("first", "second"):
        evening(tmp_path / name)
    file.symlink_to("first")
    with opened(file, held=True) as store:
        owner, _log = begun(store, STARTED)
        file.unlink()
        file.symlink_to("second")
        with pytest.raises(DatabaseReplacedError, match="replaced by another file"):
            draw(store, owner)
        file.unlink()
        with pytest.raises(DatabaseReplacedError):
            draw(store, owner)


def test_a_file_replaced_between_the_write_and_its_commit_is_not_answered_for(file, tmp_path):
    with opened(file, held=True) as store:
        owner, _log = begun(store, STARTED)
        evening(tmp_path / "other.sqlite3")

        def replaced(_log):
            (tmp_path / "other.sqlite3").replace(file)
            return {}

        with pytest.raises(DatabaseReplacedError):
            store.append(owner, IdempotentRequest("x"), lambda _: HandDrawn(), replaced)
        with pytest.raises(DatabaseReplacedError):
            store.database.try_write()


def test_the_log_of_the_new_file_is_left_alone(file, tmp_path):
    """The last connection to a file takes away the log that has the file's name, whosever it is."""
    other = tmp_path / "other.sqlite3"
    game = evening(other)
    with opened(file, held=True) as store:
        store.create(STARTED)
        removed(file, other)
        shutil.copyfile(other, file)
        with opened(file) as new:
            draw(new, game)
            assert f"{file.name}-wal" in beside(file)
            store.close()
            assert f"{file.name}-wal" in beside(file)
            draw(new, game)
    with opened(file) as new:
        assert len(new.load(game.game_id).events) == 6


def checkpoint(file):
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def vacuum(file):
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM")


def second_service(file):
    with opened(file, held=True) as other:
        owner, _ = begun(other, STARTED)
        for _ in range(20):
            draw(other, owner)


def copy_elsewhere(file):
    shutil.copyfile(file, file.with_name("copy.sqlite3"))


def backed_up(file):
    with opened(file) as other:
        backup(other.database, file.with_name("evening.backup"))
    file.with_name("evening.backup").unlink()


@pytest.mark.parametrize(
    "work",
    [checkpoint, vacuum, second_service, copy_elsewhere, backed_up],
    ids=lambda work: work.__name__,
)
def test_what_others_may_do_with_the_file_is_no_replacement(file, work):
    with opened(file, held=True) as store:
        owner, log = begun(store, STARTED)
        for _ in range(4):
            for _ in range(30):
                draw(store, owner)
            work(file)
            store.database.check_file()
        draw(store, owner)
        assert len(store.load(log.id).events) == 122


WRITER = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None)
file.execute("PRAGMA foreign_keys = OFF")
for number in range(40):
    row = (str(number), "y" * 1_000_000)
    file.execute("INSERT INTO answers (game_id, key, fingerprint, body, at) "
                 "VALUES (?, 'key', '', ?, '')", row)
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
"""


def test_a_file_is_the_same_while_another_process_writes_its_log_into_it(file):
    """Its header is there before the pages that it speaks of."""
    with opened(file, held=True) as store:
        with subprocess.Popen([sys.executable, "-c", WRITER, str(file)]) as writer:
            looks = 0
            while writer.poll() is None:
                store.database.check_file()
                looks += 1
        assert (writer.returncode, looks > 40) == (0, True)
        assert file.stat().st_size > 40_000_000
        store.database.check_file()


def test_a_commit_that_changes_nothing_writes_nothing(file):
    with opened(file) as store:
        owner, _log = begun(store, STARTED)
        draw(store, owner, key="k")
        checkpoint(file)
        before = number_of(file)
        draw(store, owner, key="k")
        assert number_of(file) == before
        draw(store, owner, key="other")
        assert number_of(file) == (before + 1) % identity.COMMITS


def number_of(file):
    with closing(identity.read_only(file)) as connection:
        return identity.header(connection)[1]


# A running service ------------------------------------------------------------------------------


def test_a_running_service_stops_writing_and_says_so(serve, file, tmp_path):
    """No acknowledged hand is missing at the next start: there are none after the replacement."""
    evening(tmp_path / "club.sqlite3")
    with opened(tmp_path / "club.sqlite3") as store:
        backup(store.database, tmp_path / "evening.backup")
    service = serve(f"sqlite:///{file}")
    game, token = start(service.url)
    drawn(game, token)
    restore_it = ["restore", str(tmp_path / "evening.backup"), "--database", f"sqlite:///{file}"]
    assert main(restore_it) == 1  # not empty, and held besides
    for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
        (tmp_path / name).unlink()
    assert main(restore_it) == 1  # removed, and still held
    assert not file.exists()
    removed(file, None)
    assert main(restore_it) == 0  # nobody can know any more
    for _ in range(10):
        answer = http.post(f"{game}/hands", json={"draw": True}, headers=token)
        assert (answer.status_code, answer.json()["code"]) == (503, "database_replaced")
    ready = http.get(f"{service.url}/healthz/ready")
    assert ready.status_code == 503
    assert "Stop the service" in ready.json()["checks"]["database"]
    assert service.stop() == 0
    assert "fault" not in service.printed
    again = serve(f"sqlite:///{file}")
    assert http.get(f"{again.url}/healthz/ready").json()["checks"]["database"] == "ok"
    again.stop()
    with opened(file) as store:
        assert verify(store.database).counts["events"] == 4


def test_restore_says_who_holds_the_file(serve, file, tmp_path, capsys):
    evening(tmp_path / "club.sqlite3")
    with opened(tmp_path / "club.sqlite3") as store:
        backup(store.database, tmp_path / "evening.backup")
    services = [serve(f"sqlite:///{file}") for _ in range(2)]
    put_back = ["restore", str(tmp_path / "evening.backup"), "--database", f"sqlite:///{file}"]
    for service in services:
        assert main(put_back) == 1
        assert "Stop the service" in capsys.readouterr().err
        service.stop()
    assert main(put_back) == 0


def test_a_service_waits_for_no_backup_that_is_put_into_its_file(file, capsys):
    with lock_exclusive(file):
        with pytest.raises(UnusableError, match="Try again"):
            lock(file, alone=False)
        assert main(["serve", "--port", "0" * 4 + "9", "--database", f"sqlite:///{file}"]) == 1
        with pytest.raises(UnusableError, match="another restore"), lock_exclusive(file):
            pass
    holds = [lock(file, alone=False) for _ in range(2)]
    with pytest.raises(UnusableError), lock_exclusive(file):
        pass
    for held in holds:
        unlock(held)
    with lock_exclusive(file):
        pass


# Whose it is ------------------------------------------------------------------------------------


def diary(file, *statements, wal=False):
    with closing(sqlite3.connect(file)) as connection:
        if wal:
            connection.execute("PRAGMA journal_mode = WAL")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


TABLE = "CREATE TABLE days (text)"
FOREIGN = {
    "tables": (TABLE,),
    "application_id": ("PRAGMA application_id = 252006673",),  # Fossil
    "ours and its id": ("PRAGMA application_id = 1", "CREATE TABLE alembic_version (version_num)"),
    "alembic": (
        "CREATE TABLE alembic_version (version_num)",
        "INSERT INTO alembic_version VALUES ('ae1027a6acf0')",
        "CREATE TABLE users (id)",
    ),
    "games of another kind": (
        "CREATE TABLE alembic_version (version_num)",
        "CREATE TABLE games (id)",
        "CREATE TABLE events (id, what)",
    ),
    "alembic with our tables": (
        "CREATE TABLE alembic_version (version_num)",
        "INSERT INTO alembic_version VALUES ('ae1027a6acf0')",
        "CREATE TABLE games (id)",
        "CREATE TABLE events (game_id, seq, kind, version, payload, at)",
    ),
    "a view": ("CREATE VIEW v AS SELECT 1",),
}


def files(folder):
    return {
        each.name: hashlib.sha256(each.read_bytes()).hexdigest()
        for each in folder.iterdir()
        if each.is_file() and not each.name.endswith("-lock")
    }


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN.keys())
def test_a_file_of_another_program_is_refused_unchanged(file, tmp_path, statements):
    diary(file, *statements)
    before = files(tmp_path)
    with pytest.raises(DatabaseError, match="another program") as refusal:
        Database.open(f"sqlite:///{file}")
    assert "Nothing was changed in it" in str(refusal.value)
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("doctor", []),
        ("backup", ["b.sqlite3"]),
        ("export", ["0" * 32]),
        ("serve", ["--port", "65000"]),
        ("start", ["A", "B", "C", "D", "--rules", "hk-500"]),
        ("restore", ["club/evening.sqlite3"]),
        ("import", ["club/game.json"]),
    ],
)
def test_no_command_changes_a_file_of_another_program(
    file, tmp_path, monkeypatch, capsys, command, given
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "game.json").write_text("{}")
    evening(tmp_path / "club" / "evening.sqlite3")
    diary(file, TABLE)
    before = files(tmp_path)
    assert main([command, *given, "--database", "sqlite:///games.sqlite3"]) == 1
    said = capsys.readouterr()
    assert "another program" in said.out + said.err
    assert files(tmp_path) == before


@pytest.mark.parametrize("wal", [False, True])
def test_a_file_that_another_program_has_open_is_refused_unchanged(file, tmp_path, wal):
    with closing(sqlite3.connect(file)) as owner:
        owner.execute(f"PRAGMA journal_mode = {'WAL' if wal else 'DELETE'}")
        owner.execute(TABLE)
        owner.commit()
        before = files(tmp_path)
        with pytest.raises(DatabaseError, match="another program"):
            Database.open(f"sqlite:///{file}")
        after = files(tmp_path)
        if wal:  # who reads registers there, and leaves again
            before.pop(f"{file.name}-shm"), after.pop(f"{file.name}-shm")
        assert after == before
        owner.execute("INSERT INTO days VALUES ('fair')")
        owner.commit()


def test_our_files_say_that_they_are(file, tmp_path):
    evening(file)
    with closing(identity.read_only(file, alone=True)) as connection:
        assert identity.header(connection)[0] == identity.APPLICATION_ID
    with opened(file) as store:
        backup(store.database, tmp_path / "evening.backup")
    with closing(identity.read_only(tmp_path / "evening.backup", alone=True)) as connection:
        assert identity.header(connection)[0] == identity.APPLICATION_ID


@pytest.mark.parametrize("empty", ["", None, "PRAGMA user_version = 0"])
def test_an_empty_file_may_become_ours(file, empty):
    if empty is not None:
        diary(file, *filter(None, [empty]))
    assert evening(file)


def test_a_file_of_an_earlier_program_is_known_by_its_tables_and_signed(file):
    game = evening(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA application_id = 0")
        connection.execute("PRAGMA user_version = 0")
    with opened(file, held=True) as store:
        assert len(store.load(game.game_id).events) == 4
        draw(store, game)
    with closing(identity.read_only(file, alone=True)) as connection:
        assert identity.header(connection)[0] == identity.APPLICATION_ID


def test_a_file_signed_while_somebody_reads_is_still_the_same(file):
    """Until the reader has gone the header lies in the log only."""
    game = evening(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("PRAGMA application_id = 0")
        reader.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()
        with opened(file, held=True) as store:
            draw(store, game)
            store.database.check_file()
            reader.execute("COMMIT")
            reader.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            draw(store, game)
            store.database.check_file()


def test_changes_of_another_file_are_not_brought_into_this_one(file, tmp_path):
    """Copied over under a service that was then killed: its log would go into the copy."""
    other = tmp_path / "other.sqlite3"
    evening(other)
    with opened(file, held=True) as store:
        owner, _log = begun(store, STARTED)
        draw(store, owner)
        shutil.copyfile(file.with_name(f"{file.name}-wal"), tmp_path / "left-wal")
    shutil.copyfile(other, file)
    shutil.copyfile(tmp_path / "left-wal", file.with_name(f"{file.name}-wal"))
    before = files(tmp_path)
    with pytest.raises(DatabaseError, match="holds changes of another file"):
        Database.open(f"sqlite:///{file}")
    after = files(tmp_path)
    after.pop(f"{file.name}-shm", None)
    assert after == before
    for end in ("-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
    with opened(file) as store:
        assert verify(store.database).counts["events"] == 4


def test_what_a_killed_service_left_in_its_log_is_taken_in(file, tmp_path):
    with opened(file, held=True) as store:
        owner, log = begun(store, STARTED)
        draw(store, owner)
        for end in ("", "-wal"):
            shutil.copyfile(file.with_name(file.name + end), tmp_path / f"killed.sqlite3{end}")
    with opened(tmp_path / "killed.sqlite3") as store:
        assert len(store.load(log.id).events) == 2


def test_a_server_with_tables_of_another_program_is_refused_unchanged(postgresql):
    for statements, refused in (
        (["CREATE TABLE games (id int)"], True),
        (["CREATE TABLE alembic_version (version_num text)", "CREATE TABLE users (id int)"], True),
        (
            [
                "CREATE TABLE alembic_version (version_num text)",
                "INSERT INTO alembic_version VALUES ('ae1027a6acf0')",
            ],
            True,
        ),
        (["CREATE TABLE weather (id int)"], False),
    ):
        url = postgresql.new_database()
        engine = Database.open(url, migrated=False)
        with engine.write_connection() as connection:
            for statement in statements:
                connection.execute(text(statement))
        with pytest.raises(DatabaseError, match="the names of ours") if refused else nullcontext():
            Database.open(url).close()
        engine.close()
        postgresql.give_back(url)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_server_that_cannot_keep_every_name_is_refused_with_the_remedy(postgresql, encoding):
    name = f"t_{encoding.lower()}"
    postgresql.execute(
        f"CREATE DATABASE {name} TEMPLATE template0 "
        f"ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C'"
    )
    url = postgresql.uri.replace("/postgres?", f"/{name}?")
    try:
        with pytest.raises(DatabaseError, match=f"keeps text as {encoding}.*createdb"):
            Database.open(url)
    finally:
        postgresql.execute(f"DROP DATABASE {name}")


def test_a_backup_is_put_back_by_its_own_name_only(tmp_path):
    """A backup of an earlier program carries no sign, and is one all the same."""
    evening(tmp_path / "old.sqlite3")
    diary(tmp_path / "old.sqlite3", "PRAGMA application_id = 0")
    with opened(tmp_path / "new.sqlite3") as store:
        restore_file(tmp_path / "old.sqlite3", store.database)
        assert verify(store.database).counts["events"] == 4


@pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="open files are told by Linux: nothing to install"
)
def test_a_file_that_cannot_be_held_is_not_left_open(tmp_path):
    """Python 3.13 warns of a connection that nobody has closed, whenever it is swept up."""
    notes = tmp_path / "games.sqlite3"
    notes.write_text("Buy tea, and a cloth for the table that is long enough for a header." * 20)
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        DatabaseFile(notes)
    links = (link for link in Path("/proc/self/fd").iterdir() if link.is_symlink())
    assert str(notes) not in {os.path.realpath(link) for link in links}
