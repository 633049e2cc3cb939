"""Counts rendered tile sets never seen: `python -m datasets.evaluation.set_counts --count 20`.

Each photo shows a whole set of 144, 136 or 108 tiles with up to three missing, in a block or
strewn. A count is exact if it names all missing tiles and nothing else. Then the set is learned
from the same photo: how many of its tiles get a wrong name, and how many are asked about.
"""

import sys
from collections import Counter
from collections.abc import Sequence

import numpy as np

from datasets.command_line import command_parser
from datasets.evaluation.networks import add_networks, reader_of
from datasets.synth.faces.design import CODES
from datasets.synth.faces.library import HELD_OUT_SEEDS, FaceLibrary
from datasets.synth.scenes.photograph import lay_stage, render_stage
from datasets.synth.scenes.profile import ROWS
from vision.tilesets.tile_set import TileSetError

SIZE = (2400, 1800)  # px, as a phone's photo once the page has shrunk it


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.evaluation.set_counts", __doc__)
    add_networks(parser)
    parser.add_argument("--count", type=int, default=20, help="photos")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    reader = reader_of(given, threads=1)
    faces = FaceLibrary.build(("drawn",), drawn=list(HELD_OUT_SEEDS)[: given.count])
    exact = few = wrong = asked = 0
    for number in range(given.count):
        rng = np.random.default_rng([given.seed, number])
        stage = lay_stage(rng, "whole set")
        photo = render_stage(rng, faces, stage, SIZE, ROWS, "whole set").image
        there = Counter(box.code for box in stage.boxes)
        count = reader.count(photo)
        counted = Counter(
            {code: (4 if code[1] in "mpsz" else 1) for code in CODES if _belongs(code, count.of)}
        )
        counted.subtract(count.missing)
        counted.update(count.extra)
        is_exact = +counted == there and count.of >= there.total()
        exact += is_exact
        few += len(count.unsure) <= 2
        try:
            known = reader.learn(photo, name="set")
        except TileSetError as error:
            print(f"{number}: not learned: {error.detail}")
            continue
        surplus = Counter(known.counts) - there
        wrong += sum(surplus.values())
        asked += len(known.questions)
        found = f"{count.found} of {count.of}, {len(count.unsure)} unsure"
        print(f"{number}: {there.total()} tiles: {found}{'' if is_exact else ', not exact'}")
    print(f"exact: {exact} of {given.count}; with at most two questions: {few}")
    print(f"learned: {wrong} wrong names, {asked} questions")
    return 0


def _belongs(code: str, of: int) -> bool:
    """Return whether a set of this many tiles has a face."""
    return code[1] in ("mps" if of == 108 else "mpsz" if of == 136 else "mpszfg")


if __name__ == "__main__":
    sys.exit(main())
