"""Decides which sets of a row are laid down, and where: behind the hand or beside it.

Where a row wins nothing, a winning hand of real tiles takes its place, from the row itself and from
other photos of like light.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.synth.relaid.pieces import Piece, clear_row, paste_pieces, place
from datasets.synth.relaid.row import PhotographedRow
from datasets.synth.scenes.camera import WINNING
from datasets.synth.scenes.hands import Bag, LaidHand, LaidSet, sample_row
from vision.arrays import Floats
from vision.layout.hand import is_winning
from vision.sets import is_bonus, is_chow, is_same

_MOST = 3  # sets laid down
_BEHIND = 0.7  # share of hands whose sets lie in a line of their own
_KONGS = 0.4  # of the pungs whose fourth tile another photo has
_WON = 0.45  # share of hands that show the winning tile apart
_TURNED = 0.4  # of these, sideways
_ASIDE = 0.6  # share of hands whose bonus tiles are put behind, those side by side together


@dataclass(frozen=True, slots=True, eq=False)
class LaidPiece:
    """A piece and what it is to the hand: hand, exposed, bonus or discard.

    `part` numbers the sets from 1, and is `WINNING` for a winning tile that lies apart.
    """

    piece: Piece
    role: str
    part: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A hand laid down: its pieces and its text."""

    pieces: tuple[LaidPiece, ...]
    text: str


def plan(
    row: PhotographedRow, donors: Sequence[PhotographedRow], rng: np.random.Generator
) -> Plan | None:
    """Lay one to three sets of a row down and close the gaps; None where none can be taken.

    The fourth tile of a kong comes from another photo of like light (`donors`).
    """
    sets = _sets(row, rng)
    if not sets:
        return None
    taken = {tile for tiles in sets for tile in tiles}
    held = [tile for tile in range(len(row.codes)) if tile not in taken]
    bonus = [tile for tile in held if is_bonus(row.codes[tile])]
    aside = list(_runs(bonus)) if rng.random() < _ASIDE else []
    held = [tile for tile in held if not any(tile in run for run in aside)]
    left = bool(rng.random() < 0.5)  # the winning tile, or with sets beside the hand these
    won = _winning(row, held, left=left) if rng.random() < _WON else None
    if won is not None:
        held.remove(won)
    line, at = _Line(row), _BackLine(row, rng)
    pieces = [LaidPiece(piece, "hand") for piece in line.close_gaps(held)]
    if won is not None:
        turned = bool(rng.random() < _TURNED)
        gap = float(rng.uniform(0.05, 1.0) if turned else rng.uniform(0.7, 1.5))
        piece = line.put_beside(won, gap, left=left, turned=turned)
        pieces.append(LaidPiece(piece, "hand", WINNING))
    kinds = []
    behind = bool(rng.random() < _BEHIND)
    for part, tiles in enumerate(sets if behind else sets[::-1], 1):
        spare = _fourth(row, tiles, donors) if rng.random() < _KONGS else None
        kinds.append(_laid_set(row, tiles, kong=spare is not None))
        laid = (
            at.next(tiles, spare) if behind else line.set_beside(tiles, spare, rng, left=not left)
        )
        pieces += [LaidPiece(piece, "exposed", part) for piece in laid]
    pieces += [LaidPiece(piece, "bonus") for run in aside for piece in at.next(run, None)]
    plain = [row.codes[tile] for tile in held if not is_bonus(row.codes[tile])]
    won_by = plain.pop() if won is None else row.codes[won]
    hand = LaidHand(tuple(plain), won_by, tuple(kinds), tuple(row.codes[tile] for tile in bonus))
    return Plan(_in_view(row, pieces, rng), hand.text(apart=won is not None))


