"""A game as the list of what happened: events in, the state of the table out.

`apply` adds an event, or refuses one that may not follow, and `replay` folds a whole game. An
event's number (`seq`) is its place, counted from 1. A hand keeps the settlement agreed at the
table, so a later change of a rule moves no points.

A game remembers the table before each hand in force (`Mark`), so that an undo costs the same after
ten hands and after a thousand, and a correction replays only what followed the corrected event.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias, TypeVar

from scorer.core.sentences import CodedError, Sentence
from scorer.ledger.events import (
    Adjusted,
    Corrected,
    Ended,
    Event,
    FalseWin,
    GameStarted,
    HandDrawn,
    HandNoted,
    HandWon,
    Happening,
    PlayersNamed,
    PlayersSwapped,
    RulesChanged,
    Undone,
)
from scorer.ledger.table import (
    Player,
    Points,
    TableRules,
    TableState,
    Terms,
    adjust,
    after_draw,
    after_win,
    agree,
    collect,
)

HAPPENINGS = (HandWon, HandDrawn, FalseWin, Adjusted, PlayersSwapped)
# Events that only an open game can have. Points may be moved after its end, too, if a correction
# ended it.
OPEN_GAME_EVENTS = (HandWon, HandDrawn, FalseWin, PlayersSwapped, RulesChanged)
HANDS = (HandWon, HandDrawn, FalseWin)  # what a note can refer to
# An adjustment is not undone with the hand before it: only a correction removes it, unless it ended
# the game.
UNDOABLE = (HandWon, HandDrawn, FalseWin, PlayersSwapped, RulesChanged, Ended)
# The most hands still to be played by the old rules after a change is agreed: an evening's.
MOST_AHEAD = 100
# The longest evenings have 400 events, undone hands included; a game of this many still answers a
# call within 10 ms.
MOST_EVENTS = 3_000
# Each hand can be undone, and a game that takes no more hands can be ended: twice the room.
MOST_EVENTS_UNDONE = 2 * MOST_EVENTS
# Events that all corrections of a game replay: each costs some microseconds whenever the game is
# replayed, and a stored payment. In an evening of 150 events the first can be corrected 66 times.
MOST_REFOLDED = 10_000

AnyPayment = TypeVar("AnyPayment", bound=HandWon | FalseWin)


class LedgerError(CodedError):
    """An event that cannot follow: `code` is stable, `detail` says what to do instead."""


class Mark(NamedTuple):
    """The tables before and after event `seq`, a hand or the like in force, and the mark before it.

    Games share the chain of marks, along which an undo goes back.
    """

    seq: int
    table: TableState
    after: TableState
    earlier: "Mark | None"


@dataclass(frozen=True, slots=True)
class Game:
    """A game after its last event: the table, every event, and what became of some of them.

    `names` are the players' latest names. `undone` are the numbers of events taken back;
    `corrected` has what counts in the place of an event, None for one struck out. `refolded` is the
    number of events that corrections replayed. `mark` is of the latest hand, or the like, in force.
    `plain` is false once anything but an adjustment replaces an adjustment.
    """

    started: GameStarted
    table: TableState
    events: tuple[Event, ...]
    names: tuple[str, ...]
    undone: frozenset[int] = frozenset()
    corrected: Mapping[int, Happening | None] = field(default_factory=dict)
    refolded: int = 0
    # Derived from the rest, and as deep as the game is long: neither compared nor shown.
    mark: Mark | None = field(default=None, compare=False, repr=False)
    plain: bool = True

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.events)

    def counting(self, since: int = 1) -> Iterator[tuple[int, Event | None]]:
        """Yield the event that counts for each number from `since` on.

        Undone events are left out; None stands for one that was struck out.
        """
        for seq in range(since, self.seq + 1):
            if seq not in self.undone:
                yield seq, self.corrected.get(seq, self.events[seq - 1])

    @property
    def notes(self) -> Mapping[int, str]:
        """The latest note on each hand, by the hand's number."""
        notes = {one.notes: one.note for one in self.events if isinstance(one, HandNoted)}
        return {seq: note for seq, note in notes.items() if note}

    def terms(self, table: TableState) -> Terms:
        """Return the rules in force at a table of this game."""
        return table.terms or self.started.terms

    def before(self, seq: int) -> Mark:
        """Return the mark of event `seq`, of the nearest earlier one, or of the start."""
        mark = self.mark
        while mark is not None and mark.seq > seq:
            mark = mark.earlier
        opening = TableState.opening(self.started.table)
        return mark or Mark(1, opening, opening, None)


