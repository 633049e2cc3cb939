"""Lays figures out as text: on a screen or in a document."""

from collections.abc import Iterable, Sequence
from pathlib import Path

Cells = Sequence[str]


class MarkersError(Exception):
    """A document lacks the markers between which a table stands."""


def percent(value: float | None, digits: int = 1) -> str:
    """Return a share as a percentage, or a dash where there is none."""
    return "–" if value is None else f"{value:.{digits}%}"


def grid(headers: Cells, lines: Sequence[Cells]) -> str:
    """Align cells in columns: the first to the left, the others to the right."""
    rows = [headers, *lines]
    widths = [max(len(row[column]) for row in rows) for column in range(len(headers))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def markdown(headers: Cells, lines: Iterable[Cells]) -> str:
    """Return a Markdown table."""
    rows = (headers, ["---"] * len(headers), *lines)
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def replace_section(file: Path, name: str, text: str) -> None:
    """Write a text between the markers of a name in a Markdown file; MarkersError or OSError."""
    first, last = (f"<!-- {name}: {which} -->" for which in ("begin", "end"))
    before, start, rest = file.read_text(encoding="utf-8").partition(first)
    _, end, after = rest.partition(last)
    if not start or not end:
        message = f"the file needs the lines {first} and {last}"
        raise MarkersError(message)
    file.write_text(f"{before}{first}\n\n{text}\n{last}{after}", encoding="utf-8")
