"""Tables of three and two: seats, shares, rounds, the deal; whatever is paid sums to zero."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.api.requests import RequestError, answer, rules_detail
from scorer.api.setup import setup_answer
from scorer.core.tiles import Wind
from scorer.ledger import game as ledger
from scorer.ledger.events import Adjusted, FalseWin, GameStarted, HandWon, PlayersSwapped, Winning
from scorer.ledger.game import LedgerError
from scorer.ledger.table import (
    Player,
    TableRuleError,
    TableRules,
    TableState,
    after_draw,
    after_win,
)
from scorer.rules.payment import settle_faan, settle_false_win
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import HouseFileError, read_house_file
from scorer.setup.guide import guide_of

E, S, W, N = Wind
P1, P2, P3, P4 = Player
PUNGS = "111m 222p 333s (444s) 5p +5p"
CHICKEN = {"rules": "hk-500", "hand": PUNGS, "seat": "S"}
GUN = 'format = 2\nbase = "hk-500"\nname = "Gun"\n[payment]\ndiscard = "%s"\n%s'


def paid(rules, winner, discarder, faan=1):
    told = settle_faan(faan, rules, winner, discarder)
    assert sum(told.deltas.values()) == 0
    return [told.deltas.get(wind) for wind in Wind], dict(told.due)


@pytest.mark.parametrize(
    ("options", "winner", "discarder", "moved"),
    [
        # One faan is 2 points: the discarder pays 4, the other 2, and nobody for North.
        ({"players": 3}, S, W, [-2, 6, -4, None]),
        ({"players": 3}, S, None, [-4, 8, -4, None]),
        ({"players": 2}, S, E, [-4, 4, None, None]),
        ({"players": 2}, E, None, [4, -4, None, None]),
        # As much comes in as with four: 8 for a discard, 12 self-drawn.
        ({"players": 3, "missing_share": "borne"}, S, W, [-2, 8, -6, None]),
        ({"players": 3, "missing_share": "borne"}, S, None, [-6, 12, -6, None]),
        ({"players": 2, "missing_share": "borne"}, S, E, [-8, 8, None, None]),
        ({"players": 2, "missing_share": "borne"}, S, None, [-12, 12, None, None]),
        ({"players": 4, "missing_share": "borne"}, S, W, [-2, 8, -4, -2]),
    ],
)
def test_what_fewer_pay(options, winner, discarder, moved):
    rules = RULE_SETS["hk-500"].house(options)
    assert paid(rules, winner, discarder)[0] == moved


@pytest.mark.parametrize(
    ("discard", "options", "moved"),
    [
        ("full_gun", {}, [0, 6, -6, None]),
        ("full_gun", {"missing_share": "borne"}, [0, 8, -8, None]),
        ("three_shares", {}, [0, 8, -8, None]),
        ("three_shares", {"missing_share": "borne"}, [0, 12, -12, None]),
        ("everybody_equal", {}, [-2, 4, -2, None]),
        ("everybody_equal", {"missing_share": "borne"}, [-2, 6, -4, None]),
    ],
)
def test_houses_of_three(discard, options, moved):
    """Answered by the game, or settled by the house's file: the same."""
    rules = read_house_file(GUN % (discard, "")).house({"players": 3, **options})
    assert paid(rules, S, W)[0] == moved
    said = "".join(f'{name} = "{value}"\n' for name, value in options.items())
    settled = read_house_file(GUN % (discard, f"[options]\nplayers = 3\n{said}"))
    assert paid(settled, S, W)[0] == moved
    for more in ({}, {"players": 3}, {"responsibility": "limit"}):
        of_three = read_house_file(GUN % (discard, "[options]\nplayers = 3\n"))
        assert paid(of_three.house({**options, **more}), S, W)[0] == moved


@pytest.mark.parametrize(("agreed", "rounds"), [({}, 3), ({"rounds": 4}, 3), ({"rounds": 2}, 2)])
def test_a_house_of_three_plays_no_round_of_a_wind_that_nobody_sits_at(agreed, rounds):
    house = read_house_file(GUN % ("half_gun", "[options]\nplayers = 3\n"))
    assert house.house({**agreed, "players": 3}).table.rounds == rounds
    assert house.house(agreed).table.rounds == rounds
    assert RULE_SETS["hk-500"].house({**agreed, "players": 3}).table.rounds == rounds


