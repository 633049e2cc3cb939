"""What is rare where hands are laid at random, and what readers fail at.

Sets laid loosely or stacked at the rim of the table, bonus tiles of other players, pools that
nearly touch the hand, rows that stand and show their tops, backs and bare dragons in numbers, two
hands in one photo, and photos of things in rows that are no tiles.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from datasets.synth.scenes.hands import BONUS, WHITE, Bag, LaidHand, LaidSet, sample_hand
from datasets.synth.scenes.layouts import (
    QUARTER,
    Stage,
    is_clear,
    lay_around,
    lay_discards,
    lay_tiles,
    lay_winning_tile,
)
from datasets.synth.scenes.props import STRANGE
from datasets.synth.scenes.winning_hands import (
    HIDDEN,
    as_big_kongs,
    lay_set,
    lay_whole,
    with_small_kongs,
)

Place = tuple[float, float]
_TRIES = 60  # hands drawn until one has what a scene is about


def _draw_hand(stage: Stage, fits: Callable[[LaidHand], bool]) -> LaidHand:
    """Draw a hand that fits, each time from a full bag, or the last one that was tried."""
    for _ in range(_TRIES):
        stage.bag = Bag(stage.rng)
        hand = sample_hand(stage.bag, stage.rng)
        if fits(hand):
            break
    return hand


def _draw_hand_with_sets(stage: Stage, least: int) -> LaidHand:
    """Draw a hand with this many laid sets."""
    return _draw_hand(stage, lambda hand: len(hand.sets) >= least)


def lay_loose(stage: Stage) -> None:
    """Lay a hand whose sets were pushed aside: each of their tiles a little off, and turned."""
    rng, tall = stage.rng, stage.size[1]
    hand = _draw_hand_with_sets(stage, 1)
    row = [*hand.concealed, hand.win]
    end = lay_tiles(stage, row, (0.0, 0.0), "hand")
    y = tall + float(rng.uniform(0.35, 1.0))
    x = float(rng.uniform(-1.0, 1.5))
    off, turned = float(rng.uniform(0.04, 0.22)), float(rng.uniform(0.05, 0.35))
    for laid in hand.sets:
        hidden = HIDDEN[int(rng.integers(len(HIDDEN)))] if laid.kind == "concealed_kong" else ()
        with stage.one_set():
            for i, code in enumerate(laid.codes):
                x += float(rng.uniform(0.03, 0.3))
                at = (x + 0.5, y + float(rng.normal(0, off)))
                role = "kong" if "kong" in laid.kind else "exposed"
                stage.lay(code, at, role, turn=float(rng.normal(0, turned)), down=i in hidden)
                x += 1.0
        x += float(rng.uniform(0.4, 1.2))
        if x > max(end, 12.0):
            x, y = float(rng.uniform(-1.0, 1.5)), y + tall + float(rng.uniform(0.4, 0.9))
    stage.hand = as_big_kongs(replace(hand, bonus=())).text(apart=False)
    if rng.random() < 0.5:
        lay_around(stage, end)


def lay_rim(stage: Stage) -> None:
    """Lay a hand whose sets are stacked in a column at the rim, each with a tile across."""
    rng, tall = stage.rng, stage.size[1]
    hand = _draw_hand_with_sets(stage, 2)
    hand = replace(hand, sets=tuple(with_small_kongs(stage, laid) for laid in hand.sets))
    winning = str(rng.choice(("", "gap", "turned")))
    row = list(hand.concealed) + ([] if winning else [hand.win])
    end = lay_tiles(stage, row, (0.0, 0.0), "hand")
    if winning:
        lay_winning_tile(stage, hand.win, end, winning)
        end += 2.4
    room = 3 + tall + float(rng.uniform(0.5, 3.0))  # the widest set has four tiles, one across
    right, y = max(end, 6.0) + room, float(rng.uniform(-0.5, 0.5))
    for laid in hand.sets:
        with stage.one_set():
            high = _lay_across(stage, laid, (right, y))
        y += high + float(rng.choice([0.02, 0.1, 0.3]))
    stage.hand = replace(hand, bonus=()).text(apart=bool(winning))
    if rng.random() < 0.6:
        count = int(rng.integers(6, 25))
        lay_discards(stage, (float(rng.uniform(0, 3)), tall * 2 + float(rng.uniform(0, 2))), count)


def _lay_across(stage: Stage, laid: LaidSet, corner: Place) -> float:
    """Lay a set leftwards from the rim, one tile across; return how far back it reaches.

    The fourth tile of a small kong lies behind the one across, as wide as it.
    """
    rng, tall = stage.rng, stage.size[1]
    codes, role = list(laid.codes), "kong" if "kong" in laid.kind else "exposed"
    concealed = laid.kind == "concealed_kong"
    extra = codes.pop() if laid.kind == "added_kong" else None
    across = -1 if concealed else int(rng.integers(len(codes)))
    hidden = ((0, 3), (1, 2))[int(rng.integers(2))] if concealed else ()
    x, high = corner[0], tall
    for i, code in enumerate(codes):
        wide = tall if i == across else 1.0
        at = (x - wide / 2, corner[1] - ((tall - 1) / 2 if i == across else 0.0))
        turn = QUARTER if i == across else 0.0
        stage.lay(code, at, role, turn=turn, down=i in hidden)
        if extra is not None and i == across:
            stage.lay(extra, (at[0], at[1] + 1.01), role, turn=turn)
            high = max(high, 2.02)
        x -= wide + 0.01
    return high


def lay_beside_bonus(stage: Stage) -> None:
    """Lay a hand, and bonus tiles of up to three other players where these sit."""
    rng = stage.rng
    hand = sample_hand(stage.bag, rng)
    end = lay_whole(stage, hand, around=False)
    top = max(float(box.pose.centre[1]) for box in stage.boxes)
    low = min(float(box.pose.centre[1]) for box in stage.boxes)
    away = stage.size[1] + float(rng.uniform(3.0, 6.0))  # nobody would take them for the hand's
    seats: dict[int, tuple[Place, float]] = {
        0: ((end + away + 1, float(rng.uniform(low, top + 2))), QUARTER),
        1: ((-away - 2, float(rng.uniform(low, top + 2))), -QUARTER),
        2: ((float(rng.uniform(0, end)), top + away), np.pi),
    }
    for seat in rng.permutation(3)[: int(rng.integers(1, 4))]:
        at, turn = seats[int(seat)]
        for i, code in enumerate(stage.bag.draw(int(rng.integers(1, 4)), BONUS)):
            step = 1.03 * i
            here = (at[0] + step * float(np.cos(turn)), at[1] + step * float(np.sin(turn)))
            if is_clear(stage, here, stage.size[1]) or i:
                stage.lay(code, here, "other", turn=turn + float(rng.normal(0, 0.04)))
    if rng.random() < 0.3:
        lay_around(stage, end)


def lay_close_pool(stage: Stage) -> None:
    """Lay a hand with a pool so near that it might be its next row."""
    rng, tall = stage.rng, stage.size[1]
    hand = sample_hand(stage.bag, rng)
    end = lay_whole(stage, hand, around=False)
    top = max(float(box.pose.centre[1]) for box in stage.boxes)
    corner = (float(rng.uniform(-2, end / 2)), top + tall + float(rng.uniform(0.02, 0.5)))
    lay_discards(stage, corner, int(rng.integers(6, 32)))


def lay_tops(stage: Stage) -> None:
    """Stand a winning hand up, seen so steeply that the tops of its tiles show."""
    rng = stage.rng
    hand = as_big_kongs(sample_hand(stage.bag, rng))
    lay_whole(stage, hand, around=bool(rng.random() < 0.4), lean=float(rng.uniform(0.0, 0.2)))


def lay_two(stage: Stage) -> None:
    """Lay a hand, and another player's laid open across the table or at its side."""
    rng, tall = stage.rng, stage.size[1]
    own, theirs = sample_hand(stage.bag, rng), sample_hand(stage.bag, rng)
    end = lay_whole(stage, own, around=False)
    top = max(float(box.pose.centre[1]) for box in stage.boxes)
    turn = float(rng.choice([np.pi, QUARTER, -QUARTER], p=[0.6, 0.2, 0.2]))
    rows = [[*theirs.concealed, theirs.win], *(list(laid.codes) for laid in theirs.sets)]
    reach = max(len(row) for row in rows) / 2
    deep = (tall + 0.3) * (2 if theirs.sets else 1)
    if turn == np.pi:
        middle = (end / 2 + float(rng.normal(0, 1.5)), top + deep + float(rng.uniform(2.0, 5.0)))
    else:
        side = end + deep + 3.0 if turn > 0 else -deep - 3.0
        middle = (side + float(np.sign(turn)) * float(rng.uniform(1, 3)), top / 2 + reach / 2)
    x = -reach
    for number, row in enumerate(rows):
        first = number == 0
        x = -reach if number < 2 else x + 0.4
        back = 0.0 if first else tall + 0.25
        for code in row:
            _lay_turned(stage, code, (x + 0.5, back), (middle, turn))
            x += 1.01
    if rng.random() < 0.3:
        lay_around(stage, end)


