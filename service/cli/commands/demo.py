"""`tableside demo`: a bundled photo, read, scored and entered in a ledger."""

import argparse
import json
from collections.abc import Mapping
from importlib.resources import files
from textwrap import indent
from typing import Any

import service
from scorer.api import requests
from scorer.core.hand import read_hand
from scorer.core.tiles import WINDS, Wind
from scorer.ledger.game import apply
from scorer.ledger.table import Player, Terms
from scorer.reports.agreement import opening_event
from scorer.reports.events import event_of
from scorer.reports.wins import read_report
from scorer.scoring.explanation import explain
from service.cli.commands.read import reading_lines
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
    print("\n".join(reading_lines(reading)))
    if reading["hand"] is None:
        raise RefusedError("no_hand", "No hand was found in the bundled photo; nothing to score.")
    is_right = read_hand(reading["hand"]) == read_hand(truth["hand"])
    print("  as it was laid" if is_right else f"  but it was laid as {truth['hand']}")
    # What a photo cannot show comes from its notes; the tiles are those that were read.
    circumstances = {name: truth[name] for name in ("rules", "seat", "round", "win", "from")}
    scored = requests.answer({**circumstances, "hand": reading["hand"]})
    print(f"\nScored by {circumstances['rules']}\n{indent(explain(scored), '  ')}")
    if not scored["valid"]:
        raise RefusedError("invalid_hand", "The hand as read does not win; nothing to play.")
    winner, discarder = (WINDS.index(Wind(circumstances[who])) for who in ("seat", "from"))
    before = apply(None, opening_event(PLAYERS, Terms(circumstances["rules"])))
    report = read_report({"winner": winner, "from": discarder, "hand": reading["hand"]})
    after = apply(before, event_of(before, report))
    print(f"\nEntered in a ledger: {PLAYERS[winner]} wins on {PLAYERS[discarder]}'s discard")
    for player, name in enumerate(PLAYERS):
        points = [game.table.points[Player(player)] for game in (before, after)]
        winds = [game.table.wind_of(Player(player)) for game in (before, after)]
        print(f"  {name}  {points[0]:>5} -> {points[1]:>5} points, {winds[0]} -> {winds[1]}")
    return 0
