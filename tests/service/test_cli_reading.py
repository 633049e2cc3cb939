"""`tableside read` of folders, of standard input, and of several photos at once."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import service
from service.cli.main import main
from service.cli.photos import photos_of, show_progress
from service.errors import RefusedError
from tests.service import footprint
from tests.serving import ROOT
from vision.photo.image import PhotoError

pytestmark = pytest.mark.slow

HAND = Path(service.__file__).parent / "demo" / "hand.jpg"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two photos, one that is none, and files that are not looked at."""
    made = tmp_path_factory.mktemp("evening")
    for name in ("hand2.jpg", "hand10.JPG", ".hidden.jpg"):
        shutil.copyfile(HAND, made / name)
    (made / "hand3.png").write_bytes(b"no photo")
    (made / "notes.txt").write_text("no photo either")
    (made / "more").mkdir()
    return made


def read(capsys, *arguments):
    """Read with JSON: the exit status, and for each photo its hand or the code of its refusal."""
    status = main(["read", "--json", *map(str, arguments)])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = {Path(one["photo"]).name: one.get("hand") or one["error"]["code"] for one in lines}
    assert len(told) == len(lines)
    return status, told


def test_a_folder_is_read_in_the_order_of_its_numbers_by_two_jobs_too(capsys, folder, tmp_path):
    status, told = read(capsys, folder)
    assert status == 1
    assert list(told) == ["hand2.jpg", "hand3.png", "hand10.JPG"]
    assert told["hand3.png"] == "not_an_image"
    assert told["hand2.jpg"] == told["hand10.JPG"] == "12345699m 77z (666z) +7z | 2f"
    drawn = read(capsys, folder, "--jobs", "2", "--overlay", tmp_path / "seen.png")
    assert (drawn[0], list(drawn[1].items())) == (status, list(told.items()))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["seen-1.png", "seen-3.png"]


def test_an_overlay_is_never_written_over_whichever_photo_it_is_of(capsys, folder, tmp_path):
    (tmp_path / "seen-3.png").write_text("somebody's")
    assert main(["read", str(folder), "--overlay", str(tmp_path / "seen.png")]) == 1
    assert "Name another file, or move it" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["seen-3.png"]


@pytest.mark.parametrize("name", ["seen.xbm", "seen.grib", "seen.blp", "seen.heic", "seen"])
def test_an_overlay_that_cannot_be_saved_is_refused_first(capsys, folder, tmp_path, name):
    assert main(["read", str(folder), "--overlay", str(tmp_path / name)]) == 1
    out, err = capsys.readouterr()
    assert (out, "name a .jpg or .png file" in err) == ("", True)


def test_a_folder_without_photos_is_refused_and_the_rest_is_read(capsys, folder):
    status, told = read(capsys, folder / "more", folder / "hand2.jpg")
    assert status == 1
    assert told["more"] == "no_photos"
    assert told["hand2.jpg"].startswith("1234")


def test_one_photo_comes_from_standard_input():
    command = [sys.executable, "-m", "tableside", "read", "--json", "-"]
    with HAND.open("rb") as opened:
        done = subprocess.run(command, stdin=opened, capture_output=True, check=True)
    said = json.loads(done.stdout)
    assert (said["photo"], said["hand"][:8]) == ("-", "12345699")


def test_standard_input_is_there_once(capsys):
    assert main(["read", "-", "-"]) == 2
    assert "use - only once" in capsys.readouterr().err


def test_files_are_taken_by_their_names_whatever_these_are(tmp_path):
    (tmp_path / "b").mkdir()
    names = ["z", str(tmp_path / "b"), "a.jpg"]
    found = photos_of(names)
    assert [one.name for one in found] == names
    assert [one.index for one in found] == [0, 1, 2]
    assert found[1].refusal.code == "no_photos"


@pytest.mark.parametrize("jobs", ["0", "65", "two", "-1", "1.5"])
def test_jobs_are_a_number(capsys, jobs):
    assert main(["read", "x.jpg", "--jobs", jobs]) == 2
    assert "a number from 1 to 64" in capsys.readouterr().err


