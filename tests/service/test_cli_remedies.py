"""What is given wrongly on the command line: named, with what to do, and the exit status."""

import io
import json
import os
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from models import NAMES
from scorer.core.tiles import Wind
from service.cli.commands.serve import check_address
from service.db.database import Database, migrate
from service.errors import RefusedError
from service.ledger.backup import backup
from tests.serving import ROOT

pytestmark = pytest.mark.slow

HAND = "123m 456m 79m 77z (555z) +8m"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Run commands in an empty folder."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["score", HAND], 2, "tableside rules lists them"),
        (["score", HAND, "--rules", "classical-20", "--loser", "S:1m", "--loser", "S:2m"], 2,
         "--loser names a wind twice"),
        (["score", "--batch", "none.jsonl"], 1, "Check the name"),
        (["score", "--batch", "-", "--rules", "hk500"], 2, "the nearest is 'hk-500'"),
        (["score", HAND, "--rules", "none.toml"], 2, "Check the name"),
        (["rules", "--file", "none.toml"], 2, "Check the name"),
        (["rules", "hk-500", "--name", "F", "--save", "none/f.toml"], 1, "in a folder that is"),
        (["score", HAND, "--rules", "hk-500", "--option", "minimum=11"], 2, "or raise cap"),
        (["start", "Ann", "B", " ann", "D", "--rules", "hk-500"], 2, "different names"),
        (["start", "", "B", "C", "D", "--rules", "hk-500"], 2,
         "start: '' cannot be a player's name. Give 1 to 40 characters on one line, at least one"),
        (["start", "A", "x" * 41, "C", "D", "--rules", "hk-500"], 2, "xx' cannot be a player's"),
        (["start", "A", "B\nC", "C", "D", "--rules", "hk-500"], 2, r"'B\nC' cannot be a player's"),
        (["start", "A", "B", "C", "\u200b", "--rules", "hk-500"], 2, "one of them visible.\n"),
        (["start", *"ABCD", "--rules", "hk-500", *(f"--option=o{n}=1" for n in range(101))], 2,
         "too many options"),
        (["start", "A", "B", "C", "D", "--rules", "hk-500", "--option", "cap=0"], 2,
         "Nobody could ever win"),
        (["rules", "hk-500", "--option", "minimum=11", "--name", "F", "--save", "f.toml"], 2,
         "line 7: Nobody could ever win: a win needs 11 faan (minimum), but no hand counts"),
        (["doctor", "--database", "sqlite:///diary.txt"], 1, "name one that tableside has written"),
        (["restore", "diary.txt", "--database", "sqlite:///g.sqlite3"], 1,
         "diary.txt is not a tableside backup. The database diary.txt cannot be opened"),
        (["serve", "--host", "no.such.host.invalid"], 1, "--host 0.0.0.0"),
        (["score", "--batch", "-", "--rules", "all"], 2, "compares one HAND"),
        (["read", ""], 1, "Is a directory. Check the name"),
        (["read", "\x1b[31mhand.jpg"], 1, r"read: \x1b[31mhand.jpg: No such file"),
        (["doctor", "--database", "postgresql://u:p@ss@localhost/g"], 1, "Write it as %40.\n"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_remedy(tableside, tmp_path, arguments, status, said):
    (tmp_path / "diary.txt").write_text("Dear diary, " * 100)
    left, out, err = tableside(*arguments)
    assert (left, said in out + err) == (status, True), (out, err)
    assert "Traceback" not in err


FULL = "tableside: Cannot write the output: No space left on device. Free some space"
CLOSED = "tableside: Cannot write the output: Bad file descriptor. Free some space"


@pytest.mark.parametrize("at_once", ["", "1"])
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("$T rules >/dev/full", FULL),
        ("$T rules >&-", CLOSED),
        ("$T score --batch - --rules hk-500 <&-", "tableside score: -: Bad file descriptor. Check"),
        ("$T import - --database sqlite:///x <&-", "tableside import: -: Bad file descriptor. "),
        ("$T read - <&-", "tableside read: -: Bad file descriptor. Check"),
        ("$T tiles import /dev/zero", "tableside tiles: /dev/zero: it holds more than 2.9 MiB. "),
    ],
)
def test_a_stream_that_cannot_be_used_is_named(line, said, at_once):
    """Also where Python is told to write at once, as containers tell it."""
    ended = subprocess.run(
        ["bash", "-c", line],
        env={**os.environ, "T": f"{sys.executable} -m tableside", "PYTHONUNBUFFERED": at_once,
             "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert ended.returncode == 1
    assert ended.stderr.startswith(said)


def test_a_port_that_is_taken_is_named_with_another(tableside):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        status, _, err = tableside("serve", "--port", str(port))
        assert (status, f"Port {port} is taken" in err, "--port" in err) == (1, True, True)
    check_address("127.0.0.1", port)  # free again


def test_an_address_that_is_not_ours_is_refused():
    with pytest.raises(RefusedError, match="not an address of this computer"):
        check_address("192.0.2.1", 8000)  # reserved for documentation


def test_the_version_is_told(tableside):
    status, out, _ = tableside("--version")
    assert status == 0
    assert out.startswith("tableside ")


@pytest.mark.parametrize("wind", [wind.value for wind in Wind])
def test_winds_may_be_written_small(tableside, wind):
    large = tableside("score", HAND, "--rules", "hk-500", "--seat", wind)
    assert tableside("score", HAND, "--rules", "hk-500", "--seat", wind.lower()) == large


def test_lines_of_a_batch_that_name_no_rules_are_scored_by_those_given(tableside, monkeypatch):
    lines = [{"hand": HAND}, {"hand": HAND, "rules": "hk-majlife"}]
    text = "\n".join(map(json.dumps, lines)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    status, out, _ = tableside("score", "--batch", "-", "--rules", "hk-500")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, [one["rules"] for one in answers]) == (0, ["hk-500", "hk-majlife"])


COMMANDS = {
    "backup": ["b.sqlite3"],
    "restore": ["b.sqlite3"],
    "export": ["0" * 32],
    "import": ["g.json"],
    "start": ["A", "B", "C", "D", "--rules", "hk-500"],
    "serve": ["--port", "65000"],
    "doctor": [],
}


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("games.sqlite3", "If it is a file, use sqlite:///games.sqlite3 instead"),
        ("/var/lib/games.db", "If it is a file, use sqlite:////var/lib/games.db instead"),
        ("C:\\games.sqlite3", "If it is a file, use sqlite:///C:\\games.sqlite3 instead"),
        ("", "such as sqlite:///games.sqlite3"),
        ("sqlite:/games.sqlite3", "If it is a file, use sqlite:///games.sqlite3 instead"),
        ("sqlite://games.sqlite3", "sqlite:///games.sqlite3"),
        ("sqlite://", "in memory"),
        ("sqlite:///g.sqlite3?colour=red", "colour"),
        ("sqlite:///g\x00.sqlite3", "contains a NUL"),
        ("sqlite:///g%00.sqlite3", "contains a NUL"),
        ("sqlite+aiosqlite:///g.sqlite3", "cannot be used here"),
        ("nosuch:///g", "cannot be used here"),
        ("http://localhost/g", "cannot be used here"),
        ("postgresql://host:port/g", "not a URL"),
        ("postgresql://127.0.0.1:1/g", "Check that the server runs"),
        ("postgresql://127.0.0.1:1/g?connect_timeout=soon", "connect_timeout"),
        ("postgresql://127.0.0.1:99999999/g", "Check that the server runs"),
        ("postgresql://127.0.0.1:1/g?colour=red", "colour"),
    ],
)
def test_an_address_that_is_none_is_answered_in_words_by_every_command(
    tableside, tmp_path, address, said
):
    with closing(Database.open(f"sqlite:///{tmp_path / 'written'}")) as written:
        backup(written, tmp_path / "b.sqlite3")
    (tmp_path / "written").unlink()
    (tmp_path / "g.json").write_text("{}")
    (tmp_path / "g.sqlite3").touch()
    for command, given in COMMANDS.items():
        status, out, err = tableside(command, *given, "--database", address)
        assert (command, status, said in out + err) == (command, 1, True), (out, err)
        assert "Traceback" not in err
    assert {each.name for each in tmp_path.iterdir()} == {"b.sqlite3", "g.json", "g.sqlite3"}


