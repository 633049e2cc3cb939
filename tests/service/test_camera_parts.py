"""What a phone needs to name tiles by itself: where it lies, and how large it is."""

import gzip
import hashlib

import pytest

import models
from service.http.routes import pages
from service.page.parts import NETWORKS, camera_parts
from tests import needs

TOLD = "/static/camera/parts.json"
MOST = 9_000_000  # bytes that somebody may be asked to fetch


@pytest.fixture(autouse=True)
def trained():
    """Skip where the networks are not there."""
    needs.trained()


def test_every_part_is_there_for_ever_and_as_large_as_it_is_said_to_be(client):
    told = client.get(TOLD)
    assert told.headers["cache-control"] == "no-cache"
    parts = told.json()["parts"]
    assert sorted(parts) == [
        *("classifier.onnx", "detector.onnx", "roles.onnx"),
        *("runtime.mjs", "runtime.wasm"),
    ]
    for name, part in parts.items():
        sent = client.get(part["address"])
        assert sent.status_code == 200, name
        assert "immutable" in sent.headers["cache-control"]
        assert int(sent.headers["content-length"]) == part["bytes"]
        assert len(sent.content) == part["size"]
        digest = hashlib.sha256(sent.content).hexdigest()
        assert f"/{digest[:16]}/" in part["address"]
    assert sum(part["bytes"] for part in parts.values()) < MOST
    wasm = client.get(parts["runtime.wasm"]["address"])
    assert wasm.headers["content-type"] == "application/wasm"
    assert wasm.content.startswith(b"\0asm")


def test_who_takes_nothing_compressed_gets_the_parts_plain(client):
    part = client.get(TOLD).json()["parts"]["runtime.mjs"]
    plain = client.get(part["address"], headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert len(plain.content) == part["size"]


def test_the_networks_are_those_of_the_service_and_so_is_what_is_told_of_them(client):
    told = client.get(TOLD).json()
    for name in NETWORKS:
        sent = client.get(told["parts"][f"{name}.onnx"]["address"])
        assert hashlib.sha256(sent.content).hexdigest() == models.card(name)["sha256"]
    assert told["detector"] == {"side": 640, "threshold": 0.35}
    assert len(told["classifier"]["labels"]) == 44
    assert told["classifier"]["size"] == 64


def test_a_part_of_another_version_is_not_found(client):
    there = client.get(TOLD).json()["parts"]["detector.onnx"]["address"]
    earlier = there.replace(there.split("/")[3], "0123456789abcdef")
    gone = client.get(earlier)
    assert (gone.status_code, gone.json()["code"]) == (404, "not_found")


def test_without_the_runtime_that_is_said(client, monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "CAMERA", tmp_path)
    gone = client.get(TOLD)
    assert (gone.status_code, gone.json()["code"]) == (404, "not_found")


def test_what_is_kept_in_the_checkout_is_what_is_sent():
    wasm = camera_parts(pages.CAMERA).files["runtime.wasm"]
    assert wasm.gzipped == (pages.CAMERA / "runtime.wasm.gz").read_bytes()
    assert len(gzip.decompress(wasm.gzipped)) == wasm.size
