"""The hand in front of each player, and the sets that others have exposed or opened.

The other sides are read by the same search as the hand, among their own tiles. Pools, walls and
tiles on no clear side are left out.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice

from vision.decode.hypotheses import Search, probabilities
from vision.layout.groups import SIDES
from vision.layout.hand import HandLayout, hand_text
from vision.nets.roles import CONCEALED, TileFeatures
from vision.photo.budget import ENDLESS, Budget
from vision.reading import Group, GroupKind, Player
from vision.sets import FACE_DOWN, divide

_OPEN = frozenset({13, 14, 16, 17})  # tiles of a hand shown at the end, a kong counted as three


def find_players(
    groups: Sequence[Group],
    sights: TileFeatures,
    codes: Sequence[str],
    search: Callable[[TileFeatures], Search],
    hand: tuple[str, float] | None,
    budget: Budget = ENDLESS,
) -> tuple[Player, ...]:
    """Return the players at the sides of the table that are known, by the tiles in front of them.

    `sights` are the table's tiles, with names `codes`; `hand` is the text of the photographed hand,
    with its probability.
    """
    found = []
    for side in SIDES:
        own = _tiles(group for group in groups if group.side is side and group.kind.is_hand)
        if own and hand is not None:
            found.append(Player(side, *hand, own))
            continue
        others = [g for g in groups if g.side is side and g.kind is GroupKind.OTHER]
        laid = _tiles(others)
        if any(codes[tile] != FACE_DOWN for tile in laid) and not budget.is_spent():
            there = sights.take(list(laid))
            text, likely = _likeliest_hand(search(there), budget)
            if text is None and (sets := _sets_layout(others, codes)) is not None:
                text = hand_text(sets, codes)
                likely = float(there.names.max(axis=1).prod())
            found.append(Player(side, text, likely, laid))
    return tuple(found)


def _sets_layout(groups: Sequence[Group], codes: Sequence[str]) -> HandLayout | None:
    """Return the sets and bonus tiles of rows that consist of nothing else; otherwise None."""
    kongs: list[tuple[int, ...]] = []
    exposed: list[tuple[int, ...]] = []
    bonus: list[int] = []
    for group in groups:
        pieces = divide([codes[tile] for tile in group.tiles])
        if pieces is None:
            return None
        left = iter(group.tiles)
        for piece in pieces:
            tiles = tuple(islice(left, len(piece)))
            if len(piece) == 1:
                bonus.extend(tiles)
            else:
                (kongs if FACE_DOWN in piece else exposed).append(tiles)
    return HandLayout((), tuple(kongs), tuple(exposed), bonus=tuple(bonus))


def _tiles(groups: Iterable[Group]) -> tuple[int, ...]:
    return tuple(chain.from_iterable(group.tiles for group in groups))


def _likeliest_hand(search: Search, budget: Budget) -> tuple[str | None, float]:
    """Return the text of the likeliest hand, or None, with its probability.

    A player who shows a hand shows all of it: single tiles are discards, or cut off by the photo.
    """
    tried = search.best(budget)
    texts = [
        None if CONCEALED in one.roles and one.counted not in _OPEN else search.text(one)
        for one in tried
    ]
    same = [text == texts[0] for text in texts]
    return texts[0], float(probabilities(tried)[same].sum())
