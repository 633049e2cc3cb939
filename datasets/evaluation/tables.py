"""Lays figures out as text: tables by scene and by source, mistakes by class, reliability."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from datasets.evaluation.figures import (
    Bin,
    Corners,
    PhotoResult,
    Reliability,
    Tally,
    confusions,
    is_bonus,
    is_playing,
    times,
)
from datasets.evaluation.whole_hands import HandTally, by_group

SCENES = ("row", "rows", "block", "tray", "heap", "few")
HEADERS = (
    *("", "photos", "right", "share"),
    *("tiles", "recall", "precision", "naming"),
    *("bonus", "recall", "precision", "naming"),
)
Cells = Sequence[str]


def report(results: Sequence[PhotoResult]) -> str:
    """Print everything that was measured; photos without labels have a line of their own."""
    labelled = [result for result in results if result.labelled]
    parts = (
        ("By scene (bonus tiles apart)", grid(HEADERS, tabulate(labelled, _scene, SCENES))),
        ("By source and group", grid(HEADERS, tabulate(labelled, _group))),
        ("Mistakes by class", grid(_MISTAKES, mistakes(labelled))),
        ("Commonest confusions", _commonest(labelled)),
        ("Reliability of confidence", _reliability(Reliability.of(labelled))),
        ("Corners", corners_line(labelled)),
        ("Milliseconds by stage", grid(("stage", "median", "p90"), _stages(times(results)))),
        ("Whole hands", grid(HANDS, hand_lines(results))),
        ("Hands read wrongly", wrong_hands(results)),
        ("Photos without labels", _rest(results)),
    )
    return "\n\n".join(f"## {title}\n{body}" for title, body in parts)


def tabulate(
    results: Sequence[PhotoResult],
    key: Callable[[PhotoResult], str],
    order: Sequence[str] = (),
) -> list[Cells]:
    """Give one line for each value of `key`, in this order first, and one for all."""
    values = sorted(
        {key(result) for result in results},
        key=lambda value: (order.index(value) if value in order else len(order), value),
    )
    lines = [_line(value, [each for each in results if key(each) == value]) for value in values]
    return [*lines, _line("all", results)]


def _scene(result: PhotoResult) -> str:
    return result.scene


def _group(result: PhotoResult) -> str:
    return f"{result.source} {result.group}"


def _line(name: str, results: Sequence[PhotoResult]) -> Cells:
    """Give one line of the tables by scene and source."""
    right = sum(result.right for result in results)
    cells = [name, str(len(results)), str(right), percent(right / max(1, len(results)))]
    for tally in (Tally.of(results, is_playing), Tally.of(results, is_bonus)):
        cells += [str(tally.tiles), *map(percent, (tally.recall, tally.precision, tally.naming))]
    return cells


_MISTAKES = ("class", "labelled", "missed", "misnamed", "extra", "given instead")


def mistakes(results: Sequence[PhotoResult]) -> list[Cells]:
    """Give one line for each class that any mistake touches, the worst first."""
    counts = confusions(results)
    classes = {label for label, _ in counts if label} | {
        name for label, name in counts if not label
    }
    lines = []
    for tile in classes:
        given = Counter({name: n for (label, name), n in counts.items() if label == tile})
        missed, right, extra = given.pop("", 0), given.pop(tile, 0), counts["", tile]
        wrong = given.total()
        if missed + wrong + extra:
            instead = " ".join(f"{name}:{n}" for name, n in given.most_common())
            total = missed + right + wrong
            lines.append((tile, *map(str, (total, missed, wrong, extra)), instead))
    return sorted(lines, key=lambda line: (-sum(map(int, line[2:5])), line[0]))


def _commonest(results: Sequence[PhotoResult], count: int = 15) -> str:
    """Name the commonest wrong names."""
    pairs = Counter(
        {pair: n for pair, n in confusions(results).items() if all(pair) and pair[0] != pair[1]}
    )
    return ", ".join(f"{label} as {name}: {n}" for (label, name), n in pairs.most_common(count))


def _reliability(reliability: Reliability) -> str:
    """Print the bins of confidence and what the marks of doubt are worth."""
    lines = [
        (_range(each), str(each.count), percent(each.confidence), percent(each.right))
        for each in reliability.bins
        if each.count
    ]
    return "\n".join(
        (
            grid(("confidence", "tiles", "mean", "right"), lines),
            f"expected calibration error {percent(reliability.error)}",
            f"wrong tiles not marked unsure {percent(reliability.wrong_not_marked)}",
            f"the same as a share of all tiles {percent(reliability.wrong_of_all, 2)}",
            f"right tiles marked unsure {percent(reliability.right_marked)}",
        )
    )


def corners_line(results: Sequence[PhotoResult]) -> str:
    """Say how quads lie on the outlines that are known."""
    corners = Corners.of(results)
    if corners is None:
        return "no outlines are known"
    return (
        f"of {corners.outlines} known outlines: corners off by {corners.off:.3f} of a tile's size "
        f"(median; nine of ten by {corners.off_nine_of_ten:.3f} at most), quads "
        f"{corners.size:.3f} times as large, overlap {percent(corners.overlap)} "
        f"(nine of ten {percent(corners.overlap_nine_of_ten)} at least)"
    )


def _range(each: Bin) -> str:
    return f"{each.low:.1f}–{each.high:.1f}"


def _stages(stages: Mapping[str, tuple[float, float]]) -> list[Cells]:
    return [(name, f"{middle:.1f}", f"{high:.1f}") for name, (middle, high) in stages.items()]


HANDS = ("hands", "photos", "right", "share", "structure right", "share", "wrong, nothing marked")


def hand_lines(results: Sequence[PhotoResult]) -> list[Cells]:
    """Give one line for each group of whole hands."""
    hands = [result.hand for result in results if result.hand is not None]
    return [hand_line(group, tally) for group, tally in by_group(hands).items()]


def hand_line(group: str, tally: HandTally) -> Cells:
    """Give hands right, and structure right among those whose structure is known."""
    known = tally.structures > 0
    return (
        group,
        str(tally.photos),
        str(tally.right),
        percent(tally.right / max(1, tally.photos)),
        f"{tally.structures_right} of {tally.structures}" if known else "–",
        percent(tally.structures_right / tally.structures if known else None),
        str(tally.wrong_unmarked),
    )


def wrong_hands(results: Sequence[PhotoResult]) -> str:
    """Name each hand whose tiles or structure are wrong, with what lies there and what was read."""
    return "\n".join(
        f"{result.file}\n  lies {hand.wanted}\n  read {hand.found or 'no hand'}"
        for result in results
        if (hand := result.hand) is not None and hand.wrong
    )


def _rest(results: Sequence[PhotoResult]) -> str:
    """Count predictions where nothing is labelled."""
    empty = [result.outside for result in results if not result.labelled]
    return f"predictions in {len(empty)} photos without labels: {sum(empty)}"


def percent(value: float | None, digits: int = 1) -> str:
    """Print a share as a percentage, or a dash where there is none."""
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