def pay(table: TableState, payment: AnyPayment) -> AnyPayment:
    """Return a payment with `changes` set to what the players can pay of what is due."""
    return replace(payment, changes=collect(table, payment.due))


def undo(game: Game) -> Undone:
    """Name the latest hand (false win, swap, end) not yet taken back.

    Raises LedgerError `nothing_to_undo` if there is none.
    """
    return Undone(_latest(game.mark).seq)


def _latest(mark: Mark | None) -> Mark:
    if mark is None:
        raise LedgerError("nothing_to_undo", Sentence("There is no hand left to take back."))
    return mark


def apply(game: Game | None, event: Event) -> Game:
    """Add an event and return the game after it; raises LedgerError if it may not follow.

    The cost does not grow with the game, except for a correction, which replays everything after
    the event that it corrects.
    """
    if game is None:
        return _begin(event)
    events = (*game.events, event)
    match event:
        case Undone():
            return _undo(game, event, events)
        case Corrected():
            return _correct(replace(game, events=events), event)
        case HandNoted():  # even if the game is over
            _check_hand(game, event.notes)
            return replace(game, events=events)
        case PlayersNamed():  # likewise
            _check_number(event.players, game.started.table)
            return replace(game, events=events, names=event.players)
        case GameStarted():
            detail = Sentence("A game starts once, with its first event.")
            raise LedgerError("already_started", detail)
    return _play(game, event, events)


def _play(game: Game, event: Happening | RulesChanged | Ended, events: tuple[Event, ...]) -> Game:
    """Return the game after an event that moves the table, the last of `events`."""
    before, mark = game.table, game.mark
    check_open(before)
    _check_facts(game.started, before, event)
    table = step(before, event)
    if isinstance(event, UNDOABLE) or table.finished:
        mark = Mark(len(events), before, table, mark)
    return replace(game, table=table, events=events, mark=mark)


def _undo(game: Game, event: Undone, events: tuple[Event, ...]) -> Game:
    """Return the game after the last of `events`, which takes back the latest hand or the like."""
    mark = _latest(game.mark)
    if mark.seq != event.undoes:
        detail = Sentence("Only event {seq}, the latest, can be taken back.", seq=mark.seq)
        raise LedgerError("not_the_latest", detail)
    # Only adjustments can follow the event taken back, and they move the same points again.
    followed = game.table is not mark.after
    table = adjust(mark.table, game.table.gains_since(mark.after)) if followed else mark.table
    undone = game.undone | {mark.seq}
    after = replace(game, table=table, events=events, undone=undone, mark=mark.earlier)
    if game.plain and not table.finished:
        return after
    # One of those adjustments ended the game; it can then be taken back.
    return _replay_from(after, mark)


def _check_number(names: tuple[str, ...], table: TableRules) -> None:
    if len(names) != table.players:
        detail = Sentence(
            "This game has {players} players, but {named} names were given.",
            named=len(names),
            players=table.players,
        )
        raise LedgerError("not_the_players", detail)


