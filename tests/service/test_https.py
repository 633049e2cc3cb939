"""A real service that speaks https by its own certificates, and plain HTTP beside it."""

import itertools
import json
import plistlib
import re
import signal
import socket
import ssl
import sys
import threading
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
from cryptography import x509

from service.certificates.folder import CertificateFolder
from service.certificates.names import LOOPBACK, parse_names
from service.cli.commands.doctor import https
from service.cli.commands.serve import EVERYWHERE, ListenAddress, certificate_of, print_address
from service.cli.main import main
from service.http.tls import LiveCertificate
from service.settings import Settings
from tests import deadlines, http
from tests.service import footprint
from tests.serving import free_port, messages, serving

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
    before = kept.renew("pi", parse_names(LOOPBACK), past)
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


def test_phones_are_let_in_and_told_where(running):
    """Without `--host`: https is of no use to this computer alone."""
    assert re.search(r"^Phones.*: https://\S+/", running.printed, re.MULTILINE)
    assert re.search(r"http://\S+/trust shows how", running.printed)


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
        ("[fd00::5]:443", "https://[fd00::5]:443/"),
        ("kitchen.fritz.box", "https://kitchen.fritz.box:80/"),
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


def test_half_a_handshake_holds_little_memory(running):
    """Where 2,400 of one address may be connected; the buffer of Python for each has 256 KiB."""
    hello = ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        ssl.create_default_context().wrap_bio(
            ssl.MemoryBIO(), hello, server_hostname="localhost"
        ).do_handshake()
    sent, idle = hello.read(), footprint.idle(running.process.pid)
    with ExitStack() as lines:
        for _ in range(300):
            line = lines.enter_context(socket.create_connection(address(running), timeout=SOON_S))
            line.sendall(sent)
            assert line.recv(1)
        assert footprint.held(running.process.pid) - idle < 300 * 128 * 1024


@pytest.fixture(scope="module")
def impatient(tmp_path_factory):
    """One that waits half a second for a client to say something, and holds eight connections."""
    folder = tmp_path_factory.mktemp("impatient")
    shortened = {"head_s": 0.5, "connections": 8, "connections_per_address": 8}
    with serving(
        f"sqlite:///{folder / 'games.sqlite3'}",
        folder,
        module="tests.service.impatient",
        SHORTENED=json.dumps(shortened),
        TABLESIDE_HTTPS="1",
        TABLESIDE_CERTIFICATES=str(folder / "certificates"),
    ) as service:
        yield service


@pytest.mark.parametrize("sent", [b"", b"\x16\x03\x01", b"GET / HTTP/1.1\r\n"])
def test_who_says_too_little_is_cut_off(impatient, sent):
    with socket.create_connection(address(impatient), timeout=SOON_S) as line:
        line.sendall(sent)
        while line.recv(65536):  # a reason, where one can be understood
            pass


@pytest.mark.parametrize("sent", [b"", b"\x16"])
def test_strangers_who_say_nothing_make_room_for_a_phone(impatient, sent):
    """Twenty of them, where eight connections may be open."""
    context = ssl.create_default_context(cadata=http.get(f"{impatient.url}/authority.crt").text)
    with ExitStack() as lines:
        for _ in range(20):
            line = socket.create_connection(address(impatient), timeout=SOON_S)
            lines.enter_context(line).sendall(sent)
        answer = httpx2.get(f"{secure(impatient.url)}/healthz/live", verify=context, timeout=SOON_S)
        assert answer.status_code == 200


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
                lines = deadlines.heard(stream.iter_lines())
                next(messages(lines))
                one.process.send_signal(signal.SIGTERM)
                assert [line for line in lines if line.startswith("data")] == []
            assert one.process.wait(timeout=SOON_S) == 0
            assert silent.recv(1) == b""


def test_a_certificate_is_renewed_while_the_service_runs(tmp_path):
    """The computer gets another address, then three months pass: new connections are shown it."""
    known, day = [*LOOPBACK, "192.168.1.5"], timedelta(days=1)
    moments = [datetime.now(UTC)]
    certificate = LiveCertificate(
        CertificateFolder(tmp_path), lambda: ("pi", parse_names(known)), lambda: moments[-1]
    )
    trusted = ssl.create_default_context(cadata=certificate.authority().public_pem.decode())
    with listening(certificate.context) as port:

        def shown(name):
            with (
                socket.create_connection(("127.0.0.1", port), timeout=SOON_S) as line,
                trusted.wrap_socket(line, server_hostname=name) as inside,
            ):
                return inside.getpeercert()["serialNumber"]

        first = shown("192.168.1.5")
        assert certificate.renew() is False
        with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
            shown("192.168.1.77")
        known.append("192.168.1.77")
        assert certificate.renew() is True
        second = shown("192.168.1.77")
        moments.append(moments[0] + 59 * day)
        assert certificate.renew() is False
        moments.append(moments[0] + 61 * day)
        assert certificate.renew() is True
        assert certificate.current.certificate.until > moments[0] + 150 * day
    assert first != second


