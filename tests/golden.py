"""Seeded hands scored under every rule set, and one digest of all answers for each.

`python -m tests.golden` says whether the digests in `tests/scorer/golden.json` still hold,
`--against REVISION` prints every hand that is scored otherwise now than it was then, and `--write`
keeps the new digests once the changes are those that were meant.
"""

import hashlib
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from datasets.command_line import command_parser
from scorer.api.requests import answer
from scorer.core.hand import Hand, Meld, MeldKind, Place
from scorer.core.tiles import TILES, Tile, Wind
from scorer.rulesets import RULE_SETS

ROOT = Path(__file__).resolve().parents[1]
DIGESTS = ROOT / "tests" / "scorer" / "golden.json"
SEED = 1998
FULL, SHORT = 20_000, 400
PLAIN = tuple(tile for tile in TILES if not tile.is_bonus)
BONUS = tuple(tile for tile in TILES if tile.is_bonus)
CHOWS = tuple(tile for tile in PLAIN if tile.is_suited and tile.rank <= 7)
ORPHANS = tuple(tile for tile in PLAIN if tile.is_terminal or tile.is_honour)
DRAWN = ("first-draw", "last-wall-tile", "kong-replacement", "bonus-replacement", "dealt-hand")
CLAIMED = ("first-discard", "last-discard", "robbing-kong", "original-hand")


def requests(number: int, seed: int = SEED) -> Iterator[dict[str, Any]]:
    """Yield so many requests without rules: mostly wins of all shapes, some that nearly are."""
    drawn = random.Random(seed)
    for _ in range(number):
        hand = _hand(drawn)
        seat, thrower = drawn.sample(tuple(Wind), 2)
        self_drawn = drawn.random() < 0.5
        events = [drawn.choice(DRAWN if self_drawn else CLAIMED)] if drawn.random() < 0.3 else []
        yield {
            "hand": str(hand),
            "role": "loser" if hand.winning is None and hand.size == 13 else "winner",
            "seat": str(seat),
            "round": str(drawn.choice(tuple(Wind))),
            "win": "self-draw" if self_drawn else "discard",
            "from": None if self_drawn else str(thrower),
            "events": events,
        }


def lines(rules: str, number: int) -> Iterator[str]:
    """Yield a line for each request: what was asked and what the rule set answers."""
    for request in requests(number):
        said = answer({**request, "rules": rules})
        figures = [said.get(name) for name in ("faan", "score", "due", "problems", "sets")]
        rows = [[row["id"], row["count"], _worth(row), row["excluded_by"]] for row in said["rows"]]
        yield json.dumps([list(request.values()), figures, rows], separators=(",", ":"))


def _worth(row: Mapping[str, Any]) -> object:
    return row.get("faan", row.get("points", row.get("times")))


def digest(rules: str, number: int) -> str:
    """Return the SHA-256 of all lines in hexadecimal."""
    found = hashlib.sha256()
    for line in lines(rules, number):
        found.update(line.encode() + b"\n")
    return found.hexdigest()


def digests(number: int) -> dict[str, str]:
    """Return the digest of every rule set."""
    return {id_: digest(id_, number) for id_ in RULE_SETS}


def changed(revision: str, number: int) -> Iterator[str]:
    """Yield what is scored otherwise now than at a revision, as `-` and `+` lines by rule set."""
    then = _lines_at(revision, number)
    for id_ in RULE_SETS:
        for old, new in zip(then.get(id_, ()), lines(id_, number), strict=False):
            if old != new:
                yield from (id_, f"- {old}", f"+ {new}")


