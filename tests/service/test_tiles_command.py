"""The commands of tile sets, and `read --tiles`: what they do, and what they refuse."""

import json

import cv2
import numpy as np
import pytest

from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.photograph import OneSet, lay_stage, render_stage
from datasets.synth.scenes.profile import ROWS
from service.cli.commands.tiles import set_file
from service.cli.main import main
from vision.tilesets.tile_set import FACES

pytestmark = [pytest.mark.usefixtures("loaded_once"), pytest.mark.slow]

HAND = "tests/photos/concealed_row.jpg"


def rows_of(seed, folder):
    """Photograph the rows of a set that no network has seen, and name the file."""
    faces = FaceLibrary.build(("drawn",), drawn=(seed,))
    rng = np.random.default_rng(4)
    one = OneSet.of(faces.designs[0], rng)
    scene = render_stage(rng, faces, lay_stage(rng, "faces"), (1600, 1200), ROWS, "faces", one)
    file = folder / f"rows-{seed}.jpg"
    cv2.imwrite(str(file), scene.image[..., ::-1])
    return str(file)


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    return rows_of(940, tmp_path_factory.mktemp("rows"))


@pytest.fixture(scope="module")
def strange(tmp_path_factory):
    return rows_of(920, tmp_path_factory.mktemp("strange"))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLESIDE_TILES", str(tmp_path / "tiles"))
    return tmp_path


@pytest.fixture
def run(capsys):
    def call(*arguments):
        status = main([*map(str, arguments)])
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


def test_a_set_is_learned_listed_exported_imported_and_forgotten(run, rows, strange, folder):
    status, out, _ = run("tiles", "learn", rows, "--name", "Friday's set")
    assert status == 0
    assert out.startswith("Friday's set: 4")
    assert run("tiles", "list") == (0, out.splitlines()[0] + "\n", "")
    told = json.loads(run("tiles", "show", "Friday's set", "--json")[1])
    assert len(told["known"]) + len(told["missing"]) == len(FACES)
    file = folder / "friday.json"
    assert run("tiles", "export", "Friday's set", file)[0] == 0
    assert run("tiles", "export", "Friday's set", file)[0] == 1  # nothing is written over
    assert run("tiles", "import", file)[0] == 1
    assert run("tiles", "import", file, "--name", "Grandma's")[0] == 0
    assert json.loads(run("tiles", "show", "Grandma's", "--json")[1])["known"] == told["known"]
    status, out, _ = run("read", "--json", "--tiles", "Friday's set", rows, strange)
    own, other = (json.loads(line)["tile_set"] for line in out.splitlines())
    assert (status, own["fits"], other["fits"]) == (0, True, False)
    out = run("read", "--tiles", "Friday's set", strange)[1]
    assert "These are not the tiles of Friday's set" in out
    assert run("tiles", "forget", "Friday's set")[0] == 0
    status, _, err = run("tiles", "show", "Friday's set")
    assert (status, "Known: Grandma's." in err) == (1, True)


def test_what_somebody_says_of_a_tile_counts(run, rows):
    given = ("tiles", "learn", rows, "--name", "a")
    assert run(*given, "--face", "44.1=1f")[0] == 1
    assert run(*given, "--face", "5.2=1x")[0] == 1
    assert run(*given, "--face", "5=1f")[0] == 2
    assert run("tiles", "list")[1].startswith("No tile sets on this computer yet")
    assert run(*given, "--face", "5.2=2f")[0] == 0
    assert run(*given)[0] == 1
    assert run(*given, "--anew")[0] == 0


def test_one_face_under_two_names_is_said_and_nothing_is_kept(run, rows, folder):
    photo = cv2.imread(rows)
    twice = folder / "twice.jpg"
    cv2.imwrite(str(twice), np.concatenate([photo, photo]))
    status, _, err = run(
        "tiles", "learn", twice, "--name", "a", "--face", "5.1=1f", "--face", "10.1=2f"
    )
    assert status == 1
    assert "look the same, but are named 1f and 2f" in err
    assert run("tiles", "list", "--json")[1] == "[]\n"


def test_a_set_is_counted(run, rows):
    status, out, _ = run("tiles", "count", rows)
    assert status == 1  # one of each face was laid out
    assert "missing, or face down" in out
    status, out, _ = run("tiles", "count", rows, "--json")
    counted = json.loads(out)
    assert list(counted) == ["found", "of", "missing", "extra", "unsure"]
    lacking = sum(counted["missing"].values()) - sum(counted["extra"].values())
    assert counted["found"] + lacking == counted["of"] == 144


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("learn", HAND, "--name", "a"), 1, "Most tiles of each suit are missing"),
        (("learn", "nowhere.jpg", "--name", "a"), 1, "Check the name"),
        (("learn", "README.md", "--name", "a"), 1, "photo"),
        (("learn", HAND, "--name", " "), 1, "needs a name"),
        (("learn", *[HAND] * 5, "--name", "a"), 1, "1 to 4 photos"),
        (("learn", HAND), 2, "--name"),
        (("count", *[HAND] * 5), 1, "1 to 4 photos"),
        (("count", "nowhere.jpg"), 1, "Check the name"),
        (("count",), 2, "PHOTO"),
        (("import", "README.md"), 1, "is not a tile set"),
        (("show", "nobody's"), 1, "There is no tile set"),
        (("forget", "nobody's"), 1, "There is no tile set"),
        (("export", "nobody's", "-"), 1, "There is no tile set"),
        (("paint",), 2, "paint"),
        ((), 2, "ACTION"),
    ],
)
def test_what_cannot_be_done_is_said(run, arguments, status, told):
    given, _, err = run("tiles", *arguments)
    assert (given, told in err) == (status, True), err
    assert run("tiles", "list", "--json")[1] == "[]\n"


def test_a_file_of_another_version_is_said(run, folder):
    file = folder / "later.json"
    file.write_text('{"format": "tableside tile set", "version": 2}', encoding="utf-8")
    status, _, err = run("tiles", "import", file)
    assert status == 1
    assert "has version 2" in err


def test_a_damaged_set_can_be_forgotten(run):
    file = set_file("Friday's set")
    file.parent.mkdir()
    file.write_text("no longer a tile set")
    assert run("tiles", "show", "Friday's set")[0] == 1
    assert run("tiles", "forget", "Friday's set") == (0, "Deleted Friday's set.\n", "")
    assert not file.exists()


def test_reading_with_an_unknown_set_reads_nothing(run):
    status, out, err = run("read", "--tiles", "nobody's", HAND)
    assert (status, out, "There is no tile set" in err) == (1, "", True)
