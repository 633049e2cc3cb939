"""An evening of every kind of call, played over HTTP, with every answer it got.

`python -m tests.evenings.recording --write` writes the answers of today's code beside this file;
`test_evenings.py` compares them. A change of an answer is a change of what programs see: write the
recordings anew only where that was meant, and read the difference.
"""

import json
import random
import re
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from fastapi.testclient import TestClient

from datasets.command_line import command_parser
from scorer.text_calls import answer_hand
from service.app import create_app
from service.settings import Settings
from tests import golden

FOLDER = Path(__file__).parent
NAMES = ("Ann", "Bob", "Cid", "Dee")
HANDS = 12  # drawn hands an evening: wins of all shapes, draws and refusals
STARTS = datetime(2026, 11, 1, 19, tzinfo=UTC)
NEW_EVERY_TIME = re.compile(r'"(write_token|digest|exported_at|id)": "[^"]{20,}"')
HOUSE = """\
format = 2
base = "hk-500"
name = "Two five"

[options]
minimum = 1

[points]
ladder = "half_spicy"
unit = 0.25

[payment]
discard = "full_gun"
"""


@dataclass(frozen=True)
class Evening:
    """Who plays by which rules; `options` are the table's, `house` is the text of a house file."""

    name: str
    rules: str
    players: int = 4
    options: Mapping[str, object] = field(default_factory=dict)
    house: str | None = None


EVENINGS = (
    Evening("hk-500", "hk-500"),
    Evening("hk-500-three", "hk-500", players=3),
    Evening("hk-500-two", "hk-500", players=2),
    Evening(
        "hk-500-long",
        "hk-500",
        options={"short_payment": "go_negative", "bust_ends_game": False, "minimum": 1},
    ),
    Evening("house", "hk-500", house=HOUSE),
    Evening("hk-majlife", "hk-majlife"),
    Evening("hk-majlife-three", "hk-majlife", players=3),
    Evening("classical-20", "classical-20"),
    Evening("classical-british", "classical-british"),
    Evening("classical-british-three", "classical-british", players=3),
    Evening("simplified-300", "simplified-300"),
)


class Table:
    """A game over HTTP that keeps each answer, and what a phone without the service counts."""

    def __init__(self, client: TestClient, evening: Evening) -> None:
        """Keep the house file, if there is one, and start the game."""
        self.client, self.evening = client, evening
        self.lines: list[dict[str, object]] = []
        rules = evening.rules
        if evening.house is not None:
            kept = self.call("POST", "/house-rules", {"toml": evening.house})
            rules = kept["hash"]
        self.rules = rules
        begun = self.call(
            "POST",
            "/games",
            {
                "rules": rules,
                "players": NAMES[: evening.players],
                "options": dict(evening.options),
            },
        )
        self.id, self.token = begun["id"], begun["write_token"]

    def call(self, method, path, body=None, **headers):
        """Make a call, keep its answer and return it."""
        answer = self.client.request(method, f"/api/v1{path}", json=body, headers=headers)
        is_json = "json" in answer.headers.get("content-type", "")
        told = answer.json() if is_json else answer.text
        self._keep(f"{method} {path}", body, answer.status_code, told)
        return told

    def game(self, method, what, body=None, **headers):
        """Make a call to the game by somebody who may write."""
        headers = {"Authorization": f"Bearer {self.token}", **headers}
        return self.call(method, f"/games/{self.id}{what}", body, **headers)

    def event(self, what, body, **headers):
        """Add an event, and take it back where it ended the game."""
        told = self.game("POST", what, body, **headers)
        if told.get("state", {}).get("finished"):
            self.game("POST", "/undo", {})

    def hand(self, **body):
        """Add a hand, after asking what a phone alone would make of it."""
        url = f"/api/v1/games/{self.id}"
        state = self.client.get(url).json()
        houses = {} if self.evening.house is None else {self.rules: self.evening.house}
        asked = {"state": state, "body": body, "houses": houses}
        try:
            told = json.loads(answer_hand(json.dumps(asked)))
        except (LookupError, TypeError, ValueError) as error:
            told = {"raised": type(error).__name__}
        self._keep("phone", body, None, told)
        self.event("/hands", body)

    def _keep(self, call, body, status, answer):
        self.lines.append({"call": call, "body": body, "status": status, "answer": answer})

    def recording(self) -> str:
        """Return the lines as JSON, without what is drawn anew for every game."""
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines)
        text = text.replace(self.id, "GAME").replace(self.id[:8], "GAME")
        return NEW_EVERY_TIME.sub(r'"\1": "…"', text)


def play(evening: Evening) -> str:
    """Play an evening in an empty database; return its recording."""
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        settings = Settings(database=f"sqlite:///{folder}/games.sqlite3")
        with TestClient(create_app(settings, clock=lambda: STARTS)) as client:
            table = Table(client, evening)
            _play_drawn_hands(table)
            _play_incidents(table)
            _correct(table)
            _ask_wrongly(table)
            _change_rules(table)
            _look_back(table)
            _end(table)
            return table.recording()


def _play_drawn_hands(table: Table) -> None:
    """Play hands of all shapes, some of which do not win or contradict themselves."""
    drawn = random.Random(len(table.evening.name))
    players = range(table.evening.players)
    everyone = table.evening.rules.startswith(("classical", "simplified"))
    for request in golden.requests(HANDS, seed=drawn.randrange(1000)):
        if request["role"] == "loser":
            table.hand(draw=True)
            continue
        winner, other = drawn.sample(players, 2)
        how = {"winner": winner, "win": request["win"], "events": request["events"]}
        if request["win"] == "discard":
            how["from"] = other
        if everyone and drawn.random() < 0.5:
            known = {winner: request["hand"], other: "123m 99p (777z)"}
            table.hand(**how, hands=[known.get(player) for player in players])
        elif everyone and drawn.random() < 0.3:
            table.hand(**how, scores=[drawn.randrange(0, 60, 2) for _ in players])
        elif drawn.random() < 0.3:
            table.hand(**{**how, "events": []}, faan=drawn.randrange(0, 14))
        else:
            table.hand(**how, hand=request["hand"])


