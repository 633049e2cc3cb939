"""Whole hands: which came out right without correction, and whether they lie as they were read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from datasets.labels.structure import Structure
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class HandResult:
    """One hand: right when all its tiles, bonus tiles too, were read and nothing was added.

    `structure_right` says whether sets, kongs and a winning tile shown apart came out as they lie,
    None where nobody wrote that down. `marked`: some tile of the photo is marked unsure.
    """

    group: str
    wanted: str
    found: str
    right: bool
    structure_right: bool | None
    marked: bool

    @property
    def wrong(self) -> bool:
        """Return whether anything has to be corrected."""
        return not self.right or self.structure_right is False


def judge(reading: Reading, group: str, wanted: str, *, lies: bool = True) -> HandResult:
    """Compare the hand of a reading with hand text; without `lies` by its tiles alone."""
    truth, found = Structure.parse(wanted), Structure.parse(reading.hand or "")
    right = found.tiles == truth.tiles
    structure = found == truth if lies else None
    marked = any(tile.unsure for tile in reading.tiles)
    return HandResult(group, wanted, reading.hand or "", right, structure, marked)


@dataclass(frozen=True, slots=True)
class HandTally:
    """Hands of one group: how many, right, with known structure, that right, wrong unmarked."""

    photos: int
    right: int
    structures: int
    structures_right: int
    wrong_unmarked: int

    @classmethod
    def of(cls, hands: Iterable[HandResult]) -> "HandTally":
        """Add up hands."""
        every = list(hands)
        known = [hand for hand in every if hand.structure_right is not None]
        return cls(
            photos=len(every),
            right=sum(hand.right for hand in every),
            structures=len(known),
            structures_right=sum(hand.structure_right is True for hand in known),
            wrong_unmarked=sum(not hand.right and not hand.marked for hand in every),
        )


def by_group(hands: Sequence[HandResult]) -> dict[str, HandTally]:
    """Return a tally for each group of hands, in the order in which groups first occur."""
    groups = dict.fromkeys(hand.group for hand in hands)
    return {group: HandTally.of(h for h in hands if h.group == group) for group in groups}
