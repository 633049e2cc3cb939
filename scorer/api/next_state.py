"""What a finished hand does to a table, told by the public forms alone.

The ledger's own way is over its events; this is for a phone that has only seen a table and cannot
ask for more. What it cannot know is told by None.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scorer.api.requests import NO_OPTIONS, Catalogue, RequestError, house_rules, request_of
from scorer.api.scores import Json
from scorer.core.sentences import Sentence
from scorer.core.tiles import Wind
from scorer.ledger.seats import Player, Points, Seat, amounts, plus
from scorer.ledger.table import TableRules, TableState, after_draw, after_win, collect
from scorer.rules.payment import FedWin, responsible_by_rules
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from scorer.scoring.score import Score, score
from scorer.settlement.payments import settle_faan

HAND_FIELDS = ("winner", "win", "from", "hand", "faan", "hands", "events", "responsible", "draw")


def play_hand(
    state: Json, events: Sequence[Json], body: Json, known: Catalogue = RULE_SETS
) -> Json | None:
    """Return the `event` and the `state` after a hand, None where only the ledger can tell.

    `state`, `events` and `body` are those of `GET /games/{id}`, its history and `POST …/hands`.
    Raises RequestError as scoring does, LookupError or ValueError for forms that are none of these.
    """
    asked = {"rules": state["rules"], "options": state.get("options") or NO_OPTIONS}
    rules = house_rules(asked, known)
    if any(body.get(name) not in (None, []) for name in body if name not in HAND_FIELDS):
        return None
    table = _table(state, events, rules)
    if body.get("draw"):
        changes, after = amounts([0] * len(table.players)), after_draw(table)
    else:
        due = _due(table, body, asked, known)
        if due is None:
            return None
        changes = collect(table, due).changes
        after = after_win(table, changes, (Player(body["winner"]),))
    coming = state.get("coming")
    if coming is not None and after.hand_number >= coming["from_hand"]:
        return None
    return {"event": _event(table, body, changes), "state": {**state, **_state_after(after, state)}}


def _table(state: Json, events: Sequence[Json], rules: RuleSet) -> TableState:
    """The table as it was seen; how often the deal was passed on is found in the history.

    No game has more rounds than winds, so that the wind tells the round.
    """
    coins = round(1 / state.get("coin", 1))
    customs: TableRules = replace(rules.table, coins=coins, direction=state["direction"])
    seats = [Player(player) for player in state["seats"]]
    east = seats.index(Player(state["dealer"]))
    round_wind = Wind(state["round_wind"])
    begun = next((one for one in events if one["round_wind"] == state["round_wind"]), None)
    first = east if begun is None else seats.index(Player(begun["dealer"]))
    undone = {one["undoes"] for one in events if one["kind"] == "undone"}
    return TableState(
        customs,
        amounts(customs.in_coins(player["points"]) for player in state["players"]),
        Seat(east),
        tuple(seats),
        round_number=list(Wind).index(round_wind) + 1,
        turn=(east - first) % len(seats),
        hand_number=state["hand_number"],
        draws=sum(one["kind"] == "hand_drawn" and one.get("seq") not in undone for one in events),
        closed=state["finished"],
    )


def _due(table: TableState, body: Json, asked: Json, known: Catalogue) -> Points | None:
    """What a win moves by player, before anybody looks at what they have."""
    rules, winner = house_rules(asked, known), table.wind_of(Player(body["winner"]))
    if rules.everyone_scores:
        moved = _payments_of_all(table, body, asked, known)
    elif body.get("faan") is not None:
        moved = _agreed_payments(table, body, rules)
    else:
        won = score(request_of(_request(table, body, body.get("hand"), asked), known))
        moved = won.payments if won.is_valid else None
    if moved is None or winner not in moved:
        return None
    coins = table.rules.coins // rules.table.coins
    return amounts(moved[table.wind_of(player)] * coins for player in table.players)


def _agreed_payments(table: TableState, body: Json, rules: RuleSet) -> Mapping[Wind, int] | None:
    """What a number of faan moves that the table agrees on; None where somebody pays for all."""
    faan = min(int(body["faan"]), rules.cap)
    drawn = body.get("win") == "self-draw"
    fed = FedWin(faan >= rules.cap, drawn, "robbing-kong" in (body.get("events") or []))
    if (
        faan < rules.minimum
        or body.get("responsible") is not None
        or responsible_by_rules(rules.payment, fed)
    ):
        return None
    winner = table.wind_of(Player(body["winner"]))
    return settle_faan(
        faan, rules, winner, None if drawn else _wind(table, body.get("from"))
    ).deltas


def _payments_of_all(
    table: TableState, body: Json, asked: Json, known: Catalogue
) -> Mapping[Wind, int] | None:
    """What four hands move; one that nobody knows counts nothing."""
    texts = body.get("hands") or [None] * len(table.players)
    winner = Player(body["winner"])
    losers = {
        str(table.wind_of(player)): text
        for player, text in zip(table.players, texts, strict=True)
        if text is not None and player is not winner
    }
    text = body.get("hand") or texts[winner]
    won = score(request_of({**_request(table, body, text, asked), "losers": losers}, known))
    if not won.is_valid:
        return None
    return won.rules.settle(dict(_scores(table, won)), table.wind_of(winner))


def _scores(table: TableState, won: Score) -> Iterator[tuple[Wind, int]]:
    hands = {won.winner.declared.seat: won.winner, **won.losers}
    for player in table.players:
        hand = hands.get(table.wind_of(player))
        yield table.wind_of(player), (hand.points or 0) if hand else 0


def _request(table: TableState, body: Json, hand: object, asked: Json) -> Json:
    """The request that scores a hand of the table."""
    if not isinstance(hand, str):
        raise RequestError("missing_field", Sentence("hand is missing: the tiles of the winner."))
    told = {
        **asked,
        "hand": hand,
        "seat": str(table.wind_of(Player(body["winner"]))),
        "round": str(table.round_wind),
        "win": body.get("win"),
        "events": body.get("events"),
        "from": _name(_wind(table, body.get("from"))),
        "responsible": _name(_wind(table, body.get("responsible"))),
    }
    return {name: value for name, value in told.items() if value is not None}


def _wind(table: TableState, player: int | None) -> Wind | None:
    return None if player is None else table.wind_of(Player(player))


def _name(wind: Wind | None) -> str | None:
    return None if wind is None else str(wind)


def _event(table: TableState, body: Json, changes: Points) -> Json:
    """The event as the history would tell it, without the reasons."""
    told = [table.rules.in_points(coins) for coins in changes]
    points = [table.rules.in_points(coins) for coins in plus(table.points, changes)]
    return {
        "kind": "hand_drawn" if body.get("draw") else "hand_won",
        "hand_number": table.hand_number,
        "round_wind": str(table.round_wind),
        "dealer": int(table.dealer),
        **{name: body.get(name) for name in ("winner", "win", "from", "faan")},
        "changes": told,
        "points": points,
    }


def _state_after(after: TableState, state: Json) -> Json:
    rules = after.rules
    return {
        "seq": state["seq"] + 1,
        "players": [
            {
                **player,
                "points": rules.in_points(after.points[k]),
                "seat_wind": str(after.wind_of(after.players[k])),
            }
            for k, player in enumerate(state["players"])
        ],
        "round_wind": str(after.round_wind),
        "dealer": int(after.dealer),
        "first": int(after.first),
        "hand_number": after.hand_number,
        "finished": after.finished,
        "standings": [
            {
                "player": int(place.player),
                "points": rules.in_points(place.points),
                "rank": place.rank,
            }
            for place in after.standings
        ],
    }
