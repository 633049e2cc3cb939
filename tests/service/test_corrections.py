"""An older event set right over HTTP: shown first, then done, and what follows settled anew."""

import pytest

from scorer.rulesets import RULE_SETS

EAST_PUNG = "123m 4569p 789s (111z) +9p | 2f"  # seat wind and round wind for East: 2 faan
ONE_FAAN = "123m 4569p 789s (222s) +9p"


def correct(table, seq, **instead):
    return table.post("corrections", {"seq": seq, **instead})


def preview(table, seq, **instead):
    return table.post("corrections/preview", {"seq": seq, **instead})


def told(table):
    """What a table shows, without what names the game and its events."""
    return {name: value for name, value in table.state.items() if name not in ("id", "seq")}


def test_a_wrong_discarder(table, new_table):
    table.won(3, 1, 7)
    table.won(1, None, 3)
    shown = preview(table, 2, hand={"winner": 3, "from": 0, "faan": 7})
    assert shown.status_code == 200, shown.text
    assert shown.json()["payments"] == [
        {
            "seq": 2,
            "was": {"winner": 3, "faan": 7, "score": None, "unpaid": [0] * 4,
                    "changes": [-32, -64, -32, 128]},
            "becomes": {"winner": 3, "faan": 7, "score": None, "unpaid": [0] * 4,
                        "changes": [-64, -32, -32, 128]},
        }
    ]  # fmt: skip
    assert shown.json()["was"] == table.state
    assert table.state["seq"] == 3  # nothing was done
    answer = correct(table, 2, hand={"winner": 3, "from": 0, "faan": 7}, reason="it was Ann")
    assert answer.status_code == 201, answer.text
    assert answer.json()["state"] == shown.json()["state"] == table.state
    event = answer.json()["event"]
    assert (event["kind"], event["corrects"], event["reason"]) == ("corrected", 2, "it was Ann")
    assert (event["seq"], event["changes"]) == (4, [-32, 32, 0, 0])
    assert event["replacement"]["from"] == 0
    other = new_table()
    other.won(3, 0, 7)
    other.won(1, None, 3)
    assert told(table) == told(other)
    assert [one["kind"] for one in table.history] == [
        "started",
        "hand_won",
        "hand_won",
        "corrected",
    ]
    assert table.history[1]["from"] == 1  # the original stays as it was told


def test_winds_that_change_change_later_hands(new_table):
    """East had won hand 1 and stayed East, so the pung of hand 2 was worth one more."""
    table = new_table(rules="hk-majlife")
    table.won(1, 0, 3)
    first = table.hand(winner=0, **{"from": 2}, hand=EAST_PUNG).json()["event"]
    assert first["faan"] == 1  # the round's wind; Ann was told to be North
    shown = preview(table, 2, hand={"winner": 0, "from": 1, "faan": 3}).json()
    assert [(one["seq"], one["becomes"]["faan"]) for one in shown["payments"]] == [(2, 3), (3, 2)]
    correct(table, 2, hand={"winner": 0, "from": 1, "faan": 3})
    other = new_table(rules="hk-majlife")
    other.won(0, 1, 3)
    assert other.hand(winner=0, **{"from": 2}, hand=EAST_PUNG).json()["event"]["faan"] == 2
    assert told(table) == told(other)


def test_a_later_hand_that_could_not_be_is_named(new_table, refused):
    """North's 2 faan reach the minimum, by the pung of North; as South the hand has one."""
    table = new_table({"minimum": 2}, rules="hk-majlife")
    hand = "123m 4569p 789s (444z) +9p"  # no flowers, and the pung of the own wind
    table.won(1, 0, 3)
    assert table.hand(winner=0, **{"from": 2}, hand=hand).status_code == 201
    instead = {"hand": {"winner": 0, "from": 1, "faan": 3}}
    problem = refused(preview(table, 2, **instead), 409, "cannot_resettle")
    assert problem["seq"] == 3
    assert "minimum" in problem["detail"]
    refused(correct(table, 2, **instead), 409, "cannot_resettle")
    assert table.state["seq"] == 3
    assert correct(table, 3, hand={"winner": 0, "from": 2, "faan": 2}).status_code == 201
    assert correct(table, 2, **instead).status_code == 201