def check_room(game: Game) -> None:
    """Raise LedgerError if the last event made a game too large.

    `game_full` or `too_many_corrections`. Games recorded before there was a limit are still
    replayed.
    """
    most = MOST_EVENTS_UNDONE if isinstance(game.events[-1], Undone | Ended) else MOST_EVENTS
    if game.seq > most:
        detail = Sentence(
            "This game has {most} events, the most that a game can have. Take back what is "
            "wrong or end it, and start the table's next game.",
            most=MOST_EVENTS,
        )
        raise LedgerError("game_full", detail)
    check_refolds(game.refolded)


def check_refolds(refolded: int) -> None:
    """Raise LedgerError `too_many_corrections` if corrections replay more events than allowed."""
    if refolded > MOST_REFOLDED:
        detail = Sentence(
            "The corrections of this game have replayed {events} events, so an event this "
            "early can no longer be corrected. Move the points with an adjustment and its "
            "reason instead.",
            events=MOST_REFOLDED,
        )
        raise LedgerError("too_many_corrections", detail)


def replay(events: Iterable[Event], game: Game | None = None) -> Game:
    """Fold a whole game from its events, or further ones; raises LedgerError if they form none."""
    for event in events:
        game = apply(game, event)
    if game is None:
        raise LedgerError("not_started", Sentence("A game without events has not started."))
    return game


def step(table: TableState, event: Event | None) -> TableState:
    """Return the table after one event; the same if it moves nothing or does not count."""
    after = table
    match event:
        case HandWon(changes=changes):
            after = after_win(table, changes, event.winners)
        case HandDrawn():
            after = after_draw(table)
        case FalseWin(changes=changes) | Adjusted(changes=changes):
            after = adjust(table, changes)
        case PlayersSwapped(seating=seating):
            after = table._replace(seating=seating)  # points stay with the players
        case RulesChanged():
            after = agree(table, event.table, event.terms, event.after)
        case Ended():
            after = table if table.finished else table._replace(closed=True)
    return after


def check_correctable(game: Game, seq: int) -> None:
    """Raise LedgerError `not_correctable` unless event `seq` may be corrected."""
    if not 1 < seq <= game.seq or not isinstance(game.events[seq - 1], HAPPENINGS):
        detail = Sentence(
            "Event {seq} cannot be corrected. Name a hand, a false win, an adjustment or "
            "a swap of players by its number in the history.",
            seq=seq,
        )
        raise LedgerError("not_correctable", detail)
    if seq in game.undone:
        detail = Sentence("Event {seq} was taken back. Add it again as it should be.", seq=seq)
        raise LedgerError("not_correctable", detail)


def _correct(game: Game, event: Corrected) -> Game:
    """Return the game after its last event, a correction."""
    _check_correction(game, event)
    replaced = ((event.corrects, event.replacement), *event.resettled)
    others = any(
        isinstance(game.events[seq - 1], Adjusted) and not isinstance(instead, Adjusted | None)
        for seq, instead in replaced
    )
    mark = game.before(event.corrects)
    after = replace(
        game,
        corrected={**game.corrected, **dict(replaced)},
        plain=game.plain and not others,
        mark=mark.earlier,
    )
    return _replay_from(after, mark)


def _check_correction(game: Game, event: Corrected) -> None:
    check_correctable(game, event.corrects)
    for seq, payment in event.resettled:
        check_correctable(game, seq)
        if seq <= event.corrects:
            raise LedgerError(
                "not_correctable",
                Sentence("Event {seq} does not come after the corrected one.", seq=seq),
            )
        _check_facts(game.started, game.table, payment)
    if event.replacement is not None:
        _check_facts(game.started, game.table, event.replacement)


def _check_hand(game: Game, seq: int) -> None:
    if not 1 < seq <= game.seq or not isinstance(game.events[seq - 1], HANDS):
        detail = Sentence(
            "Event {seq} is not a hand. Name a hand by its number in the history.", seq=seq
        )
        raise LedgerError("not_a_hand", detail)


def check_open(table: TableState) -> None:
    """Raise LedgerError `game_finished` for a table whose game is over."""
    if table.finished:
        raise LedgerError(
            "game_finished",
            Sentence(
                "The game is over. Take its last hand back to change it, or start a new game."
            ),
        )


