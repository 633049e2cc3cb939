"""The win being entered: written by any phone that may write, seen by all, ended by an event."""

import asyncio
import io
import json
from datetime import timedelta

import pytest
from PIL import Image
from sqlalchemy import event

from scorer.ledger.events import GameStarted, HandDrawn
from scorer.ledger.table import TableRules
from service.db.schema import wall_clock
from service.drafts.store import Drafts
from service.ledger import views
from service.ledger.idempotency import IdempotentRequest
from service.ledger.store import Store
from service.live.streams import Feeds, Part
from service.live.workers import Worker
from tests.deadlines import run
from tests.postgresql import on_both
from tests.service.begun import begun

STARTED = GameStarted(("Ann", "Bob", "Cid", "Dee"), "classical-british", TableRules())
UNSAID = {"faan": {}, "scores": None, "also": [], "responsible": None}
EMPTY = {
    "winner": None,
    "win": None,
    "from": None,
    "events": [],
    "agreed": UNSAID,
    "hands": [None] * 4,
    "seen": [None] * 4,
    "called": [False] * 4,
    "by": None,
}
TILE = {"tile": "9p", "corners": [[0, 0], [9, 0], [9, 12], [0, 12]], "unsure": True}
UNKNOWN = {**TILE, "tile": "?", "alternatives": ["?", "x", "1f"]}
SEEN = {"size": [640, 480], "tiles": [TILE, None], "beside": [TILE, UNKNOWN]}
TWO_READINGS = {**SEEN, "otherwise": {"hand": "9p [xxxx]", "as_seen": True}}


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
    assert draft_of(table) == {"revision": 0, "seq": 1, "next": None, **EMPTY}
    loser = change(table, expected_seq=1, hands={"3": "111z 23p"}).json()
    winner = change(table, expected_seq=1, winner=2, win="discard", **{"from": 0}).json()
    assert winner["revision"] > loser["revision"] > 0
    change(table, expected_seq=1, hands={"2": "123m 456m 99p (555s) 789s +9p"}, events=["x"])
    assert parts(draft_of(table)) == {
        "winner": 2,
        "win": "discard",
        "from": 0,
        "events": ["x"],
        "agreed": UNSAID,
        "hands": [None, None, "123m 456m 99p (555s) 789s +9p", "111z 23p"],
        "seen": [None] * 4,
        "called": [False] * 4,
        "by": None,
    }
    drawn = change(table, expected_seq=1, win="self-draw", hands={"3": None}).json()
    assert (drawn["from"], drawn["hands"][3]) == (None, None)


@on_both
def test_of_two_phones_that_begin_at_once_the_second_is_told_and_overwrites_nothing(
    new_table, refused
):
    table = new_table()
    first = change(table, expected_seq=1, expected_revision=0, winner=0, by=2).json()
    assert first["by"] == 2
    late = change(table, expected_seq=1, expected_revision=0, winner=3, by=1)
    assert refused(late, 409, "stale_draft")["revision"] == first["revision"]
    assert draft_of(table) == first
    joined = change(
        table, expected_seq=1, expected_revision=first["revision"], win="self-draw"
    ).json()
    assert (joined["winner"], joined["win"], joined["by"]) == (0, "self-draw", None)
    headers = {"Authorization": f"Bearer {table.token}"}
    table.client.delete(f"{table.url}/draft", headers=headers)
    assert change(table, expected_seq=1, expected_revision=0, winner=3).status_code == 200


@on_both
def test_what_photos_showed_and_what_is_agreed_is_shared_and_taken_back(new_table):
    table = new_table()
    change(table, expected_seq=1, winner=2, hands={"2": "99p"}, seen={"2": TWO_READINGS})
    also = [{"winner": 3, "events": ["last-discard"]}]
    agreed = {"faan": {"3": 4}, "also": also, "responsible": 0}
    shown = change(table, expected_seq=1, agreed=agreed).json()
    assert shown["seen"] == [None, None, TWO_READINGS, None]
    assert shown["agreed"] == {**UNSAID, **agreed}
    assert draft_of(table) == shown
    change(table, expected_seq=1, seen={"2": None}, agreed={"scores": [60, None, 20, 10]})
    assert parts(draft_of(table)) == {
        **EMPTY,
        "winner": 2,
        "hands": [None, None, "99p", None],
        "agreed": {**UNSAID, "scores": [60, None, 20, 10]},
    }


