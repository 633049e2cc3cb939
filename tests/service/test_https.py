"""A real service that speaks https by its own certificates, and plain HTTP beside it."""

import plistlib
import signal
import socket
import ssl
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
from cryptography import x509

from service.certificates.folder import CertificateFolder
from service.certificates.names import LOOPBACK, Names
from tests import http
from tests.serving import messages, serving

pytestmark = pytest.mark.slow

SOON_S = 30  # a deadline for slow machines


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("https")


@pytest.fixture(scope="module")
def running(folder):
    """A service whose certificate ended yesterday, so that it begins with a renewal."""
    kept = CertificateFolder(folder / "certificates")
    past = datetime.now(UTC) - timedelta(days=91)
    before = kept.renewed("pi", Names.of(LOOPBACK), past)
    with serving(
        f"sqlite:///{folder / 'games.sqlite3'}",
        folder,
        TABLESIDE_HTTPS="1",
        TABLESIDE_CERTIFICATES=str(kept.folder),
    ) as service:
        assert before.authority.fingerprint in service.printed
        yield service


@pytest.fixture(scope="module")
def trusting(running):
    """A client that trusts the authority, which it was given by plain HTTP."""
    given = http.get(f"{running.url}/authority.crt")
    assert given.headers["content-type"] == "application/x-x509-ca-cert"
    context = ssl.create_default_context(cadata=given.text)
    with httpx2.Client(base_url=secure(running.url), verify=context, timeout=SOON_S) as client:
        yield client


def secure(url):
    return url.replace("http://", "https://")


def address(running):
    host, _, port = running.url.removeprefix("http://").partition(":")
    return host, int(port)


def test_who_trusts_the_authority_plays_over_https(trusting):
    assert trusting.get("/healthz/ready").json()["ready"] is True
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
    assert trusting.post("/api/v1/games", json=body).status_code == 201
    assert "module" in trusting.get("/").text


def test_who_does_not_is_not_served(running):
    with pytest.raises(httpx2.ConnectError, match="certificate verify failed"):
        httpx2.get(secure(running.url), verify=ssl.create_default_context())
    assert http.get(f"{running.url}/healthz/live").status_code == 200


def test_a_phone_follows_the_game_over_https(running, trusting):
    """Three hands, told by one stream while another connection records them."""
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
    begun = trusting.post("/api/v1/games", json=body).json()
    game, token = (
        f"/api/v1/games/{begun['id']}",
        {"Authorization": f"Bearer {begun['write_token']}"},
    )
    with trusting.stream("GET", f"{game}/events") as stream:
        states = messages(stream.iter_lines())
        assert next(states)[0] == 1
        for expected in (2, 3, 4):
            answer = trusting.post(f"{game}/hands", json={"draw": True}, headers=token)
            assert next(states) == (expected, answer.json()["state"])


@pytest.mark.parametrize("path", ["/", "/?a=1&b=%20c", "/api/v1/rules", "//elsewhere.test/x"])
def test_plain_http_leads_to_the_same_address_by_https(running, path):
    answer = http.get(f"{running.url}{path}")
    assert answer.status_code == 307
    assert answer.headers["location"] == f"{secure(running.url)}{path}"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("host", "there"),
    [
        ("kitchen.fritz.box:9000", "https://kitchen.fritz.box:9000/"),
        ("[fd00::5]:8000", "https://[fd00::5]:8000/"),
        ("x/../y", None),
        ("a@b", None),
    ],
)
def test_a_phone_is_led_to_the_host_that_it_asked_for(running, host, there):
    answer = http.get(running.url, headers={"Host": host})
    assert answer.headers["location"] == (there or f"{secure(running.url)}/")


def test_what_is_sent_by_plain_http_is_not_written_but_led_on(running, trusting):
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
    answer = http.post(f"{running.url}/api/v1/games", json=body)
    assert answer.status_code == 307
    again = trusting.post(answer.headers["location"], json=body)
    assert again.status_code == 201


