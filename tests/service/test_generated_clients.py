"""Clients made of the description play a whole game with a photo; linters find no error in it."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs
from tests.deadlines import LONG_S
from tests.serving import ROOT

pytestmark = pytest.mark.slow

CLIENTS = Path(__file__).parents[1] / "clients"
TOOLS = CLIENTS / "node_modules"
PHOTO = ROOT / "service" / "demo" / "hand.jpg"
HAND = "12345699m 77z (666z) +7z | 2f"
QUIET = {**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}

node = pytest.mark.skipif(
    shutil.which("node") is None or not (TOOLS / ".stamp").is_file(),
    reason="the tools of tests/clients are missing: run make clients",
)


@pytest.fixture
def description(client, tmp_path):
    """The description as a file."""
    file = tmp_path / "openapi.json"
    file.write_text(client.get("/openapi.json").text, encoding="utf-8")
    return file


def ran(*command, cwd=None):
    """What a command printed; the test fails with it where the command does."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd=cwd,
        env=QUIET,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONG_S,  # tools of others, which might ask somebody elsewhere for a newer version
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@node
def test_redocly_finds_no_error(description):
    ran(TOOLS / ".bin" / "redocly", "lint", description, cwd=CLIENTS)


@node
def test_spectral_finds_nothing(description):
    ruleset = CLIENTS / "spectral.yaml"
    lint = (TOOLS / ".bin" / "spectral", "lint", description, "--ruleset", ruleset)
    ran(*lint, "--fail-severity", "warn", cwd=CLIENTS)


@pytest.fixture
def made(description, tmp_path, monkeypatch):
    """The Python client: a function that imports a module of it."""
    needs.package("openapi_python_client")
    program = (sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none")
    config = CLIENTS / "openapi-python-client.yaml"
    where = ("--path", description, "--output-path", tmp_path / "made" / "mahjong_client")
    (tmp_path / "made").mkdir()
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    monkeypatch.setitem(QUIET, "PATH", scripts)
    # A warning is a call or a shape that was left out.
    ran(*program, *where, "--config", config, "--fail-on-warning")
    monkeypatch.syspath_prepend(str(tmp_path / "made"))
    yield lambda name: importlib.import_module(f"mahjong_client.{name}")
    for name in [name for name in sys.modules if name.partition(".")[0] == "mahjong_client"]:
        del sys.modules[name]


def test_a_python_client_plays_a_whole_game_with_a_photo(made, serve, tmp_path):
    models, client = made("models"), made("client")
    add, undo = made("api.games.add_hand").sync, made("api.games.undo_hand").sync
    url = serve(f"sqlite:///{tmp_path / 'games.sqlite3'}").url
    with client.Client(base_url=url, timeout=120) as reader, PHOTO.open("rb") as photo:
        new = models.NewGame(rules="hk-500", players=["Ann", "Bob", "Cid", "Dee"])
        game = made("api.games.start_game").sync(client=reader, body=new)
        form = models.ReadPhotosForm(photo=[made("types").File(photo, "hand.jpg", "image/jpeg")])
        reading = made("api.readings.read_photos").sync(client=reader, body=form)
    assert sorted(tile.tile for tile in reading.tiles if tile.confidence > 0.5)[:2] == ["1m", "2f"]
    hand = models.Hand.from_dict({"winner": 1, "win": "discard", "from": 3, "hand": reading.hand})
    with client.AuthenticatedClient(base_url=url, token=game.write_token) as writer:
        state = add(game.id, client=writer, body=hand).state
        paid = [player.points for player in state.players]
        taken_back = undo(game.id, client=writer, body=models.Undo()).state
        assert [player.points for player in taken_back.players] == [500] * 4
        state = add(game.id, client=writer, body=hand).state
        assert [player.points for player in state.players] == paid != [500] * 4
        while not state.finished:
            won = {"winner": (state.dealer + 1) % 4, "from": state.dealer, "faan": 3}
            agreed = models.Hand.from_dict({**won, "win": "discard"})
            state = add(game.id, client=writer, body=agreed).state
        history = made("api.history.show_history").sync(game.id, client=writer)
        refused = add(game.id, client=writer, body=hand)
    first = next(event for event in history.events if event.kind == "hand_won")
    assert first.wins[0].hand == reading.hand == HAND
    assert first.answer.faan == first.faan
    assert len(history.events) == state.seq
    assert (refused.code, refused.status) == ("game_finished", 409)


@node
def test_a_typescript_client_plays_a_whole_game_with_a_photo(description, serve, tmp_path):
    for name in ("play.ts", "generate.mjs", "tsconfig.json", "package.json"):
        shutil.copyfile(CLIENTS / name, tmp_path / name)
    (tmp_path / "node_modules").symlink_to(TOOLS)
    ran("node", "generate.mjs", description, "schema.d.ts", cwd=tmp_path)
    ran("node", "node_modules/typescript/bin/tsc", "--project", ".", cwd=tmp_path)
    running = serve(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    told = json.loads(ran("node", "play.js", running.url, PHOTO, cwd=tmp_path))
    assert (told["hand"], told["looked"]) == (HAND, 15)
    assert told["events"] == told["seq"] > 4
    assert sum(told["points"]) == 2000
