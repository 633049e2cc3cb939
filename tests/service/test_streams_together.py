"""One stream for several games, as a browser follows them that has few connections."""

import json

import pytest

from tests import http
from tests.deadlines import heard
from tests.serving import drawn, serving, start

pytestmark = pytest.mark.slow

STATUS = {"invalid_request": 422, "no_such_game": 404, "unknown_field": 422}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with serving(f"sqlite:///{folder / 'games.sqlite3'}", folder) as running:
        yield running.url


def told(lines):
    """The (what, game, data) of a stream as they come."""
    name = ""
    for line in heard(lines):
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            what, _, game = name.partition(":")
            yield what, game, json.loads(line.removeprefix("data: "))


def id_of(game):
    return game.rpartition("/")[2]


def test_states_and_drafts_of_all_games_come_as_they_change(server):
    (one, token), (other, its_token) = start(server), start(server)
    asked = [("game", id_of(one)), ("game", id_of(other)), ("game", id_of(one))]
    with http.stream("GET", f"{server}/api/v1/events", params=asked, timeout=30) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        messages = told(stream.iter_lines())
        begun = [next(messages) for _ in range(4)]
        assert {(what, game) for what, game, _ in begun} == {
            (what, id_of(game)) for what in ("state", "draft") for game in (one, other)
        }
        answer = drawn(other, its_token)
        moved = [next(messages)]
        while moved[-1][0] != "state":
            moved.append(next(messages))  # the draft of the table before is over
        assert moved[-1] == ("state", id_of(other), answer["state"])
        change = {"expected_seq": 1, "winner": 2}
        assert http.patch(f"{one}/draft", json=change, headers=token).status_code == 200
        drafts = (each for each in messages if each[0] == "draft" and each[1] == id_of(one))
        assert next(drafts)[2]["winner"] == 2


def test_a_game_that_is_none_keeps_no_other_from_being_followed(server):
    game, token = start(server)
    gone, its_token = start(server)
    asked = [("game", "0" * 32), ("game", id_of(game)), ("game", id_of(gone))]
    with http.stream("GET", f"{server}/api/v1/events", params=asked, timeout=30) as stream:
        messages = told(stream.iter_lines())
        begun = [next(messages) for _ in range(5)]
        assert ("refused", "0" * 32, {"code": "no_such_game"}) in begun
        assert http.delete(gone, headers=its_token).status_code == 204
        refused = next(each for each in messages if each[0] == "refused")
        assert refused == ("refused", id_of(gone), {"code": "game_deleted"})
        answer = drawn(game, token)
        states = (data for what, _, data in messages if what == "state")
        assert next(states) == answer["state"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ([], "invalid_request"),
        ([("game", "nothing")], "no_such_game"),
        ([("game", "麻雀")], "no_such_game"),
        ([("game", f"{number:032x}") for number in range(65)], "invalid_request"),
        ([("game", "0" * 32), ("more", "1")], "unknown_field"),
    ],
)
def test_what_names_no_games_is_refused(server, asked, code):
    answer = http.get(f"{server}/api/v1/events", params=asked)
    assert (answer.status_code, answer.json()["code"]) == (STATUS[code], code)
