"""A game that its owner deletes: all of it goes, in every process, and only that is said."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import SQLAlchemyError

from scorer.ledger.events import GameStarted, HandDrawn
from scorer.ledger.table import TableRules
from service.auth.access import authorise
from service.db.schema import deletions, games, metadata
from service.drafts.store import Drafts
from service.errors import RefusedError
from service.ledger import views
from service.ledger.backup import backup, verify
from service.ledger.idempotency import IdempotentRequest
from service.ledger.store import Store
from service.live.streams import DELETED, RETRY, Feeds, Part
from service.live.workers import Worker
from tests.backups import restore_file
from tests.deadlines import LONG_S, run, until
from tests.postgresql import on_both
from tests.service.begun import begun
from tests.service.conftest import PLAYERS
from tests.service.test_creations import picture
from vision.tilesets.tile_set import TileSet

pytestmark = [on_both, pytest.mark.slow]

NAMES = ("Annabella", "Bartholomew", "Cassiopeia", "Demetrius")
STARTED = GameStarted(NAMES, "hk-500", TableRules())
KEY = "c1d5a8e0f7b34c2296aa0e41d9b7735f"


@pytest.fixture
def store(database):
    store = Store.open(database)
    yield store
    store.close()


def owner_of(table):
    return {"Authorization": f"Bearer {table.token}"}


def delete(table):
    return table.client.delete(table.url, headers=owner_of(table))


@pytest.fixture
def full_table(client, new_table):
    """A table with something of every kind that is kept of a game."""
    first = new_table(players=NAMES)
    body = {"rules": "hk-500", "players": NAMES, "follows": first.id}
    headers = {**owner_of(first), "Idempotency-Key": KEY}
    begun = client.post("/api/v1/games", json=body, headers=headers).json()
    table = type(first)(client, begun["id"], begun["write_token"])
    table.post("hands", {"draw": True}, key="a hand")
    table.post("links", {"name": "Bartholomew's phone"}, key=KEY)
    table.post("codes", {})
    client.post(f"{table.url}/photos", files={"photo": picture()}, headers=owner_of(table))
    tiles = TileSet(NAMES[1], ())
    may = authorise(client.app.state.database, table.id, table.token)
    client.app.state.tile_sets.keep(may, tiles)
    draft = {"expected_seq": 2, "winner": 1}
    client.patch(f"{table.url}/draft", json=draft, headers=owner_of(table))
    client.put(
        f"{table.url}/draft/pictures/1?expected_seq=2",
        content=picture()[1],
        headers=owner_of(table),
    )
    client.post(
        "/api/v1/games",
        json={"rules": "hk-500", "players": PLAYERS, "follows": table.id},
        headers=owner_of(table),
    )
    return table


def rows(database):
    with database.read_connection() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table))]
            for table in metadata.sorted_tables
        }


def test_nothing_is_left_of_it_but_that_it_was_deleted(client, full_table):
    database = client.app.state.store.database
    before = rows(database)
    with_a_game = [table.name for table in metadata.sorted_tables if "game_id" in table.c]
    assert [name for name in with_a_game if full_table.id not in str(before[name])] == []
    assert delete(full_table).status_code == 204
    after = rows(database)
    ((left, at),) = after.pop("deletions")
    assert left == full_table.id
    assert at
    # The game after it goes on, and says as before which one it followed.
    (following,) = [row for row in after["events"] if full_table.id in str(row)]
    assert f'"follows":"{full_table.id}"' in str(following)
    after["events"].remove(following)
    assert full_table.id not in str(after)
    assert len(after["games"]) == len(before["games"]) - 1


def test_every_later_call_is_told_so(client, full_table, refused):
    token, paths = owner_of(full_table), client.get("/openapi.json").json()["paths"]
    delete(full_table)
    fits: dict[str, Any] = {"hands/preview": {"draw": True}, "hands": {"draw": True}}
    fits |= {"adjustments": {"changes": [0, 0, 0, 0], "reason": "x"}, "false-wins": {"player": 1}}
    fits |= {"swaps": {"seats": [0, 1, 2, 3]}, "draft": {"expected_seq": 2}}
    fits |= {"rules": {"rules": "hk-majlife"}, "notes": {"seq": 2, "note": "x"}}
    fits |= {f"corrections{end}": {"seq": 2, "strike": True} for end in ("", "/preview")}
    asked = 0
    for path, calls in paths.items():
        if not path.startswith("/api/v1/games/{game_id}"):
            continue
        url = path.format(
            game_id=full_table.id,
            player=1,
            **dict.fromkeys(("link_id", "photo_id", "picture"), "0" * 16),
        )
        for method in calls:
            what = path.removeprefix("/api/v1/games/{game_id}").lstrip("/")
            body = {} if method in ("get", "delete") else {"json": fits.get(what, {})}
            if what == "photos" and method == "post":
                body = {"files": {"photo": picture()}}
            if "pictures" in what and method == "put":
                body = {"content": picture()[1], "params": {"expected_seq": 2}}
            refused(client.request(method, url, headers=token, **body), 410, "game_deleted")
            asked += 1
    assert asked > 25
    refused(client.get(full_table.url), 410, "game_deleted")
    refused(client.get(f"/api/v1/games/{'0' * 32}"), 404, "no_such_game")


def test_who_is_not_its_owner_deletes_nothing(table, refused):
    given = table.post("links", {"name": "a phone"}).json()
    second = table.post("links", {"role": "owner", "name": "another"}).json()
    phone = {"Authorization": f"Bearer {given['token']}"}
    refused(table.client.delete(table.url), 401, "no_token")
    refused(table.client.delete(table.url, headers=phone), 403, "owner_only")
    phone = {"Authorization": "Bearer x"}
    refused(table.client.delete(table.url, headers=phone), 403, "wrong_token")
    assert table.state["seq"] == 1
    phone = {"Authorization": f"Bearer {second['token']}"}
    assert table.client.delete(table.url, headers=phone).status_code == 204


def test_other_games_go_on_without_it(client, new_table, refused):
    first, other = new_table(), new_table()
    body = {"rules": "hk-500", "players": PLAYERS}
    after = client.post(
        "/api/v1/games", json={**body, "follows": first.id}, headers=owner_of(first)
    )
    first.post("end", {})
    url = f"/api/v1/games/{after.json()['id']}"
    assert len(client.get(f"{url}/statistics?earlier=true").json()["games"]) == 2
    delete(first)
    assert client.get(url).json()["follows"] == first.id
    assert len(client.get(f"{url}/statistics?earlier=true").json()["games"]) == 1
    assert client.get(f"{url}/settlement?earlier=true").status_code == 200
    refused(client.get(f"{other.url}/statistics?with={first.id}"), 410, "game_deleted")
    follows = client.post("/api/v1/games", json={**body, "follows": first.id})
    refused(follows, 410, "game_deleted")
    # And of a game that a table went on to, the one before does not speak any more.
    client.delete(url, headers={"Authorization": f"Bearer {after.json()['write_token']}"})
    assert other.hand(draw=True).status_code == 201


def test_the_game_before_leads_to_none_that_was_deleted(client, new_table):
    first = new_table()
    body = {"rules": "hk-500", "players": PLAYERS, "follows": first.id}
    after = client.post("/api/v1/games", json=body, headers=owner_of(first)).json()
    first.post("end", {})
    assert client.get(f"{first.url}/draft").json()["next"] == after["id"]
    headers = {"Authorization": f"Bearer {after['write_token']}"}
    client.delete(f"/api/v1/games/{after['id']}", headers=headers)
    assert client.get(f"{first.url}/draft").json()["next"] is None


def test_its_file_is_brought_in_again_under_another_id_only(client, table, refused):
    file = client.get(f"{table.url}/export").json()
    delete(table)
    refused(client.post("/api/v1/imports", json=file), 410, "game_deleted")
    assert client.post("/api/v1/imports?anew=true", json=file).status_code == 201


def test_a_database_is_whole_and_can_be_backed_up_without_it(store, tmp_path):
    owner, _ = begun(store, STARTED)
    other, log = begun(store, STARTED)
    store.delete(owner)
    content = backup(store.database, tmp_path / "evening.backup")
    assert content.counts["deletions"] == 1
    again = Store.open(f"sqlite:///{tmp_path / 'again.sqlite3'}")
    assert (
        restore_file(tmp_path / "evening.backup", again.database)
        == content
        == verify(again.database)
    )
    assert again.load(log.id).events == (STARTED,)
    with pytest.raises(RefusedError, match="owner of this game has deleted it"):
        again.load(owner.game_id)
    again.close()
    assert other.game_id == log.id


def test_events_leave_with_their_game_only(store):
    """What the triggers let go is a game that is written down as deleted, and no other's events."""
    owner, _ = begun(store, STARTED)
    _, log = begun(store, STARTED)
    for change in ("DELETE FROM events", "UPDATE events SET kind = 'x'"):
        with store.database.engine.connect() as connection:
            connection.execute(deletions.insert().values(id=owner.game_id, at="now"))
            with pytest.raises(SQLAlchemyError, match="never changed"):
                connection.execute(text(change))
    assert len(store.load(owner.game_id).events) == len(store.load(log.id).events) == 1


