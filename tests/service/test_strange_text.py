"""Text that no database keeps and no reader sees, wherever a call takes text, on both databases."""

import itertools
import json
from typing import Any

import pytest

from service.schemas import games
from tests.postgresql import on_both
from tests.service.conftest import PLAYERS
from tests.service.test_creations import picture
from tests.soak import full

pytestmark = [on_both, pytest.mark.slow]

NUL, HALF = "\x00", "\ud800"  # PostgreSQL keeps neither, UTF-8 has no half of a pair
INSIDE = [f"a{NUL}b", f"a{HALF}b"]
STRANGE = [NUL, HALF, *INSIDE, "\x85"]
SEEN = {
    "size": [640, 480],
    "tiles": [{"tile": "9p", "corners": [[0, 0], [9, 0], [9, 12], [0, 12]]}],
    "picture": "0" * 16,
}
HOUSE = 'base = "hk-500"\nid = "friday"\nname = "Friday"\nversion = 1\n'
HAND = "123m 4569p 789s (222s) +9p"

# A body that every call with a body takes; each of its texts and names is made strange in turn.
BODIES: dict[str, dict[str, Any]] = {
    "scores": {"rules": "hk-500", "hand": HAND, "events": ["last-discard"], "options": {"cap": 8}},
    "comparisons": {"rules": "all", "hand": HAND, "losers": {"E": "1m"}},
    "waits": {"rules": "hk-500", "hand": "123m 456m 99p (555s) 78s", "seen": ["1m"]},
    "training": {"hand": "123m 99p", "phase": 1, "seen": "1m"},
    "house-rules": {"toml": HOUSE},
    "house-rules#written": {
        "base": "hk-500",
        "name": "Friday",
        "options": {"false_win": "fixed"},
        "rows": {"half_flush": 4},
    },
    "games": {
        "rules": "hk-500",
        "players": PLAYERS,
        "options": {"false_win": "fixed"},
        "follows": "0" * 32,
    },
    "games/{id}/hands": {"winner": 1, "win": "discard", "from": 0, "hand": HAND, "events": ["x"]},
    "games/{id}/hands/preview": {"winner": 1, "from": 0, "faan": 3, "also": [{"winner": 2}]},
    "games/{id}/undo": {"expected_seq": 9},
    "games/{id}/adjustments": {"changes": [1, -1, 0, 0], "reason": "a chip"},
    "games/{id}/false-wins": {"player": 1, "hand": HAND},
    "games/{id}/swaps": {"seats": [1, 0, 2, 3]},
    "games/{id}/notes": {"seq": 2, "note": "tea"},
    "games/{id}/rules": {"rules": "hk-majlife", "from_hand": 2},
    "games/{id}/end": {"reason": "late"},
    "games/{id}/corrections": {"seq": 2, "hand": {"winner": 1, "hand": HAND}, "reason": "x"},
    "games/{id}/corrections/preview": {"seq": 2, "adjustment": {"reason": "x"}},
    "games/{id}/draft": {
        "expected_seq": 1,
        "win": "discard",
        "events": ["last-discard"],
        "hands": {"1": "123m"},
        "seen": {"1": SEEN},
        "agreed": {"also": [{"winner": 2, "events": ["x"]}]},
    },
    "games/{id}/links": {"role": "scorekeeper", "name": "a phone"},
    "games/{id}/links/owner/renewal": {},
}
PATHS = [
    "house-rules/{}",
    "rules/{}",
    "rules/{}/setup",
    "games/{}",
    "games/{}/history",
    "games/{}/history.csv",
    "games/{}/events",
    "games/{}/draft",
    "games/{}/draft/events",
    "games/{}/statistics",
    "games/{}/settlement",
    "games/{}/export",
    "games/{}/links",
    "games/{}/photos",
    "games/{id}/photos/{}",
    "games/{id}/draft/pictures/{}",
    "games/{id}/statistics?with={}",
    "games/{id}/settlement?bank_roll={}",
    "rules/hk-500?option={}",
    "rules/hk-500?option=cap={}",
    "rules/hk-500/setup?dice={}",
    "waits?rules={}&hand=1m",
    "waits?rules=hk-500&hand={}&seen={}",
]


