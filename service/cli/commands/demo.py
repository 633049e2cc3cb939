"""`tableside demo`: a bundled photo, read, scored and entered in a ledger."""

import argparse
import json
from collections.abc import Mapping
from importlib.resources import files
from textwrap import indent
from typing import Any

import service
from scorer.api import requests
from scorer.core.tiles import Wind
from scorer.ledger.answers import table_json
from scorer.ledger.game import apply
from scorer.ledger.table import WINDS, Terms
from scorer.reports.agreement import opening_event
from scorer.reports.events import event_of
from scorer.reports.wins import HandReport
from scorer.scoring.explanation import explain
from service.cli.commands.read import describe
from service.errors import RefusedError
from service.photos import shipped_reader
from vision.photo.image import PhotoError

BUNDLED = files(service) / "demo"
PLAYERS = ("Ann", "Ben", "Cho", "Dee")


def run(_given: argparse.Namespace) -> int:
    """Read, score, play and print; RefusedError if the photo, the models or the hand fail."""
    data = (BUNDLED / "hand.jpg").read_bytes()
    truth = json.loads((BUNDLED / "hand.json").read_text(encoding="utf-8"))
    try:
        reading: Mapping[str, Any] = (
            shipped_reader.load_reader().read(data, rules=truth["rules"]).to_json("hand.jpg")
        )
    except PhotoError as error:
        raise RefusedError(error.code, f"The bundled photo: {error.detail}") from error
    print(f"{describe(reading)}\n  as laid         {truth['hand']}")
    if reading["hand"] is None:
        raise RefusedError("no_hand", "No hand was found in the bundled photo; nothing to score.")
    # What a photo cannot show comes from its notes; the tiles are those that were read.
    circumstances = {name: truth[name] for name in ("rules", "seat", "round", "win", "from")}
    scored = requests.answer({**circumstances, "hand": reading["hand"]})
    print(f"\nScored by {circumstances['rules']}\n{indent(explain(scored), '  ')}")
    if not scored["valid"]:
        raise RefusedError("invalid_hand", "The hand as read does not win; nothing to play.")
    winner, discarder = (PLAYERS[WINDS.index(Wind(circumstances[who]))] for who in ("seat", "from"))
    print(f"\nEntered in a ledger: {winner} wins on {discarder}'s discard")
    print(play(reading["hand"], circumstances))
    return 0


def play(hand: str, circumstances: Mapping[str, str]) -> str:
    """Add the hand to a new game; return what became of points, winds and the deal."""
    game = apply(None, opening_event(PLAYERS, Terms(circumstances["rules"])))
    winner, discarder = (WINDS.index(Wind(circumstances[who])) for who in ("seat", "from"))
    report = HandReport.from_json({"winner": winner, "from": discarder, "hand": hand})
    after = apply(game, event_of(game, report))
    states = [table_json(each.table, each.names) for each in (game, after)]
    lines = [
        f"  {one['name']:<6}{one['points']:>8} {one['seat_wind']}"
        f"  -> {other['points']:>8} {other['seat_wind']}"
        for one, other in zip(*(state["players"] for state in states), strict=True)
    ]
    dealers = " -> ".join(PLAYERS[state["dealer"]] for state in states)
    return "\n".join([*lines, f"  dealer {dealers}"])
