"""Statistics of the players of one or more games, from the events that count.

Players of several games are the same if they have the same name. A streak is of hands won one after
another within a game; a drawn hand ends it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import lcm
from typing import Any

from scorer.ledger.events import FalseWin, HandDrawn, HandWon, Winning
from scorer.ledger.game import Entry, Game, course
from scorer.ledger.table import Points


@dataclass(frozen=True, slots=True)
class Best:
    """A biggest hand: its game (counted from 0), event, player and worth."""

    game: int
    seq: int
    value: int
    hand: str | None


@dataclass(frozen=True, slots=True)
class RowWon:
    """A row that a player has won with: its id, its recorded names, and how often."""

    id: str
    name: str
    zh: str
    times: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The figures of one player. `points` are the sum of all gains and losses.

    `average_faan` and `average_score` are those of the player's wins, None without any; so are the
    biggest hands. `wins_by_faan` are pairs of a number of faan and its wins, fewest faan first, and
    `rows` those that counted in wins with known tiles, most frequent first. `deal_ins` are other
    players' wins on this player's discards. `streak` is the longest run of wins, `running` the one
    at the end of the last game.
    """

    name: str
    games: int = 0
    points: int = 0
    hands: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    deals: int = 0
    false_wins: int = 0
    average_faan: float | None = None
    average_score: float | None = None
    biggest_faan: Best | None = None
    biggest_score: Best | None = None
    streak: int = 0
    running: int = 0
    wins_by_faan: tuple[tuple[int, int], ...] = ()
    rows: tuple[RowWon, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """The points by player after an event that moved some, or ended a hand."""

    seq: int
    hand_number: int
    points: Points


@dataclass(frozen=True, slots=True)
class Statistics:
    """All games together; `courses` are the points of each game over its hands.

    Points are in coins: those of `courses` in each game's own, those of `players` in the finest of
    all games; `coins` is how many of these make a point.
    """

    hands: int
    draws: int
    players: tuple[PlayerFigures, ...]
    courses: tuple[tuple[Step, ...], ...]
    coins: int = 1

    @property
    def ranks(self) -> tuple[int, ...]:
        """Return the rank of each of `players` by points; equals share a rank."""
        gained = [player.points for player in self.players]
        return tuple(1 + sum(other > mine for other in gained) for mine in gained)


@dataclass(slots=True)
class _Tally:
    """One player's figures while they are counted."""

    name: str
    figures: Counter[str] = field(default_factory=Counter)
    wins: list[tuple[int, int, Winning]] = field(default_factory=list)

    def won(self, game: int, seq: int, win: Winning, *, self_drawn: bool) -> None:
        """Count a win."""
        self.wins.append((game, seq, win))
        self.figures.update(wins=1, self_draws=int(self_drawn), running=1)
        self.figures["streak"] = max(self.figures["streak"], self.figures["running"])

    def not_won(self) -> None:
        """Count a hand won by somebody else, or by nobody."""
        self.figures["running"] = 0

    def counted(self) -> PlayerFigures:
        """Return the figures with averages and the biggest hands."""
        faan = [(game, seq, win.faan, win.hand) for game, seq, win in self.wins]
        score = [(game, seq, win.score, win.hand) for game, seq, win in self.wins]
        return PlayerFigures(
            self.name,
            **self.figures,
            average_faan=_average(value for _, _, value, _ in faan),
            average_score=_average(value for _, _, value, _ in score),
            biggest_faan=_biggest(faan),
            biggest_score=_biggest(score),
            wins_by_faan=tuple(
                sorted(Counter(value for _, _, value, _ in faan if value is not None).items())
            ),
            rows=_rows_won(win for _, _, win in self.wins),
        )


def statistics(games: Sequence[Game]) -> Statistics:
    """Count the games of one table, in the order in which they were played."""
    tallies: dict[tuple[str, int], _Tally] = {}
    courses = []
    hands = draws = 0
    coins = lcm(*(game.started.table.coins for game in games))
    for number, game in enumerate(games):
        seated = [tallies.setdefault(key, _Tally(key[0])) for key in _keys(game)]
        for tally in seated:
            tally.not_won()
        entries = tuple(course(game))
        for entry in entries:
            _count(number, entry, seated)
        hands += sum(isinstance(entry.event, HandWon | HandDrawn) for entry in entries)
        draws += sum(isinstance(entry.event, HandDrawn) for entry in entries)
        gained = game.table.gains_since(entries[0].after)
        for player in game.table.players:
            points = gained[player] * (coins // game.started.table.coins)
            seated[player].figures.update(games=1, points=points)
        courses.append(tuple(_steps(entries)))
    return Statistics(
        hands, draws, tuple(tally.counted() for tally in tallies.values()), tuple(courses), coins
    )


def _keys(game: Game) -> Iterator[tuple[str, int]]:
    """Yield each player's key: the name, and which of several players with that name."""
    names = game.names
    return ((name, names[:place].count(name)) for place, name in enumerate(names))


def _count(number: int, entry: Entry, seated: Sequence[_Tally]) -> None:
    event = entry.event
    if isinstance(event, FalseWin):
        seated[event.player].figures.update(false_wins=1)
    if not isinstance(event, HandWon | HandDrawn):
        return
    seated[entry.before.dealer].figures.update(deals=1)
    wins = {win.player: win for win in event.wins} if isinstance(event, HandWon) else {}
    for player in entry.before.players:
        seated[player].figures.update(hands=1)
        if player not in wins:
            seated[player].not_won()
    if isinstance(event, HandWon):
        for player, win in wins.items():
            seated[player].won(number, entry.seq, win, self_drawn=event.self_drawn)
        if event.discarder is not None:
            seated[event.discarder].figures.update(deal_ins=1)


def _steps(entries: Iterable[Entry]) -> Iterator[Step]:
    for entry in entries:
        ended_a_hand = isinstance(entry.event, HandWon | HandDrawn)
        if entry.seq == 1 or ended_a_hand or entry.after.points != entry.before.points:
            yield Step(entry.seq, entry.before.hand_number, entry.after.points)


def _rows_won(wins: Iterable[Winning]) -> tuple[RowWon, ...]:
    """Return the rows that counted in some wins, once per win; equal counts are ordered by name."""
    named: dict[str, tuple[str, str]] = {}
    times: Counter[str] = Counter()
    for win in wins:
        rows = {row["id"]: row for row in answer_rows(win.answer) if _is_notable(row)}
        times.update(rows.keys())
        named |= {id_: (row["name"], str(row.get("zh", ""))) for id_, row in rows.items()}
    ordered = sorted(times, key=lambda id_: (-times[id_], named[id_]))
    return tuple(RowWon(id_, *named[id_], times[id_]) for id_ in ordered)


def answer_rows(answer: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    """Return the rows of a stored answer, skipping damaged ones."""
    rows = (answer or {}).get("rows", ())
    return [
        row
        for row in (rows if isinstance(rows, list | tuple) else ())
        if isinstance(row, Mapping)
        and isinstance(row.get("id"), str)
        and isinstance(row.get("name"), str)
    ]


def _is_notable(row: Mapping[str, Any]) -> bool:
    """Return whether a row of an answer added something worth telling."""
    times, points = row.get("times"), row.get("points")
    return row.get("excluded_by") is None and (
        row.get("faan") is not None
        or (isinstance(times, int) and times > 1)
        or (isinstance(points, int) and points > 0)
    )


def _average(values: Iterable[int | None]) -> float | None:
    """Return the mean of the known values; None if a damaged event's exceed all numbers."""
    known = [value for value in values if value is not None]
    try:
        return sum(known) / len(known) if known else None
    except OverflowError:
        return None


def _biggest(wins: Iterable[tuple[int, int, int | None, str | None]]) -> Best | None:
    """Return the biggest of some wins, the earliest of equals."""
    known = [Best(game, seq, value, hand) for game, seq, value, hand in wins if value is not None]
    return max(known, key=lambda best: best.value, default=None)
