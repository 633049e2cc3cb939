"""Compares readings with labels: what was right and wrong, by photo and in total."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from datasets.evaluation.logistic import calibration_error
from datasets.evaluation.matching import FoundTiles, Truth, match
from datasets.evaluation.tables import percent, wilson
from datasets.labels.structure import Structure
from datasets.labels.truths import PhotoTruth
from vision.reading import Reading
from vision.sets import is_bonus


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand: right if all its tiles, including bonus tiles, were read and none added.

    `structure_right` says whether sets, kongs and a winning tile shown apart came out as they lie,
    None if that is not recorded.
    """

    group: str
    wanted: str
    found: str
    right: bool
    structure_right: bool | None

    @property
    def wrong(self) -> bool:
        """Return whether anything has to be corrected."""
        return not self.right or self.structure_right is False


def judge_hand(reading: Reading, group: str, wanted: str, *, lies: bool = True) -> HandResult:
    """Compare the hand of a reading with hand text; without `lies` by its tiles alone."""
    truth, found = Structure.parse(wanted), Structure.parse(reading.hand or "")
    right = found.tiles == truth.tiles
    structure = found == truth if lies else None
    return HandResult(group, wanted, reading.hand or "", right, structure)


HEADERS = (
    *("photos", "hands right", "bonus aside", "structure right", "all tiles right"),
    *("tiles found", "named", "bonus found", "named", "invented", "wrong, unmarked", "ms"),
)


@dataclass(frozen=True, slots=True)
class Prediction:
    """A prediction: the label it matched (None if extra), the name given, and its confidence."""

    label: str | None
    name: str
    confidence: float
    unsure: bool

    @property
    def right(self) -> bool:
        """Return whether the name is the label."""
        return self.name == self.label

    @property
    def about(self) -> str:
        """Return the tile that this counts for: the label, or the given name of an extra one."""
        return self.name if self.label is None else self.label


@dataclass(frozen=True, slots=True)
class PhotoResult:
    """The result of a photo: predictions inside the labelled hull, missed labels, hand and time.

    `ms` are the milliseconds that the reading took, None if unknown.
    """

    file: str
    source: str
    group: str
    scene: str
    predictions: tuple[Prediction, ...]
    missed: tuple[str, ...]
    hand: HandResult | None = None
    ms: float | None = None

    @property
    def labelled(self) -> bool:
        """Return whether the photo has labels at all."""
        return bool(self.missed) or any(item.label is not None for item in self.predictions)

    @property
    def mistakes(self) -> tuple[str, ...]:
        """Return misnamed tiles as `5m>6m`, extra ones as `>6m` and missed ones as `5m>`."""
        wrong = [f"{item.label or ''}>{item.name}" for item in self.predictions if not item.right]
        return (*wrong, *(f"{tile}>" for tile in self.missed))

    @property
    def right(self) -> bool:
        """Return whether every labelled tile was found and named, without extra ones among them."""
        return self.labelled and not self.mistakes


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers of tiles labelled, found and named rightly, and of extra ones inside the hull."""

    tiles: int
    found: int
    named: int
    extra: int

    @classmethod
    def of(cls, results: Iterable[PhotoResult], *, bonus: bool | None = None) -> "Tally":
        """Return the sums over photos, of bonus tiles or of the others only, by `bonus`.

        An extra prediction counts by its given name.
        """
        found = named = extra = missed = 0
        for result in results:
            missed += sum(bonus in (None, is_bonus(tile)) for tile in result.missed)
            for item in result.predictions:
                if bonus in (None, is_bonus(item.about)):
                    found += item.label is not None
                    named += item.right
                    extra += item.label is None
        return cls(found + missed, found, named, extra)


def share(right: int, count: int) -> dict[str, Any]:
    """Return a share as JSON: counts, share and the bounds of `wilson`."""
    value = round(right / count, 4) if count else None
    bounds = [round(bound, 4) for bound in wilson(right, count)] if count else None
    return {"right": right, "count": count, "share": value, "interval": bounds}


def share_of(judged: Iterable[bool | None]) -> dict[str, Any]:
    """Return the share of true values among those that are not None."""
    known = [each for each in judged if each is not None]
    return share(sum(known), len(known))


def summary(results: Sequence[PhotoResult]) -> dict[str, Any]:
    """Return the summary of a reader's results on some photos: all figures by name as JSON."""
    hands = [result.hand for result in results if result.hand is not None]
    items = [item for result in results for item in result.predictions]
    wrong = [item for item in items if not item.right]
    kinds = {"tiles": Tally.of(results, bonus=False), "bonus_tiles": Tally.of(results, bonus=True)}
    confidences = np.array([item.confidence for item in items], np.float64)
    calibration = calibration_error(confidences, np.array([item.right for item in items], np.bool_))
    ms = [result.ms for result in results if result.ms is not None]
    return {
        "photos": len(results),
        "hands_right": share_of(hand.right for hand in hands),
        "hands_right_bonus_aside": share_of(map(_right_apart_from_bonus, hands)),
        "structure_right": share_of(hand.structure_right for hand in hands),
        "all_tiles_right": share_of(result.right for result in results if result.labelled),
        **{
            name: {
                "found": share(tally.found, tally.tiles),
                "named": share(tally.named, tally.found),
                "extra": tally.extra,
            }
            for name, tally in kinds.items()
        },
        "invented": sum(tally.extra for tally in kinds.values()),
        "wrong": len(wrong),
        "wrong_unmarked": sum(not item.unsure for item in wrong),
        "right_marked": share_of(item.unsure for item in items if item.right),
        "calibration_error": round(calibration, 4),
        "milliseconds": {"median": round(median(ms), 1), "p90": round(np.percentile(ms, 90), 1)}
        if ms
        else None,
    }


