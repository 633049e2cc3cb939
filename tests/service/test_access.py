"""Who may write: owner, scorekeepers, spectators; links renewed and taken back; QR codes."""

import secrets
from datetime import UTC, datetime

import pytest

from service.auth.access import authorise, hash_token
from service.db.schema import games, links
from service.errors import RefusedError
from tests.postgresql import on_both

pytestmark = on_both


class Person:
    """Somebody with a link to a game, or without one."""

    def __init__(self, table, token):
        self.client, self.url = table.client, table.url
        self.headers = {} if token is None else {"Authorization": f"Bearer {token}"}

    def get(self, what):
        return self.client.get(f"{self.url}/{what}", headers=self.headers)

    def post(self, what, body=None):
        return self.client.post(f"{self.url}/{what}", json=body or {}, headers=self.headers)

    def delete(self, what):
        return self.client.delete(f"{self.url}/{what}", headers=self.headers)

    @property
    def writes(self):
        return self.post("hands", {"draw": True}).status_code == 201


@pytest.fixture
def owner(table):
    return Person(table, table.token)


@pytest.fixture
def let_in(owner, table):
    def give(role="scorekeeper", name="Bob's phone"):
        link = owner.post("links", {"role": role, "name": name}).json()
        return Person(table, link["token"]), link

    return give


def test_a_game_begins_with_its_owner_alone(owner):
    (link,) = owner.get("links").json()["links"]
    assert (link["id"], link["role"], link["yours"]) == ("owner", "owner", True)
    assert "token" not in link
    assert owner.writes


def test_a_scorekeeper_writes_and_sees_only_his_own_link(owner, let_in):
    bob, given = let_in()
    assert bob.writes
    (his,) = bob.get("links").json()["links"]
    assert (his["id"], his["name"], his["yours"]) == (given["id"], "Bob's phone", True)
    assert [link["id"] for link in owner.get("links").json()["links"]] == ["owner", given["id"]]


def test_the_owner_sees_when_a_link_was_last_used(owner, let_in):
    bob, given = let_in()
    let_in(name="Cleo's phone")
    assert given["used"] is None
    assert bob.writes
    used = {link["name"]: link["used"] for link in owner.get("links").json()["links"]}
    assert used["Bob's phone"] >= given["at"]
    assert used["Cleo's phone"] is None
    assert bob.writes  # no second note within ten minutes
    (his,) = bob.get("links").json()["links"]
    assert his["used"] == used["Bob's phone"]


def test_the_use_of_a_link_is_noted_by_the_clock_of_the_database(owner, let_in):
    bob, _ = let_in()
    owner.client.app.state.database.clock = lambda: datetime(2100, 1, 1, tzinfo=UTC)
    assert bob.writes
    assert owner.get("links").json()["links"][1]["used"] == "2100-01-01T00:00:00.000Z"


def test_only_the_owner_lets_people_in(refused, let_in, table):
    bob, _ = let_in()
    refused(bob.post("links", {"role": "scorekeeper"}), 403, "owner_only")
    refused(bob.post("links/owner/renewal"), 403, "owner_only")
    refused(bob.delete("links/owner"), 403, "owner_only")
    refused(Person(table, None).post("links"), 401, "no_token")
    other, _ = let_in("owner", "Ann's other phone")
    assert other.post("links", {"role": "scorekeeper"}).status_code == 201


def test_a_link_that_was_taken_back_lets_nobody_in(owner, let_in, refused):
    bob, given = let_in()
    assert owner.delete(f"links/{given['id']}").status_code == 204
    refused(bob.post("hands", {"draw": True}), 403, "wrong_token")
    refused(owner.delete(f"links/{given['id']}"), 404, "no_such_link")
    assert owner.writes


def test_the_holder_gives_his_own_link_back(let_in, refused):
    bob, given = let_in()
    assert bob.delete(f"links/{given['id']}").status_code == 204
    refused(bob.get("links"), 403, "wrong_token")


@pytest.mark.parametrize("whose", ["owner", "scorekeeper"])
def test_a_renewed_link_has_another_token(owner, let_in, table, refused, whose):
    bob, given = let_in()
    holder, link = (owner, "owner") if whose == "owner" else (bob, given["id"])
    renewed = holder.post(f"links/{link}/renewal")
    assert renewed.status_code == 200
    refused(holder.post("hands", {"draw": True}), 403, "wrong_token")
    assert Person(table, renewed.json()["token"]).writes


def test_the_owner_renews_the_link_of_another(owner, let_in, table):
    bob, given = let_in()
    token = owner.post(f"links/{given['id']}/renewal").json()["token"]
    assert not bob.writes
    assert Person(table, token).writes


def test_a_game_is_never_without_its_owner(owner, refused):
    refused(owner.delete("links/owner"), 409, "owner_stays")
    refused(owner.post("links/nobody/renewal"), 404, "no_such_link")
    refused(owner.post("links", {"role": "king"}), 422, "invalid_request")


def test_links_are_bounded(owner, refused):
    for _ in range(50):
        assert owner.post("links").status_code == 201
    refused(owner.post("links"), 409, "too_many_links")


def test_a_link_of_one_game_opens_no_other(new_table, let_in, refused):
    bob, _ = let_in()
    other = new_table()
    answer = other.client.post(f"{other.url}/hands", json={"draw": True}, headers=bob.headers)
    refused(answer, 403, "wrong_token")


def test_ids_are_random_and_tokens_are_kept_as_hashes(new_table, let_in):
    tables = [new_table() for _ in range(20)]
    assert len({int(table.id, 16) >> 64 for table in tables}) == 20
    assert {len(table.id) for table in tables} == {32}  # hexadecimal digits: 128 bits
    _, given = let_in()
    database = tables[0].client.app.state.store.database
    with database.read_connection() as connection:
        kept = str([connection.execute(of.select()).all() for of in (games, links)])
    assert hash_token(given["token"]) in kept
    assert not [token for token in (given["token"], tables[0].token) if token in kept]


def test_every_hash_is_compared_in_full(monkeypatch, table, let_in):
    """The time to refuse must not tell how near a token came, or which link it nearly was."""
    asked = []

    def compare(one, other):
        asked.append(one)
        return one == other

    for _ in range(2):
        let_in()
    database = table.client.app.state.database
    monkeypatch.setattr(secrets, "compare_digest", compare)
    assert authorise(database, table.id, table.token).link.role == "owner"
    assert len(asked) == 3
    with pytest.raises(RefusedError):
        authorise(database, table.id, "x")


def test_no_other_page_may_call(client, table):
    foreign = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    for answer in (
        client.options(f"{table.url}/hands", headers=foreign),
        client.get(table.url, headers=foreign),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control-")]
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
