"""A hand in a photo: the role of each tile, whether it wins, and its text."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from scorer.core.arrangements import is_complete, standard
from scorer.core.hand import MeldKind
from scorer.core.tiles import Tile
from vision.reading import Group, GroupKind
from vision.sets import FACE_DOWN


@dataclass(frozen=True, slots=True)
class HandLayout:
    """The tiles of a hand by role, as indexes; `concealed` excludes `winning`."""

    concealed: tuple[int, ...]
    concealed_kongs: tuple[tuple[int, ...], ...] = ()
    exposed: tuple[tuple[int, ...], ...] = ()
    small_kongs: tuple[tuple[int, ...], ...] = ()
    winning: int | None = None
    bonus: tuple[int, ...] = ()

    @property
    def sets(self) -> tuple[tuple[int, ...], ...]:
        """All sets laid down."""
        return (*self.concealed_kongs, *self.exposed, *self.small_kongs)

    @property
    def held(self) -> tuple[int, ...]:
        """The concealed tiles together with the winning one."""
        return self.concealed if self.winning is None else (*self.concealed, self.winning)

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles of the hand."""
        return (*self.held, *chain.from_iterable(self.sets), *self.bonus)

    @property
    def counted(self) -> int:
        """The number of tiles as players count: a kong as three, bonus tiles not at all."""
        return len(self.held) + 3 * len(self.sets)

    def groups(self) -> Iterator[Group]:
        """Yield the groups in the order of a reading."""
        if self.held:
            yield Group(GroupKind.CONCEALED, self.held)
        for kong in self.concealed_kongs:
            yield Group(GroupKind.CONCEALED_KONG, kong)
        for laid in (*self.exposed, *self.small_kongs):
            yield Group(GroupKind.EXPOSED, laid)
        if self.bonus:
            yield Group(GroupKind.BONUS, self.bonus)


_FIVE_SETS = 17  # tiles, in games that are played with one more set


def is_winning(held: Sequence[str], laid: int = 0) -> bool:
    """Return whether concealed tiles complete a hand that has this many sets laid down.

    Fourteen tiles may have any winning shape, seventeen must be five sets and eyes.
    """
    if FACE_DOWN in held:
        return False
    tiles = tuple(map(Tile.parse, held))
    if len(tiles) + 3 * laid == _FIVE_SETS:
        return any(True for _ in standard(tiles, laid - 1))
    return is_complete(tiles, laid)


def sets_of(held: Sequence[str], laid: int = 0) -> Iterator[tuple[str, ...]]:
    """Yield the sets, without the eyes, of one division of the concealed tiles."""
    tiles = tuple(map(Tile.parse, held))
    beside = laid - (len(tiles) + 3 * laid == _FIVE_SETS)
    for meld in next(standard(tiles, beside), ()):
        if meld.kind is not MeldKind.EYES:
            yield tuple(str(tile) for tile in meld.tiles)


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
    """Return the hand text: concealed tiles by suit, kongs and sets, winning tile, bonus tiles.

    A kong that is half face down, has a covered tile, or has one that was not detected is written
    with all four tiles; a tile that stays unknown is an `x`.
    """
    parts = [_by_suit([codes[tile] for tile in hand.concealed])]
    parts += [f"[{_set([_kong_code(kong, codes)] * 4)}]" for kong in hand.concealed_kongs]
    parts += [f"({_set([codes[tile] for tile in laid])})" for laid in hand.exposed]
    parts += [f"({_set([codes[kong[0]]] * 4)}+)" for kong in hand.small_kongs]
    if hand.winning is not None:
        parts.append(f"+{codes[hand.winning]}")
    if hand.bonus:
        parts += ["|", *sorted((codes[tile] for tile in hand.bonus), key=_place)]
    return " ".join(part for part in parts if part)


def problems(hand: HandLayout, codes: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the problems that keep this from being a complete winning hand.

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
    """Return every tile's code; a kong's hidden tiles have the code of the visible ones."""
    hidden = {tile for kong in hand.concealed_kongs for tile in kong}
    shown = [codes[tile] for tile in hand.tiles if tile not in hidden]
    for kong in hand.concealed_kongs:
        shown += [_kong_code(kong, codes)] * 4
    return shown


def _kong_code(kong: Sequence[int], codes: Sequence[str]) -> str:
    return next((codes[tile] for tile in kong if codes[tile] != FACE_DOWN), FACE_DOWN)


def _set(codes: Sequence[str]) -> str:
    """Return the text of one set; if its tiles differ in suit, each keeps its own letter."""
    return "".join(_by_suit(codes).split())


def _by_suit(codes: Sequence[str]) -> str:
    """Return sorted tiles as text, each suit's letter once: `123m 55z x`."""
    parts = []
    for suit in _ORDER:
        ranks = sorted(code[0] for code in codes if code[1:] == suit)
        if ranks:
            parts.append("".join(ranks) + suit)
    hidden = [code for code in codes if code == FACE_DOWN]
    return " ".join(parts + (["".join(hidden)] if hidden else []))


def _place(code: str) -> tuple[int, str]:
    return _ORDER.index(code[1]), code[0]
