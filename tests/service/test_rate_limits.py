"""Who is let in with photos, who may see what is counted, and where nobody is sent by a Host."""

import errno
import os
import socket
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.cli.commands import serve
from service.cli.commands.serve import own_addresses
from service.http.bodies import Bodies, Body
from service.http.limits import UPLOADS_AT_ONCE
from service.settings import Settings
from tests import http
from tests.serving import ROOT, serving

pytestmark = pytest.mark.slow

SOON_S = 60
READINGS = "/api/v1/readings"
PHOTO = {"photo": ("a.jpg", b"", "image/jpeg")}  # taken in, and then found empty


def upload_begun(service, address):
    """Begin to send a photo and leave it at that."""
    port = int(service.url.rpartition(":")[2])
    line = socket.create_connection(("127.0.0.1", port), SOON_S, source_address=(address, 0))
    line.sendall(
        b"POST /api/v1/readings HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n"
        b"Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n"
    )
    return line


def test_one_address_does_not_close_photo_reading_for_all(database, tmp_path):
    """With all places held by one who hardly sends, every photo of another comes in."""
    with serving(database, tmp_path) as service, ExitStack() as lines:
        held = [
            lines.enter_context(upload_begun(service, "127.0.0.2")) for _ in range(UPLOADS_AT_ONCE)
        ]
        for _ in range(8):
            answer = http.post(service.url + READINGS, files=PHOTO, timeout=SOON_S)
            assert (answer.status_code, answer.json()["code"]) == (400, "empty_file")
        answers = [line for line in held if readable(line)]
        assert len(answers) == 1  # once a place was free, it was enough for one after the other
        assert answers[0].recv(65536).startswith(b"HTTP/1.1 503 ")


def readable(line):
    line.settimeout(0.05)
    try:
        return bool(line.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False


async def nothing():
    """What is received of a body that only counts."""
    return {"type": "http.request"}


def begun(sender, bodies, now=1.0, seen=0):
    body = Body(sender, nothing, Settings(), bodies, 10**9)
    body.begun_s, body.received_bytes = now, seen
    bodies.admit(body, now)
    return body


@given(
    at_once=st.integers(1, 6),
    steps=st.lists(st.tuples(st.sampled_from("ABCD"), st.integers(0, 1_000_000)), max_size=60),
)
def test_whoever_sends_most_makes_room_and_then_whoever_is_slow(at_once, steps):
    bodies, inside = Bodies(10**9, at_once), []
    for now, (sender, seen) in enumerate(steps, start=1):
        held = Counter(one.sender for one in inside)
        full = len(inside) == at_once
        slow = [one for one in inside if one.is_slow(now)]
        body = begun(sender, bodies, now, seen)
        inside.append(body)
        gone = next((one for one in inside if one.cancelled), None)
        if gone is not None:
            inside.remove(gone)
            assert full
        assert len(bodies) == len(inside) <= at_once
        if gone is body:  # refused: nobody has more than he would have had, and nobody is slow
            assert max(held.values()) <= held[sender] + 1
            assert slow == []
        elif gone is not None and held[gone.sender] > held[sender] + 1:
            assert held[gone.sender] == max(held.values())
            rivals = [one for one in inside if one.sender == gone.sender]
            assert all(gone.bytes_per_s(now) <= one.bytes_per_s(now) for one in rivals)
        elif gone is not None:
            assert max(held.values()) <= held[sender] + 1
            assert gone in slow
            assert all(gone.bytes_per_s(now) <= one.bytes_per_s(now) for one in slow)
    for one in inside:
        bodies.release(one)
    assert len(bodies) == 0


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 400)), max_size=80))
def test_no_more_is_held_than_there_is_room_for(parts):
    """Six senders, room for a thousand bytes: whoever holds most goes, and makes room at once."""
    bodies = Bodies(1000)
    inside = {sender: begun(str(sender), bodies) for sender in range(6)}
    for sender, count in parts:
        if sender in inside:
            most = max(
                one.received_bytes + (count if name == sender else 0)
                for name, one in inside.items()
            )
            bodies.count(inside[sender], count)
            for name in [name for name, one in inside.items() if one.cancelled]:
                assert inside.pop(name).received_bytes == most
        assert sum(one.received_bytes for one in inside.values()) == bodies.held_bytes <= 1000
    for one in inside.values():
        bodies.release(one)
        bodies.release(one)
    assert bodies.held_bytes == 0


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "/healthz/", "/static"])
def test_no_address_leads_to_another_host(client, path):
    answer = client.get(f"http://testserver{path}", follow_redirects=False)
    there = answer.headers.get("location", "/")
    assert not there.startswith(("//", "/\\", "http"))


