"""What a phone fetches first is named at once, so that it needs no round trip for every import."""

import re

from tests.page.conftest import STATIC

IMPORTED = re.compile(r'^(?:import|export)[^;]*?from "\./([\w-]+\.js)"', re.MULTILINE)
PRELOADED = re.compile(r'<link rel="modulepreload" href="/static/js/([\w-]+\.js)">')
FIRST = ("app.js", "start.js")
MOST = 24  # more would wait for each other on a phone's six connections


def needed(names):
    """The modules that these import, and theirs, without those that are fetched when wanted."""
    found, wanted = set(), list(names)
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            text = (STATIC / "js" / name).read_text(encoding="utf-8")
            wanted += IMPORTED.findall(text)
    return found


def test_the_first_screens_modules_are_preloaded_and_few():
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    modules = needed(FIRST)
    assert set(PRELOADED.findall(page)) == modules - {"app.js"}
    assert len(modules) <= MOST


def test_every_style_sheet_is_linked_once():
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    linked = re.findall(r'<link rel="stylesheet" href="/static/css/([\w-]+\.css)">', page)
    assert sorted(linked) == sorted(path.name for path in (STATIC / "css").glob("*.css"))
