"""Two replicas behind nginx as `deploy/nginx.conf` sets it up: live states pass at once."""

import os
import shutil
import subprocess
import time

import httpx2 as httpx
import pytest

from tests.postgresql import on_both
from tests.serving import ROOT, drawn, free_port, messages, start

NGINX = shutil.which("nginx", path=f"{os.defpath}:/usr/sbin:/usr/local/sbin")
pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")


@pytest.fixture
def proxied(serve, database, tmp_path):
    """The address of nginx before two services; only names and ports of the file are changed."""
    replicas = [serve(database, FORWARDED_ALLOW_IPS="*").url for _ in range(2)]
    servers = "".join(f"server {url.removeprefix('http://')}; " for url in replicas)
    port = free_port()
    told = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for theirs, ours in (
        ("resolver 127.0.0.11 valid=5s;", f"upstream replicas {{ {servers} }}"),
        ("listen 8000;", f"listen 127.0.0.1:{port};"),
        ("http://service:8000", "http://replicas"),
    ):
        assert told.count(theirs) == 1, theirs
        told = told.replace(theirs, ours)
    folders = " ".join(
        f"{kind}_temp_path {tmp_path / kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {tmp_path / 'pid'};\n"
        f"events {{}}\nhttp {{ {folders}\n{told}\n}}\n"
    )
    command = [NGINX, "-c", str(config), "-p", str(tmp_path), "-e", str(tmp_path / "errors")]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    process = subprocess.Popen(command)
    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    while True:
        try:
            httpx.get(f"{url}/healthz/live")
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
        httpx.stream("GET", f"{game}/events", timeout=60) as one,
        httpx.stream("GET", f"{game}/events", timeout=60) as other,
    ):
        phones = [messages(stream.iter_lines()) for stream in (one, other)]
        for phone in phones:
            assert next(phone)[0] == 1
        for seq in (2, 3, 4, 5):
            answer = drawn(game, token)
            for phone in phones:
                assert next(phone) == (seq, answer["state"])
    assert httpx.get(f"{proxied}/metrics").status_code == 404
    assert httpx.get(f"{proxied}/").headers["content-security-policy"]