def test_services_that_share_a_folder_begin_whatever_another_one_renews(tmp_path):
    """Each new address makes another service replace the file, as often as it can."""
    over, home = threading.Event(), ["192.168.1.5", *LOOPBACK]
    CertificateFolder(tmp_path).renew("pi", parse_names(home), datetime.now(UTC))

    def replace():
        for number in itertools.cycle(range(2, 250)):
            names = parse_names([*home, f"10.0.0.{number}"])
            CertificateFolder(tmp_path).renew("pi", names, datetime.now(UTC))
            if over.is_set():
                return

    with ThreadPoolExecutor(2) as pool:
        others = [pool.submit(replace) for _ in range(2)]
        try:
            for _ in range(300):
                LiveCertificate(CertificateFolder(tmp_path), lambda: ("pi", parse_names(home)))
        finally:
            over.set()
        assert [each.result() for each in others] == [None, None]


@contextmanager
def listening(context):
    """Shake hands with whoever comes, in a thread."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer():
            while True:
                try:
                    line, _ = listener.accept()
                except OSError:
                    return
                with suppress(OSError), context.wrap_socket(line, server_side=True) as inside:
                    inside.recv(1)

        serving = threading.Thread(target=answer, daemon=True)
        serving.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        serving.join()


def test_links_carry_the_address_that_the_service_was_told(tmp_path):
    """Behind a proxy: on the page, which draws its QR codes, and in what the command prints."""
    public = "https://games.example.org/club/"
    with serving(
        f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path, TABLESIDE_PUBLIC_URL=public
    ) as service:
        assert f"The page: {public}" in service.printed
        assert f'<meta name="address" content="{public}">' in http.get(service.url).text
        assert http.get(f"{service.url}/trust").status_code == 404


@pytest.mark.parametrize(
    ("where", "page", "trust"),
    [
        ({"host": "127.0.0.1"}, "https://127.0.0.1:8000/", "http://127.0.0.1:8000/trust"),
        ({"host": "::1"}, "https://[::1]:8000/", "http://[::1]:8000/trust"),
        (
            {"host": EVERYWHERE[0], "public_url": "https://192.168.1.9:9000/"},
            "https://192.168.1.9:9000/",
            "http://192.168.1.9:9000/trust",
        ),
    ],
)
def test_what_is_printed_is_an_address_by_https(capsys, monkeypatch, tmp_path, where, page, trust):
    """With a QR code where somebody looks."""
    settings = Settings(https=True, certificates=str(tmp_path), public_url=where.get("public_url"))
    certificate = certificate_of(settings, where["host"])
    if "public_url" in where:
        assert "192.168.1.9" in map(str, certificate.names)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_address(ListenAddress(port=8000, certificate=certificate, **where))
    said = capsys.readouterr().out
    assert f"The page: {page}" in said
    assert f"{trust} shows how" in said
    assert certificate.authority().fingerprint in said
    assert ("█" in said) is ("public_url" in where)


def test_a_name_that_the_authority_may_not_vouch_for_is_said(tmp_path, caplog):
    settings = Settings(https=True, certificates=str(tmp_path))
    certificate_of(settings, "127.0.0.1")
    later = replace(settings, public_url="https://games.example.org/")
    certificate_of(later, "127.0.0.1")
    assert "does not cover games.example.org" in caplog.text


def test_a_folder_that_cannot_be_used_is_said_before_anything_begins(tmp_path, capsys):
    (tmp_path / "authority.pem").write_text("no authority")
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    given = ["serve", "--https", "--port", str(free_port()), "--database", database]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLESIDE_CERTIFICATES", str(tmp_path))
        assert main(given) == 1
    assert "or move it away" in capsys.readouterr().err
    assert not (tmp_path / "games.sqlite3").exists()


def test_doctor_tells_of_the_certificate(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("TABLESIDE_CERTIFICATES", str(tmp_path / "certificates"))
    folder = CertificateFolder(tmp_path / "certificates")

    def told():
        return [(found.state, found.detail) for found in https(Namespace(database=None))]

    assert told()[0][1].startswith("no certificate in")
    now = datetime.now(UTC)
    kept = folder.renew("pi", parse_names(["pi.local"]), now - timedelta(days=70))
    assert told()[0][0] == "warning"
    kept = folder.renew("pi", parse_names(["pi.local"]), now)
    until = f"{kept.certificate.until:%Y-%m-%d}"
    assert told()[0] == ("ok", f"a certificate for pi.local, until {until}")
    assert kept.authority.fingerprint in told()[1][1]
    kept.file.chmod(0o644)
    assert (
        "warning",
        f"others may read {kept.file}, which holds a key: chmod 600 {kept.file}",
    ) in told()
