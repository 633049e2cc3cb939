"""What is worked out for whoever asks costs nobody else a hand, and a full disk costs none."""

import asyncio
import gzip
import os
import shutil
import subprocess

import pytest

from service.http.limits import READS_AT_ONCE, disk_limit, read_limit, stream_limit
from service.http.rate_limits import Allowance
from tests import http
from tests.crash.load import sit_down
from tests.service.limited import limited

pytestmark = pytest.mark.slow


def scope(path, method="GET", sender="192.168.1.9"):
    return {"type": "http", "method": method, "path": path, "client": (sender, 1), "headers": []}


async def nothing():
    return {"type": "http.request", "body": b"", "more_body": False}


class Desk:
    """An application that answers when it is told to, and knows who is before it."""

    def __init__(self):
        self.here = self.most = 0
        self.go = asyncio.Event()

    async def __call__(self, asked, receive, send):
        del asked, receive
        self.here += 1
        self.most = max(self.most, self.here)
        await self.go.wait()
        self.here -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def ask(limit, *asked):
    """Answer requests side by side; their statuses."""
    statuses = []

    async def send(message):
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await asyncio.gather(*(limit(each, nothing, send) for each in asked))
    return statuses


READ = "/api/v1/games/0/statistics"


@pytest.mark.parametrize(
    ("path", "method", "is_read"),
    [
        (READ, "GET", True),
        ("/api/v1/scores", "POST", True),
        ("/api/v1/waits", "POST", True),
        ("/api/v1/rules", "GET", True),
        ("/api/v1/rules/hk-500", "GET", True),
        ("/api/v1/rules/hk-500/setup", "GET", True),
        ("/api/v1/patterns", "GET", True),
        ("/static/js/app.js", "GET", False),
        ("/api/v1/games/0/hands/preview", "POST", True),
        ("/api/v1/games/0/hands", "POST", False),
        ("/api/v1/games/0/events", "GET", False),
        ("/api/v1/events", "GET", False),
        ("/api/v1/games/0", "GET", False),
        ("/api/v1/games/0/history", "GET", True),
        ("/api/v1/games/0/history.csv", "GET", True),
        ("/", "GET", False),
        ("/healthz/ready", "GET", False),
    ],
)
def test_only_reads_of_one_sender_wait_for_each_other(path, method, is_read):
    async def run():
        desk = Desk()
        limit = limited(desk, read_limit())
        asked = asyncio.create_task(ask(limit, *[scope(path, method)] * 10))
        other = asyncio.create_task(ask(limit, scope(path, method, "192.168.1.10")))
        await asyncio.sleep(0.05)
        desk.go.set()
        assert await other == [200]
        assert await asked == [200] * 10
        return desk.most

    assert asyncio.run(run()) == ((READS_AT_ONCE if is_read else 10) + 1)


def test_a_club_behind_one_router_waits_and_is_not_refused():
    """After a restart every phone of 200 tables asks for its table's history at once."""

    async def run():
        desk = Desk()
        desk.go.set()
        return await ask(limited(desk, read_limit()), *[scope("/api/v1/games/0/history")] * 800)

    assert asyncio.run(run()) == [200] * 800


def test_seconds_that_were_used_are_made_good_with_time():
    now = 0.0
    seconds = Allowance(20.0, clock=lambda: now)
    assert seconds.wait_s("a", 0.0) == 0
    seconds.charge("a", 30.0)
    assert seconds.wait_s("a", 0.0) == 30  # ten seconds too many, of twenty a minute
    assert seconds.wait_s("b", 0.0) == 0
    now = 30.0
    assert seconds.wait_s("a", 0.0) == 0


def test_a_stream_of_several_games_counts_as_many():
    async def run():
        desk = Desk()
        limit = limited(desk, stream_limit(of_one=5, of_all=100))
        three = {**scope("/api/v1/events"), "query_string": b"game=a&game=b&game=c&game=a"}
        one = {**scope("/api/v1/games/a/events"), "query_string": b""}
        asked = asyncio.create_task(ask(limit, three, three, one, one, one))
        await asyncio.sleep(0.05)
        desk.go.set()
        return sorted(await asked)

    assert asyncio.run(run()) == [200, 200, 200, 429, 429]  # one of three games, two of one


def test_the_description_is_written_out_once(client):
    first = client.get("/openapi.json", headers={"Accept-Encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    assert client.app.state.description is client.app.state.description
    assert gzip.decompress(client.app.state.description.gzipped) == first.content
    known = {"If-None-Match": first.headers["etag"]}
    assert client.get("/openapi.json", headers=known).status_code == 304


@pytest.fixture
def disk(tmp_path):
    """A file system of 64 MB, in memory."""
    folder, mount = tmp_path / "disk", shutil.which("mount")
    folder.mkdir()
    if mount is None or os.geteuid() != 0:
        pytest.skip("a small disk has to be mounted: run as root")
    made = subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(folder)], check=False
    )
    if made.returncode != 0:
        pytest.skip("a small disk cannot be mounted here: nothing to install")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk, free):
    """Leave so many bytes free, whatever was there before."""
    filler = disk / "filler"
    filler.unlink(missing_ok=True)
    filler.write_bytes(bytes(max(0, shutil.disk_usage(disk).free - free)))


def test_hands_go_on_where_room_is_short_and_deleting_where_there_is_none(serve, disk):
    service = serve(f"sqlite:///{disk / 'games.sqlite3'}")
    table = sit_down(service.url)
    new_game = {"rules": "hk-500", "players": ["Ann", "Bob", "Cid", "Dee"]}

    def status(method, path, body=None):
        headers = {"Authorization": f"Bearer {table.token}"}
        answer = http.request(method, f"{service.url}{path}", json=body, headers=headers)
        return answer.status_code, answer.json() if answer.content else None

    fill(disk, 2_000_000)  # below the floor: a twentieth of the disk
    refused = status("POST", "/api/v1/games", new_game)
    assert (refused[0], refused[1]["code"]) == (507, "database_full")
    assert "hands are still recorded" in refused[1]["detail"]
    assert status("POST", f"{table.path}/hands", {"draw": True})[0] == 201
    fill(disk, 400_000)  # below the reserve: a hundredth
    assert status("POST", f"{table.path}/hands", {"draw": True})[0] == 507
    assert status("GET", table.path)[0] == 200
    assert status("DELETE", table.path)[0] == 204
    service.stop()


def test_who_has_filled_a_share_of_the_disk_waits_and_others_do_not(disk):
    floor = shutil.disk_usage(disk).total // 20
    fill(disk, floor + 800_000)  # 100,000 bytes for each sender

    async def app(asked, receive, send):
        del asked
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 201, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def photo():
        return {"type": "http.request", "body": bytes(150_000), "more_body": False}

    async def run():
        room, statuses = limited(app, disk_limit(disk, 2**30)), []

        async def send(message):
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        keep = "/api/v1/games/0/photos"
        for asked in (
            scope(keep, "POST"),
            scope(keep, "POST"),
            scope(keep, "POST", "192.168.1.10"),
            scope("/api/v1/games/0/hands", "POST"),
        ):
            await room(asked, photo, send)
        return statuses

    assert asyncio.run(run()) == [201, 429, 201, 201]
