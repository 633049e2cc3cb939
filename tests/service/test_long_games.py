"""Long games: no call costs more for what came before, and there is an end to how long one gets."""

from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from secrets import token_hex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.ledger import game
from scorer.ledger.events import (
    Adjusted,
    GameStarted,
    HandDrawn,
    HandNoted,
    HandWon,
    PlayersNamed,
    RulesChanged,
    Undone,
)
from scorer.ledger.table import TableRules, Terms
from service.db import codec
from service.db.database import Database
from service.errors import RefusedError
from service.ledger import game_file
from service.ledger.store import EventLog, EventLogs, stamp
from tests.scorer.games import customs, moves, started, tellable
from tests.scorer.games import told as event_of_move
from tests.service.conftest import PLAYERS, Table

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules(start=100_000))
AT = stamp(datetime(2026, 1, 1, tzinfo=UTC))
FINES = (Adjusted((3, -1, -1, -1), "a fine"), Adjusted((-3, 1, 1, 1), "given back"))


def told(events, id_="0" * 32):
    """The file of a game with these events after its start."""
    rows = [
        {
            "seq": seq,
            "kind": event.kind,
            "version": codec.VERSION,
            "at": AT,
            "payload": codec.read_payload(codec.encode(event)),
        }
        for seq, event in enumerate([STARTED, *events], start=1)
    ]
    return {
        "format": game_file.FORMAT,
        "version": game_file.VERSION,
        "id": id_,
        "exported_at": AT,
        "digest": game_file.digest(rows),
        "events": rows,
    }


def hands_and_undos(pairs):
    """Hands of which each was taken back, and one more that was not."""
    return [
        HandDrawn(),
        *(one for seq in range(pairs) for one in (HandDrawn(), Undone(3 + 2 * seq))),
    ]


@pytest.fixture
def brought(client):
    """A table whose game has these events already."""

    def bring(events):
        log, token = game_file.import_game(client.app.state.store.database, told(events))
        return Table(client, log.id, token)

    return bring


@pytest.fixture
def work(monkeypatch):
    """What the ledger does, counted from here on: events added to a game, and steps of a table."""
    counted = {"apply": 0, "step": 0}

    def count(name):
        real = getattr(game, name)

        def counting(*given):
            counted[name] += 1
            return real(*given)

        monkeypatch.setattr(game, name, counting)

    for name in counted:
        count(name)
    return counted


@pytest.mark.parametrize(
    "events", [[HandDrawn()] * 1999, hands_and_undos(999)], ids=["hands", "undos"]
)
def test_a_call_after_2000_events_costs_what_it_costs_after_two(brought, work, events):
    table = brought(events)
    assert table.state["seq"] == 2000
    for call in (
        lambda: table.state,
        lambda: table.hand(draw=True).raise_for_status(),
        lambda: table.undo().raise_for_status(),
        lambda: table.undo().raise_for_status(),
    ):
        work.update(apply=0, step=0)
        call()
        assert work["apply"] <= 4
        assert work["step"] <= 4


def test_a_game_that_is_not_known_yet_is_folded_once(brought, database, work):
    table = brought(hands_and_undos(999))
    work.update(apply=0, step=0)
    with closing(Database.open(database)) as opened, opened.read_connection() as connection:
        assert EventLogs().load(connection, table.id).game.seq == 2000
    assert work["step"] <= 2 * 2000
    assert work["apply"] <= 2000
    work.update(apply=0, step=0)
    assert len(table.history) == 2000
    assert work["step"] <= 2 * 2000


def event_of(one, move):
    """The event of a move, in a game."""
    match move:
        case ("undo",):
            return game.undo(one)
        case ("note", seq):
            return HandNoted(seq, "tea")
        case ("names", name):
            return PlayersNamed((name, "Bob", "Cid", "Dee"))
        case ("rules", after):
            return RulesChanged(Terms("hk-majlife"), one.started.table, after)
        case ("correct", seq, instead):
            return game.correct(one, seq, partial(replacement, instead), paid_as_won)
        case _:
            return event_of_move(one.table, move)


def replacement(instead, table):
    return instead and event_of_move(table, instead)


def paid_as_won(_seq, _table, hand):
    return hand


def add_move(one, move):
    """A game with one more move, or as it was where the ledger refuses the move."""
    try:
        event = event_of(one, move)
        if isinstance(event, HandWon):  # as in a hand whose tiles are known
            answer = {"rows": [{"id": "all_pungs", "name": "All pungs", "faan": 3}]}
            event = replace(event, wins=tuple(replace(win, answer=answer) for win in event.wins))
        return game.apply(one, event)
    except game.LedgerError:
        return one


