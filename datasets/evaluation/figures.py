"""Counts of what was read rightly and wrongly, photo by photo and added up."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

import numpy as np

from datasets.evaluation.matching import Fit, FoundTiles, Matching, Truth
from datasets.evaluation.whole_hands import HandResult
from datasets.labels.photos import Photo

BINS = 10
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
    """One photo measured: predictions inside the labelled hull, labels missed, and the rest.

    `quads`: how predicted quads lie on the tiles' real outlines, where these are known.
    """

    file: str
    source: str
    group: str
    scene: str
    predictions: tuple[Prediction, ...]
    missed: tuple[str, ...]
    outside: int = 0
    quads: tuple[Fit, ...] = ()
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

    @property
    def recall(self) -> float | None:
        """Return the share of labelled tiles that were found."""
        return share(self.found, self.tiles)

    @property
    def precision(self) -> float | None:
        """Return the share of predictions inside the labelled hull that are labelled tiles."""
        return share(self.found, self.found + self.extra)

    @property
    def naming(self) -> float | None:
        """Return the share of found tiles that were named rightly."""
        return share(self.named, self.found)


@dataclass(frozen=True, slots=True)
class Bin:
    """Predictions whose confidence falls between two bounds."""

    low: float
    high: float
    count: int
    confidence: float | None
    right: float | None


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far confidence can be trusted, and what the marks of doubt are worth.

    `error`: expected calibration error, the mean distance of confidence and share of right tiles
    over ten bins, weighted by their size. An extra prediction counts as wrong. Wrong tiles that
    bear no mark are given as a share of the wrong ones and as a share of all tiles read.
    """

    bins: tuple[Bin, ...]
    error: float | None
    wrong_not_marked: float | None
    wrong_of_all: float | None
    right_marked: float | None

    @classmethod
    def of(cls, results: Iterable[PhotoResult]) -> "Reliability":
        """Sort all predictions inside the labelled hulls into bins of confidence."""
        items = [item for result in results for item in result.predictions]
        places = [min(BINS - 1, int(item.confidence * BINS)) for item in items]
        groups = [
            [item for item, place in zip(items, places, strict=True) if place == number]
            for number in range(BINS)
        ]
        bins = tuple(_bin(number, group) for number, group in enumerate(groups))
        gaps = [
            each.count * abs(each.confidence - each.right)
            for each in bins
            if each.confidence is not None and each.right is not None
        ]
        wrong = [item for item in items if not item.right]
        right = [item for item in items if item.right]
        return cls(
            bins,
            sum(gaps) / len(items) if items else None,
            share(sum(not item.unsure for item in wrong), len(wrong)),
            share(sum(not item.unsure for item in wrong), len(items)),
            share(sum(item.unsure for item in right), len(right)),
        )


def _bin(number: int, items: Sequence[Prediction]) -> Bin:
    """Describe one bin of confidence."""
    mean = float(np.mean([item.confidence for item in items])) if items else None
    right = share(sum(item.right for item in items), len(items))
    return Bin(number / BINS, (number + 1) / BINS, len(items), mean, right)


@dataclass(frozen=True, slots=True)
class Corners:
    """How quads lie on the real outlines of their tiles, where these are known.

    Medians, and what nine of ten quads keep: their corners `off` at most so far, in sizes of the
    tile, and so much of `overlap` at least.
    """

    outlines: int
    off: float
    off_nine_of_ten: float
    size: float
    overlap: float
    overlap_nine_of_ten: float

    @classmethod
    def of(cls, results: Iterable[PhotoResult]) -> "Corners | None":
        """Sum up what is known of photos; None where no outline is."""
        fits = [fit for result in results for fit in result.quads]
        if not fits:
            return None
        off, size, overlap = np.array([(fit.off, fit.size, fit.overlap) for fit in fits]).T
        return cls(
            len(fits),
            float(np.median(off)),
            float(np.percentile(off, 90)),
            float(np.median(size)),
            float(np.median(overlap)),
            float(np.percentile(overlap, 10)),
        )


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
