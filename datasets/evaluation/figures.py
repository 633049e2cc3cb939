"""Counts of what was read rightly and wrongly, photo by photo and added up."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

import numpy as np

from datasets.evaluation.logistic import calibration_error
from datasets.evaluation.matching import FoundTiles, Matching, Truth
from datasets.evaluation.tables import percent, wilson
from datasets.labels.photos import Photo
from datasets.labels.structure import Structure
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class HandResult:
    """One hand: right when all its tiles, bonus tiles too, were read and nothing was added.

    `structure_right` says whether sets, kongs and a winning tile shown apart came out as they lie,
    None where nobody wrote that down.
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
Kind = Callable[[str], bool]


def is_bonus(tile: str) -> bool:
    """Return whether a tile code is a flower or a season."""
    return tile[-1] in "fg"


def is_playing(tile: str) -> bool:
    """Return whether a tile code is of a suit or an honour (or face down)."""
    return not is_bonus(tile)


def is_any(tile: str) -> bool:
    """Accept every tile code."""
    return bool(tile)


@dataclass(frozen=True, slots=True)
class Prediction:
    """What was read: the label it matched (None when extra), the name given, how surely."""

    label: str | None
    name: str
    confidence: float
    unsure: bool

    @property
    def right(self) -> bool:
        """Return whether a labelled tile was named as it is labelled."""
        return self.name == self.label

    @property
    def about(self) -> str:
        """Name the tile that this counts for: the label, or the given name of an extra."""
        return self.name if self.label is None else self.label


@dataclass(frozen=True, slots=True)
class PhotoResult:
    """One photo measured: predictions inside the labelled hull, labels missed, and the rest."""

    file: str
    source: str
    group: str
    scene: str
    predictions: tuple[Prediction, ...]
    missed: tuple[str, ...]
    outside: int = 0
    hand: HandResult | None = None
    timings: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, photo: Photo, truth: Truth, found: FoundTiles, matching: Matching) -> "PhotoResult":
        """Write down what a matching says of a photo."""

        def prediction(label: str | None, index: int) -> Prediction:
            return Prediction(
                label,
                found.names[index],
                float(found.confidences[index]),
                bool(found.unsure[index]),
            )

        return cls(
            photo.file,
            photo.source,
            photo.group,
            photo.scene,
            predictions=(
                *(prediction(truth.names[label], index) for label, index in matching.pairs),
                *(prediction(None, index) for index in matching.extra),
            ),
            missed=tuple(truth.names[label] for label in matching.missed),
            outside=len(matching.outside),
        )

    @property
    def labelled(self) -> bool:
        """Return whether the photo has labels at all."""
        return bool(self.missed) or any(item.label is not None for item in self.predictions)

    @property
    def mistakes(self) -> int:
        """Count tiles missed, misnamed and extra."""
        return len(self.missed) + sum(not item.right for item in self.predictions)

    @property
    def right(self) -> bool:
        """Return whether every labelled tile was found and named, with nothing extra between."""
        return self.labelled and not self.mistakes


@dataclass(frozen=True, slots=True)
class Tally:
    """Tiles labelled, found, named rightly, and predictions extra inside the labelled hull."""

    tiles: int
    found: int
    named: int
    extra: int

    @classmethod
    def of(cls, results: Iterable[PhotoResult], kind: Kind = is_any) -> "Tally":
        """Add up photos, counting only tiles of a kind (an extra counts by the name given)."""
        found = named = extra = missed = 0
        for result in results:
            missed += sum(kind(tile) for tile in result.missed)
            for item in result.predictions:
                if kind(item.about):
                    found += item.label is not None
                    named += item.right
                    extra += item.label is None
        return cls(found + missed, found, named, extra)


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    right: int
    count: int

    @classmethod
    def of(cls, judged: Iterable[bool | None]) -> "Share":
        """Count what is true among what anybody can say."""
        known = [each for each in judged if each is not None]
        return cls(sum(known), len(known))

    def to_json(self) -> dict[str, object]:
        """Return counts, share and the bounds of `wilson`."""
        bounds = [round(bound, 4) for bound in wilson(self.right, self.count)]
        value = share(self.right, self.count)
        shown = None if value is None else round(value, 4)
        return {**asdict(self), "share": shown, "interval": bounds if self.count else None}