agreements = st.tuples(st.just("rules"), st.integers(0, 3))
corrections = st.tuples(st.just("correct"), st.integers(2, 15), st.none() | tellable)
remarks = st.tuples(st.just("note"), st.integers(2, 15)) | st.just(("names", "Eve"))


def test_an_evening_that_is_read_from_its_rows_is_the_evening_that_was_played(tmp_path):
    database = Database.open(f"sqlite:///{tmp_path / 'evenings.sqlite3'}")

    @settings(max_examples=150, deadline=None)
    @given(customs, st.lists(moves | agreements | corrections | remarks, max_size=30))
    def check(chosen, told_of):
        one = started(**chosen)
        for move in told_of:
            one = add_move(one, move)
        log = EventLog(token_hex(16), (AT,) * one.seq, one)
        game_file.store_game(database, log, "x" * 43)
        with database.read_connection() as connection:
            read = EventLogs().load(connection, log.id)
        following = game.apply(read.game, HandDrawn()) if not one.table.finished else read.game
        assert (read.game, read.game.mark) == (one, one.mark)
        assert tuple(following.events)[: one.seq] == one.events
        if one.seq > 1:
            assert read.before == game.replay(one.events[:-1])

    with closing(database):
        check()


def page(table, **asked):
    return table.client.get(f"{table.url}/history", params=asked)


def test_the_history_comes_in_pages_for_who_asks_for_them(table):
    for _ in range(6):
        table.hand(draw=True)
    whole = table.history
    assert len(whole) == 7
    for size in (1, 3, 7, 500):
        pages, after = [], 0
        while some := page(table, after=after, limit=size).json()["events"]:
            assert len(some) <= size
            pages += some
            after = some[-1]["seq"]
        assert pages == whole
    assert page(table, after=5).json()["events"] == whole[5:]
    assert page(table, limit=2).json()["events"] == whole[:2]


@pytest.mark.parametrize("asked", [{"after": -1}, {"limit": 0}, {"limit": 501}, {"after": "x"}])
def test_what_is_no_page(table, refused, asked):
    refused(page(table, **asked), 422, "invalid_request")


def test_a_full_game_is_taken_back_ended_and_followed_by_another(brought, refused):
    table = brought([HandDrawn()] * (game.MOST_EVENTS - 1))
    said = refused(table.hand(draw=True), 409, "game_full")
    assert "start the table's next game" in said["detail"]
    refused(table.post("hands/preview", {"draw": True}), 409, "game_full")
    refused(table.post("adjustments", {"changes": [1, -1, 0, 0], "reason": "x"}), 409, "game_full")
    assert table.undo().status_code == 201
    refused(table.hand(draw=True), 409, "game_full")
    assert table.post("end", {}).status_code == 201
    body = {"rules": "hk-500", "players": PLAYERS, "follows": table.id}
    assert table.client.post("/api/v1/games", json=body).status_code == 201


def test_corrections_of_a_long_game_come_to_an_end(brought, refused):
    table = brought([HandDrawn(), *FINES * 1250])
    strike = {"seq": 2, "adjustment": {"changes": [1, -1, 0, 0], "reason": "x"}}
    for _ in range(3):
        assert table.post("corrections", strike).status_code == 201
    for call in ("corrections", "corrections/preview"):
        said = refused(table.post(call, strike), 409, "too_many_corrections")
        assert "adjustment" in said["detail"]
    assert table.hand(draw=True).status_code == 201


@pytest.mark.parametrize(
    "events",
    [[HandDrawn()] * game.MOST_EVENTS, [HandDrawn()] * (2 * game.MOST_EVENTS)],
    ids=["a hand too many", "twice as many"],
)
def test_a_file_brings_no_longer_game_in_than_calls_make(client, events):
    with pytest.raises(RefusedError) as error:
        game_file.import_game(client.app.state.store.database, told(events))
    assert error.value.code == "bad_game_file"


def test_what_is_remembered_of_games_is_bounded_by_their_size(client):
    database = client.app.state.store.database
    lengths = [200, 50] * 15
    tables = [
        game_file.import_game(database, told(FINES * (length // 2)), anew=True)[0].id
        for length in lengths
    ]
    with client.app.state.store.database.read_connection() as connection:
        logs = EventLogs(most=20, most_characters=100_000)
        for game_id in tables * 2:
            assert isinstance(logs.load(connection, game_id), EventLog)
            assert logs.characters <= 100_000
            assert 1 <= len(logs) <= 20
        few = EventLogs(most=3)
        for game_id in tables:
            few.load(connection, game_id)
        assert len(few) == 3
        tiny = EventLogs(most_characters=1)  # the game that is asked for is there all the same
        assert tiny.load(connection, tables[0]).id == tables[0]
        assert len(tiny) == 1