def test_a_refused_backup_creates_no_database(tableside, tmp_path):
    (tmp_path / "b.tableside").write_text("Dear diary")
    for file in ("none", "b.tableside"):
        status, _, err = tableside("restore", file, "--database", "sqlite:///new.sqlite3")
        assert (status, "Traceback" in err) == (1, False), err
    assert [each.name for each in tmp_path.iterdir()] == ["b.tableside"]


def test_the_doctor_names_every_model(tableside):
    _, out, _ = tableside("doctor", "--json", "--database", "games.sqlite3")
    (models,) = [one for one in json.loads(out) if one["what"] == "models"]
    assert models["state"] == "ok"
    assert [name for name in NAMES if name in models["detail"]] == list(NAMES)


def test_the_doctor_says_that_a_server_cannot_keep_every_name(tableside, postgresql):
    """One that an earlier program began; a new one is refused."""
    postgresql.execute(
        "CREATE DATABASE t_latin TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"
    )
    url = postgresql.uri.replace("/postgres?", "/t_latin?")
    opened = Database.open(url, migrated=False)
    migrate(opened.engine)
    opened.close()
    _, out, _ = tableside("doctor", "--database", url)
    assert "keeps text as LATIN1" in out
    players = ["--rules", "hk-500", "--database", url]
    assert tableside("start", "A", "B", "C", "D", *players)[0] == 0
    status, _, err = tableside("start", "陳大文", "B", "C", "D", *players)
    assert (status, "ENCODING 'UTF8'" in err, "Traceback" in err) == (1, True, False)
    postgresql.execute("DROP DATABASE t_latin")
