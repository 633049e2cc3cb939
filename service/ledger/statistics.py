"""Statistics of one or several games of a table, and the transfers that settle them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from decimal import Decimal
from itertools import islice
from typing import Any

from scorer.core.sentences import Sentence
from scorer.ledger.statistics import Best, statistics
from scorer.ledger.table import in_points
from scorer.ledger.transfers import BANK_ROLLS, fewest_transfers
from scorer.reports.agreement import rule_set
from service.errors import RefusedError
from service.ledger.store import EventLog, Store
from service.ledger.views import csv_line

MOST_GAMES = 50
FAVOURITES = 5  # rows listed per player: a line or two on a phone


def games(
    store: Store, game_id: str, others: Iterable[str], *, earlier: bool
) -> tuple[EventLog, ...]:
    """Return a game with others, oldest first; `earlier` adds those that it follows.

    Raises RefusedError `no_such_game`, or `too_many_games` beyond `MOST_GAMES`.
    """
    logs = {log.id: log for log in map(store.load, dict.fromkeys((game_id, *others)))}
    if earlier:
        for log in islice(_earlier_logs(store, logs[game_id]), MOST_GAMES):
            logs.setdefault(log.id, log)
    if len(logs) > MOST_GAMES:
        raise RefusedError(
            "too_many_games",
            Sentence("Include at most {most} games.", most=MOST_GAMES),
        )
    return tuple(sorted(logs.values(), key=lambda log: log.times[0]))


def _earlier_logs(store: Store, log: EventLog) -> Iterator[EventLog]:
    """Yield the earlier games of a table, the latest first, as far as they are stored here."""
    while (before := log.game.started.follows) is not None:
        try:
            log = store.load(before)
        except RefusedError:
            return  # an imported game may have left it behind
        yield log


def figures(logs: Sequence[EventLog]) -> dict[str, Any]:
    """Return the statistics of some games as JSON values."""
    counted = statistics([log.game for log in logs])
    return {
        "games": [
            {
                "id": log.id,
                "seq": log.game.seq,
                "at": log.times[0],
                "rules": log.game.started.rules,
                "players": list(log.game.names),
                "finished": log.game.table.finished,
                "course": [
                    {
                        "seq": step.seq,
                        "hand_number": step.hand_number,
                        "points": log.game.started.table.all_in_points(step.points),
                    }
                    for step in course
                ],
            }
            for log, course in zip(logs, counted.courses, strict=True)
        ],
        "hands": counted.hands,
        "draws": counted.draws,
        "players": [
            {
                **asdict(player),
                "rank": rank,
                "points": in_points(player.points, counted.coins),
                "biggest_faan": _best_hand_json(player.biggest_faan, logs),
                "biggest_score": _best_hand_json(player.biggest_score, logs),
                "wins_by_faan": [{"faan": n, "wins": wins} for n, wins in player.wins_by_faan],
                "rows": list(map(asdict, player.rows[:FAVOURITES])),
            }
            for player, rank in zip(counted.players, counted.ranks, strict=True)
        ],
    }


FIGURES = (
    *("name", "rank", "games", "points", "hands", "wins", "self_draws", "deal_ins", "deals"),
    *("false_wins", "average_faan", "average_score", "biggest_faan", "biggest_score", "streak"),
)


def figures_csv(logs: Sequence[EventLog]) -> Iterator[str]:
    """Yield the statistics of some games as CSV lines, one per player, with points by game."""
    counted = figures(logs)
    played = counted["games"]
    yield csv_line([*FIGURES, *(f"points {game['at'][:10]} {game['id'][:8]}" for game in played)])
    for player in counted["players"]:
        cells = [_figure_cell(player[name]) for name in FIGURES]
        yield csv_line([*cells, *(_points_gained(game, player["name"]) for game in played)])


def _figure_cell(figure: object) -> object:
    """Return a figure as a cell; for a biggest hand, its worth."""
    return figure["value"] if isinstance(figure, dict) else figure


def _points_gained(game: dict[str, Any], name: str) -> int | float | None:
    """Return the points that a player gained in a game, None for one who did not play."""
    if name not in game["players"]:
        return None
    place, course = game["players"].index(name), game["course"]
    gained: int | float = course[-1]["points"][place] - course[0]["points"][place]
    return round(gained, 2)


def _best_hand_json(best: Best | None, logs: Sequence[EventLog]) -> dict[str, Any] | None:
    if best is None:
        return None
    return {**asdict(best), "game": logs[best.game].id}


def settlement(logs: Sequence[EventLog], bank_roll: int | None) -> dict[str, Any]:
    """Return who pays whom at the end, in points, in money and in the chips of a bank roll.

    `settles` is false where scores only add up and nobody pays; the bank has no name. Raises
    RefusedError `different_stakes` for games whose points are not worth the same.
    """
    rules = [rule_set(log.game.started.terms) for log in logs]
    stakes = {(one.table.zero_sum, one.answer("money_per_point")) for one in rules}
    if len(stakes) > 1:
        detail = Sentence("Points have different values in these games. Settle them one by one.")
        raise RefusedError("different_stakes", detail)
    ((settles, money),) = stakes
    counted = statistics([log.game for log in logs])
    players, coins = counted.players, counted.coins
    balances = {place: player.points for place, player in enumerate(players)}
    bank = len(players)  # the bank gets what false wins cost and no player received
    balances[bank] = -sum(balances.values())
    transfers = fewest_transfers(balances) if settles else ()
    return {
        "games": [log.id for log in logs],
        "settles": settles,
        "money_per_point": money,
        "balances": [
            {
                "name": one.name,
                "points": in_points(one.points, coins),
                "money": _money(one.points, money, coins),
            }
            for one in players
        ],
        "transfers": [
            {
                "from": players[one.payer].name,
                "to": None if one.receiver == bank else players[one.receiver].name,
                "points": in_points(one.points, coins),
                "money": _money(one.points, money, coins),
                "chips": _chips(one.points, money, coins, bank_roll),
            }
            for one in transfers
        ],
    }


def _money(points: int, per_point: object, coins: int) -> float | None:
    """Return an amount of coins as money, None if a point has no value in money."""
    return None if per_point is None else float(_money_amount(points, per_point, coins))


def _money_amount(points: int, per_point: object, coins: int) -> Decimal:
    return Decimal(str(per_point)) * points / coins


def _chips(
    points: int, per_point: object, coins: int, bank_roll: int | None
) -> dict[str, int] | None:
    """Return the chips of one bank roll that pay a transfer, None if they cannot."""
    if per_point is None or bank_roll is None:
        return None
    cents = _money_amount(points, per_point, coins) * 100
    if cents != cents.to_integral_value():
        return None
    paid = BANK_ROLLS[bank_roll].pay(int(cents))
    return None if paid is None else dict(paid)
