"""Many who send photos at once: little memory, no byte of who may not, and slow ones make room."""

import socket
import time
from contextlib import ExitStack, suppress
from threading import Thread

import numpy as np
import pytest

from service.http.bodies import KNOWN_S
from service.http.limits import UPLOADS_AT_ONCE, most_photo_bytes
from tests import http
from tests.service import footprint
from tests.serving import drawn, serving, start
from vision.tilesets.tile_set import Origin, Sample, TileSet, encode, with_rim

pytestmark = pytest.mark.slow

SOON_S = 60
WITHIN = 250 << 20  # bytes of memory above rest, whatever is sent: 32 bodies of 79 MB are 2.5 GB
PART = b'--e\r\nContent-Disposition: form-data; name="%b"%b\r\n\r\n%b\r\n'
PICTURES = {"multipart/form-data", "image/jpeg", "image/*"}


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    folder = tmp_path_factory.mktemp("uploads")
    many = {"TABLESIDE_PHOTOS_PER_MINUTE": "100000"}
    with serving(f"sqlite:///{folder / 'games.sqlite3'}", folder, **many) as running:
        yield running


def connected(service, address="127.0.0.1"):
    port = int(service.url.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), SOON_S, source_address=(address, 0))


def head(method, path, length, kind="multipart/form-data; boundary=e", token=""):
    shown = f"Authorization: {token}\r\n" if token else ""
    return (
        f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\n{shown}"
        f"Content-Length: {length}\r\n\r\n"
    ).encode()


OPEN, BY_TOKEN = False, True
CALLS = {
    ("POST", "/api/v1/readings"): OPEN,
    ("POST", "/api/v1/frames"): OPEN,
    ("POST", "/api/v1/tile-sets"): BY_TOKEN,
    ("POST", "/api/v1/tile-sets/count"): OPEN,
    ("PUT", "/api/v1/tile-sets/{set_id}/samples/{key}"): BY_TOKEN,
    ("POST", "/api/v1/games/{game_id}/photos"): BY_TOKEN,
    ("PUT", "/api/v1/games/{game_id}/draft/pictures/{picture}"): BY_TOKEN,
}


def test_every_call_that_takes_a_picture_is_known(service):
    described = http.get(f"{service.url}/openapi.json").json()["paths"]
    assert {
        (method.upper(), path): bool(call["security"])
        for path, calls in described.items()
        for method, call in calls.items()
        if PICTURES & call.get("requestBody", {}).get("content", {}).keys()
    } == CALLS
    for method, path in CALLS:
        most = most_photo_bytes(method, path, 1)
        assert (most is None) == path.endswith("/frames"), path  # these are small


@pytest.mark.parametrize(("method", "path"), [call for call, by in CALLS.items() if by])
def test_who_shows_no_token_is_refused_before_the_picture_comes(service, method, path):
    """Of 20 MB that are announced no byte is sent, and none is waited for."""
    game, token = start(service.url)
    known = {"game_id": game.rpartition("/")[2], "picture": "0", "key": "1"}
    if "{set_id}" in path:
        known["set_id"] = tile_set(service, known["game_id"], token)
    address = path.format_map(known) + ("?expected_seq=1" if "draft" in path else "")
    with connected(service) as line:
        line.sendall(head(method, address, 20_000_000))
        assert line.recv(65536).startswith(b"HTTP/1.1 401 ")


def tile_set(service, game_id, token):
    """A tile set of one tile."""
    tile = encode(with_rim(np.full((40, 30, 3), 200, np.uint8)))
    file = TileSet("Ours", (Sample("1m", tile, Origin.CORRECTED, "1"),)).dumps()
    answer = http.post(
        f"{service.url}/api/v1/tile-sets",
        data={"game": game_id},
        files={"file": ("tiles.json", file, "application/json")},
        headers=token,
    )
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def sent_by_many(service, call, body, count):
    """Send a body so many times at once; gives the statuses of the answers."""
    found = []

    def send():
        with connected(service) as line:
            line.sendall(call)
            with suppress(OSError):  # it does not want to hear all of it
                line.sendall(body)
            try:
                answer = line.recv(65536)
            except OSError:
                answer = b""
            found.append(int(answer.split()[1]) if answer else 0)

    phones = [Thread(target=send) for _ in range(count)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    return found


FILE = b'; filename="a.jpg"'
BODIES = {
    "many files": ("POST", "/api/v1/readings", 32, PART % (b"photo", FILE, bytes(80_000)) * 980),
    "many fields": ("POST", "/api/v1/readings", 32, PART % (b"a", b"", bytes(80_000)) * 980),
    "large files": ("POST", "/api/v1/readings", 8, PART % (b"photo", FILE, bytes(79_000_000))),
    "in one piece": ("PUT", "{game}/draft/pictures/0?expected_seq=1", 8, bytes(79_000_000)),
    "photos to keep": ("POST", "{game}/photos", 32, PART % (b"photo", FILE, bytes(24_000_000))),
}


def test_whatever_many_send_is_not_held_in_memory(service, tell):
    game, token = start(service.url)
    idle = footprint.idle(service.process.pid)
    for name, (method, path, count, body) in BODIES.items():
        address = path.format(game=game.removeprefix(service.url))
        with footprint.Peak(service.process.pid) as peak:
            whole = body + (b"--e--\r\n" if method == "POST" else b"")
            call = head(method, address, len(whole), token=token["Authorization"])
            found = sent_by_many(service, call, whole, count)
        tell(f"{name}: {(peak.most - idle) / 2**20:.0f} MiB above, {sorted(set(found))}")
        assert set(found) <= {0, 400, 409, 413, 422, 503}, name
        assert peak.most - idle < WITHIN, name
    assert drawn(game, token)["seq"] == 2


def test_bodies_of_json_are_not_all_held_either(service, tell):
    """400 that are not sent to their end, of one address: most make room, and hands go on."""
    game, token = start(service.url)
    idle = footprint.idle(service.process.pid)
    with ExitStack() as lines, footprint.Peak(service.process.pid) as peak:
        for _ in range(400):
            line = lines.enter_context(connected(service))
            line.sendall(head("POST", "/api/v1/scores", 1_000_000, "application/json"))
            with suppress(OSError):  # it may be told to go at once
                line.sendall(b" " * 900_000)
        assert drawn(game, token)["seq"] == 2
    tell(f"{(peak.most - idle) / 2**20:.0f} MiB above")
    assert peak.most - idle < WITHIN


def test_who_sends_slowly_makes_room(service):
    """All places are held, each by another address: a phone that comes then is heard."""
    with ExitStack() as lines:
        held = []
        for number in range(UPLOADS_AT_ONCE):
            line = lines.enter_context(connected(service, f"127.0.1.{number + 1}"))
            line.sendall(head("POST", "/api/v1/readings", 1_000_000) + b"--e\r\n")
            held.append(line)
        photo = {"photo": ("a.jpg", b"", "image/jpeg")}
        early = http.post(f"{service.url}/api/v1/readings", files=photo, timeout=SOON_S)
        assert early.status_code == 503  # nobody is known to be slow yet
        end = time.monotonic() + KNOWN_S + 1
        while time.monotonic() < end:
            for line in held:
                line.sendall(b"x" * 100)
            time.sleep(0.5)
        for _ in range(4):
            late = http.post(f"{service.url}/api/v1/readings", files=photo, timeout=SOON_S)
            assert (late.status_code, late.json()["code"]) == (400, "empty_file")