@on_both
def test_a_photo_comes_to_what_it_showed_whichever_is_told_first(new_table):
    table = new_table()

    def seen():
        return draft_of(table)["seen"][2]

    change(table, expected_seq=1, winner=2, hands={"2": "99p"}, seen={"2": SEEN})
    change(table, expected_seq=1, seen={"2": TWO_READINGS})  # by another phone, meanwhile
    change(table, expected_seq=1, pictures={"2": "0123456789abcdef"})
    assert seen() == {**TWO_READINGS, "picture": "0123456789abcdef"}
    change(table, expected_seq=1, seen={"2": SEEN})  # by a phone that has not heard of the photo
    assert seen() == {**SEEN, "picture": "0123456789abcdef"}
    change(table, expected_seq=1, seen={"2": {**SEEN, "size": [9, 9]}})  # what another photo showed
    assert seen() == {**SEEN, "size": [9, 9]}
    change(table, expected_seq=1, pictures={"0": "0123456789abcdef", "2": None})
    assert seen() == {**SEEN, "size": [9, 9], "picture": None}
    assert draft_of(table)["seen"][0] is None  # there is nothing that it could show
    assert "pictures" not in draft_of(table)


@on_both
def test_what_was_called_is_told_with_a_hand_and_forgotten_with_it(new_table):
    table = new_table()
    change(table, expected_seq=1, winner=2, hands={"2": "99p", "0": "1z"}, called={"2": True})
    assert draft_of(table)["called"] == [False, False, True, False]
    change(table, expected_seq=1, hands={"2": "99p"}, events=["last-discard"])
    assert draft_of(table)["called"][2]
    change(table, expected_seq=1, hands={"2": "99p 555s"})  # by a phone that does not tell
    assert not draft_of(table)["called"][2]
    change(table, expected_seq=1, hands={"2": "99p (555s)"}, called={"2": True})
    assert draft_of(table)["called"][2]
    change(table, expected_seq=1, called={"2": False})
    assert draft_of(table)["called"] == [False] * 4


def photo(colour="green"):
    data = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(data, "JPEG")
    return data.getvalue()


def put_picture(table, data, *, seq=1, player=2):
    headers = {"Authorization": f"Bearer {table.token}", "Content-Type": "image/jpeg"}
    path = f"{table.url}/draft/pictures/{player}?expected_seq={seq}"
    return table.client.put(path, content=data, headers=headers)


def picture_of(table, answer):
    headers = {"Authorization": f"Bearer {table.token}"}
    return table.client.get(f"{table.url}/draft/pictures/{answer['picture']}", headers=headers)


@on_both
def test_a_photo_is_passed_to_those_who_may_write_until_the_win_is_recorded(new_table, refused):
    table = new_table()
    first = put_picture(table, photo("red")).json()
    second = put_picture(table, photo()).json()
    refused(picture_of(table, first), 404, "no_such_photo")
    shown = picture_of(table, second)
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/jpeg")
    assert Image.open(io.BytesIO(shown.content)).size == (64, 48)
    path = f"{table.url}/draft/pictures/{second['picture']}"
    refused(table.client.get(path), 401, "no_token")
    refused(put_picture(table, photo(), seq=0), 409, "stale_seq")
    refused(put_picture(table, b"dear diary"), 400, "not_an_image")
    refused(put_picture(table, photo(), player=4), 422, "invalid_request")
    table.hand(draw=True)
    refused(picture_of(table, second), 404, "no_such_photo")


def test_a_win_that_is_given_up_takes_its_photos_along(table, refused):
    kept = put_picture(table, photo()).json()
    headers = {"Authorization": f"Bearer {table.token}"}
    table.client.delete(f"{table.url}/draft", headers=headers)
    refused(picture_of(table, kept), 404, "no_such_photo")


@on_both
def test_photos_of_recorded_wins_are_swept_away(store):
    owner, _ = begun(store, STARTED)
    another, _ = begun(store, STARTED)
    pictures = Drafts(store.database, store)
    for access in (owner, another):
        pictures.put_picture(access, 0, 1, photo())
    assert pictures.sweep() == 0
    store.append(owner, IdempotentRequest("x"), lambda _: HandDrawn(), views.added_json)
    assert pictures.sweep() == 1
    store.database.clock = lambda: wall_clock() + timedelta(hours=3)
    assert (pictures.sweep(), pictures.sweep()) == (1, 0)


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
        {"expected_seq": 1, "seen": {"1": {"size": [640, 480]}}},
        {"expected_seq": 1, "seen": {"1": {**SEEN, "picture": "../1"}}},
        {"expected_seq": 1, "pictures": {"1": "../1"}},
        {"expected_seq": 1, "seen": {"1": {**SEEN, "beside": [{**TILE, "tile": "0p"}]}}},
        {"expected_seq": 1, "seen": {"1": {**SEEN, "otherwise": {"hand": "9p"}}}},
        {"expected_seq": 1, "agreed": {"also": [{"winner": 4}]}},
        {"expected_seq": 1, "agreed": {"faan": {"1": -3}}},
    ],
)
def test_what_is_no_part_of_a_win_is_refused(table, body):
    assert change(table, **body).status_code == 422
    assert parts(draft_of(table)) == EMPTY


