"""Games of the rule sets in which everyone scores, and of the second in faan."""

import pytest

# A pung of exposed fives (2) and 20 for going out
MAH_JONGG = "234m 567p 8s (555s) (123m) +8s"


def scores(table, winner, four, **more):
    answer = table.hand(winner=winner, scores=four, **more)
    assert answer.status_code == 201, answer.text
    return answer.json()["event"]


def test_classical_20_losers_pay_the_difference(new_table):
    table = new_table(rules="classical-20")
    event = scores(table, 0, [64, 28, 4, 22])
    assert event["changes"] == [138, -36, -60, -42]
    assert (event["score"], event["faan"], event["scores"]) == (64, None, [64, 28, 4, 22])
    assert table.state["dealer"] == 0  # East won and stays
    assert scores(table, 1, [0, 30, 50, 10])["changes"] == [-30, 50, 0, -20]
    assert table.state["dealer"] == 1
    assert table.hand(draw=True).json()["state"]["dealer"] == 2


def test_classical_20_may_settle_both_ways(new_table):
    table = new_table({"difference": "signed"}, rules="classical-20")
    assert scores(table, 1, [0, 30, 50, 10])["changes"] == [-30, 30, 20, -20]


def test_classical_british_every_pair_settles(new_table):
    table = new_table(rules="classical-british")
    event = scores(table, 0, [24, 8, 10, 4])
    assert event["changes"] == [50, -14, -6, -30]
    assert table.points == [2050, 1986, 1994, 1970]
    east_double = new_table({"east_double": True}, rules="classical-british")
    assert scores(east_double, 0, [24, 8, 10, 4])["changes"] == [100, -30, -20, -50]


@pytest.mark.parametrize("rules", ["classical-20", "classical-british"])
def test_a_winner_is_paid_in_full_and_east_double(new_table, rules):
    table = new_table({"settlement": "winner_in_full"}, rules=rules)
    assert scores(table, 1, [8, 26, 32, 4])["changes"] == [-92, 104, 50, -62]


def test_who_deals_next_is_agreed_by_either_name_of_an_option(new_table):
    """A game keeps the answers by the name under which the page asks for them."""
    agreed = {"east_keeps_on_win": True, "dealer_stays_on_draw": False}
    table = new_table(agreed, rules="hk-500")
    assert table.state["options"] == {"east_keeps_on_win": True, "draw_keeps_dealer": False}
    assert table.won(0, 1, 3)["state"]["dealer"] == 0
    assert table.hand(draw=True).json()["state"]["dealer"] == 1


def test_simplified_300_scores_add_up_and_the_winner_deals(new_table):
    table = new_table(rules="simplified-300")
    event = scores(table, 0, [72, 40, 8, 0])
    assert (event["changes"], table.points) == ([72, 40, 8, 0], [72, 40, 8, 0])
    assert table.state["dealer"] == 0
    scores(table, 3, [0, 4, 0, 144])
    state = table.state
    assert ([one["points"] for one in state["players"]], state["dealer"]) == ([72, 44, 8, 144], 3)
    assert [one["seat_wind"] for one in state["players"]] == ["S", "W", "N", "E"]
    assert state["direction"] == "cw"
    assert table.hand(draw=True).json()["state"]["dealer"] == 3


def test_simplified_300_ends_after_its_eighth_round(new_table, refused):
    table = new_table(rules="simplified-300")
    for winner in (0, 3, 1):
        scores(table, winner, [10, 20, 30, 40])
        assert table.hand(draw=True).status_code == 201
    scores(table, 2, [10, 20, 30, 400])  # a score ends at the limit
    assert not table.state["finished"]
    assert table.hand(draw=True).status_code == 201
    assert table.state["finished"]
    assert table.points == [40, 80, 120, 420]
    refused(table.hand(draw=True), 409, "game_finished")


def test_simplified_300_points_may_be_given(new_table):
    table = new_table(rules="simplified-300")
    given = {"changes": [10, 0, 0, 0], "reason": "forgotten in round 1"}
    assert table.post("adjustments", given).status_code == 201
    assert table.points == [10, 0, 0, 0]


def test_simplified_300_may_be_settled_like_a_ledger(new_table, refused):
    table = new_table({"settlement": "winner_only"}, rules="simplified-300")
    assert scores(table, 0, [72, 40, 8, 0])["changes"] == [168, -32, -64, -72]
    given = {"changes": [10, 0, 0, 0], "reason": "a gift"}
    refused(table.post("adjustments", given), 422, "not_zero_sum")


def test_hk_majlife_east_stays_by_winning_and_may_go_below_nothing(new_table):
    table = new_table({"start": 100}, rules="hk-majlife")
    table.won(0, None, 10)
    assert (table.points, table.state["dealer"]) == ([484, -28, -28, -28], 0)
    assert not table.state["finished"]
    table.won(2, 0, 1)
    assert table.state["dealer"] == 1
    assert table.hand(draw=True).json()["state"]["dealer"] == 2


