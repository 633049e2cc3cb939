"""The table of all folds in Markdown, from their evaluations."""

from collections.abc import Mapping
from typing import Any

from datasets.evaluation.accuracy import cells
from datasets.evaluation.tables import percent
from models.training.folds.plan import SOURCES, STRANGE, STRANGE_SETS

COLUMNS = (
    *("left out", "photos right", "rows right"),
    *("recall", "precision", "naming"),
    *("bonus recall", "bonus naming"),
    *("calibration error", "wrong, not marked (of 1,000 tiles)", "right, marked"),
)
Figures = Mapping[str, Any]
_NAMES = "names-"


def table(evaluations: Mapping[str, Figures]) -> str:
    """Give a line a fold: its name, then what was reached on what it left out."""
    lines = [cells(COLUMNS), cells(["---"] * len(COLUMNS))]
    lines += [_line(name, figures) for name, figures in evaluations.items()]
    return "\n".join([*lines, ""])


def _line(name: str, figures: Figures) -> str:
    playing, bonus = figures["all"]["playing"], figures["all"]["bonus"]
    photos, hands, doubt = figures["all"], figures["hands"], figures["reliability"]
    source = SOURCES.get(name.removeprefix(_NAMES)) or name == STRANGE
    seen = name in SOURCES  # the detector of another fold knows these photos
    return cells(
        [
            _left_out(name, figures),
            _of(photos["right"], photos["photos"]) if source else "–",
            _of(hands["right"], hands["photos"]) if source else "–",
            *([percent(playing["recall"]), percent(playing["precision"])] if seen else "––"),
            percent(playing["naming"]),
            percent(bonus["recall"]) if seen else "–",
            percent(bonus["naming"]),
            percent(doubt["error"]),
            _per_thousand(figures),
            percent(doubt["right_marked"]),
        ]
    )


def _left_out(name: str, figures: Figures) -> str:
    if name in SOURCES:
        return SOURCES[name]
    if name.startswith(_NAMES):
        return f"{SOURCES[name.removeprefix(_NAMES)]}, where tiles are named"
    if name == STRANGE:
        return f"{SOURCES['chinese']} and all tile sets, where tiles are named: the photos"
    if name == STRANGE_SETS:
        return "the same: the crops of all tile sets"
    return ", ".join(figures["about"]["sets"])


def _of(part: int, whole: int) -> str:
    return f"{part} of {whole}"


def _per_thousand(figures: Figures) -> str:
    value = figures["reliability"].get("wrong_of_all")
    return "–" if value is None else f"{1000 * value:.1f}"
