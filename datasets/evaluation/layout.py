"""How often the layout reads a rendered hand from perfect quads and names.

``python -m datasets.evaluation.layout --count N --seed S`` prints the share of hands with the right
text and, with ``--worst K``, the hands that came out otherwise. Detector and classifier take no
part: what is wrong here is wrong in ``vision.layout.arrangement``.
"""

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.photograph import render_scene
from datasets.synth.scenes.profile import Profile
from datasets.synth.scenes.scene import Scene
from vision.layout.arrangement import lay_out
from vision.layout.handtext import hand_text

_OWN = ("hand", "exposed", "kong", "bonus")


@dataclass(frozen=True, slots=True)
class LayoutResult:
    """One scene: the text wanted and found, and whether the right tiles were taken."""

    seed: int
    wanted: str
    found: str | None
    tiles_right: bool

    @property
    def same(self) -> bool:
        """Whether the texts agree, sets in any order."""
        return _parts(self.found) == _parts(self.wanted)

    @property
    def alike(self) -> bool:
        """Whether they agree but for small kongs.

        A small kong may lie flat like any other, or its fourth tile covers one of the pung.
        """
        flat = [
            re.sub(r"\((\d)\1\1\1(\w)\+\)", r"(\1\1\1\1\2)", part) for part in _parts(self.wanted)
        ]
        covered = [
            re.sub(r"\((\d)\1\1\1(\w)\+\)", r"(\1\1\1\2)", part) for part in _parts(self.wanted)
        ]
        return _parts(self.found) in (_parts(self.wanted), sorted(flat), sorted(covered))


def _parts(text: str | None) -> list[str]:
    return sorted((text or "").split())


def evaluate(count: int, seed: int, faces: FaceLibrary) -> Iterator[LayoutResult]:
    """Render `count` hands and lay out their true tiles."""
    profile = Profile(layouts={"hand": 1.0})
    for number in range(seed, seed + count):
        scene = render_scene(np.random.default_rng(number), faces, (640, 640), profile)
        if _in_view(scene):
            yield _judge(number, scene)


def _in_view(scene: Scene) -> bool:
    """Whether no tile of the hand is cut off; a small kong may cover one of its own."""
    text = scene.hand or ""
    wanted = sum(char.isdigit() for char in text)
    seen = sum(tile.role in _OWN for tile in scene.tiles)
    return wanted - text.count("+)") <= seen <= wanted


def _judge(number: int, scene: Scene) -> LayoutResult:
    tiles = [(tile.code, tile.corners) for tile in scene.tiles]
    tiles += [("x", quad) for quad in scene.walls]
    codes = [code for code, _ in tiles]
    corners = np.array([quad for _, quad in tiles], np.float32).reshape(-1, 4, 2)
    hand = lay_out(corners, codes).hand
    own = {i for i, tile in enumerate(scene.tiles) if tile.role in _OWN}
    found = hand_text(hand, codes) if hand else None
    return LayoutResult(
        number, scene.hand or "", found, hand is not None and set(hand.tiles) == own
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--worst", type=int, default=0, metavar="K")
    arguments = parser.parse_args()
    faces = FaceLibrary.build(["drawn"], drawn=range(2))
    results = list(evaluate(arguments.count, arguments.seed, faces))
    for label, right in (
        ("hand text exact", [result.same for result in results]),
        ("exact but for small kongs", [result.alike for result in results]),
        ("tiles of the hand right", [result.tiles_right for result in results]),
    ):
        print(f"{label:28} {sum(right)} of {len(right)} = {np.mean(right):.3f}")
    for result in [one for one in results if not one.alike][: arguments.worst]:
        print(f"{result.seed:6}  wanted {result.wanted}\n        found  {result.found}")


if __name__ == "__main__":
    main()
