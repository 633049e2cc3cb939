"""`tableside demo`: a bundled photo from its pixels to the table after the hand, all of it real."""

import argparse
import json
import tempfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import service
from scorer.api import requests
from scorer.core.hand import read_hand
from scorer.core.sentences import Say, Sentence, columns
from scorer.core.tiles import Wind
from scorer.ledger.events import GameStarted
from scorer.ledger.seats import WINDS
from scorer.reports.events import event_of
from scorer.rulesets import RULE_SETS
from scorer.scoring.explanation import explain
from service.auth.links import Links
from service.cli.words import pad, translator
from service.errors import RefusedError
from service.ledger import views
from service.ledger.idempotency import Request
from service.ledger.store import Store
from service.photos import shipped_reader
from service.schemas.games import Hand
from vision.photo.image import PhotoError

BUNDLED = files(service) / "demo"
PLAYERS = ("Ann", "Ben", "Cho", "Dee")
HAND, ROUND_WIND = Sentence("hand"), Sentence("round wind")
DEALER, FIRST = Sentence("dealer"), Sentence("goes first")
PLAYER, POINTS, WIND = Sentence("player"), Sentence("points"), Sentence("wind")
BEFORE, AFTER = Sentence("before"), Sentence("after")


def run(given: argparse.Namespace) -> int:
    """Read, score, play and print; RefusedError where photo, models or reading do not suffice."""
    try:
        data = (BUNDLED / "hand.jpg").read_bytes()
        truth = json.loads((BUNDLED / "hand.json").read_text(encoding="utf-8"))
    except OSError as error:
        detail = Sentence("The bundled photo is missing. Install tableside again.")
        raise RefusedError("no_demo_photo", detail) from error
    try:
        reading: Mapping[str, Any] = (
            shipped_reader.load_reader().read(data, rules=truth["rules"]).to_json("hand.jpg")
        )
    except PhotoError as error:
        raise RefusedError(
            error.code, Sentence("The bundled photo: {detail}", detail=error.detail)
        ) from error
    say = translator(given)
    print(describe(reading, truth["hand"], say))
    if reading["hand"] is None:
        raise RefusedError(
            "no_hand", Sentence("No hand was found on the bundled photo; nothing to score.")
        )
    # What no photo can show is told by whoever laid the hand; the tiles are those that were read.
    told = {name: truth[name] for name in ("rules", "seat", "round", "win", "from")}
    scored = requests.answer({**told, "hand": reading["hand"]})
    by = say(Sentence("Scored by {rules}", rules=told["rules"]))
    print(f"\n{by}\n{indented(explain(scored, say))}")
    if not scored["valid"]:
        raise RefusedError(
            "invalid_hand", Sentence("The hand as read does not win; nothing to play.")
        )
    winner, discarder = (PLAYERS[WINDS.index(Wind(told[who]))] for who in ("seat", "from"))
    played = Sentence(
        "Played into a ledger: {winner} wins on {discarder}'s discard",
        winner=winner,
        discarder=discarder,
    )
    print(f"\n{say(played)}")
    print(play(reading["hand"], told, say))
    return 0


def indented(text: str) -> str:
    """Set lines in by two blanks."""
    return "\n".join(f"  {line}" for line in text.splitlines())


def describe(reading: Mapping[str, Any], truth: str, say: Say) -> str:
    """Say what was recognised, how sure the models are, and whether it is what lies there."""
    width, height = reading["size"]
    sure = [f"{one['tile']} {one['confidence']:.3f}" for one in reading["tiles"]]
    rows = ["   ".join(sure[start : start + 7]) for start in range(0, len(sure), 7)]
    as_laid = reading["hand"] and read_hand(reading["hand"]).hand == read_hand(truth).hand
    right = (
        Sentence("as it was laid") if as_laid else Sentence("but it was laid as {hand}", hand=truth)
    )
    milliseconds = reading["timings_ms"].get("total", 0)
    read = Sentence(
        "Read a photo of {width} x {height} pixels in {time} ms",
        width=width,
        height=height,
        time=f"{milliseconds:.0f}",
    )
    hand, tiles, check = (
        pad(say(each), 6) for each in (HAND, Sentence("tiles"), Sentence("check"))
    )
    return "\n".join(
        [
            say(read),
            f"  {hand} {reading['hand']}   ({say(right)})",
            *(f"  {tiles if row is rows[0] else ' ' * 6} {row}" for row in rows),
            *(f"  {check} {problem}" for problem in reading["problems"]),
        ]
    )


def play(hand: str, told: Mapping[str, str], say: Say) -> str:
    """Start a game in a temporary database, add the hand, and show the table before and after."""
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        store = Store.open(f"sqlite:///{Path(folder) / 'demo.sqlite3'}")
        try:
            rules = told["rules"]
            started = GameStarted(PLAYERS, rules, RULE_SETS[rules].table)
            token, log = store.create(started)
            access = Links(store.database).authorise(log.id, token)
            winner, discarder = (WINDS.index(Wind(told[who])) for who in ("seat", "from"))
            body = Hand.model_validate({"winner": winner, "from": discarder, "hand": hand})
            request = Request(fingerprint="demo", expected_seq=1)
            added = store.append(
                access, request, lambda game: event_of(game, body.report()), views.added_json
            )
            return table(views.state(log), added["state"], say)
        finally:
            store.close()


def table(before: Mapping[str, Any], after: Mapping[str, Any], say: Say) -> str:
    """Two states of a table side by side."""
    player, points, wind = map(say, (PLAYER, POINTS, WIND))
    lines = [
        _row("", 10, say(BEFORE), 14, say(AFTER), 18),
        _row(player, 10, points, 8, wind, 6, points, 12, wind, 6),
    ]
    for one, other in zip(before["players"], after["players"], strict=True):
        then, now = ((each["points"], each["seat_wind"]) for each in (one, other))
        lines.append(_row(one["name"], 10, then[0], 8, then[1], 6, now[0], 12, now[1], 6))
    for name, key in ((HAND, "hand_number"), (ROUND_WIND, "round_wind")):
        lines.append(_row(say(name), 10, before[key], 14, after[key], 18))
    for name, key in ((DEALER, "dealer"), (FIRST, "first")):
        lines.append(_row(say(name), 10, PLAYERS[before[key]], 14, PLAYERS[after[key]], 18))
    return "\n".join(lines)


def _row(name: str, width: int, *cells: object) -> str:
    """A line of a table: what it is of, then each text at the right of so many columns."""
    told = zip(map(str, cells[::2]), cells[1::2], strict=True)
    right = (" " * (int(str(wide)) - columns(cell)) + cell for cell, wide in told)
    return f"  {pad(name, width)}{''.join(right)}"