def parts(body, way=()):
    """The ways to every text of a body, and to every name, which has an end of its own."""
    inside = body.items() if isinstance(body, dict) else enumerate(body)
    for name, value in inside:
        if isinstance(body, dict):
            yield (*way, name, None)
        if isinstance(value, str):
            yield (*way, name)
        elif isinstance(value, (dict, list)):
            yield from parts(value, (*way, name))


def changed(body, way, text):
    """A body with something strange at the end of a way."""
    copy = json.loads(json.dumps(body))
    *ahead, last = way
    if last is None:
        *ahead, name = ahead
    inside = copy
    for step in ahead:
        inside = inside[step]
    if last is None:
        inside[f"{name}{text}"] = inside.pop(name)
    elif isinstance(inside[last], str) and len(text) > 1:
        inside[last] += text
    else:
        inside[last] = text
    return copy


def is_clean(answer):
    """Whether an answer is one that is meant: no fault, and a code where it is refused."""
    if answer.status_code < 400:
        return True
    return answer.status_code < 500 and answer.json()["code"] not in {"bad_request", "not_found"}


def forms(database):
    """The strange texts, each escaped or not: to a second database those that it would keep.

    In a short run each of them goes one of the two ways, and both are gone.
    """
    if not full(short=True, long=False):
        return list(itertools.product(STRANGE, (True, False)))
    if database.startswith("sqlite"):
        return list(zip(STRANGE, itertools.cycle((True, False)), strict=False))
    return list(itertools.product(INSIDE, [True]))


@pytest.mark.parametrize("call", BODIES)
def test_in_a_body_it_is_refused_or_harmless(client, table, database, call):
    body, path = BODIES[call], call.partition("#")[0].format(id=table.id)
    headers = {"Authorization": f"Bearer {table.token}", "Content-Type": "application/json"}
    method = "PATCH" if path.endswith("draft") else "POST"
    ways = [*parts(body), ("more", None)]
    for way, (text, escaped) in itertools.product(ways, forms(database)):
        given = changed({"more": 1, **body} if way[0] == "more" else body, way, text)
        data = json.dumps(given, ensure_ascii=escaped).encode("utf-8", "surrogatepass")
        answer = client.request(method, f"/api/v1/{path}", content=data, headers=headers)
        assert answer.status_code < 500, (way, text, answer.text)
    # What was taken can be read again, as JSON and as a table.
    for what in ("", "/history", "/history.csv", "/export", "/draft", "/statistics"):
        assert client.get(f"{table.url}{what}").status_code == 200
    assert client.get("/api/v1/house-rules").status_code == 200


@pytest.mark.parametrize(
    "text", ["%00", "a%00b", "%ED%A0%80", "%FF", "%C2%85", "x" * 400, "%2e%2e"]
)
def test_in_an_address_it_is_none_of_ours(client, table, text):
    headers = {"Authorization": f"Bearer {table.token}"}
    for path in PATHS:
        url = path.replace("{id}", table.id).replace("{}", text)
        answer = client.get(f"/api/v1/{url}", headers=headers)
        assert is_clean(answer), (path, answer.text)
        if "games/{}" in path:
            assert (answer.status_code, answer.json()["code"]) == (404, "no_such_game")


IDS = ["%00", "0" * 31, "0" * 33, "A" * 32, "g" * 32, "0" * 31 + "%0a"]


def test_an_id_that_cannot_be_ours_is_not_looked_for(client, table, refused):
    """In every call, whatever else is asked of it, and the database is not asked."""
    paths = client.get("/openapi.json").json()["paths"]
    client.app.state.store.database.close()
    headers = {"Authorization": f"Bearer {table.token}"}
    calls = [(path, call) for path, calls in paths.items() if "{game_id}" in path for call in calls]
    for (path, method), id_ in itertools.product(calls, IDS):
        url = path.replace("{game_id}", id_).format(
            player=1, link_id="0" * 16, photo_id="0" * 16, picture="0" * 16
        )
        answer = client.request(method, url, headers=headers)
        if answer.status_code != 422:  # its body may be looked at first
            refused(answer, 404, "no_such_game")