def _check_facts(
    started: GameStarted, table: TableState, event: Happening | RulesChanged | Ended
) -> None:
    match event:
        case HandWon(changes=changes):
            winners = event.winners
            _check_winners(event, winners)
            named = {*winners, *event.unknown, event.discarder, event.responsible}
            _check_seated(table, named, changes, event.due, event.scores, event.hands)
            _check_sum(started, changes)
        case FalseWin(changes=changes):
            _check_seated(table, {event.player}, changes, event.due)
            if max(changes) > 0:  # otherwise the points go to the bank
                _check_sum(started, changes)
        case Adjusted(changes=changes):
            _check_seated(table, set(), changes)
            _check_sum(started, changes)
        case PlayersSwapped(seating=seating):
            _check_seating(table, seating)
        case RulesChanged():
            _check_change(table, event)
        case _:
            return


def _check_seating(table: TableState, seating: Sequence[Player]) -> None:
    if sorted(seating) != list(table.players):
        detail = Sentence("Every player must sit on exactly one chair.")
        raise LedgerError("not_a_seating", detail)


def _check_winners(event: HandWon, winners: Sequence[Player]) -> None:
    if event.discarder in winners:
        raise LedgerError(
            "winner_is_discarder", Sentence("A player cannot win on their own discard.")
        )
    if len(winners) != 1 and (len({*winners}) < max(2, len(winners)) or event.self_drawn):
        detail = Sentence(
            "Either one player wins, or several different players win on another player's discard."
        )
        raise LedgerError("not_the_winners", detail)


def _check_change(table: TableState, event: RulesChanged) -> None:
    """Refuse rules that would make it another table, or would end the game at once."""
    new, here = event.table, table.rules
    kept = (new.start, new.zero_sum, new.direction, new.coins, new.players)
    if kept != (here.start, here.zero_sum, here.direction, here.coins, here.players):
        detail = Sentence(
            "A change of rules cannot change a game's starting points, coins, players or direction."
        )
        raise LedgerError("not_this_table", detail)
    if not 0 <= event.after <= MOST_AHEAD:
        detail = Sentence(
            "Rules can change from this hand on, or at most {most} hands later.",
            most=MOST_AHEAD,
        )
        raise LedgerError("not_ahead", detail)
    if new.bust_ends_game and min(table.points) <= 0:
        detail = Sentence(
            "By these rules the game ends when a player has no points left, and one player has "
            "none. Move points first, or choose rules that let the game go on."
        )
        raise LedgerError("would_end_game", detail)


def _check_seated(table: TableState, named: set[Player | None], *each: Sized | None) -> None:
    """Refuse a wrong number of amounts, and players who are not at the table."""
    players = table.players
    counts = {len(one) for one in each if one is not None}
    if counts != {len(players)} or not named <= {None, *players}:
        detail = Sentence(
            "This game has {players} players: name one of them, and an amount for each.",
            players=len(players),
        )
        raise LedgerError("not_the_players", detail)


def _check_sum(started: GameStarted, changes: Points) -> None:
    if started.table.zero_sum and sum(changes) != 0:
        detail = Sentence("The changes must add up to 0, not {sum}.", sum=sum(changes))
        raise LedgerError("not_zero_sum", detail)


def _begin(event: Event) -> Game:
    if not isinstance(event, GameStarted):
        raise LedgerError(
            "not_started", Sentence("A game must start with the event that names its players.")
        )
    _check_number(event.players, event.table)
    return Game(event, TableState.opening(event.table), (event,), event.players)


