"""Games lie in the user's data folder, and what an earlier release began goes on where it is."""

import json
import sqlite3
import stat
import sys
from pathlib import Path

import pytest

from service import data_folder
from service.cli.main import main
from service.db.database import address_of
from service.db.sqlite_file import file_of
from service.settings import Settings

START = ["start", "Ann", "Bob", "Cid", "Dee", "--rules", "hk-500"]


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A data folder that nobody has made yet, and a current folder with nothing in it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("TABLESIDE_DATABASE", raising=False)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return tmp_path / "data" / "tableside"


def games(file):
    with sqlite3.connect(file) as opened:
        return opened.execute("SELECT count(*) FROM games").fetchone()[0]


linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the folder has another name")


@linux
def test_a_game_is_begun_in_the_users_data_folder(home):
    assert main(START) == 0
    assert games(home / "tableside.sqlite3") == 1
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert list(Path().iterdir()) == []


def test_what_lies_in_the_current_folder_goes_on_and_is_said(home, capsys):
    assert main([*START, "--database", "sqlite:///tableside.sqlite3"]) == 0
    assert main(START) == 0
    assert games("tableside.sqlite3") == 2
    assert not home.exists()
    capsys.readouterr()
    main(["doctor", "--json"])
    found = {one["what"]: one["detail"] for one in json.loads(capsys.readouterr().out)}
    assert str(Path("tableside.sqlite3").absolute()) in found["place"]
    assert "created in this folder" in found["place"]


@linux
def test_the_doctor_names_the_place(home, capsys):
    main(START)
    capsys.readouterr()
    main(["doctor"])
    assert f"Games are kept in {home / 'tableside.sqlite3'}" in capsys.readouterr().out


@linux
def test_looking_makes_no_folder(home, capsys):
    assert main(["backup", "evening.tableside"]) == 1
    assert "There is no database" in capsys.readouterr().err
    assert not home.exists()


@linux
def test_a_folder_that_cannot_be_made_is_named_with_the_remedy(home, capsys):
    home.parent.write_text("a file")
    assert main(START) == 1
    assert "--database sqlite:///" in capsys.readouterr().err


def test_whoever_names_a_place_gets_it(home):
    named = Settings.from_environment({"TABLESIDE_DATABASE": "sqlite:///other.sqlite3"})
    assert named.address == "sqlite:///other.sqlite3"
    assert file_of(address_of(Settings().address)) == data_folder.own_file()
