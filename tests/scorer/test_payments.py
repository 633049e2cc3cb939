"""Who pays whom: the sheet's table, and every payment from somebody to somebody."""

import pytest

from scorer.payments import settle_faan
from scorer.rulesets import RULE_SETS
from scorer.tiles import Wind

HK_500 = RULE_SETS["hk-500"].house({"cap": 13})

# faan, then on a discard: discarder, each other, total; on a self-draw: each, total
SHEET = [
    (0, 2, 1, 4, 2, 6),
    (1, 4, 2, 8, 4, 12),
    (2, 8, 4, 16, 8, 24),
    (3, 16, 8, 32, 16, 48),
    (4, 32, 16, 64, 32, 96),
    (6, 32, 16, 64, 32, 96),
    (7, 64, 32, 128, 64, 192),
    (9, 64, 32, 128, 64, 192),
    (10, 128, 64, 256, 128, 384),
    (12, 128, 64, 256, 128, 384),
    (13, 256, 128, 512, 256, 768),
]


@pytest.mark.parametrize(("faan", "discarder", "other", "total", "each", "draw"), SHEET)
def test_the_sheets_table(faan, discarder, other, total, each, draw):
    claimed = settle_faan(faan, HK_500, Wind.SOUTH, Wind.NORTH)
    assert claimed.due == {"discarder": discarder, "each_other": other, "total": total}
    assert claimed.deltas == {"E": -other, "S": total, "W": -other, "N": -discarder}
    drawn = settle_faan(faan, HK_500, Wind.EAST, None)
    assert drawn.due == {"each_other": each, "total": draw}
    assert drawn.deltas == {"E": draw, "S": -each, "W": -each, "N": -each}


@pytest.mark.parametrize(
    ("winner", "discarder"),
    [(winner, other) for winner in Wind for other in (None, *Wind) if other is not winner],
)
def test_east_pays_and_receives_like_anybody(winner, discarder):
    settled = settle_faan(3, HK_500, winner, discarder)
    assert sorted(settled.deltas.values()) == (
        [-16, -16, -16, 48] if discarder is None else [-16, -8, -8, 32]
    )
    assert settled.deltas[winner] == settled.due["total"]
