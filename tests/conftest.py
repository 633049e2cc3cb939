"""Fixtures that several packages' tests share."""

import os
import tempfile
from functools import partial

import pytest

from tests import needs
from tests.postgresql import database, on_either, postgresql
from tests.serving import serve
from tests.shared_folder import shared

__all__ = ["database", "postgresql", "serve", "shared"]  # fixtures, found here by name

FIGURES = "figures"
# What a photo says is tested, not how soon: several tests share two cores, and a reading that is
# out of time says less. Tests of the deadline set their own.
os.environ.setdefault("TABLESIDE_READING_S", "120")
# Commands speak the language of the shell; the tests expect English.
os.environ["LC_ALL"] = "C.UTF-8"
# No test finds, or leaves, games in the data folder of whoever runs it.
os.environ["XDG_DATA_HOME"] = os.environ["LOCALAPPDATA"] = tempfile.mkdtemp(
    prefix="tableside-home-"
)


# What starts processes or loads the models: tests with any of these are left out of `make fast`,
# and so are those marked as slow for reasons of their own.
SLOW = {"serve", "browser", "reader", "shared"}


def pytest_generate_tests(metafunc):
    on_either(metafunc)


def pytest_collection_modifyitems(items):
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


def pytest_terminal_summary(terminalreporter):
    """Print the figures that tests have measured, whichever process ran them."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            for name, said in report.user_properties if report.when == "call" else ():
                if name == FIGURES:
                    terminalreporter.write_line(f"{report.nodeid}: {said}")


@pytest.fixture
def tell(record_property):
    """Say what was measured, in words that are printed after the last test."""
    return partial(record_property, FIGURES)
