"""Who pays whom: the sheet's table, and every payment from somebody to somebody."""

import pytest

from scorer.api.requests import answer
from scorer.core.tiles import Wind
from scorer.rules.payment import pays_for_all, settle_faan, settle_false_win
from scorer.rulesets import RULE_SETS

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


@pytest.mark.parametrize(
    ("discarder", "responsible", "gains"),
    [
        # South fed the third dragon, and East draws the limit: South pays all three shares
        (None, Wind.SOUTH, {"E": 384, "S": -384, "W": 0, "N": 0}),
        # West throws the last tile: South pays that too
        (Wind.WEST, Wind.SOUTH, {"E": 256, "S": -256, "W": 0, "N": 0}),
    ],
)
def test_who_fed_the_hand_pays_for_all(discarder, responsible, gains):
    settled = settle_faan(10, RULE_SETS["hk-500"], Wind.EAST, discarder)
    assert pays_for_all(settled.deltas, responsible) == gains


@pytest.mark.parametrize(
    ("false_win", "gains"),
    [
        ("fixed:10", {"E": -30, "S": 10, "W": 10, "N": 10}),
        ("bank:10", {"E": -10, "S": 0, "W": 0, "N": 0}),
    ],
)
def test_a_false_win_is_paid_to_everybody_or_to_the_bank(false_win, gains):
    settled = settle_false_win(RULE_SETS["hk-500"].house({"false_win": false_win}), Wind.EAST)
    assert settled.deltas == gains


def test_a_receiver_cannot_pay_for_all():
    settled = settle_faan(10, RULE_SETS["hk-500"], Wind.EAST, None)
    with pytest.raises(ValueError, match="E receives"):
        pays_for_all(settled.deltas, Wind.EAST)


def test_what_a_named_player_owes_for_all_is_known_without_the_discarder():
    request = {"hand": "555z 666z 777z 234m 9m +9m", "rules": "hk-500", "seat": "S"}
    payer = {"responsible": "W", "options": {"responsibility": "limit"}}
    scored = answer({**request, **payer})
    assert scored["payments"] is None
    assert scored["due"] == {"responsible": scored["due"]["total"], "total": 256}
