"""A skip says what to do about it, or it is a failure."""

import pytest

from tests import needs


def report_of(reason):
    place = ("tests/house/test_needs.py", 1, f"Skipped: {reason}")
    return pytest.CollectReport("tests/house/test_needs.py", "skipped", place, [])


@pytest.mark.parametrize(
    "reason",
    ["there is no browser: install chromium", "SQLite has one writer: nothing to install"],
)
def test_a_skip_with_a_remedy_stays_one(reason):
    assert needs.explained(report_of(reason)).skipped


@pytest.mark.parametrize("reason", ["", "no browser", "fontTools is not installed"])
def test_a_skip_without_a_remedy_fails(reason):
    report = needs.explained(report_of(reason))
    assert report.failed
    assert report.longrepr == (
        "tests/house/test_needs.py:1: this skip does not say what to do: Skipped: " + reason
    )


def test_a_package_that_is_missing_is_named_with_its_pins():
    with pytest.raises(
        pytest.skip.Exception, match=r"no_such is missing: install requirements/dev\.txt"
    ):
        needs.package("no_such")


def test_what_was_left_out_is_counted_by_what_to_install():
    browser, torch = "there is no browser: install chromium", "torch is missing: install it"
    skipped = [report_of(browser), report_of(torch), report_of(browser)]
    assert needs.left_out(skipped).most_common() == [(browser, 2), (torch, 1)]