def test_shares_by_hand_stay_as_the_house_wrote_them():
    rules = read_house_file(
        'format = 2\nbase = "hk-500"\nname = "Five"\n[payment]\n'
        "discard = { discarder = 5, others = 0 }\n"
    ).house({"players": 3})
    assert paid(rules, S, W)[0] == [0, 10, -10, None]


def test_east_pays_double_among_three_too():
    rules = read_house_file(GUN % ("half_gun", "dealer = 2\n")).house({"players": 3})
    assert paid(rules, S, W) == (
        [-4, 8, -4, None],
        {"discarder": 4, "each_other": 2, "total": 8, "dealer": 4},
    )
    assert paid(rules, W, None) == (
        [-8, -4, 12, None],
        {"each_other": 4, "dealer": 8, "total": 12},
    )


def test_what_cannot_be_shared_is_refused_with_the_remedy():
    text = 'format = 2\nbase = "hk-500"\nname = "One"\n[payment]\nself_draw = { others = 1 }\n'
    rules = read_house_file(text)
    with pytest.raises(ValueError, match="choose missing_share unpaid"):
        rules.house({"players": 3, "missing_share": "borne"})
    with pytest.raises(HouseFileError, match=r"line 9.*missing_share unpaid"):
        read_house_file(text + '[options]\nmissing_share = "borne"\n\nplayers = 3\n')


def test_a_false_win_costs_for_those_who_are_there():
    rules = RULE_SETS["hk-500"].house({"players": 3, "false_win": "fixed:10"})
    assert settle_false_win(rules, E).deltas == {E: -20, S: 10, W: 10}


def test_four_is_what_the_documents_say_and_asks_nothing_more():
    for id_, rules in RULE_SETS.items():
        names = [option["name"] for option in rules_detail(id_)["options"]]
        assert "players" not in names
        assert rules.house({"players": 4}) == rules
        three = rules_detail(id_, RULE_SETS, {"players": 3})
        assert {"players", "missing_share"} <= {option["name"] for option in three["options"]}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"seat": "N"}, "Nobody sits at N at this table"),
        ({"from": "N"}, "Nobody sits at N at this table"),
        ({"from": "W", "responsible": "N"}, "Nobody sits at N at this table"),
    ],
)
def test_nobody_sits_north_among_three(said, words):
    told = answer({**CHICKEN, "options": {"players": 3}, **said})
    assert told["problems"] == ["contradictory_event"]
    assert words in " ".join(told["details"].values())


def test_a_hand_among_three_is_answered_for_three():
    told = answer({**CHICKEN, "from": "W", "options": {"players": 3}})
    assert (told["valid"], told["faan"]) == (True, 5)
    assert told["payments"] == {"E": -16, "S": 48, "W": -32}
    assert told["due"] == {"discarder": 32, "each_other": 16, "total": 48}


@pytest.mark.parametrize("rules", ["classical-20", "classical-british"])
def test_everybody_s_hand_among_three_settles(rules):
    body = {
        "rules": rules,
        "hand": "123m 456m 99p (555s) 78p +9p",
        "from": "W",
        "seat": "S",
        "options": {"players": 3},
        "losers": {"E": "55z 123m", "W": "666z 77z"},
    }
    told = answer(body)
    assert told["valid"], told
    assert sorted(told["payments"]) == ["E", "S", "W"]
    assert sum(told["payments"].values()) == 0
    assert answer({**body, "losers": {"E": "55z"}})["payments"] is None
    wrong = answer({**body, "losers": {"E": "55z", "N": "666z"}})
    assert "where nobody sits" in str(wrong["details"])


def test_simplified_300_adds_up_for_three():
    body = {
        "rules": "simplified-300",
        "hand": "123m 456m 99p (555s) 78p +9p",
        "from": "W",
        "seat": "S",
        "options": {"players": 3, "settlement": "pairwise"},
        "losers": {"E": "55z 123m", "W": "666z 77z"},
    }
    assert sum(answer(body)["payments"].values()) == 0


