"""Finds the hand that most likely lies on the table of some photos, and how likely it is.

All detections are weighed together, including doubtful ones (`vision.decode.hypotheses`). The best
hypothesis is the reading. Its certainty, for the hand and for every tile, is the share of the total
weight of all hypotheses that agree with it.

If the hand of a photo is incomplete, the photo is read again, larger and then smaller: a corner, a
blank tile or a half-hidden tile that is lost at one scale often shows at another. A hand that is
complete only there is accepted, and whatever differs from the first reading is marked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Pixels
from vision.decode.hypotheses import Hypothesis, Search, Wins, probabilities, surplus_odds
from vision.decode.meld_candidates import Faces
from vision.decode.players import find_players
from vision.detect.recogniser import PhotoTiles
from vision.layout.groups import assign_sides, group_tiles
from vision.layout.hand import HandLayout, hand_text
from vision.nets.roles import BONUS, CONCEALED, EXPOSED, NOTHING, OTHER, RolesModel, TileFeatures
from vision.photo.budget import ENDLESS, Budget
from vision.quads import geometry
from vision.quads.table import Table
from vision.reading import CalledSet, Group, Player

_JOINED_TILE_PX = 40.0  # size of a tile on a table joined from several photos
_PHOTO_GAP = 0.9  # tile sizes between the tiles of two photos
_FAR = 1000.0  # tile sizes to tiles that are not part of a hand
_MIN_TILES = 5  # fewest tiles that make a hand
_HANDS = 4  # most readings of the hand reported
_MIN_REPORTED = 0.01  # least probability of a reported reading
_HELD = (CONCEALED, EXPOSED, BONUS)


class StackedNetwork(Protocol):
    """Predicts which tiles lie on top of others; `Stacked` is the network for it."""

    def predict(self, image: Pixels, quads: Floats) -> Floats: ...  # noqa: D102  (as `Stacked` says)


@dataclass(frozen=True, slots=True, eq=False)
class TableReading:
    """A table with its groups, names and confidence.

    `walls` are the face-down tiles of walls, which are in no group; `hand_layout` is None without a
    hand; `corrected` are the tiles whose name differs from their likeliest one alone, or that alone
    would not pass for tiles; `as_seen` is the hand text without corrections, None if there are
    none; `agreed` (n,) is the probability of each tile's name and role; `hands` are hand texts with
    their probabilities, the reading's own first; `wins` says whether the hand is complete.
    """

    table: Table
    groups: tuple[Group, ...]
    walls: tuple[int, ...]
    hand_layout: HandLayout | None
    agreed: Floats
    wins: bool
    corrected: frozenset[int] = frozenset()
    as_seen: str | None = None
    hands: tuple[tuple[str, float], ...] = ()
    called: tuple[CalledSet, ...] = ()
    players: tuple[Player, ...] = ()

    @property
    def hand(self) -> str | None:
        """The text of the hand."""
        hand = self.hand_layout
        return None if hand is None else hand_text(hand, self.table.codes)

    def without_hand(self) -> "TableReading":
        """Return the same table without a hand."""
        own = group_tiles(self.table, None)
        return TableReading(self.table, *own, None, self.agreed, wins=False)


@dataclass(frozen=True, slots=True, eq=False)
class Finder:
    """Finds the hand among detections with names from `labels`; immutable."""

    roles: RolesModel
    upon: StackedNetwork
    labels: tuple[str, ...]

    def find(
        self,
        seen: Sequence[PhotoTiles],
        *,
        to_score: bool = False,
        wins: Wins | None = None,
        budget: Budget = ENDLESS,
    ) -> tuple[Sequence[PhotoTiles], TableReading]:
        """Find the hand that the photos show.

        Returns the tiles of each photo and the reading of all. Doubtful detections, which hardly
        look like tiles, are included only if the hand has them; unknown faces are never part of a
        hand. `to_score`: the photos were sent with a rule set, which makes a win likelier. `wins`
        decides whether a hand text is a win.
        """
        seen = [
            self._limit_copies(replace(one, kept=one.kept & (one.unknown <= 0))) for one in seen
        ]
        every = [self._tile_features(one, budget) for one in seen]

        def search(sights: TileFeatures) -> Search:
            roles = self.roles.predict(sights)
            return Search(sights, roles, self.labels, wins, to_score=to_score)

        if len(seen) == 1:
            together = every[0]
            over = search(together)
            tried = over.best(budget)
        else:
            alone = [search(one).best(budget)[0] for one in every]
            together = join_sights(every, alone)
            over = search(together)
            tried = over.best(budget)
            if not tried[0].wins and any(one.wins for one in alone):
                # Then the photos repeat the hand instead of sharing it.
                tried = [
                    _restrict_to_photo(alone, next(i for i, one in enumerate(alone) if one.wins))
                ]
        stays = _tile_mask(tried[0], over, together.kept)
        found = self._table_reading(over, tried, together, stays)
        if len(seen) == 1:
            found = _add_players(found, together.take(stays), over.pools[stays], search, budget)
        return _select_tiles(seen, stays), found

    def _limit_copies(self, seen: PhotoTiles) -> PhotoTiles:
        """Return the tiles of a photo with less probability for faces that appear too often."""
        limited, plain = seen.probabilities.copy(), Faces.of(self.labels).plain
        limited[seen.kept] = limit_copies(limited[seen.kept], plain)
        return replace(seen, probabilities=limited)

    def _tile_features(self, seen: PhotoTiles, budget: Budget) -> TileFeatures:
        """Return the roles network's inputs for all detections of a photo."""
        corners, shares = seen.corners, seen.probabilities
        upon = np.zeros(len(corners), np.float32)
        if len(corners) and not budget.is_spent():
            quads = np.asarray(corners / seen.photo.shrink, np.float32)
            upon = self.upon.predict(seen.photo.pixels, quads)
        return TileFeatures(
            seen.size,
            corners,
            shares / shares.sum(axis=1, keepdims=True).clip(1e-6),
            seen.found,
            seen.steady,
            upon,
            seen.kept,
            seen.unknown,
        )

    def _table_reading(
        self,
        search: Search,
        tried: Sequence[Hypothesis],
        sights: TileFeatures,
        stays: NDArray[np.bool_],
    ) -> TableReading:
        best, number = tried[0], np.cumsum(stays) - 1
        names = [self.labels[name] for name in best.names]
        codes = [name for name, stay in zip(names, stays, strict=True) if stay]
        table = Table.of(sights.corners[stays], codes)
        hand = search.layout(best)
        if hand is not None and len(hand.tiles) < _MIN_TILES:
            hand = None
        laid = None if hand is None else _renumber(hand, number)
        alone = search.looks.argmax(axis=1)
        held = np.isin(best.roles, _HELD)
        other = held & ((np.array(best.names) != alone) | ~sights.kept)
        corrected = frozenset(number[other].tolist())
        shares = probabilities(tried)
        return TableReading(
            table,
            *group_tiles(table, laid),
            laid,
            _agreement(tried, shares)[stays],
            best.wins,
            corrected,
            search.text(search.as_seen()) if corrected else None,
            self._hands(search, tried, shares) if hand else (),
            self._claimed_sets(search, best, hand, number) if hand else (),
        )

    def _hands(
        self, search: Search, tried: Sequence[Hypothesis], shares: NDArray[np.float64]
    ) -> tuple[tuple[str, float], ...]:
        """Return the hand texts with their probabilities: the best hypothesis', then the likeliest.

        Hypotheses that differ only in tiles outside the hand count as one.
        """
        likely: dict[str, float] = {}
        for one, share in zip(tried, shares, strict=True):
            worth_writing = one is tried[0] or share >= _MIN_REPORTED / 10
            text = search.text(one) if worth_writing else None
            if text is not None:
                likely[text] = likely.get(text, 0.0) + float(share)
        own = search.text(tried[0])
        ranked = sorted(likely.items(), key=lambda hand: (hand[0] != own, -hand[1]))
        return tuple(hand for hand in ranked[:_HANDS] if hand[0] == own or hand[1] >= _MIN_REPORTED)

    def _claimed_sets(
        self, search: Search, best: Hypothesis, hand: HandLayout, number: NDArray[np.intp]
    ) -> tuple[CalledSet, ...]:
        """Return the sets of a hypothesis' hand, each with the probability that it was claimed."""
        sets = (*hand.exposed, *hand.small_kongs, *search.sets_held(best))
        sure = [(tiles, search.claimed_probability(tiles)) for tiles in sets]
        sure += [(tiles, 0.0) for tiles in hand.concealed_kongs]
        return tuple(CalledSet(tuple(number[list(tiles)].tolist()), p) for tiles, p in sure)


