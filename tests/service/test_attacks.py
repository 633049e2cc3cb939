"""Raw requests of every malformed kind: answered in order, nothing lost, nothing let through."""

import re
import socket
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from service.db.database import Database
from service.ledger.backup import verify
from tests import http
from tests.postgresql import on_both
from tests.service.attacks import GAME, TOKEN, attacks
from tests.serving import drawn, start
from tests.soak import full

ATTACKS = attacks()
EACH_S = 20  # a deadline for one answer on a busy machine
SOME = full(4, 1)  # every so manieth in a short run, and that twice, the next ones then
PARTS = full(2, 1)
SAID = re.compile(rb"HTTP/1\.1 (\d{3})[^\r]*\r\n(.*?)\r\n\r\n", re.DOTALL)
# Of the server's own: what a request may be answered with where it is not ours to say why.
FAULTS = {500, 501, 502, 504, 505}
PATIENT = {
    "TABLESIDE_GAMES_PER_MINUTE": "1000000",
    "TABLESIDE_PHOTOS_PER_MINUTE": "1000000",
    "TABLESIDE_FRAMES_PER_MINUTE": "1000000",
}


def answer(address, sent):
    """What came back until the other end closed, or nothing more came."""
    got = b""
    with socket.create_connection(address, timeout=EACH_S) as connection:
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(1 << 16):
                got += part
        except (ConnectionResetError, BrokenPipeError):
            pass  # it did not want to hear the rest
    return got


def faults(name, got):
    """What is wrong with an answer, in words."""
    if got and not got.startswith(b"HTTP/1.1 "):
        yield f"{name}: no answer of HTTP: {got[:60]!r}"
    for status, head in SAID.findall(got):
        if int(status) in FAULTS:
            yield f"{name}: {status.decode()}"
        if b"elsewhere.test" in head or b"set-cookie" in head.lower():
            yield f"{name}: an answer that leads elsewhere: {head[:200]!r}"
    if b"Traceback" in got or b"/site-packages/" in got:
        yield f"{name}: shows the program's inside"


@on_both
@pytest.mark.parametrize("part", range(PARTS))
def test_no_request_harms_the_service_or_the_table(serve, database, part, request):
    if part and request.node.callspec.params["database"] == "postgresql":
        pytest.skip("one part of them is enough for another database: nothing to install")
    service = serve(database, **PATIENT)
    game, token = start(service.url)
    drawn(game, token)
    known = {GAME: game.rpartition("/")[2], TOKEN: token["Authorization"].partition(" ")[2]}
    target = urlsplit(service.url)
    address = (target.hostname, target.port)

    def attempt(attack):
        name, sent = attack
        for word, real in known.items():
            sent = sent.replace(word.encode(), real.encode())
        try:
            return list(faults(name, answer(address, sent)))
        except TimeoutError:
            return [f"{name}: no answer within {EACH_S} s"]

    with ThreadPoolExecutor(6) as phones:
        found = [fault for some in phones.map(attempt, ATTACKS[part::SOME]) for fault in some]
    assert found == []
    assert service.process.poll() is None
    assert "Traceback" not in service.printed
    # The attacks with a token may have played the game to its end: it still adds up, and the next
    # one goes on.
    state = http.get(game).json()
    assert sum(player["points"] for player in state["players"]) == 2000
    drawn(*start(service.url))
    # What an attack that nobody waits for any longer still wrote comes after it.
    seqs = [event["seq"] for event in http.get(f"{game}/history").json()["events"]]
    assert seqs == list(range(1, len(seqs) + 1))
    assert len(seqs) >= state["seq"]
    service.stop()
    opened = Database.open(database)
    try:
        assert verify(opened).counts  # every game is replayed, every page read
    finally:
        opened.close()
