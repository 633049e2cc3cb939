"""Hypotheses about the hand in a photo: how each is weighed, and the search for the best one.

A hypothesis assigns each detection a name and a role (concealed, winning, in an exposed set, bonus,
someone else's, or none). Its weight is a sum of logarithms: of roles and pairs from the roles
network, of names from the recogniser, and of facts of the game: most hands win, and each tile has a
fixed number of copies.

The search starts from each tile's likeliest assignment on its own and tries the cheapest changes
first, alone and in twos: a tile or a set in or out, another name. Changes that cost more than a win
is worth are not tried.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.decode.meld_candidates import Faces, LaidSet, laid_sets, lies_beyond
from vision.layout.hand import HandLayout, hand_text, is_winning, sets_of
from vision.nets.roles import (
    BACK,
    BONUS,
    CONCEALED,
    EXPOSED,
    NOTHING,
    OTHER,
    WINNING,
    Roles,
    TileFeatures,
)
from vision.photo.budget import ENDLESS, Budget
from vision.sets import FACE_DOWN, is_same

_MIN_NAME = 1e-6  # least probability of a name; anything lower is raised to it
_MAX_CHANGES = 26  # changes tried, alone and in twos, cheapest first
_MARGIN = 1.5  # logarithm: hypotheses this close to the best show how sure it is
_A_SET = 3  # tiles of a set
_UPON, _BELOW = 0.9, 0.5  # of lying on top: of a small kong's fourth tile, of its others
# Expected copies of a face, twice what a set has: more count against it, by their 8th power.
_COPIES, _SURPLUS = 8.0, 8.0
_OTHER_NAMES = 6  # other names tried for a tile; with three, four of 1,706 hands are lost
Wins = Callable[[str], bool]


# Logarithms, set by hand: fitted ones did no better on other scenes. What changes with another
# `_PAIR` or `_COPY`, and with one price for both kinds of copies: models/JOURNAL.md.
_PAIR = 0.75  # weight of the mean probability that two tiles belong to one set
_WIN, _WIN_TO_SCORE = 4.0, 1.0  # bonus for a winning hand, and more if it is to be scored
_COPY, _BONUS_COPY = 3.0, 8.0  # penalty for a fifth copy of a face, for a second bonus tile
_DOUBTFUL = 5.0  # penalty for a tile that hardly looks like one
_UNSEEN = 3.0  # penalty for a kong whose fourth tile was not detected


def surplus_odds(expected: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the log-odds against faces of which so many copies are expected.

    A fifth copy is one misnamed tile, which the search finds; a wall of copies is something else.
    """
    return np.asarray(-_SURPLUS * np.log(expected.clip(_COPIES) / _COPIES))


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A role and a name for each detection, as indexes (n,), the exposed sets, and the weight.

    `likely` is the part of the weight that comes from the detections alone, without the game.
    """

    roles: tuple[int, ...]
    names: tuple[int, ...]
    sets: tuple[LaidSet, ...]
    weight: float
    likely: float
    wins: bool

    @property
    def counted(self) -> int:
        """The number of tiles in the hand as a player counts them, a kong as three."""
        return self.roles.count(CONCEALED) + 3 * len(self.sets)


def probabilities(tried: Sequence[Hypothesis]) -> NDArray[np.float64]:
    """Return the probability of each hypothesis among those tried."""
    weights = np.array([one.weight for one in tried])
    likely = np.exp(weights - weights.max())
    return np.asarray(likely / likely.sum())


@dataclass(frozen=True, slots=True)
class _Change:
    """A change to a hypothesis: its `cost` in logarithms, and new roles and names of `tiles`.

    Changes that share a tile exclude each other. Sets are added or dropped with their tiles.
    """

    cost: float
    tiles: Mapping[int, tuple[int, int]]
    add: LaidSet | None = None
    drop: tuple[LaidSet, ...] = ()


def _cost(changes: Sequence[_Change]) -> float:
    return sum(each.cost for each in changes)


class Search:
    """Everything that the hypotheses about one photo are weighed by; immutable.

    Natural logarithms: `win` is added for a winning hand; `looks` (n, k) are those of names, `logs`
    (n, k) the same except for backs, which the roles decide; `doubt` (n,) is subtracted for each
    detection that a hand includes.
    """

    def __init__(
        self,
        sights: TileFeatures,
        roles: Roles,
        labels: Sequence[str],
        rules: Wins | None = None,
        *,
        to_score: bool = False,
    ) -> None:
        """Weigh detections with these predicted `roles` and names from `labels`.

        `rules` decides whether a hand text wins; without it any complete hand does. `to_score`
        makes a win likelier.
        """
        self.labels, self.rules, self.faces = tuple(labels), rules, Faces.of(labels)
        self.win = _WIN + _WIN_TO_SCORE * to_score
        self.roles, self.pairs, self.pools = roles.roles, roles.pairs, roles.pools
        self.kept, self.upon, self.quads = sights.kept, sights.upon, sights.corners
        looks = np.log(np.maximum(sights.names.astype(np.float64), _MIN_NAME))
        looks -= looks.max(axis=1, keepdims=True, initial=-np.inf) if len(looks) else 0
        self.looks, self.logs = looks, looks.copy()
        # A carved back looks like a face, a faded one like a blank tile: its neighbours decide.
        self.logs[:, self.faces.back] = self.roles[:, BACK] - self.roles[:, EXPOSED]
        self.doubt = np.asarray(_DOUBTFUL * ~sights.kept, np.float64)
        if sights.unknown is not None:
            self.doubt += sights.unknown.clip(0)
        self._score_alone()

    def _score_alone(self) -> None:
        """Score each detection on its own.

        `_worth` (n, roles) is that of its roles, `_whole` with its likeliest names `_named` (n,
        roles); `_by_itself` (n,) is that of the best role and name, `_alone`.
        """
        roles = self.roles.astype(np.float64)
        worth = np.full(roles.shape, -np.inf)
        worth[:, CONCEALED] = np.logaddexp(roles[:, CONCEALED], roles[:, WINNING])
        worth[:, BONUS] = roles[:, BONUS]
        worth[:, [CONCEALED, BONUS]] -= self.doubt[:, None]
        worth[:, OTHER] = np.logaddexp(roles[:, OTHER], roles[:, NOTHING])
        named = np.zeros(roles.shape, np.intp)
        named[:, CONCEALED] = np.where(self.faces.plain, self.logs, -np.inf).argmax(axis=1)
        named[:, BONUS] = np.where(self.faces.bonus, self.logs, -np.inf).argmax(axis=1)
        named[:, OTHER] = self.looks.argmax(axis=1)
        rows = np.arange(len(roles))
        whole = worth.copy()
        for role in (CONCEALED, BONUS):
            whole[:, role] += self.logs[rows, named[:, role]]
        best = whole.argmax(axis=1)
        self._worth, self._whole, self._named = worth, whole, named
        self._by_itself = whole.max(axis=1, initial=-np.inf)
        self._alone = list(zip(best.tolist(), named[rows, best].tolist(), strict=True))

    def best(self, budget: Budget = ENDLESS) -> list[Hypothesis]:
        """Return the hypotheses tried, best first."""
        start = self._assemble(self._disjoint(self._sets))
        tried, best = {self._key(start): start}, start.weight
        # No change can gain more than the facts of the game can add.
        most = start.likely + self.win + _MARGIN
        changes = [each for each in self._changes(start) if each.cost <= most - best]
        pairs = [
            (one, other)
            for one, other in combinations(changes, 2)
            if not one.tiles.keys() & other.tiles
        ]
        for chosen in sorted([*((each,) for each in changes), *pairs], key=_cost):
            if _cost(chosen) > most - best or budget.is_spent():
                break
            other = self._changed(start, chosen)
            tried.setdefault(self._key(other), other)
            best = max(best, other.weight)
        return sorted(tried.values(), key=lambda each: -each.weight)

    def as_seen(self) -> Hypothesis:
        """Return the hypothesis of the likeliest roles and names, without doubtful detections."""
        alone = self.looks.argmax(axis=1)
        sets = self._disjoint(
            [
                each
                for each in self._sets
                if self.kept[list(each.tiles)].all()
                and tuple(alone[list(each.tiles)]) == each.names
            ]
        )
        one = self._assemble(sets)
        roles = [r if kept else OTHER for r, kept in zip(one.roles, self.kept, strict=True)]
        return self._weigh(roles, alone.tolist(), sets)

    @staticmethod
    def _key(
        one: Hypothesis,
    ) -> tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]:
        names = tuple(n if r < OTHER else -1 for n, r in zip(one.names, one.roles, strict=True))
        return one.roles, names, tuple(sorted(each.tiles for each in one.sets))

    # The terms of the weight.

    def _weigh(
        self, roles: Sequence[int], names: Sequence[int], sets: Sequence[LaidSet]
    ) -> Hypothesis:
        evidence = sum(self._worth[i, r] for i, r in enumerate(roles) if r != EXPOSED)
        evidence += sum(
            self.logs[i, names[i]] for i, r in enumerate(roles) if r in (CONCEALED, BONUS)
        )
        evidence += sum(each.gain + self._by_itself[list(each.tiles)].sum() for each in sets)
        held = [self.labels[names[i]] for i, r in enumerate(roles) if r == CONCEALED]
        counted = len(held) + 3 * len(sets)
        likely = float(evidence)
        wins = counted in (14, 17) and FACE_DOWN not in held and is_winning(held, len(sets))
        if wins and self.rules is not None:
            bare = Hypothesis(tuple(roles), tuple(names), tuple(sets), 0.0, 0.0, wins=True)
            wins = self.rules(self.text(bare) or "")
        evidence += self.win * wins
        own = Counter(held)
        own.update(
            self.labels[n] for each in sets for n in each.names if self.labels[n] != FACE_DOWN
        )
        evidence -= _COPY * sum(max(0, n - 4) for n in own.values())
        bonus = Counter(self.labels[names[i]] for i, r in enumerate(roles) if r == BONUS)
        evidence -= _BONUS_COPY * sum(n - 1 for n in bonus.values())
        return Hypothesis(
            tuple(roles), tuple(names), tuple(sets), float(evidence), likely, bool(wins)
        )

    def _assemble(self, sets: Sequence[LaidSet]) -> Hypothesis:
        single = list(self._alone)
        for each in sets:
            for tile, name in zip(each.tiles, each.names, strict=True):
                single[tile] = EXPOSED, name
        return self._weigh([role for role, _ in single], [name for _, name in single], sets)

    def _changed(self, start: Hypothesis, changes: Sequence[_Change]) -> Hypothesis:
        """Return the hypothesis after these changes."""
        roles, names = list(start.roles), list(start.names)
        for change in changes:
            for tile, (role, name) in change.tiles.items():
                roles[tile], names[tile] = role, name
        dropped = [gone for change in changes for gone in change.drop]
        added = [change.add for change in changes if change.add is not None]
        stay = [each for each in start.sets if each not in dropped]
        return self._weigh(roles, names, [*stay, *added])

    # Possible changes.

    def _changes(self, start: Hypothesis) -> list[_Change]:
        found = [
            *self._other_roles(start),
            *self._other_names(start),
            *self._other_sets(start),
        ]
        return sorted(found, key=lambda change: change.cost)[:_MAX_CHANGES]

    def _other_roles(self, start: Hypothesis) -> Iterator[_Change]:
        whole, named = self._whole, self._named
        for tile, role in enumerate(start.roles):
            if role == EXPOSED:
                continue
            for other in (CONCEALED, BONUS, OTHER):
                if other != role:
                    cost = max(float(whole[tile, role] - whole[tile, other]), 0.0)
                    yield _Change(cost, {tile: (other, int(named[tile, other]))})

    def _other_names(self, start: Hypothesis) -> Iterator[_Change]:
        for tile, role in enumerate(start.roles):
            if role not in (CONCEALED, BONUS):
                continue
            usable = self.faces.bonus if role == BONUS else self.faces.plain
            losses = self.logs[tile, start.names[tile]] - self.logs[tile]
            for name in np.argsort(losses)[:_OTHER_NAMES]:
                if usable[name] and name != start.names[tile]:
                    yield _Change(max(float(losses[name]), 0.0), {tile: (role, int(name))})

    def _other_sets(self, start: Hypothesis) -> Iterator[_Change]:
        for each in start.sets:
            alone = {tile: self._alone[tile] for tile in each.tiles}
            yield _Change(max(each.gain, 0.0), alone, drop=(each,))
        for each in self._sets:
            if each in start.sets:
                continue
            own = {tile: (EXPOSED, name) for tile, name in zip(each.tiles, each.names, strict=True)}
            against = tuple(other for other in start.sets if own.keys() & set(other.tiles))
            lost = sum(other.gain for other in against)
            freed = {tile: self._alone[tile] for other in against for tile in other.tiles}
            yield _Change(max(lost - each.gain, 0.0), freed | own, add=each, drop=against)

    # Sets.

    def _disjoint(self, sets: Sequence[LaidSet]) -> list[LaidSet]:
        """Return disjoint sets of the greatest total worth, found by greedy choice and exchange."""
        good = sorted((each for each in sets if each.gain > 0), key=lambda each: -each.gain)
        chosen: list[LaidSet] = []
        for each in good:
            against = [other for other in chosen if set(other.tiles) & set(each.tiles)]
            if not against:
                chosen.append(each)
        for each in good:
            if each in chosen:
                continue
            against = [other for other in chosen if set(other.tiles) & set(each.tiles)]
            rest = [other for other in chosen if other not in against]
            more = [each]
            for other in good:
                if not any(set(other.tiles) & set(one.tiles) for one in (*rest, *more)):
                    more.append(other)
            if sum(one.gain for one in more) > sum(one.gain for one in against) + 1e-9:
                chosen = rest + more
        return chosen

    @cached_property
    def _sets(self) -> list[LaidSet]:
        """The candidate sets, each with its worth beyond that of its tiles on their own."""
        exposed = (self.roles[:, EXPOSED] - self.doubt - self._by_itself).tolist()
        held = (self._worth[:, CONCEALED] - self._by_itself).tolist()
        pairs, back = self.pairs.tolist(), self.faces.back
        sets = []
        for group in laid_sets(self.logs, self.pairs, self.faces):
            tiles, is_kong = group.tiles, len(group.tiles) > _A_SET
            gain = sum(exposed[tile] for tile in tiles)
            gain += _PAIR * fmean(pairs[i][j] for i, j in combinations(tiles, 2))
            if is_kong and back not in group.names:
                # Four alike in a row of concealed tiles: the number alone shows a kong.
                gain = max(gain, sum(held[tile] for tile in tiles))
            if not is_kong and back in group.names:
                gain -= _UNSEEN
            sets.append(replace(group, gain=gain + group.gain))
        return sets

    def claimed_probability(self, tiles: Sequence[int]) -> float:
        """Return the probability that these tiles are an exposed set, not concealed tiles.

        It is their mean log-odds: the network's errors on neighbouring tiles are not independent.
        """
        own = self.roles[list(tiles)]
        held = np.logaddexp(own[:, CONCEALED], own[:, WINNING])
        return float(1 / (1 + np.exp((held - own[:, EXPOSED]).mean())))

    def sets_held(self, one: Hypothesis) -> list[tuple[int, ...]]:
        """Divide a winning hypothesis' concealed tiles into sets of tiles that lie close."""
        if not one.wins:
            return []
        held: dict[str, list[int]] = {}
        for tile, role in enumerate(one.roles):
            if role == CONCEALED:
                held.setdefault(self.labels[one.names[tile]], []).append(tile)
        place, divided = self._reading_positions(), []
        every = [code for code, tiles in held.items() for _ in tiles]
        for codes in sets_of(every, len(one.sets)):
            every_way = product(*(held[code] for code in codes))
            ways = (way for way in every_way if len({*way}) == len(way))
            nearest = min(ways, key=lambda way: float(np.ptp(place[list(way)])))
            for code, tile in zip(codes, nearest, strict=True):
                held[code].remove(tile)
            divided.append(nearest)
        return divided

    def text(self, one: Hypothesis) -> str | None:
        """Return the hand text of a hypothesis, or None if it has no hand."""
        hand = self.layout(one)
        return None if hand is None else hand_text(hand, [self.labels[n] for n in one.names])

    def layout(self, one: Hypothesis) -> HandLayout | None:
        """Return the tiles of a hypothesis' hand by role, or None if it has no hand."""
        place = self._reading_positions()
        concealed = [i for i, role in enumerate(one.roles) if role == CONCEALED]
        if not concealed and not one.sets and BONUS not in one.roles:
            return None
        winning = self._winning(concealed, one)
        kongs, exposed, small = [], [], []
        for each in sorted(one.sets, key=lambda laid: min(place[list(laid.tiles)])):
            codes = [self.labels[name] for name in each.names]
            tiles = tuple(sorted(each.tiles, key=lambda tile: place[tile]))
            if FACE_DOWN in codes:
                kongs.append(tiles)
            elif is_same(codes) and self._is_small_kong(each, one):
                small.append(tiles)
            else:
                exposed.append(tiles)
        bonus = sorted(
            (i for i, role in enumerate(one.roles) if role == BONUS),
            key=lambda tile: self.labels[one.names[tile]],
        )
        return HandLayout(
            tuple(sorted((i for i in concealed if i != winning), key=lambda tile: place[tile])),
            tuple(kongs),
            tuple(exposed),
            tuple(small),
            winning,
            tuple(bonus),
        )

    def _is_small_kong(self, laid: LaidSet, one: Hypothesis) -> bool:
        """Return whether a fourth tile lies beyond three, or under one of them and nowhere else."""
        if len(laid.tiles) > _A_SET:
            return lies_beyond(self.quads[list(laid.tiles)])
        lower, upper = np.sort(self.upon[list(laid.tiles)])[-2:]
        there = self.kept & (self.roles[:, NOTHING] < np.log(0.5))
        copies = int((np.array(one.names)[there] == laid.names[0]).sum())
        return bool(upper >= _UPON and lower <= _BELOW) and copies <= _A_SET

    def _winning(self, concealed: Sequence[int], one: Hypothesis) -> int | None:
        """Return the tile that lies apart as a winning tile does, None if none likely does."""
        if one.counted not in (14, 17) or not concealed:
            return None
        odds = self.roles[:, WINNING] - self.roles[:, CONCEALED]
        best = max(concealed, key=lambda tile: float(odds[tile]))
        return best if odds[best] > 0 else None

    def _reading_positions(self) -> Floats:
        """Return each tile's position along the direction in which most tiles are read."""
        right = (self.quads[:, 1] - self.quads[:, 0]).sum(axis=0)
        along = (
            np.array([1.0, 0.0])
            if abs(right[0]) >= abs(right[1]) * 0.5
            else right / np.linalg.norm(right)
        )
        return np.asarray(self.quads.mean(axis=1) @ along, np.float32)