@pytest.mark.parametrize(
    "error", [PhotoError("empty_file", "Take it again."), RefusedError("busy", "Wait.", left=3)]
)
def test_a_refusal_passes_from_one_process_to_another(error):
    import pickle

    same = pickle.loads(pickle.dumps(error))
    assert (same.code, same.detail) == (error.code, error.detail)
    assert getattr(same, "extra", None) == getattr(error, "extra", None)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(stream, total):
    """The lines that a terminal has shown, as ten seconds pass with each photo."""
    seconds = iter(range(0, 1000, 10))
    list(show_progress(range(total), total, stream, clock=lambda: next(seconds)))
    return [line.strip() for line in stream.getvalue().split("\r") if line.strip()]


def test_a_terminal_shows_how_many_are_done_and_what_is_left():
    terminal = Terminal()
    assert shown(terminal, 3) == [
        "0 of 3 photos",
        "1 of 3 photos, 0:00:20 left",
        "2 of 3 photos, 0:00:10 left",
    ]
    assert terminal.getvalue().rstrip("\r").endswith(" " * len("2 of 3 photos, 0:00:10 left"))
    assert "\x1b" not in terminal.getvalue()


def test_nothing_is_shown_elsewhere_or_for_one():
    assert shown(io.StringIO(), 3) == []
    assert shown(Terminal(), 1) == []


def test_reading_leaves_nothing_behind_and_tells_nobody(tmp_path):
    """The library that runs the networks would keep a record of this computer, to be sent off."""
    here = {name: value for name, value in os.environ.items() if not name.startswith("ORT_")}
    subprocess.run(
        [sys.executable, "-m", "tableside", "read", str(HAND)],
        env={**here, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    assert list(tmp_path.rglob("*")) == []


@contextmanager
def reading_by_two():
    """A process that begins to read, and all that it has started."""
    with subprocess.Popen(
        [sys.executable, "-m", "tableside", "read", *[str(HAND)] * 400, "--jobs", "2"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as reading:
        while len(started := footprint.family(reading.pid)) < 4:
            time.sleep(0.01)
        yield reading, started


def test_an_interrupted_reading_ends_without_a_word():
    """Ctrl-C reaches the processes that read, too: here while they are starting."""
    with reading_by_two() as (reading, _):
        time.sleep(0.3)
        os.killpg(reading.pid, signal.SIGINT)
        assert (reading.wait(), reading.stderr.read()) == (130, b"")


@pytest.mark.parametrize("later_s", [0, 0.3, 3])
def test_a_reading_that_is_stopped_ends_without_a_word(later_s):
    with reading_by_two() as (reading, _):
        time.sleep(later_s)
        reading.terminate()
        assert (reading.wait(), reading.stderr.read()) == (128 + signal.SIGTERM, b"")


ANOTHER_THREAD = """
import os, signal, threading, time
from service.cli.processes import delayed_interrupts

signal.signal(signal.SIGTERM, lambda *_: print("stopped"))
threading.Thread(target=threading.Event().wait, daemon=True).start()
with delayed_interrupts():
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(0.2)
    print("started")
"""


def test_a_signal_that_another_thread_gets_waits_until_a_process_has_started():
    ran = subprocess.run(
        [sys.executable, "-c", ANOTHER_THREAD],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == ["started", "stopped"]


def test_nobody_reads_on_for_a_command_that_was_killed():
    with reading_by_two() as (reading, started):
        reading.kill()
    while any(Path(f"/proc/{one}").exists() for one in started):
        time.sleep(0.1)


def is_worker(pid):
    with suppress(OSError):
        return b"--multiprocessing-fork" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


@pytest.mark.parametrize("command", [["score", "--batch", "-"], ["read", *[str(HAND)] * 20]])
def test_a_process_that_crashes_is_reported_with_a_remedy(command):
    hands = b'{"hand": "123m", "rules": "hk-500"}\n' * 500
    with subprocess.Popen(
        [sys.executable, "-m", "tableside", *command, "--jobs", "2"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as working:
        working.stdin.write(hands)
        working.stdin.flush()
        while not (started := [one for one in footprint.family(working.pid) if is_worker(one)]):
            time.sleep(0.01)
        os.kill(started[0], signal.SIGKILL)
        with suppress(BrokenPipeError):
            working.stdin.write(hands)
            working.stdin.close()
        words = working.stderr.read().decode()
        assert (working.wait(), words.count("\n")) == (1, 1), words
        assert words.endswith("Use fewer --jobs.\n")
