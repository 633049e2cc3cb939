"""The page's pure modules, called in a browser: hand text, hands as values, circumstances."""

import json

import pytest

from scorer.api.requests import rules_detail
from scorer.rulesets.house_file import read_house_file
from service.schemas.text import option_values

HAND = """
  const { handText } = await import("/static/js/state/notation.js");
  const hand = await import("/static/js/state/hand.js");
  const { fromReading } = await import("/static/js/state/reading.js");
  const { emptyHand, addTile, addSet, markWinning } = hand;
"""


@pytest.fixture
def run(modules):
    """Run the body of an async function in the page and return its value."""

    def call(body, argument=None):
        return modules.evaluate(f"async (given) => {{ {body} }}", argument)

    return call


@pytest.mark.parametrize(
    ("concealed", "sets", "winning", "text"),
    [
        ("", [], None, ""),
        ("3m 1m 2m", [], None, "123m"),
        ("9p 9p 1m 2m 3m 5z", [], None, "123m 99p 5z"),
        ("9p 9p 9p", [], "9p", "99p +9p"),
        ("1m", [("5s 5s 5s", "exposed")], None, "1m (555s)"),
        ("1m", [("1z 1z 1z 1z", "concealed_kong")], "1m", "[1111z] +1m"),
        ("1m", [("5s 5s 5s 5s", "small_kong")], None, "1m (5555s+)"),
        ("1m 3g 1f 2f", [], None, "1m | 1f 2f 3g"),
        ("1g 1f 2g 2f 3g 3f 4g 4f", [], None, "| 1f 2f 3f 4f 1g 2g 3g 4g"),
    ],
)
def test_a_hand_is_written_as_the_service_reads_it(run, concealed, sets, winning, text):
    written = run(
        HAND
        + """
        let value = emptyHand();
        for (const code of given.concealed) value = addTile(value, code);
        for (const [codes, kind] of given.sets) value = addSet(value, codes, kind);
        const won = value.concealed.filter(({ code }) => code === given.winning).at(-1);
        return handText(won ? markWinning(value, won.id) : value);
        """,
        {
            "concealed": concealed.split(),
            "sets": [[codes.split(), kind] for codes, kind in sets],
            "winning": winning,
        },
    )
    assert written == text


def reading(groups, hand=None, unsure=()):
    """A reading as the service answers it, from `kind: codes` pairs."""
    tiles: list[dict] = []
    parts: list[dict] = []
    for number, (kind, codes) in enumerate(groups):
        members = []
        for code in codes.split():
            members.append(len(tiles))
            box = [len(tiles) * 10, 0, len(tiles) * 10 + 9, 12]
            corners = [box[:2], [box[2], box[1]], box[2:], [box[0], box[3]]]
            tiles.append(
                {
                    "tile": code,
                    "confidence": 0.9,
                    "box": box,
                    "corners": corners,
                    "unsure": len(tiles) in unsure,
                    "group": number,
                    "alternatives": [["1m", 0.1]],
                }
            )
        parts.append({"kind": kind, "tiles": members})
    return {"size": [640, 480], "tiles": tiles, "groups": parts, "hand": hand, "problems": []}


@pytest.mark.parametrize(
    ("groups", "hand", "text"),
    [
        ([("concealed", "1m 2m 3m"), ("other", "9p")], "123m", "123m"),
        ([("concealed", "1m 2m 3m"), ("other", "?")], "123m", "123m"),
        ([("concealed", "1m 2m 3m"), ("concealed", "9p")], "123m +9p", "123m +9p"),
        ([("concealed", "9p 9p"), ("exposed", "5s 5s 5s")], "99p (555s)", "99p (555s)"),
        ([("concealed", "9p"), ("concealed_kong", "x 1z 1z x")], "9p [1111z]", "9p [1111z]"),
        # The fourth tile of a kong may lie under another, or be a back that nobody sees.
        ([("concealed", "9p"), ("exposed", "5s 5s 5s")], "9p (5555s+)", "9p (5555s+)"),
        ([("concealed", "9p"), ("concealed_kong", "x 1z x")], "9p [1111z]", "9p [1111z]"),
        ([("concealed", "9p"), ("bonus", "3g 1f")], "9p | 1f 3g", "9p | 1f 3g"),
        ([("other", "1m 2m")], None, ""),
        ([("concealed", "9p 1f"), ("bonus", "2g")], "9p", "9p | 1f 2g"),
        # A plus inside brackets is an added kong, not the winning tile.
        ([("concealed", "9p 5s"), ("exposed", "5s 5s 5s 5s")], "59p (5555s+)", "9p 5s (5555s)"),
    ],
)
def test_a_reading_becomes_a_hand(run, groups, hand, text):
    assert run(HAND + "return handText(fromReading(given));", reading(groups, hand)) == text


