"""Two replicas behind nginx as `deploy/nginx.conf` sets it up: live states pass at once."""

import asyncio
import os
import resource
import shutil
import subprocess
import time

import httpx2 as httpx
import pytest

from tests import http
from tests.deadlines import run
from tests.postgresql import on_both
from tests.serving import ROOT, drawn, free_port, messages, start

NGINX = shutil.which("nginx", path=f"{os.defpath}:/usr/sbin:/usr/local/sbin")
pytestmark = pytest.mark.skipif(NGINX is None, reason="there is no nginx: install nginx-light")


TABLES, PHONES, STREAMS = 40, 10, 2  # together 800 streams, half of them drafts
FILES = 4096  # for 800 connections of ours, and 1,600 of nginx


@pytest.fixture
def many_files():
    """As many open files as hundreds of streams need, here and in what is started."""
    before = soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < FILES:
        pytest.skip(f"{FILES} files have to be open at once: raise ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FILES), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.fixture
def one_game_a_minute(monkeypatch):
    """So few may be begun by one address, at each of the two replicas."""
    monkeypatch.setenv("TABLESIDE_GAMES_PER_MINUTE", "1")


@pytest.fixture
def trusting():
    """What is put in the place of the file's example of a proxy that speaks TLS."""
    return "127.0.0.9"


@pytest.fixture
def proxied(serve, database, tmp_path, trusting):
    """The address of nginx before two services; only names and ports of the file are changed."""
    replicas = [serve(database, FORWARDED_ALLOW_IPS="*").url for _ in range(2)]
    servers = "".join(f"server {url.removeprefix('http://')}; " for url in replicas)
    port = free_port()
    told = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for theirs, ours in (
        ("resolver 127.0.0.11 valid=5s;", f"upstream replicas {{ {servers} }}"),
        ("listen 8000 ", f"listen 127.0.0.1:{port} "),
        ("http://service:8000", "http://replicas"),
        ("# set_real_ip_from 192.0.2.10;", f"set_real_ip_from {trusting};"),
    ):
        assert told.count(theirs) == 1, theirs
        told = told.replace(theirs, ours)
    folders = " ".join(
        f"{kind}_temp_path {tmp_path / kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = tmp_path / "nginx.conf"
    config.write_text(told.replace("http {", f"http {{ {folders}"))
    alone = f"daemon off; master_process off; pid {tmp_path / 'pid'};"
    command = [NGINX, "-c", str(config), "-p", str(tmp_path), "-e", str(tmp_path / "errors")]
    command += ["-g", alone]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    process = subprocess.Popen(command)
    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    while True:
        try:
            http.get(f"{url}/healthz/live")
            break
        except httpx.TransportError:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
    yield url
    process.terminate()
    process.wait()


@on_both
def test_live_states_pass_through_the_proxy(proxied):
    """Whoever answers, each state comes before the next hand is sent, to phones at either."""
    game, token = start(proxied)
    with (
        http.stream("GET", f"{game}/events", timeout=60) as one,
        http.stream("GET", f"{game}/events", timeout=60) as other,
    ):
        phones = [messages(stream.iter_lines()) for stream in (one, other)]
        for phone in phones:
            assert next(phone)[0] == 1
        for seq in (2, 3, 4, 5):
            answer = drawn(game, token)
            for phone in phones:
                assert next(phone) == (seq, answer["state"])
    assert http.get(f"{proxied}/metrics").status_code == 404
    assert http.get(f"{proxied}/").headers["content-security-policy"]


def test_the_file_is_one_that_nginx_takes(tmp_path):
    """As it is, but for the folders that only a real installation has."""
    command = [NGINX, "-t", "-c", str(ROOT / "deploy" / "nginx.conf"), "-p", str(tmp_path)]
    command += ["-e", str(tmp_path / "errors"), "-g", f"pid {tmp_path / 'pid'};"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert "syntax is ok" in done.stderr
    assert "warn" not in done.stderr


async def followed(url, path, wanted):
    """Follow a stream until `wanted` stands in what comes; gives the lines for more."""
    host, port = url.removeprefix("http://").split(":")
    lines, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    assert b" 200 " in await lines.readline()
    await lines.readuntil(wanted)
    return lines, writer


def test_eight_hundred_streams_pass_at_once(many_files, proxied):
    """Every phone of a large club hears of a hand, while others ask."""
    games = [start(proxied) for _ in range(TABLES)]
    paths = [game.removeprefix(proxied) for game, _ in games]

    async def evening():
        opened = await asyncio.gather(
            *(
                followed(proxied, f"{path}/{what}", b"\ndata: ")
                for path in paths
                for what in ("events", "draft/events")
                for _ in range(PHONES)
            )
        )
        assert len(opened) == TABLES * PHONES * STREAMS
        for game, token in games:
            await asyncio.to_thread(drawn, game, token)
        heard = [lines.readuntil(b'"seq": 2') for lines, _ in opened]
        await asyncio.gather(*heard)
        for _, writer in opened:
            writer.close()

    run(evening(), "the hand of every table on every phone")


@pytest.mark.parametrize(
    ("trusting", "statuses"),
    [("127.0.0.1", [201, 201, 201, 201]), ("127.0.0.9", [201, 201, 429, 429])],
    ids=["a proxy that is named", "anybody else"],
)
def test_senders_before_a_proxy_that_speaks_tls_are_told_apart(
    one_game_a_minute, trusting, proxied, statuses
):
    """Each phone is a sender of its own where that proxy is named, and nobody's word else."""
    body = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}
    found = [
        http.post(
            f"{proxied}/api/v1/games",
            json=body,
            headers={"X-Forwarded-For": f"198.51.100.{number}", "X-Forwarded-Proto": "https"},
        ).status_code
        for number in range(4)
    ]
    assert found == statuses