def _play_incidents(table: Table) -> None:
    count = table.evening.players
    changes = [30, -30, 0, 0][:count]
    table.event("/adjustments", {"changes": changes, "reason": "a debt"})
    table.event("/adjustments", {"changes": [1] * count, "reason": "a gift"})
    table.event("/false-wins", {"player": 1, "hand": "123m 456m 99p +9p"})
    table.event("/swaps", {"seats": [1, 0, 2, 3][:count]})
    table.hand(winner=0, win="self-draw", hand="123m 456m 789m 77z (555z) +7z", responsible=1)
    table.hand(
        winner=0,
        **{"from": 1},
        faan=5,
        also=[{"winner": 2, "faan": 3}],
    )
    table.hand(
        winner=1, **{"from": 0}, hand="123m 456m 79m 55z (777z) +8m", events=["robbing-kong"]
    )
    table.hand(draw=True)


def _correct(table: Table) -> None:
    hands = [
        one["seq"]
        for one in table.game("GET", "/history")["events"]
        if one["kind"] in ("hand_won", "hand_drawn")
    ]
    for seq in hands[:1] + hands[-1:]:
        for instead in (
            {"hand": {"winner": 0, "from": 1, "faan": 4}},
            {"hand": {"draw": True}},
            {"strike": True},
        ):
            table.game("POST", "/corrections/preview", {"seq": seq, **instead})
        table.event("/corrections", {"seq": seq, "strike": True, "reason": "misread"})
        table.event("/notes", {"seq": seq, "note": "七對 at last"})
    table.game("POST", "/undo", {})
    table.game("POST", "/undo", {})


def _ask_wrongly(table: Table) -> None:
    """Make every kind of call that is refused."""
    table.call("POST", f"/games/{table.id}/hands", {"draw": True})
    table.call("POST", f"/games/{table.id}/hands", {"draw": True}, Authorization="Bearer no")
    table.call("GET", "/games/ffffffffffffffffffffffffffffffff")
    for body in (
        {},
        {"draw": True, "expected_seq": 1},
        {"draw": True, "winner": 1},
        {"winner": 9, "faan": 4},
        {"winner": 1, "faan": 4},
        {"winner": 1, "from": 1, "faan": 4},
        {"winner": 1, "from": 0, "faan": -1},
        {"winner": 1, "from": 0, "hand": "=1+1"},
        {"winner": 1, "from": 0, "hand": "123m 456m 99p +9p"},
        {"winner": 1, "from": 0, "hand": "123m 456m 79m 55z (777z) +8m", "events": ["first-drew"]},
        {"winner": 1, "win": "self-draw", "faan": 4, "wins": "self-draw"},
        {"winner": 1, "from": 0, "faan": 4, "responsible": 1},
    ):
        table.hand(**body)
    table.event("/adjustments", {"changes": [1, -2], "reason": "?"})
    table.event("/swaps", {"seats": [0, 0, 1, 2]})
    table.event("/false-wins", {"player": 7})
    table.event("/notes", {"seq": 1, "note": "no hand"})
    table.event("/corrections", {"seq": 999, "strike": True})
    key = {"Idempotency-Key": "once"}
    table.event("/hands", {"draw": True}, **key)
    table.event("/hands", {"draw": True}, **key)
    table.event("/hands", {"winner": 1, "from": 0, "faan": 4}, **key)
    table.game("POST", "/hands/preview", {"winner": 1, "from": 0, "faan": 4})


def _change_rules(table: Table) -> None:
    number = table.game("GET", "")["hand_number"]
    table.event("/rules", {"rules": table.rules, "from_hand": number + 2})
    for rules in ("hk-majlife", "nowhere", table.rules):
        table.event("/rules", {"rules": rules})
    table.hand(winner=0, **{"from": 1}, faan=6)
    table.hand(draw=True)


def _look_back(table: Table) -> None:
    for what in (
        "",
        "/history",
        "/history?after=3&limit=2",
        "/history.csv",
        "/history.csv?plain=true",
        "/statistics",
        "/statistics.csv",
        "/settlement",
    ):
        table.game("GET", what)
    exported = table.game("GET", "/export")
    table.call("POST", "/imports", exported)


def _end(table: Table) -> None:
    table.game("POST", "/end", {"reason": "late"})
    table.hand(draw=True)
    table.game("POST", "/undo", {})
    table.game("POST", "/end", {})
    table.call(
        "POST",
        "/games",
        {"rules": table.rules, "players": NAMES[: table.evening.players], "follows": table.id},
    )


def main() -> None:
    """Write the recordings of today's code, or print which differ from those kept."""
    parser = command_parser("tests.evenings.recording", __doc__)
    parser.add_argument("--write", action="store_true", help="write the recordings")
    given = parser.parse_args()
    for evening in EVENINGS:
        file, text = FOLDER / f"{evening.name}.jsonl", play(evening)
        if given.write:
            file.write_text(text, encoding="utf-8")
        elif file.read_text(encoding="utf-8") != text:
            sys.stdout.write(f"{evening.name} differs\n")


if __name__ == "__main__":
    main()
