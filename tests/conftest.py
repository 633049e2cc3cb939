"""Fixtures that several packages' tests share."""

import atexit
import gc
import os
import shutil
import tempfile
from functools import partial
from pathlib import Path

import pytest

from tests import laboratory, laws, needs
from tests.postgresql import database, on_either, postgresql
from tests.serving import serve
from tests.shared_folder import shared

# Fixtures, found here by name, and how much property tests try and how long they may take.
__all__ = ["database", "laws", "postgresql", "serve", "shared"]

FIGURES = "figures"
# Files that take longest, the longest first: begun last, one of them would keep a single process at
# work while the others have nothing left.
LONGEST = (
    "page/test_offline.py",
    "page/test_live.py",
    "service/test_hostile.py",
    "page/test_together.py",
    "page/test_score_away.py",
    "service/test_strange_text.py",
    "vision/test_reader.py",
    "page/test_game.py",
    "page/test_photo.py",
    "vision/test_tile_sets.py",
    "page/test_rule_sets.py",
    "datasets/test_bar.py",
    "page/test_entry.py",
    "service/test_game_file.py",
    "page/test_play_again.py",
    "page/test_walks.py",
    "service/test_connections.py",
    "page/test_house_form.py",
    "page/test_other_reading.py",
    "page/test_further_screens.py",
    "crash/test_locked.py",
    "page/test_tile_set.py",
    "page/test_hand_screen.py",
    "page/test_called.py",
    "page/test_refused_hands.py",
    "service/test_tile_sets.py",
    "service/test_attacked_commands.py",
    "service/test_uploads.py",
    "vision/test_decoder.py",
    "vision/test_robust.py",
    "vision/test_stacked.py",
    "service/test_deploy.py",
)
MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30  # bytes: several times what all tests together leave there
# A commit waits for the disk each time, and tests make many thousands of them. What survives a loss
# of power is no matter of theirs: they end processes, and the machine goes on.
if "TMPDIR" not in os.environ and MEMORY.is_dir():
    can_run = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC  # what some tests install there is run
    if can_run and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
# What a photo says is tested, not how soon: several tests share two cores, and a reading that is
# out of time says less. Tests of the deadline set their own.
os.environ.setdefault("TABLESIDE_READING_S", "120")
# Commands speak the language of the shell; the tests expect English.
os.environ["LC_ALL"] = "C.UTF-8"
# Tiles are drawn with the project's own fonts, alike on every machine.
os.environ["TABLESIDE_FONTS"] = "own"
# No test finds, or leaves, games in the data folder of whoever runs it.
HOME = tempfile.mkdtemp(prefix="tableside-home-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
os.environ["XDG_DATA_HOME"] = os.environ["LOCALAPPDATA"] = HOME


# What starts processes or loads the models: tests with any of these are left out of `make fast`,
# and so are those marked as slow for reasons of their own.
SLOW = {"serve", "browser", "reader", "shared"}


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect without looking for garbage, and never look for it among what was collected.

    All tests and modules stay to the end: each look through them took a third of a second, in all
    a tenth of what tests without a browser take.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_addoption(parser):
    parser.addoption(
        "--passed",
        type=Path,
        metavar="FILE",
        help="leave out the tests that FILE names, and add to it those that pass",
    )


def pytest_ignore_collect(collection_path, config):
    """Leave the laboratory's tests out, unless they are named or something near them changed."""
    named = any(laboratory.is_laboratory(Path(each).resolve()) for each in config.args)
    if laboratory.is_laboratory(collection_path) and not named and not laboratory.is_wanted():
        return True
    return None


def pytest_generate_tests(metafunc):
    on_either(metafunc)


def pytest_collection_modifyitems(config, items):
    passed = config.getoption("passed")
    if passed is not None and passed.exists():
        names = set(passed.read_text().splitlines())
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in names])
        items[:] = [item for item in items if item.nodeid not in names]
    place = {Path(__file__).parent / name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path, len(LONGEST)))
    for item in items:
        given = getattr(item, "callspec", None)
        on_server = given is not None and given.params.get("database") == "postgresql"
        if on_server or SLOW.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    return needs.explained((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return needs.explained((yield))


def pytest_terminal_summary(terminalreporter, config):
    """Print what tests have measured, whichever process ran them, and what was left out."""
    if config.getoption("passed") is not None and not hasattr(config, "workerinput"):
        reports = terminalreporter.getreports("passed")
        with config.getoption("passed").open("a") as file:
            file.writelines(f"{each.nodeid}\n" for each in reports if each.when == "call")
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, said in report.user_properties if report.when == "call" else ():
                if name == FIGURES:
                    terminalreporter.write_line(f"{report.nodeid}: {said}")
    if not laboratory.is_wanted():
        terminalreporter.write_line(laboratory.LEFT_OUT)
    left_out = needs.left_out(terminalreporter.getreports("skipped"))
    if left_out:
        terminalreporter.section(f"left out: {left_out.total()}")
        for reason, count in left_out.most_common():
            terminalreporter.write_line(f"{count:5}  {reason}")


@pytest.fixture
def tell(record_property):
    """Record what was measured, to be printed after the last test."""
    return partial(record_property, FIGURES)