@pytest.mark.parametrize("id_", ["%00", "a%00b", "0" * 17, "OWNER", "owner%00"])
def test_nor_a_link_a_photo_or_a_picture(table, refused, id_):
    headers = {"Authorization": f"Bearer {table.token}"}
    ask = table.client.request
    for method, what, code in (
        ("POST", f"links/{id_}/renewal", "no_such_link"),
        ("DELETE", f"links/{id_}", "no_such_link"),
        ("GET", f"photos/{id_}", "no_such_photo"),
        ("DELETE", f"photos/{id_}", "no_such_photo"),
        ("GET", f"draft/pictures/{id_}", "no_such_photo"),
    ):
        refused(ask(method, f"{table.url}/{what}", headers=headers), 404, code)
        # Who may not write is told that first.
        if method != "POST":
            refused(ask(method, f"{table.url}/{what}"), 401, "no_token")


@pytest.mark.parametrize("name", ["Last-Event-ID", "Authorization", "X-Request-ID", "Accept"])
def test_in_a_header_it_says_nothing(client, table, name):
    for value in (b"\x00", b"Bearer \x00", b"Bearer \xed\xa0\x80", b"7\x00", b"\xff"):
        for method, path in (("GET", "/photos"), ("POST", "/links"), ("POST", "/hands")):
            headers = {b"Authorization": f"Bearer {table.token}".encode(), name.encode(): value}
            assert client.request(method, f"{table.url}{path}", headers=headers).status_code < 500


def test_in_the_form_of_a_photo(client, table):
    headers = {"Authorization": f"Bearer {table.token}"}
    for form in (
        {"days": NUL},
        {"seq": "1\x00"},
        {"days": "9" * 400},
        {"seq": str(2**70)},
        {NUL: "x"},
    ):
        files = {"photo": picture()}
        answer = client.post(f"{table.url}/photos", headers=headers, data=form, files=files)
        assert answer.status_code < 500, answer.text
    for rules in (NUL, f"hk-500{NUL}", "a" * 64):
        files = {"photo": ("x", b"no photo", "image/jpeg")}
        answer = client.post("/api/v1/readings", data={"rules": rules}, files=files)
        assert answer.status_code == 422, answer.text


@pytest.mark.parametrize(
    "name", [f"Ann{NUL}", "Ann\nBob", "An\u2028n", "\u200b", "\u200e\u00ad", "x\x85x"]
)
def test_a_name_is_one_line_that_can_be_seen(client, table, refused, name):
    body = {"rules": "hk-500", "players": [name, *PLAYERS[1:]]}
    problem = refused(client.post("/api/v1/games", json=body), 422, "invalid_request")
    assert problem["errors"][0]["field"] == "players.0"
    refused(table.post("links", {"name": name}), 422, "invalid_request")
    refused(table.post("end", {"reason": name}), 422, "invalid_request")


@pytest.mark.parametrize(
    "name", ["Ann-Marie O'Neill", "陳大文", "José", "12", "\u200fשרה", "\U0001f469\u200d\U0001f680"]
)
def test_names_as_people_have_them_are_taken(client, name):
    body = {"rules": "hk-500", "players": [name, "b", "c", "d"]}
    answer = client.post("/api/v1/games", json=body)
    assert answer.status_code == 201
    assert answer.json()["state"]["players"][0]["name"] == name


def test_what_is_kept_of_a_name_is_no_longer_than_its_column():
    """PostgreSQL counts characters as Python does: what the model lets through fits."""
    with pytest.raises(ValueError, match="at most 40"):
        games.NewGame.model_validate({"rules": "x", "players": ["\U0001d49c" * 41, "b", "c", "d"]})
