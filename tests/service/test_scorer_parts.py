"""What a phone needs to score by itself: where it lies, and that it is the service's own scorer."""

import io
import zipfile
from pathlib import Path

import scorer
from service.http.routes import pages
from service.page.parts import RUNTIME, SCORER_ZIP

TOLD = "/static/scorer/parts.json"


def test_every_part_is_there_for_ever_and_as_large_as_it_is_said_to_be(client):
    told = client.get(TOLD).json()
    parts = told["parts"]
    assert sorted(parts) == sorted([*RUNTIME, SCORER_ZIP])
    for name, part in parts.items():
        sent = client.get(part["address"])
        assert "immutable" in sent.headers["cache-control"], name
        assert len(sent.content) == part["size"]
        assert int(sent.headers["content-length"]) == part["bytes"]
    together = {parts[name]["address"].rpartition("/")[0] for name in RUNTIME}
    assert len(together) == 1  # they load each other
    assert parts[SCORER_ZIP]["address"].rpartition("/")[0] not in together
    assert sum(part["bytes"] for part in parts.values()) < 7_000_000


def test_the_zip_has_every_module_of_the_scorer(client):
    told = client.get(TOLD).json()
    sent = client.get(told["parts"][SCORER_ZIP]["address"]).content
    root = Path(scorer.__file__).parent
    with zipfile.ZipFile(io.BytesIO(sent)) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    for path in root.rglob("*.py"):
        name = f"{told['module'].replace('.', '/')}/{path.relative_to(root).as_posix()}"
        assert held[name] == path.read_bytes(), name


def test_without_python_that_is_said(client, monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "SCORER", tmp_path)
    gone = client.get(TOLD)
    assert (gone.status_code, gone.json()["code"]) == (404, "not_found")
