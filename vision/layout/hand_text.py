"""A laid-out hand in hand text, and what is off about it."""

from collections import Counter
from collections.abc import Sequence

from vision.layout.hand import HandLayout
from vision.layout.wins import is_winning
from vision.sets import FACE_DOWN

_ORDER = "mpszfg"
_TREASURES = 8
_NAMES = (
    "face_down_tile",
    "tile_count",
    "too_many_copies",
    "no_winning_tile",
    "not_a_winning_hand",
)


def hand_text(hand: HandLayout, codes: Sequence[str]) -> str:
    """Write a hand: concealed tiles sorted by suit, kongs and sets, winning tile, bonus tiles.

    A kong half face down, with a tile covered by another, or with one that was not seen, is written
    with its four tiles; what stays unknown is an `x`.
    """
    parts = [_by_suit([codes[tile] for tile in hand.concealed])]
    parts += [f"[{_kong(kong, codes)}]" for kong in hand.concealed_kongs]
    parts += [f"({_set([codes[tile] for tile in laid])})" for laid in hand.exposed]
    parts += [f"({_set([codes[kong[0]]] * 4)}+)" for kong in hand.small_kongs]
    if hand.winning is not None:
        parts.append(f"+{codes[hand.winning]}")
    if hand.bonus:
        parts += ["|", *sorted((codes[tile] for tile in hand.bonus), key=_place)]
    return " ".join(part for part in parts if part)


def problems(hand: HandLayout, codes: Sequence[str]) -> tuple[str, ...]:
    """List by public name what keeps this from being a complete winning hand.

    All eight bonus tiles win with any other tiles or none, so then nothing is missing.
    """
    found = []
    shown = Counter(code for code in _all_codes(hand, codes) if code != FACE_DOWN)
    treasures = len({codes[tile] for tile in hand.bonus}) == _TREASURES
    if any(codes[tile] == FACE_DOWN for tile in hand.held):
        found.append("face_down_tile")
    if hand.counted != 14 and not (treasures and hand.counted < 14):
        found.append("tile_count")
    if any(number > (1 if code[1] in "fg" else 4) for code, number in shown.items()):
        found.append("too_many_copies")
    complete = is_winning([codes[tile] for tile in hand.held], len(hand.sets))
    if not found and not treasures and not complete:
        found.append("not_a_winning_hand")
    if hand.winning is None and not treasures:
        found.append("no_winning_tile")
    return tuple(sorted(found, key=_NAMES.index))


def _all_codes(hand: HandLayout, codes: Sequence[str]) -> list[str]:
    """Give every tile's code, the hidden tiles of a kong by what they must be."""
    hidden = {tile for kong in hand.concealed_kongs for tile in kong}
    shown = [codes[tile] for tile in hand.tiles if tile not in hidden]
    for kong in hand.concealed_kongs:
        shown += [_kong_code(kong, codes)] * 4
    return shown


def _kong_code(kong: Sequence[int], codes: Sequence[str]) -> str:
    return next((codes[tile] for tile in kong if codes[tile] != FACE_DOWN), FACE_DOWN)


def _kong(kong: Sequence[int], codes: Sequence[str]) -> str:
    return _set([_kong_code(kong, codes)] * 4)


def _set(codes: Sequence[str]) -> str:
    """Write one set; its tiles share a suit, or else each keeps its own letter."""
    return "".join(_by_suit(codes).split())


def _by_suit(codes: Sequence[str]) -> str:
    """Write tiles sorted, each suit once: `123m 55z x`."""
    parts = []
    for suit in _ORDER:
        ranks = sorted(code[0] for code in codes if code[1:] == suit)
        if ranks:
            parts.append("".join(ranks) + suit)
    hidden = [code for code in codes if code == FACE_DOWN]
    return " ".join(parts + (["".join(hidden)] if hidden else []))


def _place(code: str) -> tuple[int, str]:
    return _ORDER.index(code[1]), code[0]