def _lay_turned(stage: Stage, code: str, at: Place, frame: tuple[Place, float]) -> None:
    """Lay another player's tile at a place of that player's side of the table."""
    (x, y), turn = frame
    c, s = float(np.cos(turn)), float(np.sin(turn))
    stage.lay(code, (x + c * at[0] - s * at[1], y + s * at[0] + c * at[1]), "other", turn=turn)


def lay_touching_bonus(stage: Stage) -> None:
    """Lay a hand whose bonus tiles touch its laid sets, at either end of them or between."""
    rng, tall = stage.rng, stage.size[1]
    hand = _draw_hand(stage, lambda hand: bool(hand.sets and hand.bonus))
    hand = as_big_kongs(hand)
    end = lay_tiles(stage, [*hand.concealed, hand.win], (0.0, 0.0), "hand")
    laid: list[LaidSet | str] = [*hand.sets, *hand.bonus]
    x, y = float(rng.uniform(-1.0, 1.5)), tall + float(rng.uniform(0.02, 0.8))
    for number in rng.permutation(len(laid)):
        part = laid[int(number)]
        if isinstance(part, str):
            stage.lay(part, (x + 0.5, y), "bonus")
            x += 1.0
        else:
            with stage.one_set():
                x = lay_set(stage, part, (x, y))
        x += float(rng.choice([0.0, 0.02, 0.3], p=[0.4, 0.4, 0.2]))
        if x > max(end, 12.0):
            x, y = float(rng.uniform(-1.0, 1.5)), y + tall + float(rng.uniform(0.02, 0.5))
    stage.hand = hand.text(apart=False)
    if rng.random() < 0.4:
        lay_around(stage, end)


