"""JSON that nobody sends who means well, to every call that takes some: few bytes, few words."""

import json
import re
import resource
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from service.app import ROUTES, create_app
from service.http.field_errors import MOST_ERRORS
from service.http.openapi import unread_shapes
from service.settings import Settings
from tests import http
from tests.service import footprint
from tests.serving import serving, start
from tests.soak import full

pytestmark = pytest.mark.slow

UNREAD = unread_shapes(route for calls in ROUTES for route in calls.router.routes)

SIZE = full(200_000, 900_000)  # bytes, where a body may have 1,048,576
CAP = 1 << 31  # bytes of data that the service may have: with its models it takes a quarter
WITHIN = 50 << 20  # bytes above what the service held before the first of all bodies
ANSWER = 20_000  # bytes of a refusal of fields: ten errors, each told twice
DEEPEST = 3  # how far into a body its fields are replaced


def entries(value):
    """An object of as many keys as fit."""
    return {f"{n:05x}": value for n in range(SIZE // (len(json.dumps(value)) + 11))}


VALUES = {
    "keys": entries(0),
    "keys of objects": entries({}),
    "numbers": [0] * (SIZE // 3),
    "objects": [{"a": 1}] * (SIZE // 10),
    "lists": [[0] * 10] * (SIZE // 32),
    "one long list": {"a": [0] * (SIZE // 3)},
    "text": "x" * SIZE,
    "a long name": {"k" * SIZE: 1},
}
KINDS = full(("keys", "numbers"), tuple(VALUES))


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    folder = tmp_path_factory.mktemp("described")
    app = create_app(Settings(database=f"sqlite:///{folder / 'games.sqlite3'}"))
    yield app.openapi()
    app.state.store.close()


@pytest.fixture(scope="module")
def capped(tmp_path_factory):
    """A service whose memory is bounded, so that a fault ends it and not the machine."""
    folder = tmp_path_factory.mktemp("capped")
    bound = partial(resource.setrlimit, resource.RLIMIT_DATA, (CAP, CAP))
    with serving(f"sqlite:///{folder / 'games.sqlite3'}", folder, before=bound) as running:
        yield running


def bodies(described) -> Iterator[tuple[str, str, dict]]:
    """Each call that takes JSON: its method, its address and the schema of its body."""
    for path, calls in described["paths"].items():
        for method, call in calls.items():
            content = call.get("requestBody", {}).get("content", {})
            if "application/json" in content:
                yield method.upper(), path, content["application/json"]["schema"]


def resolved(described, schema):
    name = schema.get("$ref", "").rpartition("/")[2]
    return described["components"]["schemas"][name] if name else schema


def places(described, schema, depth=0) -> Iterator[tuple[str | int, ...]]:
    """Where in a body something else may stand: () is all of it."""
    schema = resolved(described, schema)
    yield ()
    for either in schema.get("anyOf", ()):
        yield from (place for place in places(described, either, depth) if place)
    if depth < DEEPEST:
        inside = dict(schema.get("properties", {}))
        if isinstance(schema.get("additionalProperties"), dict):
            inside["0"] = schema["additionalProperties"]
        if "items" in schema:
            inside[0] = schema["items"]
        for name, each in inside.items():
            yield from ((name, *rest) for rest in places(described, each, depth + 1))


def placed(place, value):
    for part in reversed(place):
        value = {part: value} if isinstance(part, str) else [value]
    return value


def most_held(process):
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return 1024 * int(re.search(r"VmHWM:\s+(\d+) kB", status)[1])


def test_no_json_takes_much_memory_or_many_words(described, capped, tell):
    game, token = start(capped.url)
    known = {"game_id": game.rpartition("/")[2], "hash": "0" * 64}
    known |= {"set_id": "0" * 32, "link_id": "owner"}
    footprint.idle(capped.process.pid)  # its models are loaded a while after its start
    before, longest, sent = most_held(capped.process), 0, 0
    with http.Client(timeout=240, headers=token) as client:
        for method, path, schema in bodies(described):
            address = capped.url + path.format_map(known)
            checked_here = resolved(described, schema)["title"] not in UNREAD
            for place in dict.fromkeys(places(described, schema)):
                for kind in KINDS:
                    body = placed(place, VALUES[kind])
                    if "game_id" in path and isinstance(body, dict):
                        body = {"expected_seq": 1, **body}
                    answer = client.request(method, address, json=body)
                    told = (method, path, place, kind, answer.text[:300])
                    assert answer.status_code < 500, told
                    sent += 1
                    if answer.status_code == 422:
                        assert len(answer.content) < ANSWER, told
                        if checked_here:
                            assert len(answer.json().get("errors", ())) <= MOST_ERRORS, told
                        longest = max(longest, len(answer.content))
    above = most_held(capped.process) - before
    tell(f"{sent} bodies: {above / 2**20:.0f} MiB above; the longest refusal {longest} bytes")
    assert capped.process.poll() is None
    assert above < WITHIN


def bounded(schema):
    """Whether a list or an object with keys of any name has a most of them."""
    if schema.get("type") == "array":
        return "maxItems" in schema
    return schema.get("type") != "object" or "properties" in schema or "maxProperties" in schema


def parts(described, schema, where, seen) -> Iterator[tuple[str, dict]]:
    """A schema and all in it, each once, with where it stands."""
    schema = resolved(described, schema)
    if (key := json.dumps(schema, sort_keys=True)) in seen:
        return
    seen.add(key)
    yield where, schema
    inside = [(f"{where}.{name}", each) for name, each in schema.get("properties", {}).items()]
    inside += [(where, each) for each in schema.get("anyOf", ())]
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            inside.append((f"{where}.*", schema[name]))
    for place, each in inside:
        yield from parts(described, each, place, seen)


def test_every_list_and_object_of_a_body_is_bounded(described):
    """What is counted first is never looked at piece by piece, whatever it holds."""
    seen: set[str] = set()
    found = [
        part
        for _, path, schema in bodies(described)
        if resolved(described, schema)["title"] not in UNREAD
        for part in parts(described, schema, path, seen)
    ]
    assert len(found) > 50
    assert [where for where, schema in found if not bounded(schema)] == []
