"""From a photo to a line in the ledger, with the shipped models and the bundled photo."""

import io
import json
from importlib.resources import files
from pathlib import Path

import pytest
from PIL import Image

import models
from scorer.core.hand import read_hand
from service.cli.main import main

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("loaded_once")]

BUNDLED = Path(str(files("service") / "demo"))
PHOTO = BUNDLED / "hand.jpg"


@pytest.fixture(scope="module", autouse=True)
def trained():
    if not all(models.path(name).is_file() for name in models.NAMES):
        pytest.skip("the models are missing: check out models/*.onnx")


@pytest.fixture(scope="module")
def truth():
    return json.loads((BUNDLED / "hand.json").read_text(encoding="utf-8"))


def run(capsys, *arguments):
    status = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_read_as_json(capsys, truth):
    status, out, _ = run(capsys, "read", PHOTO, "--json", "--rules", "hk-500")
    (line,) = out.splitlines()
    reading = json.loads(line)
    assert status == 0
    assert reading["photo"] == str(PHOTO)
    assert reading["size"] == truth["size"]
    assert read_hand(reading["hand"]) == read_hand(truth["hand"])
    assert set(reading["timings_ms"]) >= {"decode", "detect", "classify", "layout", "total"}
    placed = [index for group in reading["groups"] for index in group["tiles"]]
    assert sorted(placed) == list(range(len(reading["tiles"])))
    for tile in reading["tiles"]:
        xs, ys = zip(*tile["corners"], strict=True)
        assert tile["box"] == [min(xs), min(ys), max(xs), max(ys)]
        assert 0 < tile["confidence"] <= 1


def test_a_bad_photo_among_good_ones(capsys, tmp_path):
    empty, missing = tmp_path / "empty.jpg", tmp_path / "missing.jpg"
    empty.touch()
    photos = (PHOTO, empty, missing, tmp_path, PHOTO)
    status, out, _ = run(capsys, "read", *photos, "--json")
    photos = (PHOTO, empty, missing, empty, PHOTO)  # of a folder the photos in it
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert [answer["photo"] for answer in answers] == [str(photo) for photo in photos]
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        None,
        "empty_file",
        "unreadable_file",
        "empty_file",
        None,
    ]
    status, out, err = run(capsys, "read", empty, PHOTO)
    assert status == 1
    assert "is empty" in err
    assert "hand" in out


def test_an_overlay_is_saved(capsys, tmp_path):
    file = tmp_path / "seen.png"
    assert run(capsys, "read", PHOTO, "--overlay", file)[0] == 0
    with Image.open(PHOTO) as photo, Image.open(file) as seen:
        assert seen.size[0] == photo.size[0]
    run(capsys, "read", PHOTO, PHOTO, "--overlay", file, "--json")
    assert {one.name for one in tmp_path.iterdir()} == {"seen.png", "seen-1.png", "seen-2.png"}
    status, _, err = run(capsys, "read", PHOTO, "--overlay", tmp_path / "seen.words")
    assert status == 1
    assert ".png" in err


def test_photos_of_one_hand_are_one_reading(capsys, tmp_path):
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(PHOTO.read_bytes()[:30_000])
    status, out, _ = run(capsys, "read", PHOTO, broken, PHOTO, "--merge", "--json")
    refused, reading = (json.loads(line) for line in out.splitlines())
    assert status == 1
    assert refused["error"]["code"] == "truncated_image"
    assert [one["photo"] for one in reading["photos"]] == [str(PHOTO)] * 2
    assert reading["timings_ms"]["decode"] > 0  # though all were opened before any was read


def test_a_photo_becomes_a_line_in_the_ledger(client, table, truth):
    """Photo, tiles, faan, payments, and the winds of the next hand: the whole way over HTTP."""
    upload = {"photo": ("hand.jpg", PHOTO.read_bytes(), "image/jpeg")}
    reading = client.post("/api/v1/readings", files=upload, data={"rules": "hk-500"})
    assert reading.status_code == 200, reading.text
    hand = reading.json()["hand"]
    asked = {name: truth[name] for name in ("rules", "seat", "round", "win", "from")}
    scored = client.post("/api/v1/scores", json={**asked, "hand": hand}).json()
    assert scored["valid"], scored
    winner, discarder = ("ESWN".index(truth[who]) for who in ("seat", "from"))
    added = table.hand(winner=winner, **{"from": discarder}, hand=hand).json()
    assert added["event"]["changes"] == [scored["payments"][wind] for wind in "ESWN"]
    assert added["event"]["faan"] == scored["faan"]
    assert [player["seat_wind"] for player in added["state"]["players"]] == ["N", "E", "S", "W"]


def test_two_photos_of_one_hand_over_http(client):
    uploads = [("photo", (f"{side}.jpg", PHOTO.read_bytes(), "image/jpeg")) for side in "ab"]
    reading = client.post("/api/v1/readings", files=uploads).json()
    assert [one["photo"] for one in reading["photos"]] == ["a.jpg", "b.jpg"]


def test_a_png_of_the_photo_reads_alike(client):
    """The content decides, not the name or the type that a phone claims."""
    png = io.BytesIO()
    with Image.open(PHOTO) as photo:
        photo.save(png, "PNG")
    upload = {"photo": ("hand.jpg", png.getvalue(), "application/pdf")}
    jpeg = {"photo": ("hand.jpg", PHOTO.read_bytes(), "image/jpeg")}
    hands = [
        client.post("/api/v1/readings", files=files).json()["hand"] for files in (upload, jpeg)
    ]
    assert hands[0] == hands[1]


def test_the_demo_shows_all_of_it(capsys, truth):
    status, out, _ = run(capsys, "demo")
    assert status == 0
    assert "as it was laid" in out
    assert "but" not in out
    assert "faan" in out
    assert "64: 32 from North" in out
    for name in ("Ann", "Ben", "Cho", "Dee"):
        assert name in out


def test_the_service_is_ready(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["ready"]) == (200, True)