def test_its_names_are_not_left_in_the_file(store):
    if store.database.kind != "sqlite":
        pytest.skip("PostgreSQL clears its own files (VACUUM): nothing to install")
    file = Path(store.database.engine.url.database)
    owner, _ = begun(store, STARTED)
    kept, _ = begun(store, GameStarted(("Eva", "Flo", "Gus", "Hal"), "hk-500", TableRules()))
    for _ in range(40):
        store.append(
            owner, IdempotentRequest("x", "k"), lambda _: HandDrawn(), lambda _: {"name": NAMES[0]}
        )
    files = [file, file.with_name(f"{file.name}-wal")]

    def left():
        return [n for n in NAMES if any(n.encode() in one.read_bytes() for one in files)]

    assert left() == list(NAMES)
    with store.database.read_connection() as reader:
        reader.execute(select(games)).first()  # who reads just then keeps the log as it is
        store.delete(owner)
        assert left() == list(NAMES)
    store.database.empty_log_if_due()
    assert left() == []
    assert b"Eva" in file.read_bytes()
    assert len(store.load(kept.game_id).events) == 1


def feeds_of(store):
    return Feeds(store, Drafts(store.database, store).current)


def collected(messages, meanwhile):
    """All that a stream says until it ends; `meanwhile` is done in a thread after its start."""

    async def collect():
        pieces = []
        async for piece in messages:
            if piece != RETRY:
                pieces.append(piece)
            if piece.startswith(("id: 1\n", "data: ")) and len(pieces) < 3:
                await asyncio.to_thread(meanwhile)
        return pieces

    return run(collect(), "the end of the stream")


