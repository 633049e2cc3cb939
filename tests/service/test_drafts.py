"""The win being entered: written by any phone that may write, seen by all, ended by an event."""

import asyncio
import json
from datetime import timedelta

import pytest

from scorer.ledger_events import GameStarted, HandDrawn
from scorer.table import TableRules
from service import drafts as shared
from service import stream, views
from service.drafts import Drafts
from service.store import Request, Store, wall_clock
from service.stream import Pace
from tests.postgresql import on_both

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "classical-british", TableRules())
QUIET = Pace(heartbeat_s=3600, look_s=0.01)
EMPTY = {"winner": None, "win": None, "from": None, "events": [], "hands": [None] * 4}


@pytest.fixture
def store(database):
    store = Store.open(database)
    yield store
    store.close()


def parts(draft):
    return {name: draft[name] for name in EMPTY}


def change(table, **body):
    headers = {"Authorization": f"Bearer {table.token}"}
    return table.client.patch(f"{table.url}/draft", json=body, headers=headers)


def draft_of(table):
    return table.client.get(f"{table.url}/draft").json()


@on_both
def test_phones_add_their_parts_in_any_order(new_table):
    table = new_table(rules="classical-british")
    assert draft_of(table) == {"revision": 0, "seq": 1, **EMPTY}
    loser = change(table, expected_seq=1, hands={"3": "111z 23p"}).json()
    winner = change(table, expected_seq=1, winner=2, win="discard", **{"from": 0}).json()
    assert winner["revision"] > loser["revision"] > 0
    change(table, expected_seq=1, hands={"2": "123m 456m 99p (555s) 789s +9p"}, events=["x"])
    assert parts(draft_of(table)) == {
        "winner": 2,
        "win": "discard",
        "from": 0,
        "events": ["x"],
        "hands": [None, None, "123m 456m 99p (555s) 789s +9p", "111z 23p"],
    }
    drawn = change(table, expected_seq=1, win="self-draw", hands={"3": None}).json()
    assert (drawn["from"], drawn["hands"][3]) == (None, None)


@on_both
def test_the_next_event_ends_a_draft_and_an_old_table_is_refused(new_table, refused):
    table = new_table(rules="classical-british")
    change(table, expected_seq=1, winner=2)
    table.hand(draw=True)
    assert parts(draft_of(table)) == EMPTY
    assert refused(change(table, expected_seq=1, winner=2), 409, "stale_seq")["seq"] == 2
    assert change(table, expected_seq=2, winner=1).json()["winner"] == 1


def test_a_draft_is_given_up(table):
    revision = change(table, expected_seq=1, winner=2).json()["revision"]
    headers = {"Authorization": f"Bearer {table.token}"}
    assert table.client.delete(f"{table.url}/draft", headers=headers).status_code == 204
    assert parts(draft_of(table)) == EMPTY
    assert draft_of(table)["revision"] > revision


def test_who_only_watches_may_look_and_not_write(table, refused):
    assert table.client.get(f"{table.url}/draft").status_code == 200
    refused(table.client.patch(f"{table.url}/draft", json={"expected_seq": 1}), 401, "no_token")
    refused(table.client.delete(f"{table.url}/draft"), 401, "no_token")
    refused(table.client.get("/api/v1/games/nosuch/draft"), 404, "no_such_game")
    refused(table.client.get("/api/v1/games/nosuch/draft/events"), 404, "no_such_game")


@pytest.mark.parametrize(
    "body",
    [
        {"winner": 1},  # of which table?
        {"expected_seq": 1, "winner": 4},
        {"expected_seq": 1, "hands": {"4": "123m"}},
        {"expected_seq": 1, "hands": {"1": "<b>123m</b>"}},
        {"expected_seq": 1, "hands": {"1": "1m" * 400}},
        {"expected_seq": 1, "won": 2},
    ],
)
def test_what_is_no_part_of_a_win_is_refused(table, body):
    assert change(table, **body).status_code == 422
    assert parts(draft_of(table)) == EMPTY


def collected(drafts, game_id, number, meanwhile, pace=QUIET):
    """The first so many drafts of a stream; after each the next thing is done in a thread."""

    async def collect():
        found, things = [], list(meanwhile)
        async for piece in shared.told(drafts, game_id, pace):
            if piece.startswith("data: "):
                found.append(json.loads(piece.removeprefix("data: ")))
                if len(found) == number:
                    return found
                await asyncio.to_thread(things.pop(0))
        return found

    return asyncio.run(collect())


@on_both
def test_those_who_follow_see_each_change_and_the_end(store):
    drafts = Drafts(store.database, store)
    _, log = store.create(STARTED)
    seen = collected(
        drafts,
        log.id,
        4,
        [
            lambda: drafts.change(log.id, 1, {"winner": 2}),
            lambda: drafts.change(log.id, 1, {"hands": {"0": "99p"}}),
            lambda: store.append(log.id, Request("x"), lambda _: HandDrawn(), views.added),
        ],
    )
    assert [draft["winner"] for draft in seen] == [None, 2, 2, None]
    assert [draft["seq"] for draft in seen] == [1, 1, 1, 2]


@on_both
def test_another_process_is_seen_at_the_next_look(store):
    here, there = Drafts(store.database, store), Drafts(store.database, store)
    _, log = store.create(STARTED)
    seen = collected(here, log.id, 2, [lambda: there.change(log.id, 1, {"winner": 3})])
    assert seen[1]["winner"] == 3


def test_a_quiet_draft_shows_that_it_lives(store):
    _, log = store.create(STARTED)

    async def pieces():
        found = []
        async for piece in shared.told(Drafts(store.database, store), log.id, Pace(0.01)):
            found.append(piece)
            if len(found) == 4:
                break
        return found

    assert asyncio.run(pieces())[2:] == [stream.HEARTBEAT] * 2


@on_both
def test_a_draft_that_nobody_goes_on_with_is_forgotten(store):
    _, log = store.create(STARTED)
    drafts = Drafts(store.database, store)
    drafts.change(log.id, 1, {"winner": 2})
    assert drafts.sweep() == 0
    later = Drafts(store.database, store, lambda: wall_clock() + timedelta(hours=3))
    assert later.sweep() == 1
    assert drafts.of(log.id)["revision"] == 0