def limit_copies(names: Floats, plain: NDArray[np.bool_]) -> Floats:
    """Scale probabilities (n, k) down where a `plain` (k,) face is expected far too often.

    The difference goes to the other names of the same tiles.
    """
    limited, whole = names.astype(np.float64), names.sum(axis=1, keepdims=True)
    limited[:, plain] *= np.exp(surplus_odds(limited[:, plain].sum(axis=0)))
    limited *= whole / limited.sum(axis=1, keepdims=True).clip(1e-9)
    return np.asarray(limited, np.float32)


def _select_tiles(seen: Sequence[PhotoTiles], stays: NDArray[np.bool_]) -> list[PhotoTiles]:
    """Return each photo's tiles, with `kept` set to its part of the mask `stays`."""
    ends = np.cumsum([len(one.corners) for one in seen])
    return [
        replace(one, kept=own) for one, own in zip(seen, np.split(stays, ends[:-1]), strict=True)
    ]


def _tile_mask(best: Hypothesis, search: Search, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the mask (n,) of tiles: the hand's, and other detections that pass for tiles."""
    others = kept & (search.roles[:, OTHER] >= search.roles[:, NOTHING])
    return np.asarray(np.isin(best.roles, _HELD) | others)


def _add_players(
    found: TableReading,
    sights: TileFeatures,
    pools: Floats,
    search: Callable[[TileFeatures], Search],
    budget: Budget,
) -> TableReading:
    """Return the reading of one photo with its players."""
    groups = assign_sides(found.groups, found.table, found.walls, pools)
    hand = found.hands[0] if found.hands else None
    players = find_players(groups, sights, found.table.codes, search, hand, budget)
    return replace(found, groups=groups, players=players)


def _renumber(hand: HandLayout, number: NDArray[np.intp]) -> HandLayout:
    """Return the hand with each tile's index replaced by its new one."""

    def tiles(some: Sequence[int]) -> tuple[int, ...]:
        return tuple(int(number[tile]) for tile in some)

    return HandLayout(
        tiles(hand.concealed),
        tuple(map(tiles, hand.concealed_kongs)),
        tuple(map(tiles, hand.exposed)),
        tuple(map(tiles, hand.small_kongs)),
        None if hand.winning is None else int(number[hand.winning]),
        tiles(hand.bonus),
    )


def _restrict_to_photo(alone: Sequence[Hypothesis], number: int) -> Hypothesis:
    """Return one photo's hypothesis as one for all photos; tiles of the others are in no hand."""
    start = sum(len(one.roles) for one in alone[:number])
    best = alone[number]
    sets = [replace(each, tiles=tuple(t + start for t in each.tiles)) for each in best.sets]
    roles = [
        role if i == number or role not in _HELD else OTHER
        for i, one in enumerate(alone)
        for role in one.roles
    ]
    names = [name for one in alone for name in one.names]
    return replace(best, roles=tuple(roles), names=tuple(names), sets=tuple(sets))


def join_sights(every: Sequence[TileFeatures], alone: Sequence[Hypothesis]) -> TileFeatures:
    """Join the detections of several photos on one table, sized to their hands.

    Each photo is turned upright and scaled to tiles of one size. The hands lie one behind the
    other, the first photo's in front, and all other tiles lie far away; a photo without a hand
    counts as one.
    """
    front = 0.0
    placed = [np.zeros((0, 4, 2), np.float32)]
    held = [np.isin(one.roles, _HELD) for one in alone]
    for number, (one, hand) in enumerate(zip(every, held, strict=True), start=1):
        if not len(hand):
            continue
        corners, own = Table.of(one.corners, ()).upright(), hand if hand.any() else ~hand
        corners = corners - [corners[own, :, 0].min(), corners[own, :, 1].max() - front]
        front = float(corners[own, :, 1].min()) - _PHOTO_GAP
        corners[~own, :, 0] += _FAR * number
        placed.append(corners)
    joined, hands = np.concatenate(placed), np.concatenate(held)
    near = joined[hands] if hands.any() else joined
    corners = (joined - near.min(axis=(0, 1), initial=0.0)) * np.float32(_JOINED_TILE_PX)
    wide, high = np.ceil((np.ptp(near, axis=(0, 1)) if len(near) else np.ones(2)) * _JOINED_TILE_PX)
    size, corners = (int(wide), int(high)), np.asarray(corners, np.float32)
    return replace(every[0].append(*every[1:]), size=size, corners=corners)


def _agreement(tried: Sequence[Hypothesis], shares: NDArray[np.float64]) -> Floats:
    """Return the probability (n,) that each detection's name and role in the hand are right."""

    def held_names(one: Hypothesis) -> NDArray[np.intp]:
        held = np.isin(one.roles, _HELD)
        return np.where(held, one.names, -1)

    best = held_names(tried[0])
    same = np.stack([held_names(one) == best for one in tried])
    return np.asarray(shares @ same, np.float32)


SCALES = (1.25, 0.9)  # relative to the usual scale
# Tile counts of a first reading that may be a won hand: with a wrong name, or missing a set or most
# of one. Thirteen tiles wait for one more, and ten or fewer are hardly a hand.
_NEAR_WINS = (11, 12, 14, 17)
# A hand to be scored has won: thirteen tiles lack one then, and fewer may be part of it.
_NEAR_WINS_TO_SCORE = (8, 9, 10, 13, *_NEAR_WINS)
_SAME_PLACE = 0.5  # tile sizes
_MAX_LOST = 0.5  # share of the first reading's hand that may be lost, else it is another hand

Look = tuple[Sequence[PhotoTiles], TableReading]


def reread_at_other_scales(
    first: TableReading,
    look: Callable[[float], Look],
    *,
    to_score: bool = False,
    budget: Budget = ENDLESS,
) -> Look | None:
    """Return a reading at another scale in which the hand is complete, or None.

    `look` reads the photo at a scale. Half of the hand of the `first` reading must be found again;
    tiles that were not in that hand, or had another name, count as corrected. If the hand was
    photographed `to_score`, the first reading may also have thirteen tiles or 8 to 10.
    """
    hand = first.hand_layout
    nearly = _NEAR_WINS_TO_SCORE if to_score else _NEAR_WINS
    if hand is None or first.wins or hand.counted not in nearly:
        return None
    for scale in SCALES:
        if budget.is_spent():
            break
        seen, other = look(scale)
        if other.wins and len(_unmatched_tiles(first, other)) <= _MAX_LOST * len(hand.tiles):
            return seen, replace(other, corrected=other.corrected | _unmatched_tiles(other, first))
    return None


def _unmatched_tiles(one: TableReading, other: TableReading) -> frozenset[int]:
    """Return the tiles of one hand that have no tile of the same name and place in the other."""
    own, others = _tiles(one), _tiles(other)
    middles = one.table.middles[own], other.table.middles[others]
    apart = geometry.distances(middles[0], middles[1])
    near = apart < _SAME_PLACE * one.table.sizes[own, None]
    return frozenset(
        tile
        for tile, there in zip(own, near, strict=True)
        if one.table.codes[tile] not in other.table.names(list(compress(others, there)))
    )


def _tiles(found: TableReading) -> list[int]:
    return [] if found.hand_layout is None else list(found.hand_layout.tiles)
