"""Lays the figures of `datasets.evaluation.summary` out as text: on a screen or in a document."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

SCENES = ("row", "rows", "block", "tray", "heap", "few")
TILES = (
    *("", "photos", "right"),
    *("tiles", "recall", "precision", "naming"),
    *("bonus", "recall", "precision", "naming"),
)
HANDS = ("hands", "photos", "right", "share", "structure right", "share", "wrong, nothing marked")
_MISTAKES = ("class", "missed", "misnamed", "extra", "given instead")
Cells = Sequence[str]
Summary = Mapping[str, Any]
Layout = Callable[[Cells, Sequence[Cells]], str]


class MarkersError(Exception):
    """A document lacks the markers between which a table stands."""


def report(figures: Summary) -> str:
    """Return everything that was measured; photos without labels have a line of their own."""
    empty = figures["empty"]
    stages = [
        (stage, f"{each['median']:.1f}", f"{each['p90']:.1f}")
        for stage, each in figures["milliseconds"].items()
    ]
    parts = {
        "By scene (bonus tiles apart)": grid(TILES, tile_lines(figures, "scenes")),
        "By source and group": grid(TILES, tile_lines(figures, "sources")),
        "Mistakes by class": grid(_MISTAKES, mistakes(figures)),
        "Reliability of confidence": _reliability(figures["reliability"]),
        "Corners": _corners(figures["corners"]),
        "Milliseconds by stage": grid(("stage", "median", "p90"), stages),
        "Whole hands": grid(HANDS, hand_lines(figures)),
        "Hands read wrongly": "\n".join(
            f"{hand['file']}\n  lies {hand['lies']}\n  read {hand['read'] or 'no hand'}"
            for hand in figures["hands"]["wrong"]
        ),
        "Photos without labels": f"predictions in {empty['photos']} photos without labels: "
        f"{empty['predictions']}",
    }
    return "\n\n".join(f"## {title}\n{body}" for title, body in parts.items())


def tile_lines(figures: Summary, by: str) -> Sequence[Cells]:
    """Return a line for each of the `scenes` or `sources`, scenes in their order, and one for all.

    Each tells photos that are right, and recall, precision and naming of tiles and bonus tiles.
    """
    names = sorted(figures[by], key=lambda n: (SCENES.index(n) if n in SCENES else len(SCENES), n))
    lines = []
    for name, part in (*((name, figures[by][name]) for name in names), ("all", figures["all"])):
        line = [name, str(part["photos"]), f"{part['right']} ({_share(part)})"]
        for kind in ("playing", "bonus"):
            tally = part[kind]
            shares = (percent(tally[share]) for share in ("recall", "precision", "naming"))
            line += [str(tally["tiles"]), *shares]
        lines.append(line)
    return lines


def hand_lines(figures: Summary) -> Sequence[Cells]:
    """Return a line for each group of hands: right ones, and right structures where known."""
    lines = []
    for group, tally in figures["hands"]["groups"].items():
        known, right = tally["structures"], tally["structures_right"]
        structure = f"{right} of {known}" if known else "–"
        share = percent(right / known if known else None)
        counts = (str(tally["photos"]), str(tally["right"]), _share(tally))
        lines.append((group, *counts, structure, share, str(tally["wrong_unmarked"])))
    return lines


def _share(part: Mapping[str, int]) -> str:
    return percent(part["right"] / max(1, part["photos"]))


def mistakes(figures: Summary) -> Sequence[Cells]:
    """Return a line for each class that any mistake touches, the worst first."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for each in figures["confusions"]:
        kind = "extra" if not each["label"] else each["given"] or "missed"
        counts[each["label"] or each["given"]][kind] += each["count"]
    lines = []
    for tile, kinds in sorted(counts.items(), key=lambda item: (-item[1].total(), item[0])):
        missed, extra = kinds.pop("missed", 0), kinds.pop("extra", 0)
        instead = " ".join(f"{name}:{count}" for name, count in kinds.most_common())
        lines.append((tile, str(missed), str(kinds.total()), str(extra), instead))
    return lines


def _reliability(reliability: Summary) -> str:
    lines = [
        (
            f"{each['low']:.1f}–{each['high']:.1f}",
            str(each["count"]),
            percent(each["confidence"]),
            percent(each["right"]),
        )
        for each in reliability["bins"]
        if each["count"]
    ]
    return "\n".join((grid(("confidence", "tiles", "mean", "right"), lines), doubts(reliability)))


def doubts(reliability: Summary) -> str:
    """Return how far confidence can be trusted and what the marks of doubt are worth."""
    return (
        f"Expected calibration error {percent(reliability['error'])}.\n"
        f"Wrong tiles not marked unsure: {percent(reliability['wrong_not_marked'])} of the wrong "
        f"ones,\n{percent(reliability['wrong_of_all'], 2)} of all tiles;\n"
        f"right tiles marked: {percent(reliability['right_marked'])}."
    )


def _corners(corners: Summary | None) -> str:
    if corners is None:
        return "no outlines are known"
    return (
        f"of {corners['outlines']} known outlines: corners off by {corners['off']:.3f} of a tile's "
        f"size (median; nine of ten by {corners['off_nine_of_ten']:.3f} at most), quads "
        f"{corners['size']:.3f} times as large, overlap {percent(corners['overlap'])} "
        f"(nine of ten {percent(corners['overlap_nine_of_ten'])} at least)"
    )


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