def _lines_at(revision: str, number: int) -> Mapping[str, Sequence[str]]:
    """Run these hands through the scorer as it was."""
    # As zip: Python 3.11's first releases cannot unpack a tar file safely.
    listed = ["git", "ls-tree", "--name-only", revision, "scorer", "datasets", "tools", "tests"]
    there = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    asked = ["git", "archive", "--format=zip", revision, *there.split()]
    archive = subprocess.run(
        asked,
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            files.extractall(folder)
        # Its own copy of this module knows where the scorer stood then.
        (copy,) = Path(folder).glob("**/golden.py")
        output = subprocess.run(
            [sys.executable, str(copy), "--lines", "--hands", str(number)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": folder},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    by_rules: dict[str, list[str]] = {}
    for line in output.splitlines():
        id_, _, rest = line.partition(" ")
        by_rules.setdefault(id_, []).append(rest)
    return by_rules


def _hand(drawn: random.Random) -> Hand:
    kind = drawn.choices((_of_sets, _pairs, _orphans, _gates), (88, 6, 3, 3))[0]
    while not _fits(hand := kind(drawn)):
        pass
    bonus = tuple(sorted(drawn.sample(BONUS, drawn.choice((0, 0, 1, 1, 2, 4, 8)))))
    turn = drawn.random()
    if turn < 0.08:  # a hand that did not win
        return Hand(hand.concealed, hand.melds, None, bonus)
    if turn < 0.14:  # a tile off
        return Hand(hand.concealed, hand.melds, drawn.choice(PLAIN), bonus)
    return Hand(hand.concealed, hand.melds, hand.winning, bonus)


def _fits(hand: Hand) -> bool:
    return all(hand.tiles.count(tile) <= tile.copies for tile in set(hand.tiles))


def _of_sets(drawn: random.Random) -> Hand:
    suits = drawn.choice((TILES, TILES, PLAIN[:9], PLAIN[9:18] + PLAIN[27:], ORPHANS))
    sets = [_set(drawn, suits) for _ in range(4)]
    eyes = Meld(MeldKind.EYES, drawn.choice([tile for tile in PLAIN if tile in suits]))
    standing = [t for part in (*sets, eyes) if part.place is Place.STANDING for t in part.tiles]
    melds = tuple(part for part in sets if part.place is not Place.STANDING)
    return _won(drawn, standing, melds)


def _set(drawn: random.Random, suits: Sequence[Tile]) -> Meld:
    kind = drawn.choices((MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG), (5, 5, 1))[0]
    lowest = [tile for tile in CHOWS if tile in suits] if kind is MeldKind.CHOW else None
    if lowest == []:
        kind, lowest = MeldKind.PUNG, None
    tile = drawn.choice(lowest or [tile for tile in PLAIN if tile in suits])
    places = (Place.EXPOSED, Place.LAID_DOWN) if kind is MeldKind.KONG else tuple(Place)[:2]
    place = drawn.choices(places, (1, 1) if kind is MeldKind.KONG else (2, 1))[0]
    added = kind is MeldKind.KONG and place is Place.EXPOSED and drawn.random() < 0.5
    return Meld(kind, tile, place, added=added)


def _pairs(drawn: random.Random) -> Hand:
    suits = drawn.choice((PLAIN, PLAIN, PLAIN[:9], ORPHANS))
    return _won(drawn, [tile for tile in drawn.sample(suits, 7) for _ in range(2)], ())


def _orphans(drawn: random.Random) -> Hand:
    return _won(drawn, [*ORPHANS, drawn.choice(ORPHANS)], ())


def _gates(drawn: random.Random) -> Hand:
    first = drawn.choice((0, 9, 18))
    ranks = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, drawn.randrange(9)]
    return _won(drawn, [TILES[first + rank] for rank in ranks], ())


def _won(drawn: random.Random, standing: list[Tile], melds: tuple[Meld, ...]) -> Hand:
    winning = standing.pop(drawn.randrange(len(standing)))
    return Hand(tuple(sorted(standing)), melds, winning)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the digests, print what changed, or keep the new ones; 1 where they differ."""
    parser = command_parser("tests.golden", __doc__)
    parser.add_argument("--hands", type=int, default=FULL, help="how many, for lines and changes")
    parser.add_argument("--against", metavar="REVISION", help="print what changed since then")
    parser.add_argument("--lines", action="store_true", help="print every line")
    parser.add_argument("--write", action="store_true", help="keep the digests of now")
    given = parser.parse_args(arguments)
    if given.lines:
        for id_ in RULE_SETS:
            print("\n".join(f"{id_} {line}" for line in lines(id_, given.hands)))
        return 0
    if given.against:
        print("\n".join(changed(given.against, given.hands)))
        return 0
    if given.write:
        found = {str(number): digests(number) for number in (SHORT, FULL)}
        DIGESTS.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        return 0
    kept = json.loads(DIGESTS.read_text(encoding="utf-8"))
    holds = {
        id_: all(digest(id_, int(number)) == expected.get(id_) for number, expected in kept.items())
        for id_ in RULE_SETS
    }
    print("\n".join(f"{id_}: {'as before' if same else 'differs'}" for id_, same in holds.items()))
    return 0 if all(holds.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