def test_four_hands_are_scored_by_their_tiles(new_table):
    """docs/rules/classical-20.md, 1: a closed pung of winds 8, open fives 2, a dragon pair 2."""
    table = new_table(rules="classical-20")
    hands = [MAH_JONGG, "444z 1m 9m", "(555p) 66z", None]
    event = table.hand(winner=0, win="self-draw", hands=hands).json()["event"]
    assert event["scores"] == [22, 8, 4, 0]
    assert event["unknown"] == [3]
    assert event["changes"] == [54, -14, -18, -22]
    assert event["hands"] == hands
    assert event["answer"]["losers"]["S"]["score"] == 8
    assert [win["winner"] for win in event["wins"]] == [0]


def test_a_hand_alone_means_that_the_losers_are_unknown(new_table):
    table = new_table(rules="classical-british")
    event = table.hand(winner=2, win="self-draw", hand=MAH_JONGG).json()["event"]
    score = event["score"]
    assert event["unknown"] == [0, 1, 3]
    assert event["changes"] == [-score, -score, 3 * score, -score]
    assert event["hands"] == [None, None, MAH_JONGG, None]


def test_a_null_score_counts_nothing_and_is_listed(new_table):
    table = new_table(rules="classical-20")
    event = scores(table, 3, [None, 10, None, 30], **{"from": 1})
    assert (event["unknown"], event["scores"]) == ([0, 2], [0, 10, 0, 30])
    assert event["changes"] == [-30, -20, -30, 80]
    assert (event["from"], event["win"]) == (1, "discard")


def test_a_discard_needs_no_giver_where_he_pays_no_more(new_table):
    event = scores(new_table(rules="classical-20"), 0, [30, 0, 0, 0])
    assert (event["from"], event["win"]) == (None, "discard")


@pytest.mark.parametrize(
    ("rules", "body", "code"),
    [
        ("classical-20", {"winner": 0, "faan": 3}, "not_for_these_rules"),
        ("classical-20", {"winner": 0}, "one_result"),
        ("classical-20", {"winner": 0, "hand": MAH_JONGG, "scores": [1, 2, 3, 4]}, "one_result"),
        ("classical-20", {"winner": 0, "scores": [None, 2, 3, 4]}, "winner_unknown"),
        ("classical-20", {"winner": 0, "hands": [None, "1m", "2m", None]}, "winner_unknown"),
        ("classical-20", {"winner": 0, "scores": [20, -1, 0, 0]}, "bad_score"),
        ("classical-20", {"winner": 0, "scores": [20, 1, 0]}, "invalid_request"),
        ("classical-20", {"scores": [20, 1, 0, 0]}, "winner_required"),
        (
            "classical-20",
            {"winner": 0, "scores": [9, 1, 0, 0], "responsible": 1},
            "not_for_these_rules",
        ),
        ("classical-20", {"winner": 0, "hands": [MAH_JONGG, "1x", None, None]}, "invalid_hand"),
        ("simplified-300", {"winner": 0, "from": 1, "hand": MAH_JONGG}, "invalid_hand"),
        ("hk-majlife", {"winner": 0, "from": 1, "scores": [1, 2, 3, 4]}, "not_for_these_rules"),
        ("hk-majlife", {"winner": 0, "faan": 3}, "from_required"),
    ],
)
def test_hands_that_are_refused(new_table, refused, rules, body, code):
    table = new_table(rules=rules)
    refused(table.hand(**body), 422, code)
    assert table.state["seq"] == 1


def test_eyes_by_discard_are_refused_with_the_reason(new_table, refused):
    table = new_table(rules="simplified-300")
    problem = refused(table.hand(winner=0, **{"from": 1}, hand=MAH_JONGG), 422, "invalid_hand")
    assert problem["problems"] == ["eyes_claimed"]


def test_several_win_one_discard_in_points(new_table):
    table = new_table({"multiple_winners": "all"}, rules="classical-20")
    event = scores(table, 0, [60, 30, 10, 0], also=[{"winner": 1}], **{"from": 3})
    assert event["changes"] == [110, 50, -70, -90]
    assert [(win["winner"], win["score"]) for win in event["wins"]] == [(0, 60), (1, 30)]
    assert table.state["dealer"] == 0  # East is among them
    hands = {"hands": [None, MAH_JONGG, "55z", MAH_JONGG]}
    event = table.hand(winner=3, also=[{"winner": 1}], **{"from": 0}, **hands).json()["event"]
    assert [win["winner"] for win in event["wins"]] == [1, 3]  # in turn after the discarder
    assert event["unknown"] == [0]
