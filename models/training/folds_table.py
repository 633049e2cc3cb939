"""The table of all folds in Markdown, from their evaluations."""

from collections.abc import Mapping
from typing import Any

from datasets.accuracy import cells
from datasets.measures.tables import percent
from models.training.folds_plan import SOURCES

COLUMNS = (
    *("left out", "photos right", "rows right"),
    *("recall", "precision", "naming"),
    *("bonus recall", "bonus naming"),
    *("calibration error", "wrong, not marked (of 1,000 tiles)", "right, marked"),
)
Figures = Mapping[str, Any]


def table(evaluations: Mapping[str, Figures]) -> str:
    """Give a line a fold: its name, then what was reached on what it left out."""
    lines = [cells(COLUMNS), cells(["---"] * len(COLUMNS))]
    lines += [_line(name, figures) for name, figures in evaluations.items()]
    return "\n".join([*lines, ""])


def _line(name: str, figures: Figures) -> str:
    playing, bonus = figures["all"]["playing"], figures["all"]["bonus"]
    photos, hands, doubt = figures["all"], figures["hands"], figures["reliability"]
    whole = name in SOURCES
    found = [percent(playing["recall"]), percent(playing["precision"])] if whole else ["–", "–"]
    return cells(
        [
            SOURCES[name] if whole else ", ".join(figures["about"]["sets"]),
            _of(photos["right"], photos["photos"]) if whole else "–",
            _of(hands["right"], hands["photos"]) if whole else "–",
            *found,
            percent(playing["naming"]),
            percent(bonus["recall"]) if whole else "–",
            percent(bonus["naming"]),
            percent(doubt["error"]),
            _per_thousand(figures),
            percent(doubt["right_marked"]),
        ]
    )


def _of(part: int, whole: int) -> str:
    return f"{part} of {whole}"


def _per_thousand(figures: Figures) -> str:
    value = figures["reliability"].get("wrong_of_all")
    return "–" if value is None else f"{1000 * value:.1f}"
