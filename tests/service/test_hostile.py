"""Hostile files, and calls by the book of the description: no crash, no 500, little memory."""

import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans

from scorer.ledger.events import Adjusted, GameStarted, HandDrawn
from scorer.ledger.table import TableRules
from service.app import create_app
from service.auth.access import authorise
from service.cli.main import main
from service.ledger import views
from service.ledger.idempotency import IdempotentRequest
from service.settings import Settings
from tests import http, needs
from tests.postgresql import on_both
from tests.service import costly, footprint, hostile
from tests.serving import ROOT
from tests.soak import full
from tests.vision.kinds import ALL_KINDS

pytestmark = pytest.mark.slow

NO_PROC = "memory is read from Linux's /proc: nothing to install"
FILES = full(18, 1000)
MOST_MEMORY = 1024**3
REFUSED = {400, 413, 415, 422}
NAMES = ["photo.jpg", "p\u0000.png", "../../etc/passwd", "<b>.gif", "x" * 300, "牌.webp", ""]
TYPES = ["image/jpeg", "image/png", "text/html", "application/octet-stream", "x"]


def peak(process):
    """The most memory that a process ever had, in bytes."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return 1024 * int(re.search(r"VmHWM:\s+(\d+) kB", status)[1])


@pytest.fixture
def asked(serve, database):
    """A service, and somebody who asks all the time whether it lives."""
    usual = str(int(Settings().reading_s))
    service = serve(database, TABLESIDE_PHOTOS_PER_MINUTE="100000", TABLESIDE_READING_S=usual)
    over, answers = threading.Event(), []

    def ask():
        with http.Client(timeout=30) as client:
            while not over.wait(0.2):
                answers.append(client.get(f"{service.url}/healthz/live").status_code)

    asking = threading.Thread(target=ask)
    asking.start()
    yield service, answers
    over.set()
    asking.join()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason=NO_PROC)
def test_no_file_harms_the_service(asked):
    service, answers = asked
    with http.Client(timeout=120) as client:
        for number, (name, data) in enumerate(hostile.files(FILES)):
            told = (NAMES[number % len(NAMES)], data, TYPES[number % len(TYPES)])
            answer = client.post(f"{service.url}/api/v1/readings", files={"photo": told})
            assert answer.status_code in {*REFUSED, 200}, (name, answer.text)
            if answer.status_code != 200:
                assert answer.json()["code"], name
                assert answer.headers["content-type"] == "application/problem+json"
    assert service.process.poll() is None
    assert set(answers) == {200}
    assert peak(service.process) < MOST_MEMORY


def test_many_at_once_are_read_in_turn_or_sent_away(asked):
    """Large photos from many phones: all are answered, and those that wait fill no memory."""
    service, answers = asked
    photo = b"\xff\xd8\xff" + bytes(20_000_000)
    found = []

    def send():
        files = {"photo": ("a.jpg", photo, "image/jpeg")}
        answer = http.post(f"{service.url}/api/v1/readings", files=files, timeout=240)
        found.append((answer.status_code, "retry-after" in answer.headers))

    phones = [threading.Thread(target=send) for _ in range(full(16, 40))]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert len(found) == len(phones)
    # 422: it took too long to decode, beside other tests.
    assert {status for status, _ in found} <= {400, 422, 503}
    assert all(waits for status, waits in found if status == 503)
    assert peak(service.process) < MOST_MEMORY
    assert set(answers) == {200}


AT_REST = 250 * 1024**2  # bytes that the command holds before it reads: models and libraries
WITHIN = 600 * 1024**2  # bytes above what the service holds when nothing is asked of it
# Seconds to any answer. The bound is 5, which a machine has to itself in the long form; beside
# other tests it is only a deadline.
ANSWER_S = full(20, 5)
# In every run one kind of each decoder, and each way to be costly; those that wait least go alone.
FEW = ["strip", "RGBA within limits", "profiles", "passes", "moving WebP", "HEIC", "AVIF", "TIFF"]
ONE_BY_ONE = full(("strip", "RGBA within limits", "BMP"), tuple(costly.MAKE))
TOGETHER = {
    "eight of RGBA": ["RGBA"] * 8,
    "eight within limits": ["RGBA within limits"] * 8,
    "eight JPEGs": ["JPEG"] * 8,
    "eight WebPs": ["WebP"] * 8,
    "few": FEW,
    "eight kinds": ["CMYK", "interlaced", "HEIC", "moving WebP", "JPEG", "passes", "WebP", "strip"],
}
IN_ONE = full(("few",), tuple(TOGETHER))
AT_ONCE = full((["HEIC"],), (["RGBA within limits"], ["HEIC"], TOGETHER["eight JPEGs"]))


def upload(url, kinds):
    """Send photos of one hand; gives the answer and the seconds that it took."""
    files = [("photo", (f"{kind}.jpg", costly.photo(kind), "image/jpeg")) for kind in kinds]
    begun = time.monotonic()
    answer = http.post(f"{url}/api/v1/readings", files=files, timeout=240)
    return answer, time.monotonic() - begun


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason=NO_PROC)
def test_no_photo_takes_more_memory_or_time_than_there_is(asked, tell):
    """Alone, eight in one request, and eight requests at once."""
    service, answers = asked
    for kind in {*ONE_BY_ONE, *FEW}:
        costly.photo(kind)  # made before anything is measured
    idle = footprint.idle(service.process.pid)
    told, slowest = [], 0.0
    with footprint.Peak(service.process.pid) as peak:
        for kinds in (*([kind] for kind in ONE_BY_ONE), *map(TOGETHER.get, IN_ONE)):
            answer, seconds = upload(service.url, kinds)
            told.append(answer)
            slowest = max(slowest, seconds)
        with ThreadPoolExecutor(8) as phones:
            for kinds in AT_ONCE:
                for answer, seconds in phones.map(partial(upload, service.url), [kinds] * 8):
                    told.append(answer)
                    slowest = max(slowest, seconds)
    above = (peak.most - idle) / 1024**2
    tell(f"{above:.0f} MiB above {idle / 1024**2:.0f}, {slowest:.1f} s")
    for answer in told:
        assert answer.status_code in {*REFUSED, 200, 503}, answer.text
        if answer.status_code == 503:
            assert "retry-after" in answer.headers
    assert {200, 422} <= {answer.status_code for answer in told}
    assert service.process.poll() is None
    assert peak.most - idle < WITHIN
    assert slowest < ANSWER_S
    assert set(answers) == {200}


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason=NO_PROC)
def test_the_command_line_takes_no_more_either(tmp_path):
    """Costly photos, alone and as one hand: each is answered, in a line of its own."""
    kinds = ["strip", "RGBA within limits", "JPEG"]
    kinds += full([], ["progressive", "WebP", "CMYK", "passes"])
    for kind in kinds:
        (tmp_path / f"{kind}.jpg").write_bytes(costly.photo(kind))
    names = [f"{kind}.jpg" for kind in kinds]
    for how in ([], ["--merge"]):
        command = [sys.executable, "-m", "tableside", "read", "--json", *how, *names]
        running = subprocess.Popen(
            command,
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "TABLESIDE_READING_S": str(int(Settings().reading_s)),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        begun = time.monotonic()
        with footprint.Peak(running.pid) as peak:
            out, err = running.communicate(timeout=240)
        assert (running.returncode, err) == (1, "")
        told = [json.loads(line) for line in out.splitlines()]
        codes = {one["photo"]: one["error"]["code"] for one in told if "error" in one}
        assert codes["strip.jpg"] == "too_many_pixels"
        assert set(codes.values()) <= {"too_many_pixels", "photo_too_costly"}
        assert len(told) == len(kinds) if not how else len(told) <= len(kinds)
        assert peak.most < WITHIN + AT_REST
        assert time.monotonic() - begun < len(kinds) * ANSWER_S


def test_the_command_line_reads_on_whatever_a_file_does(capsys, tmp_path):
    """Damaged files of every kind, between good ones: no traceback, and no photo unread."""
    dice, names = random.Random(31), []
    for kind, data in ALL_KINDS.items():
        for number in range(full(1, 20)):
            (tmp_path / f"{kind} {number}").write_bytes(hostile.mutated(dice, data))
            names.append(str(tmp_path / f"{kind} {number}"))
    for name, data in hostile.files(full(12, 200), seed=7):
        (tmp_path / name).write_bytes(data)
        names.append(str(tmp_path / name))
    good = str(ROOT / "tests" / "photos" / "concealed_row.jpg")
    status = main(["read", "--json", *names, good])
    out, err = capsys.readouterr()
    told = [json.loads(line) for line in out.splitlines()]
    assert [one["photo"] for one in told] == [*names, good]
    assert all(len(one.get("error", {"detail": "remedy " * 3})["detail"]) > 15 for one in told)
    assert told[-1]["hand"]
    assert status == 1
    assert "Traceback" not in err


# What a call takes is ours to say in words too; that it answers as described is checked here.
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "missing_required_header",
    "unsupported_method",
    "allow_header_conformance",
    "response_headers_conformance",
    "use_after_free",
    "ensure_resource_availability",
)
# What a call answers hardly asks which database is behind it: a short run asks the second one less.
EXAMPLES = {"sqlite": full(4, 200), "postgresql": full(3, 200)}


@dataclass
class Seats:
    """Gives a call what a stranger cannot guess: a game that is going on, and who may write."""

    app: FastAPI

    def take(self, case):
        store, links = self.app.state.store, self.app.state.links
        token, log = store.create(GameStarted(("Ann", "Bob", "Cid", "Dee"), "hk-500", TableRules()))
        owner = authorise(store.database, log.id, token)
        for event in (HandDrawn(), Adjusted((1, -1, 0, 0), "a chip"), HandDrawn()):
            store.append(
                owner, IdempotentRequest("x"), lambda _, event=event: event, views.added_json
            )
        link, _ = links.add(owner, "scorekeeper", "a phone")
        known = {"game_id": log.id, "link_id": link.id}
        case.path_parameters.update({k: v for k, v in known.items() if k in case.path_parameters})
        case.headers["Authorization"] = f"Bearer {token}"


@on_both
def test_every_call_answers_as_described(database, tell, request):
    """Whatever is asked within the description, and beside it: no 500, no undeclared answer.

    By strangers, and by those who sit at a table.
    """
    schemathesis = needs.package("schemathesis")
    checks = [getattr(schemathesis.checks, name) for name in CHECKS]
    negative = schemathesis.GenerationMode.NEGATIVE
    patient = Settings(photos_per_minute=100_000, games_per_minute=100_000, readings_at_once=2)
    app = create_app(replace(patient, database=database, games_per_day=100_000))
    # The first call begins it, and goes on with it after the test unless somebody ends it.
    request.addfinalizer(needs.package("schemathesis.python.asgi").shutdown_lifespans)
    described = schemathesis.openapi.from_asgi("/openapi.json", app)
    calls, seats = [found.ok() for found in described.get_all_operations()], Seats(app)
    asked = Counter()
    tried = settings(
        max_examples=EXAMPLES[database.partition(":")[0]],
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    assert len(calls) > 20
    for call in calls:
        if call.path.endswith("/events"):
            continue  # a stream has no end; what it sends is tested by itself

        @tried
        @given(
            case=call.as_strategy() | call.as_strategy(generation_mode=negative),
            seated=booleans(),
        )
        def answers(case, seated):
            if seated and "{game_id}" in case.path:
                seats.take(case)
            answer = case.call_and_validate(checks=checks)
            asked[answer.status_code] += 1

        answers()
    assert {200, 201, 401, 404, 422} <= set(asked)
    tell(f"{asked.total()} calls: {dict(sorted(asked.items()))}")