def lay_backs(stage: Stage) -> None:
    """Lay a hand with one concealed kong or more."""
    hand = _draw_hand(stage, lambda hand: any(laid.kind == "concealed_kong" for laid in hand.sets))
    lay_whole(stage, as_big_kongs(hand))


def lay_whites(stage: Stage) -> None:
    """Lay a hand with white dragons, some of them bare and some as their design draws them."""
    hand = _draw_hand(stage, _has_whites)
    lay_whole(stage, as_big_kongs(hand))
    whites = [i for i, box in enumerate(stage.boxes) if box.code == WHITE]
    for place, i in enumerate(stage.rng.permutation(whites)):
        if place == 0 or (place > 1 and stage.rng.random() < 0.5):  # one stays as it is drawn
            stage.boxes[int(i)] = replace(stage.boxes[int(i)], front="")


def _has_whites(hand: LaidHand) -> bool:
    laid = [code for one in hand.sets for code in one.codes]
    return [*hand.concealed, hand.win, *laid].count(WHITE) >= 2


def lay_tight(stage: Stage) -> None:
    """Lay a hand and its sets without any seam, row upon row, some tiles on their heads."""
    rng, tall = stage.rng, stage.size[1]
    stage.flips = 0.5
    hand = _draw_hand_with_sets(stage, 1)
    hand = as_big_kongs(replace(hand, bonus=()))
    row = [*hand.concealed, hand.win]
    for i, code in enumerate(row):
        stage.lay(code, (i + 0.5, 0.0), "hand")
    x = float(rng.uniform(-0.5, 1.5))
    for laid in hand.sets:
        hidden = HIDDEN[int(rng.integers(len(HIDDEN)))] if laid.kind == "concealed_kong" else ()
        role = "kong" if "kong" in laid.kind else "exposed"
        with stage.one_set():
            for i, code in enumerate(laid.codes):
                stage.lay(code, (x + 0.5, tall), role, down=i in hidden)
                x += 1.0
    stage.hand = hand.text(apart=False)


def lay_nothing(stage: Stage) -> None:
    """Lay a keyboard, books, playing cards or dominoes in rows, and no tile."""
    rng = stage.rng
    kind = str(rng.choice(list(STRANGE)))
    size: Sequence[float]
    size, rows, columns, gap = {
        "key": ((0.92, 0.92, 0.35), 4, 11, 0.08),
        "book": ((0.8, 4.5, 1.0), 1, 14, 0.02),
        "playing": ((1.4, 2.0, 0.03), 2, 7, 0.3),
        "domino": ((1.0, 2.0, 0.4), 2, 8, 0.1),
    }[kind]
    loose = 0.0 if kind == "key" else float(rng.choice([0.01, 0.08]))
    height = float(rng.uniform(0.85, 1.15))
    colour = int(rng.integers(2))  # light or dark; of playing cards both
    for row in range(int(rng.integers(1, rows + 1)) if kind != "key" else rows):
        x = 0.2 * row
        for _ in range(int(rng.integers(5, columns + 1)) if kind != "key" else columns):
            wide = size[0] * (float(rng.uniform(0.5, 1.4)) if kind == "book" else 1.0)
            number = int(rng.integers(STRANGE[kind]))
            number = number if kind == "playing" else number // 2 * 2 + colour
            at = (x + wide / 2, -row * (size[1] * height + gap))
            block = (wide, size[1] * height, size[2])
            stage.prop(f"{kind}:{number}", at, block, float(rng.normal(0, loose)))
            x += wide + gap


RARE: Mapping[str, Callable[[Stage], None]] = MappingProxyType(
    {
        "loose": lay_loose,
        "rim": lay_rim,
        "beside bonus": lay_beside_bonus,
        "touching bonus": lay_touching_bonus,
        "close pool": lay_close_pool,
        "tops": lay_tops,
        "two": lay_two,
        "backs": lay_backs,
        "whites": lay_whites,
        "tight": lay_tight,
        "nothing": lay_nothing,
    }
)
