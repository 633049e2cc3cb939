"""Winning hands of real tiles in the place of a photographed row that wins nothing.

The tiles come from the row itself and from other photos of like light, each cut out by itself.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from datasets.synth.relaid.pieces import Piece, clear_row, paste_pieces, place
from datasets.synth.relaid.row import PhotographedRow
from datasets.synth.scenes.hands import Bag, LaidHand, sample_row
from vision.arrays import Floats

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