@pytest.mark.parametrize(
    ("address", "headers", "status", "code"),
    [
        ("127.0.0.1", {}, 200, None),
        ("::1", {}, 200, None),
        ("192.168.1.7", {}, 403, "metrics_closed"),
        ("2001:db8::1", {}, 403, "metrics_closed"),
        ("testclient", {}, 403, "metrics_closed"),
        ("127.0.0.1", {"X-Forwarded-For": "192.168.1.7"}, 403, "metrics_closed"),
        ("127.0.0.1", {"Forwarded": "for=192.168.1.7"}, 403, "metrics_closed"),
        ("127.0.0.1", {"Via": "1.1 proxy"}, 403, "metrics_closed"),
    ],
)
def test_what_is_counted_is_for_this_computer(client, refused, address, headers, status, code):
    asked = TestClient(client.app, client=(address, 1)).get("/metrics", headers=headers)
    if code is None:
        assert asked.status_code == status
    else:
        refused(asked, status, code)


def test_what_is_counted_is_for_who_has_its_token(database, refused):
    app = create_app(Settings(database=database, metrics_token="look"))
    with TestClient(app, client=("192.168.1.7", 1)) as client:
        refused(client.get("/metrics"), 401, "no_token")
        for wrong in ("other", "löök".encode().decode("latin-1")):
            asked = client.get("/metrics", headers={b"Authorization": f"Bearer {wrong}".encode()})
            refused(asked, 403, "wrong_token")
        asked = client.get("/metrics", headers={"Authorization": "Bearer look"})
        assert asked.status_code == 200
        assert "tableside_connections" in asked.text
    assert TestClient(app, client=("127.0.0.1", 1)).get("/metrics").status_code == 200


LARGE = {"photo": ("a.jpg", b"\xff\xd8\xff" + bytes(4_000_000), "image/jpeg")}


def test_a_full_temporary_folder_is_said(tmp_path, database):
    """A real file system of two megabytes: not the phone's fault, and everything else goes on."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if os.getuid() or subprocess.run(mounted, check=False, capture_output=True).returncode:
        pytest.skip("a file system has to be mounted: run as root")
    try:
        with serving(database, tmp_path, TMPDIR=str(folder)) as service:
            answer = http.post(service.url + READINGS, files=LARGE, timeout=SOON_S)
            assert (answer.status_code, answer.json()["code"]) == (507, "upload_not_stored")
            assert "free some space" in answer.json()["detail"]
            assert http.get(f"{service.url}/api/v1/rules").status_code == 200
            answer = http.post(service.url + READINGS, files=PHOTO, timeout=SOON_S)
            assert answer.json()["code"] == "empty_file"
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize(
    ("number", "told", "words"),
    [
        (errno.ENOSPC, (507, "upload_not_stored"), "free some space"),
        (errno.EDQUOT, (507, "upload_not_stored"), "free some space"),
        (errno.EROFS, (507, "upload_not_stored"), "TMPDIR"),
        (errno.EMFILE, (503, "busy"), "open"),
    ],
)
def test_what_the_system_refuses_is_no_fault_of_the_body(
    client, refused, monkeypatch, number, told, words
):
    """Whatever the temporary file says, it says it of the server."""

    def write(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("tempfile.SpooledTemporaryFile.write", write)
    answer = client.post(READINGS, files=LARGE)
    assert words in refused(answer, *told)["detail"]


def test_a_form_that_is_broken_is_still_a_fault_of_the_form(client, refused):
    broken = {"Content-Type": "multipart/form-data"}
    refused(client.post(READINGS, content=b"--y\r\nphoto", headers=broken), 400, "bad_request")


INTERFACE = "ip link add a0 type veth peer name b0"
EVERYWHERE, EVERYWHERE_6 = serve.EVERYWHERE
SERVED = """
import sys
from service.cli.commands.serve import ListenAddress, print_address
print_address(ListenAddress(sys.argv[1], 8000))
"""


@pytest.mark.parametrize(
    ("setup", "host", "said"),
    [
        ("", EVERYWHERE, "http://ADDRESS:8000/"),
        (
            f"{INTERFACE} && ip addr add 192.168.77.5/24 dev a0 && ip link set a0 up",
            EVERYWHERE,
            "http://192.168.77.5:8000/",
        ),
        (
            f"{INTERFACE} && ip addr add fd00:77::5/64 dev a0 nodad && ip link set a0 up",
            EVERYWHERE_6,
            "http://[fd00:77::5]:8000/",
        ),
    ],
    ids=["no network", "no default route", "IPv6"],
)
def test_phones_are_told_where_to_go_without_a_way_to_everybody(setup, host, said):
    """In a network of its own, with an interface and no route to elsewhere."""
    own_network = ["unshare", "--net", "--uts", "sh", "-c"]
    try:
        subprocess.run([*own_network, "ip link"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(
            "it takes a network of its own: run as root, with util-linux and iproute2 installed"
        )
    told = subprocess.run(
        [*own_network, f'hostname localhost; {setup or "true"} && "$@"', "sh",
         sys.executable, "-c", SERVED, host],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert said in told.stdout


def test_own_addresses_lead_here_from_elsewhere():
    for family in (socket.AF_INET, socket.AF_INET6):
        for address in own_addresses(family):
            with socket.create_server((address, 0), family=family):
                assert not address.startswith(("127.", "::1", "fe80"))