def test_a_device_is_told_whom_to_trust_by_plain_http(running):
    told = http.get(f"{running.url}/authority").json()
    assert told["fingerprint"] in running.printed
    profile = plistlib.loads(http.get(f"{running.url}/authority.mobileconfig").content)
    (held,) = profile["PayloadContent"]
    assert held["PayloadType"] == "com.apple.security.root"
    given = x509.load_der_x509_certificate(held["PayloadContent"])
    assert given == x509.load_pem_x509_certificate(http.get(f"{running.url}/authority.crt").content)
    assert b"PRIVATE" not in http.get(f"{running.url}/authority.crt").content
    page = http.get(f"{running.url}/trust")
    assert (page.status_code, page.headers["content-type"][:9]) == (200, "text/html")
    kind = http.get(f"{running.url}/authority.mobileconfig").headers["content-type"]
    assert kind == "application/x-apple-aspen-config"


def test_a_profile_replaces_the_one_before(running):
    first, again = (http.get(f"{running.url}/authority.mobileconfig").content for _ in range(2))
    assert first == again


@pytest.mark.parametrize(
    "sent", [b"", b"\x16", b"\x16\x03\x01\x00\x05nonsense", b"\x16\x03\x01" + bytes(300), b"\x00"]
)
def test_half_a_handshake_holds_nobody_up(running, trusting, sent):
    with socket.create_connection(address(running), timeout=SOON_S) as line:
        line.sendall(sent)
        assert trusting.get("/healthz/live").status_code == 200
        assert http.get(f"{running.url}/healthz/live").status_code == 200


def test_a_request_may_come_in_the_same_packet_as_the_handshake(running, trusting):
    """Or byte by byte: what comes before anybody listens is kept."""
    context = ssl.create_default_context(cadata=http.get(f"{running.url}/authority.crt").text)
    request = b"GET /healthz/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    for piece in (len(request), 1):
        inside, outside = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = context.wrap_bio(inside, outside, server_hostname="localhost")
        with socket.create_connection(address(running), timeout=SOON_S) as line:
            while True:
                try:
                    client.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    line.sendall(outside.read())
                    inside.write(line.recv(65536))
            client.write(request)
            left = outside.read()  # the end of the handshake, and the request
            for begin in range(0, len(left), piece):
                line.sendall(left[begin : begin + piece])
            assert heard(client, inside, line).startswith(b"HTTP/1.1 200")


def heard(client, inside, line):
    """All that a client is told inside TLS until the other side ends it."""
    parts = []
    while told := line.recv(65536):
        inside.write(told)
        try:
            while part := client.read(65536):
                parts.append(part)
        except ssl.SSLWantReadError:
            continue
        break  # the other side has said that it is done
    return b"".join(parts)


def test_a_stop_ends_streams_over_https(tmp_path):
    """Neither who follows nor who has said nothing yet holds a service that is told to stop."""
    with serving(
        f"sqlite:///{tmp_path / 'games.sqlite3'}",
        tmp_path,
        TABLESIDE_HTTPS="1",
        TABLESIDE_CERTIFICATES=str(tmp_path / "certificates"),
    ) as one:
        context = ssl.create_default_context(cadata=http.get(f"{one.url}/authority.crt").text)
        with (
            httpx2.Client(base_url=secure(one.url), verify=context, timeout=SOON_S) as client,
            socket.create_connection(address(one), timeout=SOON_S) as silent,
        ):
            body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
            game = client.post("/api/v1/games", json=body).json()["id"]
            with client.stream("GET", f"/api/v1/games/{game}/events") as stream:
                lines = stream.iter_lines()
                next(messages(lines))
                one.process.send_signal(signal.SIGTERM)
                assert [line for line in lines if line.startswith("data")] == []
            assert one.process.wait(timeout=SOON_S) == 0
            assert silent.recv(1) == b""
