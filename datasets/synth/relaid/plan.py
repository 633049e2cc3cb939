"""Decides which sets of a row are laid down, and where: behind the hand or beside it.

Where a row wins nothing, a winning hand of real tiles takes its place, from the row itself and from
other photos of like light.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.synth.relaid.row import PhotographedRow, Piece, clear_row, paste_pieces, place
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


@dataclass(frozen=True, slots=True)
class _Segment:
    """Neighbours in a row that are laid together, so many tile widths after those before them."""

    tiles: tuple[int, ...]
    role: str
    part: int = 0
    gap: float = 0.0
    turned: bool = False
    fourth: Piece | None = None


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
    held = [tile for tile in held if tile != won]
    line = [_Segment(run, "hand") for run in _runs(held)]
    if won is not None:
        turned = bool(rng.random() < _TURNED)
        gap = float(rng.uniform(0.05, 1.0) if turned else rng.uniform(0.7, 1.5))
        line = _beside(line, [_Segment((won,), "hand", WINNING, gap, turned)], left=left)
    laid, kinds = [], []
    for part, tiles in enumerate(sets, 1):
        fourth = _fourth(row, tiles, donors) if rng.random() < _KONGS else None
        kinds.append(_laid_set(row, tiles, kong=fourth is not None))
        apart = float(rng.uniform(0.7, 1.5))
        laid.append(_Segment(tiles, "exposed", part, apart, fourth=fourth))
    back = [_Segment(run, "bonus") for run in aside]
    if rng.random() < _BEHIND:
        back = [*laid, *back]
    else:
        line = _beside(line, laid, left=not left)
    pieces = [*_lay_line(row, line), *_lay_behind(row, back, rng)]
    plain = [row.codes[tile] for tile in held if not is_bonus(row.codes[tile])]
    won_by = plain.pop() if won is None else row.codes[won]
    hand = LaidHand(tuple(plain), won_by, tuple(kinds), tuple(row.codes[tile] for tile in bonus))
    return Plan(_in_view(row, pieces, rng), hand.text(apart=won is not None))


def _beside(line: Sequence[_Segment], more: Sequence[_Segment], *, left: bool) -> list[_Segment]:
    """Put more at an end of a line, as far from it as they say."""
    if not left:
        return [*line, *more]
    return [*more, replace(line[0], gap=more[-1].gap), *line[1:]]


def _lay_line(row: PhotographedRow, line: Sequence[_Segment]) -> Iterator[LaidPiece]:
    """Lay segments along the row from left to right; what lay side by side stays so."""
    wide, tall = row.tile
    edges = row.outlines() @ row.along
    x = float(edges.min())
    for each in line:
        own = edges[list(each.tiles)]
        width = tall if each.turned else float(own.max() - own.min())
        x += each.gap * wide
        shift = x + width / 2 - float(own.max() + own.min()) / 2
        lower = (tall - wide) / 2 if each.turned else 0.0
        middle = row.quads[list(each.tiles)].reshape(-1, 2).mean(axis=0)
        to = middle + row.along * np.float32(shift) - row.up * np.float32(lower)
        piece = place(row, each.tiles, to, turn=-np.pi / 2 if each.turned else 0.0)
        yield from _with_fourth(piece, each)
        x += width + (wide * 1.1 if each.fourth else 0.0)


def _lay_behind(
    row: PhotographedRow, line: Sequence[_Segment], rng: np.random.Generator
) -> Iterator[LaidPiece]:
    """Lay segments in a line behind the hand, from left to right."""
    wide, tall = row.tile
    scale, up = float(rng.uniform(0.9, 1.0)), float(rng.uniform(1.3, 2.1))
    start, x = row.quads[0].mean(axis=0), 0.0
    for each in line:
        along = row.along * np.float32(x + len(each.tiles) * wide * 0.5)
        away = row.up * np.float32((up + float(rng.normal(0, 0.06))) * tall)
        turn = float(rng.normal(0, 0.03))
        yield from _with_fourth(
            place(row, each.tiles, start + along + away, turn=turn, scale=scale), each
        )
        x += scale * wide * (len(each.tiles) + (each.fourth is not None)) * 1.1
        x += float(rng.uniform(0.4, 1.6)) * wide


def _with_fourth(laid: Piece, of: _Segment) -> Iterator[LaidPiece]:
    """Yield a piece, and right of it the fourth tile of a kong, as large and as turned."""
    yield LaidPiece(laid, of.role, of.part)
    if of.fourth is None:
        return
    last, own = laid.quads[-1], of.fourth.row.quads[of.fourth.tiles[0]]
    side, edge = (quad[2] - quad[1] for quad in (last, own))
    scale = float(np.linalg.norm(side) / np.linalg.norm(edge))
    turn = float(np.arctan2(side[1], side[0]) - np.arctan2(edge[1], edge[0]))
    to = last.mean(axis=0) + (last[1] - last[0]) * np.float32(1.12)
    piece = place(of.fourth.row, of.fourth.tiles, to, turn=turn, scale=scale)
    yield LaidPiece(piece, of.role, of.part)


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


def _in_view(
    row: PhotographedRow, pieces: Sequence[LaidPiece], rng: np.random.Generator
) -> tuple[LaidPiece, ...]:
    """Slide all pieces along the row so that they lie somewhere in the photo."""
    quads = np.concatenate([laid.piece.outlines for laid in pieces])
    low, high = float(quads[..., 0].min()), float(quads[..., 0].max())
    least, most = 2.0 - low, row.image.shape[1] - 2.0 - high
    shift = float(rng.uniform(least, most)) if least < most else (least + most) / 2
    slide = row.along * np.float32(shift / row.along[0])
    moved = np.column_stack([np.zeros((2, 2)), slide])
    return tuple(
        replace(laid, piece=replace(laid.piece, matrix=laid.piece.matrix + moved))
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
