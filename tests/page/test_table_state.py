"""What a phone knows of a table, and where payments are drawn, without a browser."""

from itertools import combinations, permutations

import pytest

TABLE = "return (await import(`${page}/state/table.js`)).tableNow(given);"
LATEST = "return (await import(`${page}/state/table.js`)).latestOf(given.events, given.state);"
STATE = {"rules": "hk-500", "options": {}, "seq": 3, "hand_number": 2, "players": []}
MOVED = {"event": {"seq": 4, "kind": "hand_won"}, "state": {**STATE, "seq": 4, "hand_number": 3}}
WAITS = {"key": "a", "what": "hands", "problem": None}
KNOWN = {"state": STATE, "events": [], "waiting": [], "moves": []}


def test_hands_that_wait_are_in_the_table_as_far_as_they_can_be_counted(run_node):
    waiting = [WAITS, {**WAITS, "key": "b"}]
    now = run_node(TABLE, {**KNOWN, "waiting": waiting, "moves": [MOVED]})
    assert now["state"]["hand_number"] == 3
    assert now["state"]["seq"] == 3, "it is recorded on the event that the service is at"
    assert now["uncounted"] == 1
    assert [event["seq"] for event in now["events"]] == [4]


def test_a_refused_entry_counts_for_nothing(run_node):
    waiting = [{**WAITS, "problem": {"code": "stale_seq"}}]
    now = run_node(TABLE, {**KNOWN, "waiting": waiting})
    assert (now["state"]["hand_number"], now["uncounted"]) == (2, 0)


def test_a_note_to_a_hand_is_no_news(run_node):
    hand = {"seq": 2, "kind": "hand_won"}
    events = [{"seq": 1, "kind": "started"}, hand, {"seq": 3, "kind": "hand_noted"}]
    assert run_node(LATEST, {"events": events, "state": STATE}) == hand


WAYS = """
const { isIn, pointAt, paymentPaths } = await import(`${page}/table/payment-paths.js`);
const samples = Array.from({ length: 65 }, (_, k) => k / 64);
const found = [];
for (const { payments, box } of given) {
  const ways = paymentPaths(payments, box);
  const level = (a, b) => a.right <= b.left || b.right <= a.left;
  const apart = (a, b) => level(a, b) || a.bottom <= b.top || b.bottom <= a.top;
  for (const [k, { points, label }] of ways.entries()) {
    for (const [name, each] of Object.entries(box)) {
      if (samples.some((share) => isIn(each, pointAt(points, share))))
        found.push(["way", name, payments]);
      if (!apart(label, each)) found.push(["number", name, payments]);
    }
    for (const [other, way] of ways.entries()) {
      if (other === k) continue;
      if (!apart(label, way.label)) found.push(["numbers", payments]);
      if (samples.some((share) => isIn(label, pointAt(way.points, share))))
        found.push(["crossed", payments]);
    }
  }
}
return found;
"""


def boxes(width, height, sides, *, level=168, upright=0.58):
    """The places on a felt: seats on these sides, the words in the middle."""

    def at(left, top, wide, high):
        return {"left": left, "top": top, "right": left + wide, "bottom": top + high}

    column = (width - 24 - 16) / 2.95
    wide = max(172, upright * (width - 24)) if width > 330 else 0.58 * (width - 24)
    middle = (height - level) / 2
    all_sides = {
        "top": at((width - wide) / 2, 12, wide, 84),
        "bottom": at((width - wide) / 2, height - 12 - 66, wide, 66),
        "left": at(12, middle, column, level),
        "right": at(width - 12 - column, middle, column, level),
    }
    tall = 110 if height > 350 else 92  # the tile in the middle is smaller on a short screen
    words = at(width / 2 - 42, height / 2 - tall / 2, 84, tall)
    return {**{side: all_sides[side] for side in sides}, "middle": words}


FELTS = [(366, 430, 168), (336, 392, 168), (296, 306, 128), (600, 620, 216)]
SIDES = {
    4: ("bottom", "right", "top", "left"),
    3: ("bottom", "right", "left"),
    2: ("bottom", "top"),
}


@pytest.mark.parametrize("words", ["4", "128", "1234.5"])
@pytest.mark.parametrize("felt", FELTS, ids=str)
def test_payments_cross_no_seat_and_no_number(run_node, felt, words):
    """Of one winner from anybody, and of two winners from all others."""
    width, height, level = felt
    asked = []
    for sides in SIDES.values():
        box = boxes(width, height, sides, level=level)
        one = [[(loser, to)] for loser, to in permutations(sides, 2)]
        all_ = [[(loser, to) for loser in sides if loser != to] for to in sides]
        for ways in [*one, *all_]:
            payments = [{"from": a, "to": b, "words": words} for a, b in ways]
            asked.append({"payments": payments, "box": box})
    assert run_node(WAYS, asked) == []


def test_the_numbers_of_two_winners_stand_apart(run_node):
    width, height, level = FELTS[0]
    box, asked = boxes(width, height, SIDES[4], level=level), []
    for winners in combinations(SIDES[4], 2):
        losers = [side for side in SIDES[4] if side not in winners]
        payments = [{"from": a, "to": b, "words": "16"} for a in losers for b in winners]
        asked.append({"payments": payments, "box": box})
    assert [each for each in run_node(WAYS, asked) if each[0] == "numbers"] == []
