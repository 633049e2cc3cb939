"""What a command writes is a new file, whole or not there, and never in the place of another."""

import errno
import os
from pathlib import Path

import pytest

from service.errors import RefusedError
from service.files import replace, write_new
from service.ledger.store import Store

pytestmark = pytest.mark.slow

PHOTO = Path(__file__).parents[1] / "photos" / "concealed_row.jpg"


@pytest.mark.parametrize("there", ["file", "folder", "link", "broken link"])
def test_whatever_has_the_name_keeps_it(tmp_path, there):
    place, other = tmp_path / "out.json", tmp_path / "other"
    other.write_text("kept")
    if there == "file":
        place.write_text("kept")
    elif there == "folder":
        place.mkdir()
    else:
        place.symlink_to(other if there == "link" else tmp_path / "nowhere")
    with pytest.raises(RefusedError) as refused:
        write_new(place, b"new")
    assert refused.value.code == "exists"
    assert other.read_text() == "kept"
    assert not (tmp_path / "nowhere").exists()
    assert {each.name for each in tmp_path.iterdir()} == {"out.json", "other"}


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(RefusedError, match="in a folder that is there") as refused:
        write_new(tmp_path / "none" / "out.json", b"new")
    assert refused.value.code == "not_written"


def test_a_file_that_cannot_be_replaced_keeps_its_content(tmp_path, monkeypatch):
    place = tmp_path / "out.json"
    replace(place, b"old")

    def fail(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fail)
        with pytest.raises(RefusedError, match="No space left"):
            replace(place, b"new")
    assert place.read_bytes() == b"old"
    replace(place, b"new")
    assert place.read_bytes() == b"new"
    (tmp_path / "folder" / "inside").mkdir(parents=True)
    with pytest.raises(RefusedError) as refused:
        replace(tmp_path / "folder", b"new")
    assert refused.value.code == "not_written"
    assert {each.name for each in tmp_path.iterdir()} == {"out.json", "folder"}


COMMANDS = {
    "the photo itself": ("read", "hand.jpg", "--overlay", "hand.jpg"),
    "another photo": ("read", "other.jpg", "--overlay", "hand.jpg"),
    "one of several overlays": ("read", "other.jpg", "hand.jpg", "--overlay", "seen.jpg"),
    "a house file": ("rules", "hk-500", "--name", "Ours", "--save", "hand.jpg"),
    "a game": ("export", "0" * 32, "hand.jpg"),
    "a backup": ("backup", "hand.jpg"),
}


@pytest.mark.usefixtures("loaded_once")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_no_command_writes_over_a_file(tableside, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    names = ("hand.jpg", "other.jpg", "seen-2.jpg")
    for name in names:
        (tmp_path / name).write_bytes(PHOTO.read_bytes())
    if command[0] in ("export", "backup"):
        command = (*command, "--database", f"sqlite:///{tmp_path / 'games.sqlite3'}")
        Store.open(command[-1]).close()
    status, _, err = tableside(*command)
    assert status == 1, err
    assert "exists already. Name another file, or move it." in err
    for name in names:
        assert (tmp_path / name).read_bytes() == PHOTO.read_bytes()
    assert not (tmp_path / "seen-1.jpg").exists()
