"""The figures of what was tried: one line an experiment, in order, with what came of it."""

import csv
from datetime import date

COLUMNS = ["date", "change", "set", "before", "after", "kept"]


def test_every_line_says_when_what_where_and_what_came_of_it(root):
    for path in sorted((root / "docs" / "results").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            head, *lines = csv.reader(file)
        assert head == COLUMNS, path
        assert all(len(line) == len(COLUMNS) and all(line) for line in lines), path
        days = [date.fromisoformat(line[0]) for line in lines]
        assert days == sorted(days), path
        assert {line[-1] for line in lines} <= {"yes", "no", "–"}, path


def test_every_file_of_figures_is_named(root):
    folder = root / "docs" / "results"
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert [path for path in folder.glob("*.csv") if f"({path.name})" not in text] == []