@pytest.mark.parametrize("rules", RULE_SETS)
def test_corrected_or_told_right_from_the_start_is_the_same(new_table, rules):
    everyone_scores = RULE_SETS[rules].everyone_scores
    results: list[dict] = (
        [{"scores": [40, 20, 0, 8]}, {"scores": [10, 50, 4, 12]}, {"hand": ONE_FAAN}]
        if everyone_scores
        else [{"faan": 3}, {"faan": 4, "events": ["robbing-kong"]}, {"hand": ONE_FAAN}]
    )
    wrong = {"winner": 2, "from": 3, **results[0]}
    right = {"winner": 0, "from": 3, **results[0]}
    after = [
        {"winner": 1, "from": 0, **results[1]},
        {"draw": True},
        {"winner": 2, "win": "self-draw", **results[2]},
        {"winner": 3, "win": "self-draw", **results[2]},
    ]
    tables = []
    for first in (wrong, right):
        table = new_table({"multiple_winners": "all"}, rules=rules)
        for body in (first, *after):
            assert table.hand(**body).status_code == 201
        tables.append(table)
    table, other = tables
    assert correct(table, 2, hand=right).status_code == 201
    assert told(table) == told(other)
    assert correct(table, 2, hand=wrong).status_code == 201
    assert correct(table, 2, hand=right).status_code == 201
    assert told(table) == told(other)


def test_a_hand_told_twice_is_struck_out(table, new_table):
    for _ in range(2):
        table.won(3, 1, 7)
    table.hand(draw=True)
    answer = correct(table, 3, strike=True)
    assert answer.json()["event"]["replacement"] is None
    other = new_table()
    other.won(3, 1, 7)
    other.hand(draw=True)
    assert told(table) == told(other)
    assert table.undo().json()["event"]["undoes"] == 4
    assert table.undo().json()["event"]["undoes"] == 2


def test_adjustments_swaps_and_false_wins_are_corrected_too(new_table):
    table = new_table({"false_win": "fixed:8"})
    table.post("adjustments", {"changes": [-10, 10, 0, 0], "reason": "a fine"})
    table.post("swaps", {"seats": [1, 0, 2, 3]})
    table.post("false-wins", {"player": 0})
    correct(table, 2, adjustment={"changes": [-20, 20, 0, 0], "reason": "a higher fine"})
    correct(table, 3, swap={"seats": [0, 1, 3, 2]})
    correct(table, 4, false_win={"player": 1})
    assert table.points == [488, 496, 508, 508]
    assert table.state["seats"] == [0, 1, 3, 2]
    assert correct(table, 4, hand={"draw": True}).json()["state"]["hand_number"] == 2


def test_a_finished_game_may_be_corrected_and_so_reopened(new_table, refused):
    table = new_table({"rounds": 1})
    for _ in range(4):
        table.won(0, 1, 1)
    refused(table.hand(draw=True), 409, "game_finished")
    assert not correct(table, 4, hand={"draw": True}).json()["state"]["finished"]


def test_a_correction_that_would_have_ended_the_game(new_table, refused):
    table = new_table({"start": 100})
    table.won(0, None, 1)
    table.won(0, None, 1)
    answer = correct(table, 2, hand={"winner": 0, "win": "self-draw", "faan": 10})
    assert "event 3" in refused(answer, 409, "would_have_ended")["detail"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seq": 1, "strike": True}, "not_correctable"),
        ({"seq": 3, "strike": True}, "not_correctable"),
        ({"seq": 99, "strike": True}, "not_correctable"),
        ({"seq": 0, "strike": True}, "invalid_request"),
        ({"seq": 2}, "one_correction"),
        ({"seq": 2, "strike": True, "hand": {"draw": True}}, "one_correction"),
        ({"seq": 2, "hand": {"winner": 0, "faan": 3}}, "from_required"),
        ({"seq": 2, "hand": {"winer": 0, "faan": 3}}, "unknown_field"),
        ({"seq": 2, "adjustment": {"changes": [1, 0, 0, 0], "reason": "x"}}, "not_zero_sum"),
        ({"seq": 2, "swap": {"seats": [0, 0, 1, 2]}}, "not_a_seating"),
        ({"strike": True}, "invalid_request"),
    ],
)
def test_corrections_that_are_refused(table, refused, body, code):
    table.hand(draw=True)
    table.undo()
    table.won(0, 1, 3)
    body = {**body, "seq": 4} if body.get("seq") == 2 else body
    refused(table.post("corrections", body), 422, code)
    refused(table.post("corrections/preview", body), 422, code)
    assert table.state["seq"] == 4


def test_corrections_have_keys_and_expect_a_seq(table, refused):
    table.won(0, 1, 3)
    body = {"seq": 2, "strike": True, "expected_seq": 2}
    first = table.post("corrections", body, key="k1")
    assert table.post("corrections", body, key="k1").json() == first.json()
    refused(table.post("corrections", body), 409, "stale_seq")
    answer = table.client.post(f"{table.url}/corrections", json=body)
    refused(answer, 401, "no_token")
