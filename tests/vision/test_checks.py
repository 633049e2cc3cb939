"""What a person is asked to check beside tiles of little confidence."""

import numpy as np
import pytest

from tests.vision.test_arrangement import lay
from tests.vision.test_names import LABELS, belief
from vision.decode.checks import to_check
from vision.decode.names import decode

SURE = 0.98
WHOLE = "123m 456m 789p 555s 11z"
SHORT = "123m 456m 789p 11z"


def asked(lines: list[str], doubts: dict[str, dict[str, float]] | None = None) -> list[str]:
    """Lay tiles down, with doubts about those of some codes, and name what is to be checked."""
    corners, codes = lay(*lines)
    seen = belief(*((doubts or {}).get(code, {code: SURE}) for code in codes))
    decoded = decode(corners, seen, LABELS)
    named = np.array([LABELS.index(code) for code in decoded.table.codes], np.intp)
    return sorted(codes[tile] for tile in to_check(decoded, seen, named))


@pytest.mark.parametrize(
    ("lines", "doubts", "wanted"),
    [
        ([WHOLE], {}, []),
        ([WHOLE], {"7p": {"7p": 0.6, "7s": 0.3}}, ["7p"]),
        ([WHOLE], {"7p": {"7p": 0.9, "7s": 0.05}}, []),
        (["2g 3g", "", WHOLE], {"3g": {"3g": 0.9, "3f": 0.01}}, []),
        (["2g 3g", "", WHOLE], {"3g": {"2g": 0.9, "3g": 0.001}}, ["3g"]),
        (["....... 8s", SHORT], {}, ["8s"]),
        (["....... 8s", WHOLE], {}, []),
    ],
    ids=["sure", "as likely", "likelier", "two bonus tiles", "one of them twice",
         "a set is missing", "a discard"],
)  # fmt: skip
def test_what_to_check(lines: list[str], doubts: dict[str, dict[str, float]], wanted) -> None:
    assert asked(lines, doubts) == wanted
