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
from scorer.ledger.answers import table_json
from scorer.ledger.game import apply
from scorer.ledger.table import Terms
from scorer.reports.agreement import opening_event
from scorer.reports.events import event_of
from scorer.reports.wins import read_report
from scorer.scoring.explanation import explain
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
    print(describe(reading, truth["hand"]))
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


def describe(reading: Mapping[str, Any], truth: str) -> str:
    """Return what was recognised, with the confidence, and whether it is the true hand."""
    width, height = reading["size"]
    milliseconds = reading["timings_ms"].get("total", 0)
    as_laid = reading["hand"] and read_hand(reading["hand"]) == read_hand(truth)
    verdict = "correct" if as_laid else f"but the tiles are {truth}"
    sure = [f"{one['tile']} {one['confidence']:.3f}" for one in reading["tiles"]]
    rows = ["   ".join(sure[start : start + 7]) for start in range(0, len(sure), 7)]
    lines = [
        f"Read a photo of {width} x {height} pixels in {milliseconds:.0f} ms",
        f"  hand   {reading['hand']}   ({verdict})",
        *(f"  {'' if number else 'tiles':<6} {row}" for number, row in enumerate(rows)),
        *(f"  check  {problem}" for problem in reading["problems"]),
    ]
    return "\n".join(lines)


def play(hand: str, circumstances: Mapping[str, str]) -> str:
    """Add the hand to a new game; return the table before and after."""
    game = apply(None, opening_event(PLAYERS, Terms(circumstances["rules"])))
    winner, discarder = (WINDS.index(Wind(circumstances[who])) for who in ("seat", "from"))
    report = read_report({"winner": winner, "from": discarder, "hand": hand})
    after = apply(game, event_of(game, report))
    return table(*(table_json(each.table, each.names) for each in (game, after)))


def table(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return two states of a table side by side."""
    lines = [
        f"  {'':<10}{'before':>14}{'after':>18}",
        f"  {'player':<10}{'points':>8}{'wind':>6}{'points':>12}{'wind':>6}",
    ]
    for one, other in zip(before["players"], after["players"], strict=True):
        start = f"  {one['name']:<10}{one['points']:>8}{one['seat_wind']:>6}"
        lines.append(f"{start}{other['points']:>12}{other['seat_wind']:>6}")
    for name, key in (("hand", "hand_number"), ("round wind", "round_wind")):
        lines.append(f"  {name:<10}{before[key]:>14}{after[key]:>18}")
    for name, key in (("dealer", "dealer"), ("goes first", "first")):
        lines.append(f"  {name:<10}{PLAYERS[before[key]]:>14}{PLAYERS[after[key]]:>18}")
    return "\n".join(lines)
