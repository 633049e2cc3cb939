"""Whole hands: which came out right without correction, and whether they lie as they were read."""

from dataclasses import dataclass

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


def judge(reading: Reading, group: str, wanted: str, *, lies: bool = True) -> HandResult:
    """Compare the hand of a reading with hand text; without `lies` by its tiles alone."""
    truth, found = Structure.parse(wanted), Structure.parse(reading.hand or "")
    right = found.tiles == truth.tiles
    structure = found == truth if lies else None
    return HandResult(group, wanted, reading.hand or "", right, structure)
