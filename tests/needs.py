"""What tests need that a machine may lack: each skip says what is missing, and what to do."""

import re
import shutil
from collections import Counter
from collections.abc import Iterable
from types import ModuleType
from typing import TypeVar

import pytest

import models

# Packages that only training needs; requirements/dev.txt has all others.
OF_TRAINING = {"torch"}
# The first is the same browser without windows, which opens a page in two thirds of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# "Nothing to install" is for what a machine is, and not for what it has.
REMEDY = re.compile(r": (install|run|put|check out|raise|nothing to install)\b")

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


def pins(name: str) -> str:
    """The reason of a skip for want of a Python package: which pins bring it."""
    file = "train" if name.partition(".")[0] in OF_TRAINING else "dev"
    return f"{name} is missing: install requirements/{file}.txt with pip"


def package(name: str) -> ModuleType:
    """A Python package that need not be there; the test skips without it."""
    return pytest.importorskip(name, reason=pins(name))


def browser() -> str:
    """The program of a browser; the test skips without one, or without what drives it."""
    package("playwright.sync_api")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("there is no browser: install chromium")
    return found


def node() -> str:
    """The program of Node; the test skips without it."""
    return shutil.which("node") or pytest.skip("Node is missing: install nodejs")


def trained() -> None:
    """Skip the test where the models are not there, or not whole."""
    package("onnxruntime")
    try:
        for name in models.NAMES:
            models.verify(name)
    except models.WeightsError as error:
        pytest.skip(f"{error}: check out models/*.onnx")


def explained(report: Report) -> Report:
    """A report that failed in place of one that was skipped without saying what to do."""
    if not isinstance(report.longrepr, tuple) or hasattr(report, "wasxfail"):
        return report  # not skipped, or a failure that is expected
    path, line, reason = report.longrepr
    if REMEDY.search(reason) is None:
        report.outcome = "failed"
        report.longrepr = f"{path}:{line}: this skip does not say what to do: {reason}"
    return report


def left_out(skipped: Iterable[pytest.TestReport | pytest.CollectReport]) -> Counter[str]:
    """Return how many tests, or whole files of them, were left out for each reason."""
    return Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
