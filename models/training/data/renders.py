"""Renders single tiles of many drawn sets, most of them bonus tiles, for the classifier.

    python -m models.training.data.renders --count 24000 --out build/drawn.npz

Flowers and seasons look different in every set; what stays is the printed number and character.
Only many designs teach a network to look there. The bird of 1 Bamboo differs as much,
and so does what a stick of bamboo looks like.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from datasets.command_line import command_parser
from datasets.synth.faces.design import CODES
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.crops import render_crop
from models.training.data.crops import MARGIN, SIZE, Crop, save
from vision.sets import UNKNOWN_FACE

SETS = range(100, 260)
BIRD = "1s"


@dataclass(frozen=True)
class Shares:
    """What crops show: `unknown` of all none of the 42 faces, `bonus` flowers and seasons.

    Of the others `birds` show 1 Bamboo, and of what is left `bamboo` its other ranks.
    """

    bonus: float = 0.65
    birds: float = 0.0
    bamboo: float = 0.0
    unknown: float = 0.0


def draw_tiles(count: int, seed: int, shares: Shares, size: int = SIZE) -> Iterator[Crop]:
    """Render `count` crops of drawn sets that neither scenes nor bundled photos use."""
    dice = np.random.default_rng(seed)
    faces = FaceLibrary.build(sources=("drawn",), drawn=SETS)
    bonus = [code for code in CODES if code[1] in "fg"]
    playing = [code for code in CODES if code[1] not in "fg"]
    for _ in range(count):
        code = str(dice.choice(bonus if dice.random() < shares.bonus else playing))
        if code not in bonus and shares.birds and dice.random() < shares.birds:
            code = BIRD
        elif code not in bonus and shares.bamboo and dice.random() < shares.bamboo:
            code = f"{int(dice.integers(2, 10))}s"
        if shares.unknown and dice.random() < shares.unknown:
            code = UNKNOWN_FACE
        crop = render_crop(dice, faces, code, size, MARGIN)
        yield Crop(crop.image, code, 0, f"drawn/{crop.design}")


def main() -> None:
    """Read the command line and render."""
    parser = command_parser("models.training.data.renders", __doc__)
    parser.add_argument("--count", type=int, default=24_000)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--bonus", type=float, default=Shares.bonus, help="share of bonus tiles")
    parser.add_argument("--birds", type=float, default=0.0, help="of the others, share of 1 Bamboo")
    parser.add_argument("--bamboo", type=float, default=0.0, help="of the rest, share of 2 to 9")
    parser.add_argument("--unknown", type=float, default=0.0, help="share of none of the 42 faces")
    parser.add_argument("--size", type=int, default=SIZE, help="px of a crop, its margin included")
    parser.add_argument("--out", type=Path, default=Path("build/drawn.npz"))
    options = parser.parse_args()
    shares = Shares(options.bonus, options.birds, options.bamboo, options.unknown)
    crops = draw_tiles(options.count, options.seed, shares, options.size)
    print(f"wrote {save(crops, options.out)} crops to {options.out}")


if __name__ == "__main__":
    main()
