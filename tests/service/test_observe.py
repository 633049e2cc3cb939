"""Logs that say what happened and never who; counts; what ends a request that never does."""

import asyncio
import json
import re
import socket

import pytest
from fastapi.testclient import TestClient

from service.app import create_app
from service.errors import RefusedError
from service.http.bodies import Bodies, Body
from service.http.rate_limits import client_key
from service.settings import Settings
from tests import http
from tests.serving import start


@pytest.fixture
def service(serve, database):
    return serve(database)


def logged(service):
    """The lines of the log that are JSON, once the service has ended."""
    service.stop()
    return [json.loads(line) for line in service.printed.splitlines() if line.startswith("{")]


def test_the_log_tells_what_and_when_and_never_who(service):

    game, token = start(service.url, players=["Ann Personal", "Bob", "Cid", "Dee"])
    hand = {"winner": 1, "win": "self-draw", "hand": "123m 4569p 789s (222s) +9p"}
    asked = http.post(f"{game}/hands", json=hand, headers={**token, "X-Request-ID": "mine-1"})
    assert asked.headers["x-request-id"] == "mine-1"
    odd = http.get(f"{game}?token=secret", headers={"X-Request-ID": "no\tid of ours"})
    assert re.fullmatch("[0-9a-f]{16}", odd.headers["x-request-id"])
    http.get(f"{service.url}/api/v1/games/{'f' * 32}")
    lines = logged(service)
    requests = [line for line in lines if line["event"] == "request"]
    (mine,) = [line for line in requests if line["request_id"] == "mine-1"]
    assert (mine["method"], mine["status"]) == ("POST", asked.status_code)
    assert mine["route"] == "/api/v1/games/{game_id}/hands"
    assert mine["ms"] > 0
    assert mine["at"].endswith("Z")
    assert "127.0.0.1" not in str(requests)
    said = service.printed
    secrets = ["Ann", "123m", "secret", game.rpartition("/")[2]]
    secrets += [token["Authorization"].partition(" ")[2], "f" * 32]
    assert [word for word in secrets if word in said] == []


def test_what_is_counted(client, table):
    table.hand(draw=True)
    table.post("hands", {"draw": True}, key="k")
    table.post("hands", {"draw": True}, key="k")
    client.post("/api/v1/readings", files={"photo": ("a.jpg", b"", "image/jpeg")})
    client.get("/nothing/here")
    text = TestClient(client.app, client=("127.0.0.1", 1)).get("/metrics").text
    counted = dict(re.findall(r"^(tableside_\w+(?:\{.*\})?) ([0-9.e+-]+)$", text, re.MULTILINE))
    assert counted['tableside_events_total{kind="started"}'] == "1.0"
    assert counted['tableside_events_total{kind="hand_drawn"}'] == "2.0"  # a repeated one is none
    route = 'method="POST",route="/api/v1/games/{game_id}/hands",status="201"'
    assert counted[f"tableside_requests_total{{{route}}}"] == "3.0"
    assert counted['tableside_requests_total{method="GET",route="unknown",status="404"}'] == "1.0"
    assert counted['tableside_readings_total{outcome="empty_file"}'] == "1.0"
    assert counted["tableside_followers"] == "0.0"
    assert "process_resident_memory_bytes" in text
    assert table.id not in text


def test_live_and_ready_are_two_things(client):
    assert client.get("/healthz/live").json() == {"live": True}
    client.app.state.feeds.close()
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["live"]) == (503, True)
    assert answer.json()["checks"]["service"] == "shutting down"
    assert client.get("/healthz/ready").status_code == 503
    assert client.get("/healthz/live").status_code == 200


def test_a_fault_is_answered_and_named_without_its_values(database, refused, caplog):
    app = create_app(Settings(database=database))

    @app.get("/fault")
    def fault():
        raise LookupError("Ann has the secret tile")

    with TestClient(app) as client, caplog.at_level("ERROR"):
        answer = client.get("/fault")
    refused(answer, 500, "internal_error")
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["x-request-id"]
    assert "secret tile" not in answer.text


def test_an_address_sends_only_so_many_photos_a_minute(database, refused):
    app = create_app(Settings(database=database, photos_per_minute=2))
    photo = {"photo": ("a.jpg", b"", "image/jpeg")}
    with TestClient(app) as client:
        for _ in range(2):
            refused(client.post("/api/v1/readings", files=photo), 400, "empty_file")
        answer = client.post("/api/v1/readings", files=photo)
        refused(answer, 429, "too_many_requests")
        assert 0 < int(answer.headers["retry-after"]) <= 60
        assert client.get("/api/v1/rules").status_code == 200
    with TestClient(app, client=("2001:db8::1", 1)) as client:
        refused(client.post("/api/v1/readings", files=photo), 400, "empty_file")


