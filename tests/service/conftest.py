"""A real application over a real temporary database, and a table to play at."""

import io
import shutil
import threading
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image
from sqlalchemy import make_url

from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.photograph import OneSet, lay_stage, render_stage
from datasets.synth.scenes.profile import ROWS
from service.app import create_app
from service.cli.main import main
from service.db.database import Database
from service.http import services
from service.photos import shipped_reader
from service.photos.reader_pool import ReaderPool
from service.settings import Settings

PLAYERS = ["Ann", "Bob", "Cid", "Dee"]
READING_S = 120  # however busy the machine


def jpeg(pixels):
    """A picture as a JPEG file."""
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "JPEG", quality=92)
    return out.getvalue()


def photograph_rows(design):
    """Photograph the rows of a tile set that no network has seen."""
    faces = FaceLibrary.build(("drawn",), drawn=(design,))
    rng = np.random.default_rng(3)
    one = OneSet.of(faces.designs[0], rng)
    stage = lay_stage(rng, "faces")
    return render_stage(rng, faces, stage, (1600, 1200), ROWS, "faces", one).image


@pytest.fixture(scope="session")
def rows():
    """A photo of the rows of a set, as a file."""
    return jpeg(photograph_rows(940))


@dataclass
class Table:
    """A game spoken to over HTTP by somebody who may write."""

    client: TestClient
    id: str
    token: str

    @property
    def url(self) -> str:
        return f"/api/v1/games/{self.id}"

    def post(self, what, body, key=None, **headers):
        headers = {"Authorization": f"Bearer {self.token}", **headers}
        if key is not None:
            headers["Idempotency-Key"] = key
        return self.client.post(f"{self.url}/{what}", json=body, headers=headers)

    def hand(self, **body):
        return self.post("hands", body)

    def won(self, winner, discarder, faan):
        """An agreed win: from somebody, or drawn where the discarder is None."""
        how = {"win": "self-draw"} if discarder is None else {"from": discarder}
        answer = self.hand(winner=winner, faan=faan, **how)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def undo(self):
        return self.post("undo", {})

    @property
    def state(self):
        return self.client.get(self.url).json()

    @property
    def points(self):
        return [player["points"] for player in self.state["players"]]

    @property
    def history(self):
        return self.client.get(f"{self.url}/history").json()["events"]


@pytest.fixture(autouse=True)
def no_thread_left():
    """No service goes on working in this process after its test, on a database of the next one."""
    yield
    assert not {"listener", "chores"} & {thread.name for thread in threading.enumerate()}


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory):
    """An SQLite file with all tables and no game: a copy takes a tenth of the migrations' time."""
    file = tmp_path_factory.mktemp("empty") / "games.sqlite3"
    Database.open(f"sqlite:///{file}").close()
    return file


def begin_with(empty_file, database):
    """Put the file with all tables in the place of a database that is none yet."""
    address = make_url(database)
    if address.drivername == "sqlite" and not Path(address.database).exists():
        shutil.copyfile(empty_file, address.database)


class SharedPool(ReaderPool):
    """One for the applications of many tests: none of them ends it."""

    def close(self):
        """Go on for the next."""


@pytest.fixture(scope="session")
def reader_pool():
    """Reads photos for all who ask by `client`: it loads models and starts what decodes once."""
    pool = SharedPool(seconds=READING_S)
    yield pool
    ReaderPool.close(pool)


@pytest.fixture
def tableside(capsys):
    """Run a command in this process: exit status, what it printed, what it complained."""

    def run(*arguments):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as left:  # argparse leaves so
            status = int(left.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return run


@pytest.fixture
def loaded_once(reader_pool, monkeypatch):
    """Commands that are run in this process read with the models that are loaded already."""
    monkeypatch.setattr(shipped_reader, "load_reader", lambda *_: reader_pool.reader())


@pytest.fixture
def client(database, empty_file, reader_pool):
    begin_with(empty_file, database)
    with pytest.MonkeyPatch.context() as shared:
        shared.setattr(services, "ReaderPool", lambda *_, **__: reader_pool)
        app = create_app(Settings(database=database, reading_s=READING_S))
    # Faults are answered as they are in production, not raised into the test.
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def new_table(client):
    def start(options=None, players=PLAYERS, rules="hk-500"):
        body = {"rules": rules, "players": players, "options": options or {}}
        answer = client.post("/api/v1/games", json=body)
        assert answer.status_code == 201, answer.text
        return Table(client, answer.json()["id"], answer.json()["write_token"])

    return start


@pytest.fixture
def table(new_table):
    return new_table()


@pytest.fixture
def refused():
    """Check that an answer is a problem document with this status and code, and return it."""

    def check(answer, status, code):
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        problem = answer.json()
        assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code)
        assert problem["title"]
        assert len(problem["detail"]) > 15
        assert "Traceback" not in answer.text
        return problem

    return check
