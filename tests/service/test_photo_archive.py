"""Photos that a table asked to keep: without what the phone knew, listed, deletable, for a time."""

import io
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PIL import Image
from sqlalchemy import func, select

from scorer.ledger.events import GameStarted
from scorer.ledger.table import TableRules
from service.db.database import SWEPT_AT_ONCE, Database
from service.db.schema import photos
from service.errors import RefusedError
from service.ledger.store import Store
from service.live.workers import Worker
from service.photos.archive import PhotoArchive
from tests.deadlines import until
from tests.postgresql import on_both
from tests.service.begun import begun

pytestmark = on_both

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECRET = b"Lantau Island, behind the temple"


def snapshot(size=(640, 480)) -> bytes:
    """A photo lying on its side, with a place, a maker and a comment in it."""
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter
    exif[0x010E] = SECRET.decode()
    out = io.BytesIO()
    Image.new("RGB", size, "seagreen").save(out, "JPEG", exif=exif, comment=SECRET)
    return out.getvalue()


@pytest.fixture
def keep(table):
    def send(data=None, **form):
        return table.client.post(
            f"{table.url}/photos",
            files={"photo": ("hand.jpg", data or snapshot(), "image/jpeg")},
            data=form,
            headers={"Authorization": f"Bearer {table.token}"},
        )

    return send


@pytest.fixture
def ask(table):
    def ask(what="", method="GET", *, token=True):
        headers = {"Authorization": f"Bearer {table.token}"} if token else {}
        return table.client.request(method, f"{table.url}/photos{what}", headers=headers)

    return ask


def test_a_photo_is_kept_without_what_the_phone_wrote_into_it(keep, ask):
    sent = snapshot()
    assert SECRET in sent
    kept = keep(sent, days="3", seq="1").json()
    assert kept["seq"] == 1
    until, at = (datetime.fromisoformat(kept[when]) for when in ("expires_at", "at"))
    assert until - at == timedelta(days=3)
    picture = ask(f"/{kept['id']}")
    assert picture.headers["content-type"] == "image/jpeg"
    assert SECRET not in picture.content
    image = Image.open(io.BytesIO(picture.content))
    assert (image.size, dict(image.getexif())) == ((480, 640), {})
    assert len(picture.content) == kept["bytes"]


def test_photos_are_listed_and_deleted(keep, ask, refused):
    first, second = keep().json(), keep().json()
    assert [photo["id"] for photo in ask().json()["photos"]] == [first["id"], second["id"]]
    assert ask(f"/{first['id']}", "DELETE").status_code == 204
    assert [photo["id"] for photo in ask().json()["photos"]] == [second["id"]]
    refused(ask(f"/{first['id']}"), 404, "no_such_photo")
    refused(ask(f"/{first['id']}", "DELETE"), 404, "no_such_photo")


def test_only_those_who_may_write_see_photos(keep, ask, refused):
    kept = keep().json()
    refused(ask(token=False), 401, "no_token")
    refused(ask(f"/{kept['id']}", token=False), 401, "no_token")
    refused(ask(f"/{kept['id']}", "DELETE", token=False), 401, "no_token")


@pytest.mark.parametrize(
    ("form", "status", "code"),
    [
        ({"data": b"no photo"}, 400, "not_an_image"),
        ({"days": "31"}, 422, "bad_value"),
        ({"days": "0"}, 422, "invalid_request"),
        ({"seq": "2"}, 422, "bad_value"),
    ],
)
def test_what_is_not_kept(keep, ask, refused, form, status, code):
    refused(keep(**form), status, code)
    assert ask().json() == {"photos": []}


def test_a_reading_keeps_nothing(table, ask):
    table.client.post("/api/v1/readings", files={"photo": ("a.jpg", snapshot(), "image/jpeg")})
    assert ask().json() == {"photos": []}


class Clock:
    def __init__(self):
        self.now = NOON

    def __call__(self):
        return self.now


@pytest.fixture
def rules_store(database):
    """An album, a game and a clock that the test turns."""
    clock = Clock()
    opened = Database.open(database, clock=clock)
    owner, _ = begun(Store(opened), GameStarted(("A", "B", "C", "D"), "hk-500", TableRules()))
    yield PhotoArchive(opened, most=SWEPT_AT_ONCE + 5), owner, clock, opened
    opened.close()


def test_photos_go_when_their_time_is_over(rules_store):
    archive, owner, clock, opened = rules_store
    short = archive.keep(owner, snapshot(), 1, None)
    long = archive.keep(owner, snapshot(), 7, None)
    assert archive.sweep() == 0
    clock.now += timedelta(days=2)
    assert [kept.id for kept in archive.photos_of(owner.game_id)] == [
        long.id
    ]  # at once, swept or not
    with pytest.raises(RefusedError):
        archive.picture(owner.game_id, short.id)
    assert (archive.sweep(), archive.sweep()) == (1, 0)
    with opened.read_connection() as connection:
        assert connection.execute(select(func.count()).select_from(photos)).scalar() == 1


def test_a_game_keeps_only_so_many(rules_store):
    archive, owner, _, _ = rules_store
    archive = PhotoArchive(rules_store[3], most=2)
    for _ in range(2):
        archive.keep(owner, snapshot(), 1, None)
    with pytest.raises(RefusedError, match="at most 2"):
        archive.keep(owner, snapshot(), 1, None)
    with pytest.raises(RefusedError, match="No game"):
        archive.keep(replace(owner, game_id="another"), snapshot(), 1, None)


def test_what_one_process_deletes_the_others_pass_over(rules_store):
    """Two sweep at once: neither waits for the other, and each photo goes once."""
    archive, owner, clock, opened = rules_store
    if opened.kind != "postgresql":
        pytest.skip("SQLite has one writer at a time: nothing to install")
    for _ in range(3):
        archive.keep(owner, snapshot(), 1, None)
    clock.now += timedelta(days=2)
    with opened.engine.begin() as other:
        query = select(photos.c.id).limit(2).with_for_update(skip_locked=True)
        assert len(other.execute(query).all()) == 2
        assert (archive.sweep(), archive.sweep()) == (1, 0)
    assert archive.sweep() == 2


def test_chores_are_done_until_nothing_is_left(rules_store):
    archive, owner, clock, _ = rules_store
    for _ in range(2):
        archive.keep(owner, snapshot(), 1, None)
    clock.now += timedelta(days=2)
    done = []

    def sweep():
        done.append(archive.sweep())
        return done[-1]

    periodic_tasks = Worker("chores", [sweep], 3600)
    periodic_tasks.start()
    until(lambda: 0 in done, "a sweep that finds nothing")
    periodic_tasks.stop()
    assert done == [2, 0]
