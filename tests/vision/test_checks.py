"""What a person is asked to check beside tiles of little confidence."""

import numpy as np
import pytest

from tests.vision.tables import LABELS, finder, lay, see
from vision.decode.certainty import find_checks

WHOLE = "123m 456m 789p 555s 11z"
SHORT = "123m 456m 789p 11z"


def asked(lines: list[str], doubts: dict[str, dict[str, float]] | None = None) -> list[str]:
    """Lay tiles down, with doubts about those of some codes, and name what is to be checked."""
    seen, found = finder().find([see(*lay(*lines), doubts)])
    named = np.array([LABELS.index(code) for code in found.table.codes], np.intp)
    return sorted(found.table.names(sorted(find_checks(found, seen[0].probabilities, named))))


@pytest.mark.parametrize(
    ("lines", "doubts", "wanted"),
    [
        ([WHOLE], {}, []),
        ([WHOLE], {"7p": {"7p": 0.9, "7s": 0.05}}, []),
        ([WHOLE], {"7p": {"7s": 0.6, "7p": 0.3}}, ["7p"]),
        (["2g 3g", "", WHOLE], {"3g": {"3g": 0.9, "3f": 0.01}}, []),
        (["2g 3g", "", WHOLE], {"3g": {"2g": 0.6, "3g": 0.3}}, ["3g"]),
        (["8s . 3p . 1z", "", "", SHORT], {}, ["1z", "3p", "8s"]),
        (["8s . 3p . 1z", "", "", WHOLE], {}, []),
    ],
    ids=["sure", "likelier", "corrected", "two bonus tiles", "one of them twice",
         "a set is missing", "discards"],
)  # fmt: skip
def test_what_to_check(
    lines: list[str], doubts: dict[str, dict[str, float]], wanted: list[str]
) -> None:
    assert asked(lines, doubts) == wanted