def _replay_from(game: Game, first: Mark) -> Game:
    """Return the game replayed from a mark on; LedgerError `would_have_ended` if it ends midway.

    `game` has the mark of what comes before `first`.
    """
    table, mark = first.table, game.mark
    for seq, event in game.counting(first.seq):
        if table.finished and isinstance(event, OPEN_GAME_EVENTS):
            raise would_have_ended(seq)
        before, table = table, step(table, event)
        undoable = event is not None and isinstance(game.events[seq - 1], UNDOABLE)
        if undoable or (table.finished and not before.finished):
            mark = Mark(seq, before, table, mark)
        elif mark is not None and before.finished and not table.finished:
            # Points moved after the end made up for what was lacking, so the game did not end.
            mark = mark if isinstance(game.events[mark.seq - 1], UNDOABLE) else mark.earlier
    return replace(game, table=table, mark=mark, refolded=game.refolded + refolds(game, first.seq))


def refolds(game: Game, seq: int) -> int:
    """Return how many events a replay from event `seq` on processes."""
    return game.seq - seq + 1


def would_have_ended(seq: int) -> LedgerError:
    """Return the error for a correction after which event `seq` could not have happened."""
    detail = Sentence(
        "With this correction the game would have ended before event {seq}. First take back "
        "what came after its end.",
        seq=seq,
    )
    return LedgerError("would_have_ended", detail)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history: an event between the tables before and after it."""

    seq: int
    event: Event
    before: TableState
    after: TableState

    @property
    def changes(self) -> Points:
        """What the event did to the points by player."""
        return self.after.gains_since(self.before)


def history(events: Iterable[Event]) -> Iterator[Entry]:
    """Yield the events of a game as they were recorded."""
    game: Game | None = None
    for event in events:
        before = game
        game = apply(game, event)
        yield Entry(game.seq, event, (before or game).table, game.table)


def course(game: Game) -> Iterator[Entry]:
    """Yield the events that count in the end: undone ones left out, corrections applied."""
    table = TableState.opening(game.started.table)
    for seq, event in game.counting():
        if event is not None:
            after = step(table, event)
            yield Entry(seq, event, table, after)
            table = after


Decide: TypeAlias = Callable[[TableState], Happening | None]
Rescore: TypeAlias = Callable[[int, TableState, HandWon], HandWon]


def correct(game: Game, seq: int, decide: Decide, rescore: Rescore, reason: str = "") -> Corrected:
    """Return the event that replaces event `seq` and settles the later ones again.

    `decide` gets the table before that event and returns what happened instead, or None for
    nothing. `rescore` gets each later hand whose winds or rules change, with its number and the
    new table; other payments are only collected again.

    Raises LedgerError `not_correctable`, `would_have_ended` if later events could not have
    happened, or `too_many_corrections` if those of this game already cover too many events.
    """
    check_correctable(game, seq)
    first = game.before(seq)
    check_refolds(game.refolded + refolds(game, first.seq))
    then = now = first.table
    replacement: Happening | None = None
    resettled: list[tuple[int, HandWon | FalseWin]] = []
    for number, event in game.counting(first.seq):
        instead = event
        if now.finished and number > seq and isinstance(event, OPEN_GAME_EVENTS):
            raise would_have_ended(number)
        if number == seq:
            instead = replacement = decide(now)
        elif number > seq and isinstance(event, HandWon | FalseWin):
            instead = _resettle(number, event, then, now, rescore)
            if instead != event:
                resettled.append((number, instead))
        then, now = step(then, event), step(now, instead)
    return Corrected(seq, replacement, tuple(resettled), reason)


def _resettle(
    number: int, payment: HandWon | FalseWin, then: TableState, now: TableState, rescore: Rescore
) -> HandWon | FalseWin:
    if isinstance(payment, FalseWin):
        return pay(now, payment)
    return pay(
        now,
        payment if _scoring_terms(then) == _scoring_terms(now) else rescore(number, now, payment),
    )


def _scoring_terms(table: TableState) -> tuple[object, ...]:
    """Return what a table's hands are scored by: its rules and its winds."""
    return table.terms, table.round_wind, *(table.wind_of(player) for player in table.players)
