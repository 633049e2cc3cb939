"""No file is large, and nothing of one machine or one registry is written into them."""

import ast
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

Tracked = Callable[..., list[Path]]

MAX_BYTES = 6_000_000
MACHINE_PATH = re.compile(r"(?<![\w.-])/(?:work|farm|root|opt/(?:pypi|wheels)|home/\w+)/")
SLEEP = re.compile(r"wait_for_timeout|time\.sleep")
# What a locator of a page is asked once, as it stands then; `expect` asks until patience ends.
LOOKS = {
    *("all", "all_inner_texts", "all_text_contents", "count", "get_attribute", "inner_html"),
    *("inner_text", "input_value", "is_checked", "is_disabled", "is_editable", "is_enabled"),
    *("is_hidden", "is_visible", "text_content"),
}
ADDRESS = re.compile(r"(?:https?|file)://")
BINARY = {
    ".onnx",
    ".jpg",
    ".jpeg",
    ".png",
    ".webp",
    ".heic",
    ".npz",
    ".ttf",
    ".otf",
    ".woff2",
    ".gz",
    ".zip",
}


def matches(paths: Iterable[Path], pattern: re.Pattern[str]) -> list[str]:
    """Return where a pattern stands, as `path:line: text`."""
    return [
        f"{path}:{number}: {line.strip()[:120]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]


def looks(text: str) -> list[int]:
    """The lines of assertions that ask a page once: `text.count("x")` asks no page."""
    return [
        check.lineno
        for check in ast.walk(ast.parse(text))
        if isinstance(check, ast.Assert)
        for call in ast.walk(check.test)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in LOOKS
        and not (call.func.attr == "count" and call.args)
    ]


def test_no_committed_file_is_large(tracked: Tracked):
    sizes = {path: path.stat().st_size for path in tracked()}
    assert {path: size for path, size in sizes.items() if size > MAX_BYTES} == {}


def test_no_machine_path_is_named(tracked: Tracked):
    texts = [path for path in tracked() if path.suffix.lower() not in BINARY]
    assert matches(texts, MACHINE_PATH) == []


def test_pins_and_checks_carry_no_address(tracked: Tracked):
    assert matches(tracked("requirements", ".ci", "Makefile", "*package-lock.json"), ADDRESS) == []


def test_tests_of_the_page_wait_for_what_they_ask_for(tracked: Tracked):
    """A nap is too short on a busy machine and too long on any other."""
    assert matches(tracked("tests/page/*.py"), SLEEP) == []


def test_tests_of_the_page_look_until_it_is_drawn(tracked: Tracked):
    """What a page shows comes when it is drawn: `assert` may be too early, `expect` never."""
    texts = {path: path.read_text(encoding="utf-8") for path in tracked("tests/page/*.py")}
    assert {path.name: found for path, text in texts.items() if (found := looks(text))} == {}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("assert not page.locator('.record').count()", True),
        ("assert page.locator('.record').is_disabled(), 'why'", True),
        ("assert '14 of 14' in page.inner_text('.tally')", True),
        ("assert [each.get_attribute('alt') for each in faces.all()] == ['East']", True),
        ("assert text.count('http') == 1", False),
        ("expect(page.locator('.record')).to_have_count(0)", False),
        ("link = page.locator('.link').input_value()", False),
    ],
)
def test_the_search_for_looks_at_a_page_finds_them(line, found):
    assert bool(looks(line)) is found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("reads " + "/work" + "/main/x", True),
        ("--photos=" + "/root" + "/photos", True),
        ("/home" + "/someone/photos", True),
        ("../shared/photos", False),
        ("models/work/x", False),
    ],
)
def test_the_search_for_machine_paths_finds_them(tmp_path, line, found):
    text = tmp_path / "text"
    text.write_text(line, encoding="utf-8")
    assert bool(matches([text], MACHINE_PATH)) is found