@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_those_who_follow_it_are_told_and_their_stream_ends(store, database, where):
    owner, log = begun(store, STARTED)
    feeds, other = feeds_of(store), Store.open(database)
    watch = Worker("listener", [feeds.look], 0.01)
    watch.start()

    def gone():
        (store if where == "here" else other).delete(owner)

    pieces = collected(feeds.stream(Part(log.id, "state", 0)), gone)
    assert NAMES[0] in pieces[0]
    assert pieces[-1] == DELETED
    assert feeds.follower_count == 0
    # Whoever had begun to follow it just before.
    late = collected(feeds.stream(Part(log.id, "state", 0)), lambda: None)
    assert late == [DELETED]
    watch.stop()
    other.close()


@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_those_who_follow_its_draft_are_told_too(store, database, where):
    owner, log = begun(store, STARTED)
    drafts, other = Drafts(store.database, store), Store.open(database)
    drafts.change(owner, 1, {"winner": 2})
    feeds = Feeds(store, drafts.current)
    watch = Worker("listener", [feeds.look], 0.01)
    watch.start()

    def gone():
        (store if where == "here" else other).delete(owner)

    pieces = collected(feeds.stream(Part(log.id, "draft")), gone)
    assert pieces[-1] == DELETED
    watch.stop()
    other.close()


def test_a_watch_misses_no_event_after_a_deletion(store, database):
    """The numbers of SQLite's rows are given anew; other processes go by them."""
    followed, log = begun(store, STARTED)
    last, gone = begun(store, STARTED)
    other, feeds = Store.open(database), feeds_of(store)
    watch = Worker("listener", [feeds.look], 0.01)

    async def message(stream):
        pieces = (each async for each in stream if each.startswith(("id: ", "event: ")))
        return await asyncio.wait_for(anext(pieces), LONG_S)

    async def add(access, stream):
        drawn = (access, IdempotentRequest("x"), lambda _: HandDrawn(), views.added_json)
        seq = (await asyncio.to_thread(other.append, *drawn))["seq"]
        assert (await message(stream)).startswith(f"id: {seq}\n")

    async def play():
        mine, ours = (feeds.stream(Part(each, "state", 0)) for each in (log.id, gone.id))
        assert [await message(each) for each in (mine, ours)]
        watch.start()
        await add(followed, mine)
        for _ in range(6):
            await add(last, ours)
        await asyncio.to_thread(other.delete, last)
        for _ in range(6):
            await add(followed, mine)
        assert await message(ours) == DELETED

    asyncio.run(play())
    watch.stop()
    other.close()


def test_who_writes_while_it_is_deleted_is_told_so_or_was_before(client, table):
    gate, answers = threading.Barrier(7), []

    def write():
        gate.wait()
        while True:
            answer = table.hand(draw=True)
            answers.append((answer.status_code, answer.json().get("code")))
            if answer.status_code != 201:
                return

    writers = [threading.Thread(target=write) for _ in range(6)]
    for writer in writers:
        writer.start()
    gate.wait()
    until(lambda: len(answers) >= 12, "twelve answers")
    assert delete(table).status_code == 204
    for writer in writers:
        writer.join()
    assert {answer for answer in answers if answer[0] != 201} == {(410, "game_deleted")}
    left = rows(client.app.state.store.database)
    assert table.id not in str({name: found for name, found in left.items() if name != "deletions"})
