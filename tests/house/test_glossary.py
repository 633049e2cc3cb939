"""Every word of the glossary has one place, which exists and has the names that it is said to."""

import re

import pytest

COLUMNS = re.compile(
    r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| \[([^]]+)\]\(\.\./([^)]+)\) \|$", re.MULTILINE
)
NAME = re.compile(r"`([A-Z][a-z]\w+)`")


@pytest.fixture(scope="module")
def words(root):
    return COLUMNS.findall((root / "docs" / "GLOSSARY.md").read_text(encoding="utf-8"))


def test_every_line_of_the_tables_is_read(root, words):
    text = (root / "docs" / "GLOSSARY.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    heads = [line for line in lines if line.startswith("| term |")]
    assert len(words) == len(lines) - len(heads) > 80


def test_every_place_exists(root, words):
    assert [path for *_, shown, path in words if shown != path or not (root / path).exists()] == []


def test_no_word_is_told_twice(words):
    terms = [term for term, *_ in words]
    assert sorted(terms) == sorted(set(terms))


def test_names_of_classes_stand_where_the_word_lives(root, words):
    missing = [
        (term, name)
        for term, _, what, _, path in words
        for name in NAME.findall(what)
        if f"class {name}" not in (root / path).read_text(encoding="utf-8")
    ]
    assert missing == []
