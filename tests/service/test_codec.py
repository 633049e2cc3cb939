"""Stored events: what any released program wrote is read for ever, and what is newer is refused."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, text

from scorer.ledger import game as ledger
from scorer.ledger.events import (
    Adjusted,
    Corrected,
    Ended,
    FalseWin,
    GameStarted,
    HandDrawn,
    HandNoted,
    HandWon,
    PlayersSwapped,
    RulesChanged,
    Undone,
    Winning,
)
from scorer.ledger.game import history
from scorer.ledger.table import Player, RulesStamp, TableRules, Terms
from service.db import codec
from service.ledger import views
from service.ledger.store import EventLog

STORED = sorted((Path(__file__).parent / "stored").glob("version_*.json"))

STARTED = {
    "players": ["Ann", "Bob", "Cid", "Dee"],
    "rules": "hk-500",
    "table": {},
    "options": {},
    "stamp": None,
    "follows": None,
    "house": None,
}

amounts = st.tuples(*[st.integers()] * 4)
players = st.sampled_from(Player)
texts = st.none() | st.text(max_size=5)
stamps = st.none() | st.builds(RulesStamp, st.text(max_size=5), st.integers(), st.text(max_size=5))
winnings = st.builds(
    Winning,
    player=players,
    hand=texts,
    faan=st.none() | st.integers(),
    score=st.none() | st.integers(),
    circumstances=st.lists(st.text(max_size=5), max_size=2).map(tuple),
    answer=st.none() | st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
)
hands = st.builds(
    HandWon,
    wins=st.lists(winnings, min_size=1, max_size=3).map(tuple),
    self_drawn=st.booleans(),
    discarder=st.none() | players,
    due=amounts,
    changes=amounts,
    scores=st.none() | amounts,
    hands=st.none() | st.tuples(texts, texts, texts, texts),
    unknown=st.lists(players, max_size=2).map(tuple),
    responsible=st.none() | players,
    stamp=stamps,
)
false_wins = st.builds(
    FalseWin, player=players, due=amounts, changes=amounts, hand=texts, stamp=stamps
)
happenings = (
    hands
    | false_wins
    | st.just(HandDrawn())
    | st.builds(Adjusted, amounts, st.text())
    | st.builds(PlayersSwapped, st.permutations(list(Player)).map(tuple))
)
starts = st.builds(
    GameStarted,
    players=st.tuples(*[st.text()] * 4),
    rules=st.text(),
    table=st.builds(TableRules, rounds=st.integers(1, 4), bust_ends_game=st.booleans()),
    options=st.dictionaries(st.text(), st.booleans() | st.integers() | st.text(), max_size=3),
    stamp=stamps,
    follows=texts,
    house=texts,
)
corrections = st.builds(
    Corrected,
    corrects=st.integers(),
    replacement=st.none() | happenings,
    resettled=st.lists(st.tuples(st.integers(), hands | false_wins), max_size=2).map(tuple),
    reason=st.text(),
)
changes = st.builds(
    RulesChanged,
    terms=st.builds(
        Terms,
        rules=st.text(),
        options=st.dictionaries(st.text(), st.booleans() | st.integers() | st.text(), max_size=3),
        stamp=stamps,
        house=texts,
    ),
    table=st.builds(TableRules, rounds=st.integers(1, 4)),
    after=st.integers(),
)
events = (
    starts
    | changes
    | happenings
    | corrections
    | st.builds(HandNoted, st.integers(), st.text())
    | st.builds(Ended, st.text())
    | st.builds(Undone, st.integers())
)


def decoded(row):
    return codec.decode(row["kind"], row["version"], json.dumps(row["payload"]))


def read_back(event):
    return codec.decode(event.kind, codec.VERSION, codec.encode(event))


@settings(deadline=None)
@given(events)
def test_an_event_comes_back_as_it_went(event):
    assert read_back(event) == event


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.stem)
def test_games_of_every_released_version_are_read(file):
    """Each file holds the rows of a game as that version wrote them, and what it made of them."""
    stored = json.loads(file.read_text(encoding="utf-8"))
    told = [decoded(row) for row in stored["events"]]
    entries = list(history(told))
    assert [list(entry.after.points) for entry in entries] == stored["points"]
    log = EventLog.begin("0" * 32, told[0], stored["events"][0]["at"])
    for event, row in zip(told[1:], stored["events"][1:], strict=True):
        log = log.with_event(event, row["at"])
    state = views.state(log)
    assert {name: state[name] for name in stored["state"]} == stored["state"]


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.stem)
def test_what_was_read_from_an_old_file_is_written_as_today(file):
    stored = json.loads(file.read_text(encoding="utf-8"))
    told = [decoded(row) for row in stored["events"]]
    for event in told:
        assert read_back(event) == event
    assert ledger.replay(told).events == tuple(told)


def test_a_game_that_began_before_nothing_left_was_the_end_goes_on_as_it_began():
    """Its third event follows a player's last point, and what it collects waits as it did then."""
    file = Path(__file__).parent / "stored" / "version_3_nothing_left.json"
    rows = json.loads(file.read_text(encoding="utf-8"))["events"]
    started, *_ = told = [decoded(row) for row in rows]
    assert started.table.bust_ends_game
    assert started.table.bust_moment == "hand_end"
    assert started.table.short_payment == "pay_available_most_waits"
    game = ledger.replay(told[:2])
    assert (game.table.points[2], game.table.finished) == (0, False)
    game = ledger.replay(told)
    last = told[-1]
    assert isinstance(last, HandWon)
    assert ledger.pay(ledger.replay(told[:-1]).table, last) == last
    assert game.table.finished