def test_unsure_tiles_stay_marked_until_looked_at(run):
    read = reading([("concealed", "1m 2m 3m")], unsure={1})
    states = run(
        HAND
        + """
        const before = fromReading(given);
        const after = hand.changeTile(before, 1, "5s");
        const seen = ({ concealed }) => concealed.map(({ code, unsure }) => [code, unsure]);
        return [before, after].map(seen);
        """,
        read,
    )
    assert states == [
        [["1m", False], ["2m", True], ["3m", False]],
        [["1m", False], ["3m", False], ["5s", False]],
    ]


CHANGES = {
    "a tile becomes a bonus tile": ("hand.changeTile(value, 0, '1f')", "23m 9p (777z) | 1f"),
    "a set goes back": ("hand.takeBack(value, 0)", "123m 9p 777z"),
    "a tile is put aside": ("hand.setAside(value, 3)", "123m (777z)"),
    "and brought back": ("hand.moveToHand(hand.setAside(value, 3), 3)", "123m 9p (777z)"),
    "a tile is removed": ("hand.removeTile(value, 0)", "23m 9p (777z)"),
    "a chow is laid down": ("hand.layDown(value, [0, 1, 2], 'exposed')", "9p (777z) (123m)"),
    "a fourth joins": ("hand.addToSet(hand.addTile(value, '7z'), 7, 0)", "123m 9p (7777z)"),
    "the winner is marked": ("hand.markWinning(value, 3)", "123m (777z) +9p"),
    "and unmarked": ("hand.markWinning(hand.markWinning(value, 3), 3)", "123m 9p (777z)"),
    "removed with its mark": ("hand.removeTile(hand.markWinning(value, 3), 3)", "123m (777z)"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changing_a_hand(run, change):
    expression, text = CHANGES[change]
    body = f"""
        const value = fromReading(given);
        const untouched = JSON.stringify(value);
        const changed = {expression};
        return [handText(changed), JSON.stringify(value) === untouched];
    """
    read = reading([("concealed", "1m 2m 3m 9p"), ("exposed", "7z 7z 7z")])
    assert run(HAND + body, read) == [text, True]


def test_sets_that_a_tile_can_be_laid_down_in(run):
    body = "return hand.setsInHand(fromReading(given), 2).map(({ codes }) => codes.join(' '));"
    read = reading([("concealed", "1m 2m 3m 3m 3m 4m 5m 9p")])
    assert run(HAND + body, read) == ["1m 2m 3m", "2m 3m 4m", "3m 4m 5m", "3m 3m 3m"]


# Rules with options, how and by whom (from whom) it was won, tiles, circumstances; those offered.
OFFERED = """
hk-500 | self-draw S | concealed: 1m 2m | | first-draw last-wall-tile
hk-500 | self-draw E | concealed: 1m 2m | | first-draw last-wall-tile
hk-500 | self-draw S | exposed: 1m 1m 1m | | last-wall-tile
hk-500 | self-draw S | concealed_kong: 1m 1m 1m 1m | | last-wall-tile kong-replacement
hk-500 | self-draw S | exposed: 1m 2m 3m, bonus: 1f | last-wall-tile | last-wall-tile
hk-500 last_and_dead_wall_stack=true | self-draw S | bonus: 1f | last-wall-tile |\
 last-wall-tile bonus-replacement
hk-500 | discard S | concealed: 1m 2m | | last-discard robbing-kong
hk-500 earthly_on_first_discard=true | discard S | concealed: 1m 2m | |\
 first-discard last-discard robbing-kong
hk-500 | discard S | exposed: 1m 1m 1m | robbing-kong | robbing-kong
hk-majlife | self-draw S | concealed: 1m 2m | | last-wall-tile
hk-majlife | self-draw E | concealed: 1m 2m | | first-draw last-wall-tile
hk-majlife earthly="own_first_turn" | self-draw S | concealed: 1m | | first-draw last-wall-tile
hk-500 | self-draw S | concealed_kong: 1m 1m 1m 1m, bonus: 1f | |\
 last-wall-tile kong-replacement bonus-replacement
hk-500 | self-draw S | concealed_kong: 1m 1m 1m 1m, bonus: 1f | bonus-replacement |\
 bonus-replacement
hk-majlife | self-draw S | concealed_kong: 1m 1m 1m 1m, bonus: 1f | kong-replacement |\
 last-wall-tile kong-replacement
classical-british | self-draw S | concealed_kong: 1m 1m 1m 1m, bonus: 1f | kong-replacement |\
 last-wall-tile kong-replacement original-hand
simplified-300 | self-draw S | concealed_kong: 1m 1m 1m 1m, bonus: 1f | |\
 last-wall-tile kong-replacement
simplified-300 loose_flower=true | self-draw S | concealed_kong: 1m 1m 1m 1m, bonus: 1f |\
 bonus-replacement | last-wall-tile bonus-replacement
classical-20 | self-draw E | concealed: 1m 2m | |
classical-british | self-draw E | concealed: 1m | | last-wall-tile original-hand dealt-hand
simplified-300 | self-draw S | concealed: 1m 2m | | last-wall-tile
simplified-300 | self-draw E | concealed: 1m 2m | | first-draw last-wall-tile
simplified-300 | discard E | concealed: 1m 2m | |
simplified-300 | discard S E | concealed: 1m 2m | | first-discard
simplified-300 | discard S W | concealed: 1m 2m | |
hk-majlife | discard N E | concealed: 1m 2m | | first-discard last-discard robbing-kong
hk-majlife | discard N S | concealed: 1m 2m | | last-discard robbing-kong
""".replace("\\\n", "")


@pytest.mark.parametrize("line", OFFERED.strip().splitlines())
def test_only_circumstances_that_can_earn_something_are_offered(run, line):
    table, win, tiles, chosen, offered = (part.strip() for part in line.split("|"))
    rules, *options = table.split()
    agreed = option_values(options)
    body = """
        const { possibleEvents } = await import("/static/js/state/circumstances.js");
        return possibleEvents({ ...given, hand: fromReading(given.reading) }).join(" ");
    """
    given = {
        "win": win.split()[0],
        "seat": win.split()[1],
        "from": ([*win.split(), None])[2],
        "chosen": chosen.split(),
        "known": rules_detail(rules, options=agreed)["circumstances"],
        "reading": reading([part.split(": ") for part in tiles.split(", ")]),
    }
    assert run(HAND + body, json.loads(json.dumps(given))) == offered


HOUSE = """\
format = 2
base = "hk-majlife"
name = "Kongs"

[rows]
kong_on_kong = 8
"""
ONE, TWO = ("concealed_kong", "1m 1m 1m 1m"), ("exposed", "2p 2p 2p 2p")


@pytest.mark.parametrize(
    ("melds", "chosen", "offered"),
    [
        ([ONE], ["kong-replacement"], "last-wall-tile kong-replacement"),
        ([ONE, TWO], [], "last-wall-tile kong-replacement"),
        ([ONE, TWO], ["kong-replacement"], "last-wall-tile kong-replacement kong-on-kong"),
        (
            [ONE, TWO],
            ["kong-replacement", "kong-on-kong"],
            "last-wall-tile kong-replacement kong-on-kong",
        ),
    ],
)
def test_a_second_kong_is_asked_for_after_the_first(run, melds, chosen, offered):
    house = read_house_file(HOUSE)
    body = """
        const { possibleEvents, allowedEvents } = await import("/static/js/state/circumstances.js");
        const held = fromReading(given.reading);
        const draft = { winner: 0, from: null, win: "self-draw", hand: held, also: [], others: {} };
        draft.events = ["kong-on-kong"];
        const state = { players: [{ seat_wind: "S" }] };
        const rules = { circumstances: given.known };
        const kept = allowedEvents({ state, draft, rules, player: 0 });
        return [possibleEvents({ ...given, hand: held }).join(" "), kept];
    """
    given = {
        "win": "self-draw",
        "seat": "S",
        "from": None,
        "chosen": chosen,
        "known": rules_detail(house.id, {house.id: house})["circumstances"],
        "reading": reading(melds),
    }
    assert run(HAND + body, json.loads(json.dumps(given))) == [offered, []]


CLOCKS = """
async () => {
  const { keepSeen, lastSeen } = await import("/static/js/api/cache.js");
  const { games, keepGame } = await import("/static/js/state/storage.js");
  const { now } = Date;
  Date.now = () => now() + 1e11;
  keepGame("ahead", {});
  for (let k = 0; k < 40; k++) keepSeen(`/games/${k}`, { k });
  Date.now = now;
  keepGame("here", {});
  keepSeen("/games/here", {});
  return [games().map(({ id }) => id), lastSeen("/games/here"), lastSeen("/games/0")];
}
"""


def test_what_a_phone_has_seen_last_is_kept_though_its_clock_was_ahead_before(modules):
    listed, here, first = modules.evaluate(CLOCKS)
    assert listed[:2] == ["here", "ahead"]
    assert here == {}
    assert first is None, "the oldest make room"
