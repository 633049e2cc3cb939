"""The shelf of house rules: what a game plays by stays, of the rest the oldest give way."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text, update

from service.db.database import Database
from service.db.schema import games
from service.errors import RefusedError
from service.http.rate_limits import sender_mark
from service.rules.house_rules import RulesStore
from tests.postgresql import on_both
from tests.service.conftest import PLAYERS

pytestmark = on_both


def file(name):
    return f'format = 1\nbase = "hk-500"\nname = "{name}"\n\n[rows]\nseven_pairs = {len(name)}\n'


@pytest.fixture
def opened(database, clock):
    opened = Database.open(database, clock=clock)
    yield opened
    opened.close()


@pytest.fixture
def clock():
    """A clock that goes on by a minute."""
    minutes = count()
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    return lambda: begun + timedelta(minutes=next(minutes))


@pytest.fixture
def rules_store(opened):
    """A shelf for two files."""
    return RulesStore(opened, most=2)


def names(rules_store):
    return [kept.name for kept in rules_store.known_to()]


def test_the_oldest_gives_way_to_a_new_one(rules_store):
    for name in ("A", "BB", "CCC"):
        rules_store.keep(file(name))
    assert names(rules_store) == ["CCC", "BB"]
    rules_store.keep(file("BB"))  # there already: nobody gives way
    assert names(rules_store) == ["CCC", "BB"]


def test_what_a_game_plays_by_stays(rules_store, new_table):
    table = new_table(rules=rules_store.keep(file("A")).hash)
    rules_store.keep(file("BB"))
    rules_store.keep(file("CCC"))
    assert names(rules_store) == ["CCC", "A"]
    assert table.hand(winner=2, faan=3, **{"from": 0}).status_code == 201


def test_where_games_play_by_all_of_them_a_new_one_is_refused(rules_store, new_table):
    for name in ("A", "BB"):
        new_table(rules=rules_store.keep(file(name)).hash)
    with pytest.raises(RefusedError, match="each is used by a game") as refused:
        rules_store.keep(file("CCC"))
    assert refused.value.code == "shelf_full"
    assert names(rules_store) == ["BB", "A"]


@pytest.fixture
def roomy(opened):
    """A shelf with room for many files, but for two of each sender."""
    return RulesStore(opened, most=100, each=2)


def test_a_sender_s_own_files_give_way_to_his_new_one(roomy):
    for sender in ("ann", "bob"):
        for name in ("A", "BB", "CCC", "DDDD"):
            roomy.keep(file(f"{sender} {name}"), sender)
    roomy.keep(file("ours"))
    for sender in ("ann", "bob"):
        assert [kept.name for kept in roomy.known_to(sender)] == [f"{sender} DDDD", f"{sender} CCC"]


def test_who_plays_by_all_of_his_own_keeps_nobody_else_out(roomy, new_table):
    for name in ("A", "BB"):
        new_table(rules=roomy.keep(file(name), "ann").hash)
    with pytest.raises(RefusedError, match="2 house rules from this sender") as refused:
        roomy.keep(file("CCC"), "ann")
    assert refused.value.code == "shelf_full"
    assert roomy.keep(file("CCC"), "bob").name == "CCC"


def test_a_list_shows_what_its_sender_sent_and_what_he_names(roomy):
    ann, bob = roomy.keep(file("A"), "ann"), roomy.keep(file("BB"), "bob")
    assert [kept.hash for kept in roomy.known_to("ann")] == [ann.hash]
    assert [kept.hash for kept in roomy.known_to("bob", [ann.hash])] == [bob.hash, ann.hash]
    assert roomy.known_to("cid") == []
    assert roomy.known_to("cid", ["0" * 64]) == []


def test_a_stranger_sees_nobody_s_house_rules(client):
    ann = TestClient(client.app, client=("192.0.2.7", 50_000))
    bob = TestClient(client.app, client=("198.51.100.9", 50_000))

    def listed(phone, **asked):
        return [one["name"] for one in phone.get("/api/v1/house-rules", params=asked).json()]

    kept = ann.post("/api/v1/house-rules", json={"toml": file("Friday")}).json()
    assert listed(ann) == ["Friday"]
    assert "Friday" in ann.get("/").text
    assert listed(bob) == []
    assert "Friday" not in bob.get("/").text
    assert listed(bob, hash=kept["hash"]) == ["Friday"]
    for wrong in ("friday", "0" * 63, ["0" * 64] * 21):
        answer = bob.get("/api/v1/house-rules", params={"hash": wrong})
        assert answer.json()["code"] == "invalid_request", wrong


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::1", "testclient"])
def test_a_sender_is_kept_as_a_mark_that_thousands_share(address):
    assert len(sender_mark(address)) == 5
    assert address not in sender_mark(address)
    assert sender_mark("2001:db8::1") == sender_mark("2001:db8::2")  # of one household


def test_what_a_game_brought_along_is_found_in_the_game(rules_store, client, opened):
    kept = rules_store.keep(file("A"))
    body = {"rules": kept.hash, "players": PLAYERS}
    begun = client.post("/api/v1/games", json=body).json()
    told = client.get(f"/api/v1/games/{begun['id']}/export").json()
    with opened.write_connection() as connection:
        connection.execute(text("DELETE FROM house_rules"))
    assert rules_store.find(kept.hash).toml == kept.toml
    brought = client.post("/api/v1/imports?anew=true", json=told)
    assert brought.status_code == 201
    assert [one.name for one in rules_store.known_to(None, [kept.hash])] == ["A"]
    assert client.get(f"/api/v1/rules/{kept.hash}").json()["name"] == "A"
    with opened.read_connection() as connection:
        assert connection.execute(text("SELECT count(*) FROM house_rules")).scalar() == 0


def test_a_game_that_names_a_file_by_another_hash_is_not_asked_for_it(rules_store, client, opened):
    kept = rules_store.keep(file("A"))
    client.post("/api/v1/games", json={"rules": kept.hash, "players": PLAYERS})
    wrong = "0" * 64
    with opened.write_connection() as connection:
        connection.execute(update(games).values(rules_hash=wrong))
    with pytest.raises(RefusedError) as refused:
        rules_store.find(wrong)
    assert refused.value.code == "unknown_rules"