def test_games_begun_in_a_day_are_counted_by_sender(database, refused):
    app = create_app(Settings(database=database, games_per_day=2))
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
    ann = TestClient(app, client=("192.0.2.7", 50_000))
    bob = TestClient(app, client=("198.51.100.9", 50_000))
    with TestClient(app):  # its work begins and ends with the service
        for _ in range(2):
            assert ann.post("/api/v1/games", json=body).status_code == 201
        answer = ann.post("/api/v1/games", json=body)
        refused(answer, 429, "too_many_requests")
        assert 60 < int(answer.headers["retry-after"]) <= 24 * 60 * 60
        assert bob.post("/api/v1/games", json=body).status_code == 201


def test_games_begun_in_a_minute_are_counted(database, refused):
    """Only what anybody may begin: who sits at a table plays on."""
    app = create_app(Settings(database=database, games_per_minute=2))
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
    with TestClient(app) as client:
        game = client.post("/api/v1/games", json=body).json()
        assert client.post("/api/v1/games", json={}).status_code == 422
        for what in ("games", "imports"):
            answer = client.post(f"/api/v1/{what}", json=body)
            refused(answer, 429, "too_many_requests")
            assert 0 < int(answer.headers["retry-after"]) <= 60
        token = {"Authorization": f"Bearer {game['write_token']}"}
        hands = f"/api/v1/games/{game['id']}/hands"
        assert client.post(hands, json={"draw": True}, headers=token).status_code == 201


def test_long_answers_are_packed_and_streams_are_not(client, table):
    asked = {"Accept-Encoding": "gzip"}
    rules = client.get("/api/v1/rules", headers=asked)
    assert rules.headers["content-encoding"] == "gzip"
    assert int(rules.headers["content-length"]) < len(rules.content) / 3
    assert rules.headers["vary"] == "Accept-Encoding"
    assert rules.json() == client.get("/api/v1/rules", headers={"Accept-Encoding": "br"}).json()
    assert "content-encoding" not in client.get(table.url, headers=asked).headers


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/api/v1/waits", "GET, HEAD, POST"), ("/api/v1/scores", "POST"), ("/", "GET, HEAD")],
)
def test_an_address_says_which_methods_it_takes(client, refused, path, allowed):
    answer = client.request("OPTIONS", path)
    refused(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == allowed


@pytest.mark.parametrize(
    ("address", "sender"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket", "a socket"),
        ("x" * 9000, "x" * 64),
    ],
)
def test_what_counts_as_one_sender(address, sender):
    assert client_key(address) == sender


def test_headers_are_bounded(client, refused):
    refused(client.get("/", headers={"X-Long": "x" * 20_000}), 431, "headers_too_large")
    refused(client.get("/", params={"q": "x" * 20_000}), 431, "headers_too_large")


@pytest.mark.parametrize(
    ("body_s", "silence_s", "grace_s"), [(0.05, 30, 30), (30, 0.05, 30), (30, 30, 0.05)]
)
def test_a_body_that_never_comes_is_not_waited_for(body_s, silence_s, grace_s):
    parts = iter([{"type": "http.request", "body": b"x", "more_body": True}])

    async def receive():
        for part in parts:
            return part
        await asyncio.sleep(3600)
        return {}

    async def read_all():
        pace = Settings(body_s=body_s, silence_s=silence_s, grace_s=grace_s)
        body = Body("anybody", receive, pace, Bodies(1000), 100)
        while (await body.receive())["more_body"]:
            pass

    with pytest.raises(RefusedError, match="did not arrive in time"):
        asyncio.run(read_all())


def test_a_body_that_is_far_too_long_is_told_so():
    """What comes beyond its limit is dropped: the room for all bodies is not used up by it."""

    async def receive():
        return {"type": "http.request", "body": b"x" * 90, "more_body": True}

    async def read_all():
        body = Body("anybody", receive, Settings(), Bodies(300), 100)
        while True:
            await body.receive()

    with pytest.raises(RefusedError) as refused:
        asyncio.run(read_all())
    assert refused.value.code == "body_too_large"


def test_an_endless_body_is_cut_off(service):
    """Chunk after chunk without an end: it is answered, and the service goes on."""
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(
            b"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        sent, chunk = 0, b"10000\r\n" + b"[" * 0x10000 + b"\r\n"
        try:
            while sent < 64_000_000:
                line.sendall(chunk)
                sent += 0x10000
        except OSError:
            pass  # it was told that this is enough
        line.settimeout(60)
        try:
            answer = line.recv(65536)
        except OSError:
            answer = b""
    assert sent < 64_000_000
    assert not answer or b" 413 " in answer.partition(b"\r\n")[0]
    game, _ = start(service.url)
    assert game