def _runs(tiles: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Return the tiles of a row that lie side by side."""
    run: list[int] = []
    for tile in tiles:
        if run and tile != run[-1] + 1:
            yield tuple(run)
            run = []
        run.append(tile)
    if run:
        yield tuple(run)


def _sets(row: PhotographedRow, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Choose neighbours in the row that are sets and leave a winning hand, in random order."""
    triples = [(tile, tile + 1, tile + 2) for tile in range(len(row.codes) - 2)]
    triples = [t for t in triples if _is_set([row.codes[tile] for tile in t])]
    wanted = int(rng.integers(1, _MOST + 1))
    chosen: list[tuple[int, ...]] = []
    for index in rng.permutation(len(triples)):
        if len(chosen) == wanted:
            break
        used = {*triples[index], *(tile for tiles in chosen for tile in tiles)}
        rest = [c for tile, c in enumerate(row.codes) if tile not in used and not is_bonus(c)]
        apart = len(used) == 3 * (len(chosen) + 1)
        if apart and is_winning(rest, len(chosen) + 1):
            chosen.append(triples[index])
    return chosen


def _is_set(codes: Sequence[str]) -> bool:
    return is_chow(codes) or is_same(codes)


def _winning(row: PhotographedRow, held: Sequence[int], *, left: bool) -> int | None:
    """Take the tile at an end of those in hand, None where a bonus tile lies there."""
    tile = held[0] if left else held[-1]
    return None if is_bonus(row.codes[tile]) or len(held) < 2 else tile


def _fourth(
    row: PhotographedRow, tiles: tuple[int, ...], donors: Sequence[PhotographedRow]
) -> Piece | None:
    """Find the fourth tile of a pung in another photo; it has no place yet."""
    code = row.codes[tiles[0]]
    if not is_same([row.codes[tile] for tile in tiles]) or Counter(row.codes)[code] != 3:
        return None
    for donor in donors:
        if code in donor.codes:
            return place(donor, (donor.codes.index(code),), np.zeros(2, np.float32))
    return None


def _laid_set(row: PhotographedRow, tiles: tuple[int, ...], *, kong: bool) -> LaidSet:
    codes = tuple(sorted(row.codes[tile] for tile in tiles))
    if kong:
        return LaidSet("kong", (*codes, codes[0]))
    return LaidSet("pung" if is_same(codes) else "chow", codes)


class _Line:
    """The line of a row, on which pieces are lined up from `low` to `high` (px along it)."""

    def __init__(self, row: PhotographedRow) -> None:
        self.row = row
        self.middles = row.quads.mean(axis=1)
        self.outlines = row.outlines()
        self.low = self.high = 0.0

    def close_gaps(self, held: Sequence[int]) -> Iterator[Piece]:
        """Close the gaps where sets were taken out; what lay side by side stays so."""
        self.low = self.high = float((self.outlines[held[0]] @ self.row.along).min())
        for run in _runs(held):
            yield self._add(run)

    def put_beside(self, tile: int, gap: float, *, left: bool, turned: bool = False) -> Piece:
        """Put one tile `gap` widths from an end of the line, upright or sideways."""
        wide, tall = self.row.tile
        size = tall if turned else wide
        middle = self._reach(gap * wide + size, left=left) + (size / 2 if left else -size / 2)
        lower = (tall - wide) / 2 if turned else 0.0
        to = self._point_at(middle, self.middles[[tile]]) - self.row.up * np.float32(lower)
        return place(self.row, (tile,), to, turn=-np.pi / 2 if turned else 0.0)

    def set_beside(
        self,
        tiles: tuple[int, ...],
        fourth: Piece | None,
        rng: np.random.Generator,
        *,
        left: bool,
    ) -> Iterator[Piece]:
        """Put a set beside the line, farther from it than its tiles are from each other."""
        wide, _ = self.row.tile
        width = self._width(tiles) + (wide * 1.1 if fourth else 0.0)
        edge = self._reach(float(rng.uniform(0.7, 1.5)) * wide + width, left=left)
        start = edge if left else edge - width
        to = self._point_at(start + self._width(tiles) / 2, self.middles[list(tiles)])
        laid = place(self.row, tiles, to)
        yield laid
        if fourth is not None:
            yield _add_fourth(laid, fourth)

    def _add(self, run: Sequence[int]) -> Piece:
        """Add a piece at the right end."""
        edges = self.outlines[list(run)] @ self.row.along
        shift = self.high - float(edges.min())
        self.high += float(edges.max() - edges.min())
        middle = self.row.quads[list(run)].reshape(-1, 2).mean(axis=0)
        return place(self.row, run, middle + self.row.along * np.float32(shift))

    def _reach(self, length: float, *, left: bool) -> float:
        """Make the line longer at an end and return that end."""
        if left:
            self.low -= length
            return self.low
        self.high += length
        return self.high

    def _width(self, tiles: tuple[int, ...]) -> float:
        edges = self.outlines[list(tiles)] @ self.row.along
        return float(edges.max() - edges.min())

    def _point_at(self, along: float, middles: Floats) -> Floats:
        """Return the point of the line so far along it, as high as these tiles (n, 2) lie."""
        middle = middles.mean(axis=0)
        return np.asarray(
            middle + self.row.along * np.float32(along - middle @ self.row.along), np.float32
        )


class _BackLine:
    """A line behind the hand, on which sets are laid from left to right."""

    def __init__(self, row: PhotographedRow, rng: np.random.Generator) -> None:
        self.row, self.rng = row, rng
        self.scale = float(rng.uniform(0.9, 1.0))
        self.up = float(rng.uniform(1.3, 2.1)) * row.tile[1]
        self.along = 0.0

    def next(self, tiles: tuple[int, ...], fourth: Piece | None) -> Iterator[Piece]:
        """Lay the next set."""
        wide, tall = self.row.tile
        width = self.scale * wide * (len(tiles) + (fourth is not None)) * 1.1
        middles = self.row.quads.mean(axis=1)
        start = middles[0] + self.row.along * np.float32(self.along + len(tiles) * wide * 0.5)
        up = self.up + float(self.rng.normal(0, 0.06)) * tall
        laid = place(
            self.row,
            tiles,
            np.asarray(start + self.row.up * np.float32(up), np.float32),
            turn=float(self.rng.normal(0, 0.03)),
            scale=self.scale,
        )
        self.along += width + float(self.rng.uniform(0.4, 1.6)) * wide
        yield laid
        if fourth is not None:
            yield _add_fourth(laid, fourth)


def _add_fourth(laid: Piece, fourth: Piece) -> Piece:
    """Lay the fourth tile at the right of a set, as large and as turned as that."""
    last, own = laid.quads[-1], fourth.row.quads[fourth.tiles[0]]
    side, edge = (quad[2] - quad[1] for quad in (last, own))
    scale = float(np.linalg.norm(side) / np.linalg.norm(edge))
    turn = float(np.arctan2(side[1], side[0]) - np.arctan2(edge[1], edge[0]))
    step = (last[1] - last[0]) * np.float32(1.12)
    return place(fourth.row, fourth.tiles, last.mean(axis=0) + step, turn=turn, scale=scale)


def _in_view(
    row: PhotographedRow, pieces: Sequence[LaidPiece], rng: np.random.Generator
) -> tuple[LaidPiece, ...]:
    """Slide all pieces along the row so that they lie somewhere in the photo."""
    quads = np.concatenate([laid.piece.outlines for laid in pieces])
    low, high = float(quads[..., 0].min()), float(quads[..., 0].max())
    least, most = 2.0 - low, row.image.shape[1] - 2.0 - high
    shift = float(rng.uniform(least, most)) if least < most else (least + most) / 2
    slide = row.along * np.float32(shift / row.along[0])
    return tuple(
        LaidPiece(
            Piece(
                laid.piece.row,
                laid.piece.tiles,
                laid.piece.matrix + np.column_stack([np.zeros((2, 2)), slide]),
            ),
            laid.role,
            laid.part,
        )
        for laid in pieces
    )


_TRIES = 2000
_SETS = 4
_FEWEST = 18  # different faces to choose from
_STEP = (1.0, 1.03)  # tile widths from tile to tile
_OFF = 0.012  # tile heights out of line
_SUN = (1.0, 2.0)


def compose_winning_hand(
    row: PhotographedRow, donors: Sequence[PhotographedRow], rng: np.random.Generator
) -> PhotographedRow | None:
    """Lay a winning hand where a row lay; None where too few faces are at hand, or no room is."""
    stock: dict[str, list[tuple[PhotographedRow, int]]] = {}
    for source in (row, *donors):
        for tile, code in enumerate(source.codes):
            stock.setdefault(code, []).append((source, tile))
    hand = _hand_of(frozenset(stock), rng) if len(stock) >= _FEWEST else None
    if hand is None:
        return None
    codes = [*hand.concealed, *hand.bonus]
    wide, tall = row.tile
    step = float(rng.uniform(*_STEP)) * wide
    middle = row.quads.mean(axis=(0, 1))
    pieces = []
    for number, code in enumerate(codes):
        source, tile = stock[code][int(rng.integers(len(stock[code])))]
        along = row.along * np.float32((number - (len(codes) - 1) / 2) * step)
        off = row.up * np.float32(rng.normal(0, _OFF) * tall)
        pieces.append(_upright(row, source, tile, middle + along + off))
    quads = np.concatenate([piece.quads for piece in pieces])
    size = np.array(row.image.shape[1::-1])
    if quads.min() < 2 or (quads.max(axis=(0, 1)) > size - 2).any():
        return None
    image = paste_pieces(clear_row(row), pieces, _SUN)
    return replace(row, image=image, codes=tuple(codes), quads=quads)


def _hand_of(codes: frozenset[str], rng: np.random.Generator) -> LaidHand | None:
    """Draw a winning hand with a bonus tile or two, of these faces only."""
    for _ in range(_TRIES):
        hand = sample_row(Bag(rng), rng, _SETS)
        if codes.issuperset((*hand.concealed, *hand.bonus)):
            return hand
    return None


def _upright(row: PhotographedRow, source: PhotographedRow, tile: int, to: Floats) -> Piece:
    """Bring a tile to a place in a row, as tall as the row's and standing as they do."""
    quad = source.quads[tile]
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    turn = float(np.arctan2(-row.up[1], -row.up[0]) - np.arctan2(down[1], down[0]))
    scale = row.tile[1] / float(np.linalg.norm(down))
    return place(source, (tile,), to, turn=turn, scale=scale)