@pytest.mark.parametrize(("players", "rounds"), [(2, 2), (3, 3), (4, 4)])
def test_a_game_is_a_round_for_each_seat(players, rounds):
    rules = RULE_SETS["hk-500"].house({"players": players}).table
    assert (rules.players, rules.rounds) == (players, rounds)
    assert RULE_SETS["hk-500"].house({"players": players, "rounds": 1}).table.rounds == 1
    table, winds = TableState.opening(rules), []
    while not table.finished:
        winds.append((str(table.round_wind), int(table.dealer)))
        table = after_win(table, (0,) * players, (P1,))
    deals = [wind for wind, _ in winds]
    assert [deals.count(str(wind)) for wind in Wind] == [players] * rounds + [0] * (4 - rounds)


def test_winds_go_round_three_chairs():
    table = TableState.opening(TableRules(players=3, round_change="conventional"))
    assert [str(table.wind_of(player)) for player in table.players] == ["E", "S", "W"]
    table = after_win(table, (0, 0, 0), (P1,))
    assert [str(table.wind_of(player)) for player in table.players] == ["W", "E", "S"]
    assert after_draw(table).dealer == P2
    assert table.seating[table.seat_of(W)] == P1


@pytest.mark.parametrize("players", [0, 1, 5])
def test_nobody_plays_alone_or_in_a_crowd(players):
    with pytest.raises(TableRuleError, match="players"):
        TableRules(players=players)
    with pytest.raises(RequestError, match="players"):
        answer({**CHICKEN, "options": {"players": players}})


def won(winner, discarder):
    wins = (Winning(winner, faan=3),)
    return HandWon(wins, discarder is None, discarder, (0, 0, 0), (0, 0, 0))


THREE = GameStarted(("Ann", "Bob", "Cid"), "hk-500", TableRules(players=3))


def test_as_many_names_as_players():
    with pytest.raises(LedgerError, match="has 4 players, but 3 names were given"):
        ledger.replay([GameStarted(("Ann", "Bob", "Cid"), "hk-500", TableRules())])


@pytest.mark.parametrize(
    "event",
    [
        won(P4, P2),
        won(P1, P4),
        replace(won(P1, P2), due=(0, 0, 0, 0)),
        replace(won(P1, P2), scores=(1, 2)),
        FalseWin(P4, (0, 0, 0), (0, 0, 0)),
        FalseWin(P1, (0, 0, 0), (0, 0, 0, 0)),
        Adjusted((1, -1, 0, 0), "tea"),
    ],
)
def test_who_is_not_there_wins_and_pays_nothing(event):
    with pytest.raises(LedgerError) as refused:
        ledger.replay([THREE, event])
    assert refused.value.code == "not_the_players"


def test_three_change_chairs_among_three():
    game = ledger.replay([THREE, PlayersSwapped((P2, P1, P3))])
    assert game.table.dealer == P2
    with pytest.raises(LedgerError, match="one chair"):
        ledger.replay([THREE, PlayersSwapped((P2, P1, P3, P4))])


def dealt(told):
    """How many tiles each seat is dealt."""
    got: dict[str, int] = {}
    for turn in told["deal"]:
        got[turn["seat"]] = got.get(turn["seat"], 0) + len(turn["tiles"])
    return got


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_tiles_are_dealt_to_those_who_are_there(rules, players):
    dice = [3] * sum(guide_of(rules).throws)
    told = setup_answer(rules, dice, {"players": players})
    got, four = dealt(told), dealt(setup_answer(rules, dice))
    assert got == {str(wind): four[str(wind)] for wind in tuple(Wind)[:players]}
    tiles = [str(tile) for turn in told["deal"] for tile in turn["tiles"]]
    assert len(set(tiles)) == len(tiles)
    assert [step["topic"] for step in told["steps"]].count("players") == (players < 4)


@given(
    st.sampled_from(["hk-500", "hk-majlife"]),
    st.integers(2, 3),
    st.sampled_from(["unpaid", "borne"]),
    st.integers(0, 10),
    st.data(),
)
def test_every_settlement_among_few_sums_to_zero(id_, players, missing, faan, data):
    rules = RULE_SETS[id_].house({"players": players, "missing_share": missing})
    winner, discarder = data.draw(st.permutations(rules.winds))[:2]
    drawn = data.draw(st.booleans())
    moved, due = paid(rules, winner, None if drawn else discarder, faan)
    assert max(each for each in moved if each is not None) == due["total"]
