"""A table goes on to its next game: all its phones learn of it, and who wrote goes on writing."""

import asyncio
import json

import pytest

from service.live.streams import Part
from tests.deadlines import run
from tests.postgresql import on_both
from tests.service.conftest import PLAYERS

pytestmark = on_both


@pytest.fixture
def over(table):
    """A table whose game has been ended."""
    assert table.post("end", {}).status_code == 201
    return table


def go_on(table, token):
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    body = {"rules": "hk-500", "players": PLAYERS, "follows": table.id}
    return table.client.post("/api/v1/games", json=body, headers=headers)


def let_in(table):
    return table.post("links", {"name": "Bob's phone"}).json()["token"]


def next_of(table):
    return table.client.get(f"{table.url}/draft").json()["next"]


def links_of(client, game, token):
    headers = {"Authorization": f"Bearer {token}"}
    return client.get(f"/api/v1/games/{game}/links", headers=headers).json()["links"]


def writes(client, game, token):
    headers = {"Authorization": f"Bearer {token}"}
    url = f"/api/v1/games/{game}/hands"
    return client.post(url, json={"draw": True}, headers=headers).status_code


def test_whoever_wrote_writes_the_next_game_too(over):
    bob = let_in(over)
    begun = go_on(over, over.token).json()
    assert next_of(over) == begun["id"]
    assert writes(over.client, begun["id"], bob) == 201
    assert writes(over.client, begun["id"], over.token) == 201
    assert [one["role"] for one in links_of(over.client, begun["id"], bob)] == ["scorekeeper"]


def test_the_owner_stays_one_where_a_scorekeeper_begins_the_next_game(over):
    bob = let_in(over)
    begun = go_on(over, bob).json()
    roles = [one["role"] for one in links_of(over.client, begun["id"], over.token)]
    assert sorted(roles) == ["owner", "owner", "scorekeeper"]


def test_whoever_was_shut_out_is_not_let_into_the_next_game(over):
    given = over.post("links", {"name": "lost phone"}).json()
    headers = {"Authorization": f"Bearer {over.token}"}
    over.client.delete(f"{over.url}/links/{given['id']}", headers=headers)
    begun = go_on(over, over.token).json()
    assert writes(over.client, begun["id"], given["token"]) == 403


def test_who_only_watches_leads_nobody_on(over, refused):
    assert go_on(over, None).status_code == 201
    assert next_of(over) is None
    refused(go_on(over, "not a token of this game"), 403, "wrong_token")


def test_the_game_begun_last_counts_and_a_game_taken_up_again_has_none(over):
    first = go_on(over, over.token).json()["id"]
    second = go_on(over, over.token).json()["id"]
    assert next_of(over) in (first, second)  # within one millisecond either
    over.undo()
    assert next_of(over) is None


def test_many_games_in_a_row_let_nobody_in_beyond_what_a_game_may(over):
    table, token = over, over.token
    for _ in range(55):
        begun = go_on(table, token).json()
        token, table.id = begun["write_token"], begun["id"]
    assert len(links_of(table.client, table.id, token)) == 51  # 50 links and the first


def test_phones_at_the_finished_game_are_told(over):
    feeds = over.client.app.state.feeds

    async def heard():
        told = []
        async for piece in feeds.stream(Part(over.id, "draft")):
            if piece.startswith("data:"):
                told.append(json.loads(piece.removeprefix("data:"))["next"])
                if len(told) == 2:
                    return told
                begun.append((await asyncio.to_thread(go_on, over, over.token)).json()["id"])
        return told

    begun: list[str] = []
    assert run(heard(), "the next game") == [None, *begun]


def test_a_link_is_the_same_one_in_the_next_game(over):
    given = over.post("links", {"name": "Bob's phone"}).json()
    begun = go_on(over, over.token).json()
    listed = links_of(over.client, begun["id"], begun["write_token"])
    assert given["id"] in [one["id"] for one in listed]