def test_there_are_files_of_every_version_and_of_every_kind_of_event():
    rows = [
        row for file in STORED for row in json.loads(file.read_text(encoding="utf-8"))["events"]
    ]
    assert {row["version"] for row in rows} == set(range(1, codec.VERSION + 1))
    newest = {row["kind"] for row in rows if row["version"] == codec.VERSION}
    assert newest == set(codec.ADAPTERS)


def test_the_facts_of_an_old_win_are_all_there():
    """Version 1 kept what was paid and what was not: what was due is their difference."""
    rows = json.loads(STORED[0].read_text(encoding="utf-8"))["events"]
    *_, bust = (decoded(row) for row in rows)
    assert bust.winners == (Player.FOURTH,)
    assert (bust.self_drawn, bust.discarder) == (True, None)
    assert sum(bust.due) == sum(bust.changes) == 0
    assert bust.unpaid == tuple(rows[-1]["payload"]["unpaid"])
    assert any(bust.unpaid)


@pytest.mark.parametrize(
    ("kind", "version"), [("hand_won", codec.VERSION + 1), ("earthquake", 1), ("earthquake", 99)]
)
def test_events_of_a_later_program_are_refused_by_name(kind, version):
    with pytest.raises(codec.CodecError, match="Upgrade") as error:
        codec.decode(kind, version, "{}")
    assert error.value.code == "newer_event"


def test_a_stored_event_of_other_players_is_called_damaged(table, database, refused):
    other = create_engine(database)
    with other.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO events (game_id, seq, kind, version, payload, at) VALUES (:id, :seq, "
                "'adjusted', 6, :payload, '2030-01-01T00:00:00.000Z')"
            ),
            [
                {"id": table.id, "seq": seq, "payload": f'{{"changes": {changes}, "reason": "x"}}'}
                for seq, changes in enumerate(([1, -1, 0, 0], [1, -1, 0], [1, -1, 0, 0]), 2)
            ],
        )
    other.dispose()
    told = refused(table.client.get(table.url), 500, "damaged_event")
    assert told["detail"].startswith("Event 3 cannot come next: This game has 4 players")


def test_a_game_of_a_later_program_is_refused_by_the_server(table, database, refused):
    """Two versions of the program on one database, as while a service is upgraded."""
    other = create_engine(database)
    with other.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO events (game_id, seq, kind, version, payload, at) "
                "VALUES (:id, 2, 'hand_drawn', 99, '{}', '2030-01-01T00:00:00.000Z')"
            ),
            {"id": table.id},
        )
    other.dispose()
    refused(table.client.get(table.url), 501, "newer_event")
    refused(table.hand(draw=True), 501, "newer_event")


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("started", {"players": ["Ann", "Bob"]}),
        ("hand_won", {}),
        ("adjusted", {"changes": [1.5, -1.5, 0, 0], "reason": "x"}),
        ("adjusted", {"changes": ["1", "-1", "0", "0"], "reason": "x"}),
        ("adjusted", {"changes": [True, -1, 0, 0], "reason": "x"}),
        ("adjusted", {"changes": [1, -1, 0, 0], "reason": None}),
        ("ended", {"reason": ["late"]}),
        ("hand_noted", {"notes": "2", "note": "well"}),
        ("hand_noted", {"notes": 2, "note": None}),
        ("undo", {"undoes": "2"}),
        ("undo", [2]),
        ("players_swapped", {"seating": [0, 1, 2, 7]}),
        ("started", {**STARTED, "players": ["Ann", "Bob", "Cid", 4]}),
        ("started", {**STARTED, "options": ["cap"]}),
        ("started", {**STARTED, "table": {"rounds": True}}),
        ("started", {**STARTED, "table": {"rounds": 0}}),
        ("started", {**STARTED, "table": {"weather": "fine"}}),
        ("started", {**STARTED, "stamp": {"id": "hk-500", "version": "1", "hash": ""}}),
        ("corrected", {"corrects": 2, "replacement": {"kind": "undo", "undoes": 2}}),
        (
            "corrected",
            {
                "corrects": 2,
                "replacement": None,
                "resettled": [[3, {"kind": "hand_drawn"}]],
                "reason": "",
            },
        ),
        ("undo", None),
    ],
)
def test_damaged_events_are_called_so(kind, payload):
    with pytest.raises(codec.CodecError, match="damaged"):
        codec.decode(kind, codec.VERSION, json.dumps(payload))


def test_versions_count_from_one():
    with pytest.raises(codec.CodecError, match="damaged"):
        codec.decode("undo", 0, '{"undoes": 2}')


def test_what_a_correction_carries_grows_with_it():
    """A next version would change hands, those inside corrections too."""
    steps = ({}, {"hand_won": lambda payload: {**payload, "weather": "fine"}})
    hand = {"kind": "hand_won", "payload": {"wins": []}}
    old = {"corrects": 2, "replacement": hand, "resettled": [{"seq": 3, **hand}], "reason": ""}
    new = codec.upcast("corrected", 1, old, steps)
    grown = {"kind": "hand_won", "wins": [], "weather": "fine"}
    assert new["replacement"] == grown
    assert new["resettled"] == [[3, grown]]
    assert codec.upcast("hand_won", 2, {}, steps) == {"weather": "fine"}
    assert codec.upcast("hand_won", 3, {}, steps) == {}
    assert codec.upcast("corrected", 1, {**old, "replacement": None}, steps)["replacement"] is None
