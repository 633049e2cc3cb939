"""Events as the ledger takes them, where the winner and `from` are players and winds turn."""

import pytest

CLOSED = "123m 456m 555s 78s 55z +9s"
ANY_FAAN = {"minimum": 0}
EARTHLY = {"minimum": 0, "earthly_on_first_discard": True}

# rules, options, the winner, from (player indexes; player 0 is East), event, whether it can be
TOLD = [
    ("hk-majlife", ANY_FAAN, 1, 0, "first-discard", True),
    ("hk-majlife", ANY_FAAN, 1, 2, "first-discard", False),
    ("hk-majlife", ANY_FAAN, 0, 3, "first-discard", False),
    ("hk-500", EARTHLY, 2, 0, "first-discard", True),
    ("hk-500", EARTHLY, 2, 1, "first-discard", False),
    ("hk-500", ANY_FAAN, 2, 1, "first-discard", True),  # it earns nothing there
    ("simplified-300", {}, 3, 0, "first-discard", True),
    ("simplified-300", {}, 3, 2, "first-discard", False),
    ("simplified-300", {}, 3, 0, "robbing-kong", False),
    ("hk-500", ANY_FAAN, 2, 1, "robbing-kong", True),
    ("hk-500", ANY_FAAN, 2, 1, "last-wall-tile", False),
    ("hk-500", ANY_FAAN, 0, 1, "dealt-hand", False),
    ("classical-british", {}, 1, 2, "original-hand", True),
    ("classical-british", {}, 1, 2, "loose", None),
]


def bodies(rules, winner):
    """The same win by its tiles and as agreed."""
    yield {"hand": CLOSED}
    if rules.startswith("hk"):
        yield {"faan": 3}
    else:
        yield {"scores": [8 * (player == winner) for player in range(4)]}


@pytest.mark.parametrize("told", TOLD, ids=lambda told: " ".join(map(str, told)))
def test_what_can_be_said_of_a_win(new_table, refused, told):
    rules, options, winner, thrower, event, can = told
    for result in bodies(rules, winner):
        table = new_table(options, rules=rules)
        answer = table.hand(winner=winner, events=[event], **result, **{"from": thrower})
        if can:
            assert answer.status_code == 201, answer.text
        elif can is None:
            refused(answer, 422, "unknown_event")
        else:
            problem = refused(answer, 422, "invalid_hand")
            assert problem["problems"] == ["contradictory_event"]
            assert table.state["seq"] == 1


def test_who_discards_first_changes_with_the_deal(new_table, refused):
    table = new_table(EARTHLY)
    table.won(0, 1, 3)  # the deal goes on to player 1
    first = {"winner": 2, "faan": 3, "events": ["first-discard"]}
    refused(table.hand(**first, **{"from": 0}), 422, "invalid_hand")
    assert table.hand(**first, **{"from": 1}).status_code == 201


def test_each_of_several_winners_is_asked(new_table, refused):
    table = new_table({**EARTHLY, "multiple_winners": "all"})
    also = [{"winner": 2, "faan": 3, "events": ["first-discard"]}]
    refused(table.hand(winner=3, faan=3, also=also, **{"from": 1}), 422, "invalid_hand")
    assert table.hand(winner=3, faan=3, also=also, **{"from": 0}).status_code == 201


@pytest.mark.parametrize(
    "pair", [["first-draw", "kong-replacement"], ["dealt-hand", "kong-replacement"]]
)
def test_a_kong_before_the_first_draw_is_no_first_draw_without_tiles_either(table, refused, pair):
    answer = table.hand(winner=0, faan=10, win="self-draw", events=pair)
    assert refused(answer, 422, "invalid_hand")["problems"] == ["contradictory_event"]