def cells(figures: Mapping[str, Any]) -> Sequence[str]:
    """Return the cells of a table row, below `HEADERS`, from a `summary`."""
    names = ("hands_right", "hands_right_bonus_aside", "structure_right", "all_tiles_right")
    ms = figures["milliseconds"]
    return (
        str(figures["photos"]),
        *(_with_bounds(figures[name]) for name in names),
        *(
            percent(figures[kind][what]["share"])
            for kind in ("tiles", "bonus_tiles")
            for what in ("found", "named")
        ),
        str(figures["invented"]),
        f"{figures['wrong_unmarked']} of {figures['wrong']}",
        "–" if ms is None else f"{ms['median']:.0f}",
    )


def _with_bounds(part: Mapping[str, Any]) -> str:
    """Return counts, and the bounds in per cent."""
    if not part["count"]:
        return "–"
    low, high = (f"{100 * bound:.0f}" for bound in part["interval"])
    return f"{part['right']} of {part['count']} ({low}–{high} %)"


def _right_apart_from_bonus(hand: HandResult) -> bool:
    """Return whether all tiles except flowers and seasons are right: some readers know none."""
    wanted, found = (Structure.parse(text).tiles for text in (hand.wanted, hand.found))
    return all(wanted[tile] == found[tile] for tile in wanted | found if not is_bonus(tile))


def mistakes(results: Iterable[PhotoResult]) -> dict[str, str]:
    """Return what was read in place of each tile and how often, the worst tile first."""
    found: dict[str, Counter[str]] = {}
    for result in results:
        for tile in result.missed:
            found.setdefault(tile, Counter())["missed"] += 1
        for item in result.predictions:
            if not item.right:
                kind = "extra" if item.label is None else item.name
                found.setdefault(item.about, Counter())[kind] += 1
    worst = sorted(found.items(), key=lambda item: (-item[1].total(), item[0]))
    return {tile: " ".join(f"{k}:{n}" for k, n in of.most_common()) for tile, of in worst}


def judge_reading(truth: PhotoTruth, reading: Reading) -> PhotoResult:
    """Compare a reading with the labels of its photo, and with its hand if that is known."""
    photo, hand = truth.photo, None
    if truth.hand is not None:
        hand = judge_hand(reading, truth.hand_group, truth.hand, lies=truth.lies)
    labels, found = Truth.of(photo, *reading.size), found_in(reading)
    matching = match(labels, found)
    matched = [(labels.names[label], index) for label, index in matching.pairs]
    predictions = tuple(
        Prediction(
            label, found.names[index], float(found.confidences[index]), bool(found.unsure[index])
        )
        for label, index in [*matched, *((None, index) for index in matching.extra)]
    )
    missed = tuple(labels.names[label] for label in matching.missed)
    where = (photo.file, photo.source, photo.group, photo.scene)
    return PhotoResult(*where, predictions, missed, hand, reading.timings_ms.get("total"))


def found_in(reading: Reading) -> FoundTiles:
    """Return the tiles of a reading as arrays."""
    tiles = reading.tiles
    return FoundTiles(
        tuple(tile.tile for tile in tiles),
        np.array([tile.corners for tile in tiles], np.float32).reshape(-1, 4, 2),
        np.array([tile.confidence for tile in tiles], np.float32),
        np.array([tile.unsure for tile in tiles], bool),
    )
