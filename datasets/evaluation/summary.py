"""The figures of one evaluation as JSON, with what was measured, so that they can be printed on."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from datasets.evaluation.figures import (
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


def summary(results: Sequence[PhotoResult], about: Mapping[str, object]) -> dict[str, object]:
    """Return all figures of the labelled photos; `about` says what was measured and how."""
    labelled = [result for result in results if result.labelled]
    hands = [result.hand for result in labelled if result.hand is not None]
    corners = Corners.of(labelled)
    return {
        "about": dict(about),
        "scenes": _group_figures(labelled, lambda result: result.scene),
        "sources": _group_figures(labelled, lambda result: f"{result.source} {result.group}"),
        "all": figures(labelled),
        "hands": {
            **asdict(HandTally.of(hands)),
            "groups": {group: asdict(tally) for group, tally in by_group(hands).items()},
            "wrong": [
                {"file": result.file, "lies": result.hand.wanted, "read": result.hand.found}
                for result in labelled
                if result.hand is not None and result.hand.wrong
            ],
        },
        "empty": {
            "photos": len(results) - len(labelled),
            "predictions": sum(each.outside for each in results if not each.labelled),
        },
        "confusions": [
            {"label": label, "given": name, "count": count}
            for (label, name), count in confusions(labelled).most_common()
            if label != name
        ],
        "reliability": asdict(Reliability.of(labelled)),
        "corners": None
        if corners is None
        else {name: round(value, 4) for name, value in asdict(corners).items()},
        "milliseconds": {
            stage: {"median": round(middle, 1), "p90": round(high, 1)}
            for stage, (middle, high) in times(results).items()
        },
    }


def figures(results: Sequence[PhotoResult]) -> dict[str, object]:
    """Return the figures of some photos: whole photos right, playing tiles, bonus tiles."""
    return {
        "photos": len(results),
        "right": sum(result.right for result in results),
        "playing": _tally(Tally.of(results, is_playing)),
        "bonus": _tally(Tally.of(results, is_bonus)),
    }


def model_about(path: Path) -> dict[str, object]:
    """Name a model file by its content."""
    return {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def _group_figures(
    results: Sequence[PhotoResult], key: Callable[[PhotoResult], str]
) -> dict[str, dict[str, object]]:
    """Return figures by the value of `key`."""
    return {
        value: figures([result for result in results if key(result) == value])
        for value in sorted({key(result) for result in results})
    }


def _tally(tally: Tally) -> dict[str, object]:
    """Return counts and shares of a tally."""
    shares = {"recall": tally.recall, "precision": tally.precision, "naming": tally.naming}
    return {**asdict(tally), **{k: None if v is None else round(v, 5) for k, v in shares.items()}}
