"""A back that was overlooked makes a kong of a pung, and of nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_additions import LABELS, sights
from tests.vision.test_arrangement import lay
from vision.decode.backs import find_overlooked_back, leaves_room_for_a_back
from vision.decode.names import decode
from vision.detect.eye import Seen
from vision.layout.handtext import hand_text

REST = "123m 456m 11z 234s"
ALONE = "123456m 234s 11z "


def see(lines: list[str], doubted: list[int], likely: float) -> Seen:
    """See tiles laid down, the `doubted` ones with so much confidence in tile and name alike."""
    corners, codes = lay(*lines)
    firm = [tile for tile in range(len(codes)) if tile not in doubted]
    seen = sights(corners[firm], [codes[tile] for tile in firm], 0.99)
    if not doubted:
        return seen
    badly = sights(corners[doubted], [codes[tile] for tile in doubted], likely)
    return replace(seen, doubted=badly)


def read(lines: list[str], doubted: list[int], likely: float = 0.5) -> tuple[str, str, frozenset]:
    """Give the hand as it was read first, as it is with a back, and what counts as corrected."""
    seen = see(lines, doubted, likely)
    first = decode(seen.corners, seen.probabilities, LABELS)
    found = find_overlooked_back(seen, first, LABELS, lambda one: one.found.copy())
    after = first if found is None else found[1]
    texts = [hand_text(each.layout.hand, each.table.codes) for each in (first, after)]
    return texts[0], texts[1], after.corrected


FOUND = {
    "between two of three, hardly seen": (["88p x 8p", REST], [2], 0.1),
    "at their end, if a back is likely": (["888p x", REST], [3], 0.5),
    "before them": (["x 888p", REST], [0], 0.5),
    "blank at their end": (["888p 5z", REST], [], 0.5),
}


@pytest.mark.parametrize(("lines", "doubted", "likely"), FOUND.values(), ids=FOUND)
def test_a_back_that_makes_a_kong(lines: list[str], doubted: list[int], likely: float) -> None:
    before, after, corrected = read(lines, doubted, likely)
    assert before == ALONE + "(888p)"
    assert after == ALONE + "[8888p]"
    assert len(corrected) == 1


def test_what_lies_between_them_is_a_back_whatever_it_was_taken_for() -> None:
    seen = see(["88p 6s 8p", REST], [], 0.5)
    trust = seen.found.copy()
    trust[2] = 0.3
    first = decode(seen.corners, seen.probabilities, LABELS, trust=trust)
    found = find_overlooked_back(seen, first, LABELS, lambda one: one.found.copy())
    assert hand_text(first.layout.hand, first.table.codes) == ALONE + "(888p)"
    assert found is not None
    assert found[0] is seen
    assert hand_text(found[1].layout.hand, found[1].table.codes) == ALONE + "[8888p]"
    assert found[1].corrected == {2}


NONE = {
    "at the end, if a back is not likely": (["888p x", REST], [3], 0.4),
    "a face at the end": (["888p 6s", REST], [], 0.5),
    "a face at the end that was doubted": (["888p 6s", REST], [3], 0.9),
    "beside a chow": (["678p x", REST], [3], 0.9),
    "beside a pair": (["555p", "123m 456m 234s 11z x"], [14], 0.9),
    "above a pung": (["x", "^888p", REST], [0], 0.9),
    "at the end of the concealed tiles": (["123m 456m 11z 234s 555p x"], [14], 0.9),
    "before them": (["x 555p 123m 456m 11z 234s"], [0], 0.9),
    "between two groups of one row": (["123m 456m 555p x 11z 234s"], [9], 0.9),
    "far from it": (["888p .. x", REST], [3], 0.9),
    "of a hand that is not complete": (["888p x", "123m 456m 11z 23s"], [3], 0.9),
}


@pytest.mark.parametrize(("lines", "doubted", "likely"), NONE.values(), ids=NONE)
def test_nothing_else_makes_a_kong(lines: list[str], doubted: list[int], likely: float) -> None:
    before, after, corrected = read(lines, doubted, likely)
    assert before == after
    assert not corrected


def test_the_winning_tile_apart_is_no_part_of_a_kong() -> None:
    before, after, _ = read(["123m 456m 11p 234s 55z x 5z"], [13])
    assert before == "123456m 11p 234s 55z +5z"
    assert before == after


def test_what_lies_between_two_of_three_comes_before_what_lies_at_their_end() -> None:
    seen = see(["x 88p x 8p", REST], [0, 3], 0.5)
    first = decode(seen.corners, seen.probabilities, LABELS)
    found = find_overlooked_back(seen, first, LABELS, lambda one: one.found.copy())
    assert found is not None
    assert seen.doubted is not None
    assert np.allclose(found[0].corners[-1], seen.doubted.corners[1])


@pytest.mark.parametrize(
    ("lines", "doubted", "room"),
    [
        (["88p x 8p", REST], [2], True),
        (["8p x 88p", REST], [1], True),
        (["888p x", REST], [3], False),
        (["678p", REST], [], False),
        (["88p x 8p", "123m 456m 11z 2s"], [2], False),
    ],
    ids=["after two", "after one", "at the end", "no three alike", "no complete hand"],
)
def test_room_for_a_back_between_three_alike(
    lines: list[str], doubted: list[int], *, room: bool
) -> None:
    seen = see(lines, doubted, 0.5)
    assert leaves_room_for_a_back(decode(seen.corners, seen.probabilities, LABELS)) is room


def test_trust_in_all_but_the_back_stays_as_it_was() -> None:
    seen = see(["888p x", REST], [3], 0.5)
    first = decode(seen.corners, seen.probabilities, LABELS)
    found = find_overlooked_back(seen, first, LABELS, lambda one: one.found.copy())
    assert found is not None
    more, after = found
    assert after.table.trust[-1] == 1
    assert (after.table.trust[:-1] == seen.found).all()
    assert more.doubted is not None
    assert not len(more.doubted.found)
    assert np.allclose(more.corners[:-1], seen.corners)