@dataclass(frozen=True, slots=True)
class Figures:
    """What a reader reached on some photos."""

    photos: int
    hands: Share
    hands_bonus_aside: Share
    structures: Share
    whole: Share
    tiles: Tally
    bonus: Tally
    wrong: int
    unmarked: int
    marked: Share
    calibration: float
    ms: tuple[float, float] | None

    @classmethod
    def of(cls, results: Sequence[PhotoResult]) -> "Figures":
        """Add up photos."""
        hands = [result.hand for result in results if result.hand is not None]
        items = [item for result in results for item in result.predictions]
        wrong = [item for item in items if not item.right]
        return cls(
            len(results),
            Share.of(hand.right for hand in hands),
            Share.of(map(_right_apart_from_bonus, hands)),
            Share.of(hand.structure_right for hand in hands),
            Share.of(result.right for result in results if result.labelled),
            Tally.of(results, is_playing),
            Tally.of(results, is_bonus),
            len(wrong),
            sum(not item.unsure for item in wrong),
            Share.of(item.unsure for item in items if item.right),
            calibration_error(
                np.array([item.confidence for item in items], np.float64),
                np.array([item.right for item in items], np.bool_),
            ),
            times(results).get("total"),
        )

    @property
    def invented(self) -> int:
        """Return how many tiles were read where none lies, amid those that do."""
        return self.tiles.extra + self.bonus.extra

    def to_json(self) -> dict[str, object]:
        """Return all figures by name."""
        return {
            "photos": self.photos,
            "hands_right": self.hands.to_json(),
            "hands_right_bonus_aside": self.hands_bonus_aside.to_json(),
            "structure_right": self.structures.to_json(),
            "all_tiles_right": self.whole.to_json(),
            **{
                name: {
                    "found": Share(tally.found, tally.tiles).to_json(),
                    "named": Share(tally.named, tally.found).to_json(),
                    "extra": tally.extra,
                }
                for name, tally in (("tiles", self.tiles), ("bonus_tiles", self.bonus))
            },
            "invented": self.invented,
            "wrong": self.wrong,
            "wrong_unmarked": self.unmarked,
            "right_marked": self.marked.to_json(),
            "calibration_error": round(self.calibration, 4),
            "milliseconds": None
            if self.ms is None
            else {"median": round(self.ms[0], 1), "p90": round(self.ms[1], 1)},
        }


def cells(figures: Mapping[str, Any]) -> Sequence[str]:
    """Return the cells of a line of a table, below `HEADERS`, from figures as JSON."""
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


def _with_bounds(share: Mapping[str, Any]) -> str:
    """Return counts, and the bounds in per cent."""
    if not share["count"]:
        return "–"
    low, high = (f"{100 * bound:.0f}" for bound in share["interval"])
    return f"{share['right']} of {share['count']} ({low}–{high} %)"


def _right_apart_from_bonus(hand: HandResult) -> bool:
    """Return whether all tiles but flowers and seasons are right: some readers know none."""
    wanted, found = (Structure.parse(text).tiles for text in (hand.wanted, hand.found))
    return all(wanted[tile] == found[tile] for tile in wanted | found if not is_bonus(tile))


def share(part: int, whole: int) -> float | None:
    """Divide, or give None where there is nothing to divide by."""
    return part / whole if whole else None


def confusions(results: Iterable[PhotoResult]) -> Counter[tuple[str, str]]:
    """Count (label, name given): "" for a label is an extra, "" for a name is a tile missed."""
    counts: Counter[tuple[str, str]] = Counter()
    for result in results:
        counts.update((tile, "") for tile in result.missed)
        counts.update((item.label or "", item.name) for item in result.predictions)
    return counts


def mistakes(results: Iterable[PhotoResult]) -> dict[str, str]:
    """Return by tile what was read in its place and how often, the worst tile first."""
    found: dict[str, Counter[str]] = {}
    for (label, name), count in confusions(results).items():
        if label != name:
            kind = "extra" if not label else name or "missed"
            found.setdefault(label or name, Counter())[kind] += count
    worst = sorted(found.items(), key=lambda item: (-item[1].total(), item[0]))
    return {tile: " ".join(f"{k}:{n}" for k, n in of.most_common()) for tile, of in worst}


def times(results: Iterable[PhotoResult]) -> dict[str, tuple[float, float]]:
    """Return milliseconds by stage: the median and the 90th percentile of the photos."""
    stages: dict[str, list[float]] = {}
    for result in results:
        for stage, value in result.timings.items():
            stages.setdefault(stage, []).append(value)
    return {
        stage: (median(values), float(np.percentile(values, 90)))
        for stage, values in stages.items()
    }