def collected(feeds, game_id, number, meanwhile):
    """The first so many drafts of a stream; after each the next thing is done in a thread."""

    async def collect():
        found, things = [], list(meanwhile)
        async for piece in feeds.stream(Part(game_id, "draft")):
            if piece.startswith("data: "):
                found.append(json.loads(piece.removeprefix("data: ")))
                if len(found) == number:
                    return found
                await asyncio.to_thread(things.pop(0))
        return found

    return run(collect(), f"{number} drafts")


@pytest.fixture
def drafts(store):
    return Drafts(store.database, store)


@pytest.fixture
def feeds(store, drafts):
    """Feeds that look twenty times as often as usual for what was done to games."""
    followed = Feeds(store, drafts.current)
    worker = Worker("listener", [followed.look], 0.01)
    worker.start()
    yield followed
    worker.stop()


@on_both
def test_those_who_follow_see_each_change_and_the_end(store, drafts, feeds):
    owner, log = begun(store, STARTED)
    seen = collected(
        feeds,
        log.id,
        4,
        [
            lambda: drafts.change(owner, 1, {"winner": 2}),
            lambda: drafts.change(owner, 1, {"hands": {"0": "99p"}}),
            lambda: store.append(
                owner, IdempotentRequest("x"), lambda _: HandDrawn(), views.added_json
            ),
        ],
    )
    assert [draft["winner"] for draft in seen] == [None, 2, 2, None]
    assert [draft["seq"] for draft in seen] == [1, 1, 1, 2]


@on_both
def test_a_change_of_another_process_is_seen_at_the_next_look(store, drafts, feeds):
    owner, log = begun(store, STARTED)
    seen = collected(feeds, log.id, 2, [lambda: drafts.change(owner, 1, {"winner": 3})])
    assert seen[1]["winner"] == 3


def test_the_followers_of_many_drafts_share_one_query(store):
    """However many phones follow, nothing is read for them while nothing changes."""
    drafts = Drafts(store.database, store)
    feeds = Feeds(store, drafts.current)
    games = [begun(store, STARTED) for _ in range(20)]
    statements = []

    async def next_draft(phone):
        async for piece in phone:
            if piece.startswith("data: "):
                return piece
        return None

    async def watch():
        phones = [feeds.stream(Part(log.id, "draft")) for _, log in games for _ in range(15)]
        await asyncio.gather(*map(next_draft, phones))
        assert sum("FROM drafts" in each for each in statements) == len(games)
        following = [asyncio.create_task(next_draft(phone)) for phone in phones]
        statements.clear()
        for _ in range(3):
            await asyncio.to_thread(feeds.look)
        assert sum("FROM drafts" in each for each in statements) == 3
        drafts.change(games[0][0], 1, {"winner": 2})
        await asyncio.to_thread(feeds.look)
        told = await asyncio.gather(*following[:15])
        assert all('"winner": 2' in each for each in told)
        assert not any(each.done() for each in following[15:])
        feeds.close()
        await asyncio.gather(*following)

    def note(_connection, _cursor, statement, *_):
        statements.append(statement)

    event.listen(store.database.engine, "before_cursor_execute", note)
    run(watch(), "the drafts")


def test_a_draft_read_during_a_change_is_not_remembered(store, drafts):
    """What was read before a change and arrives after it would be shown until the next one."""
    owner, log = begun(store, STARTED)
    changes = [lambda: drafts.change(owner, 1, {"winner": 1})]

    def overtaken(game_id):
        draft = drafts.current(game_id)
        if changes:
            changes.pop()()
            feeds.note(game_id, draft=True)
        return draft

    feeds = Feeds(store, overtaken)

    before, after = collected(feeds, log.id, 2, [lambda: None])
    assert before["winner"] is None
    assert after["winner"] == 1


@on_both
def test_a_draft_that_nobody_goes_on_with_is_forgotten(store):
    owner, log = begun(store, STARTED)
    drafts = Drafts(store.database, store)
    drafts.change(owner, 1, {"winner": 2})
    assert drafts.sweep() == 0
    store.database.clock = lambda: wall_clock() + timedelta(hours=3)
    assert drafts.sweep() == 1
    assert drafts.current(log.id)["revision"] == 0
