"""Bundled photos: rendered from drawn faces that no training sees, so they may be shipped.

``python -m datasets.synth.bundle`` writes photos with their truth to ``tests/photos`` and one of
them to ``service/demo``. Every tile in them is drawn by this package; no packaged art, no photo of
others.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np

from datasets.command_line import command_parser
from datasets.paths import CHECKOUT
from datasets.synth.faces.library import HELD_OUT_SEEDS, FaceLibrary
from datasets.synth.scenes.effects import Wear
from datasets.synth.scenes.files import truth_of
from datasets.synth.scenes.hands import Bag, LaidHand, LaidSet
from datasets.synth.scenes.layouts import HandPlan, Stage, lay_discards, lay_given
from datasets.synth.scenes.photograph import render_stage
from datasets.synth.scenes.profile import Profile
from datasets.synth.scenes.scene import Scene
from scorer.core.hand import Hand

SIZE = (1600, 1200)
QUALITY = 62
NO_FACTS: Mapping[str, str] = MappingProxyType({})
PHOTOS = CHECKOUT / "tests" / "photos"
DEMO = CHECKOUT / "service" / "demo"
DEMO_PHOTO = "exposed_pung"
# What no photo shows, by the names of a request for a score.
DEMO_FACTS = {"rules": "hk-500", "seat": "S", "round": "E", "win": "discard", "from": "N"}
_CALM = Profile(
    scale=(60.0, 110.0),
    filling=1.0,
    elevation=(58.0, 84.0),
    upright=1.0,
    turn=0.08,
    along=0.0,
    opposite=0.0,
    arms=0.0,
    varied=0.0,
    wear=Wear(blur=0.7, noise=2.5, jpeg=88, light=0.6),
)


@dataclass(frozen=True)
class Bundled:
    """One bundled photo: its hand text, how the hand lies, its seeds, and discards behind it."""

    name: str
    hand: str
    plan: HandPlan
    seed: int
    design: int
    discards: int = 0


BUNDLED = (
    Bundled("concealed_row", "234m 567m 345p 678s 9s +9s", HandPlan("gap"), 14, 900),
    Bundled(DEMO_PHOTO, "123456m 99m 77z (666z) +7z | 2f", HandPlan("gap"), 16, 901),
    Bundled("concealed_kong", "56p 22s 567s (333m) [1111z] +7p | 1f 3g", HandPlan("gap"), 13, 902),
    Bundled("discards_behind", "111p 234p 567p 88p 99p +9p", HandPlan("gap"), 20, 903, discards=14),
    Bundled("turned_winning_tile", "19m 19p 19s 1234567z +1m", HandPlan("turned"), 17, 904),
    Bundled("big_kong", "78s 345s 22z (7777z) (123s) +6s | 4g", HandPlan("gap"), 18, 905),
)


def _laid(text: str) -> LaidHand:
    """Return a hand text as tiles to lay, the concealed ones in the order they are written."""
    hand = Hand.parse(text)
    kinds = {"(": "exposed", "[": "concealed_kong"}
    sets = []
    for meld in hand.melds:
        codes = tuple(str(tile) for tile in meld.tiles)
        kind = kinds[str(meld)[0]]
        sets.append(LaidSet("kong" if kind == "exposed" and len(codes) == 4 else kind, codes))
    concealed = tuple(str(tile) for tile in hand.concealed)
    bonus = tuple(str(tile) for tile in hand.bonus)
    return LaidHand(concealed, str(hand.winning), tuple(sets), bonus)


def _layout(photo: Bundled) -> Callable[[Stage], None]:
    def lay(stage: Stage) -> None:
        hand = _laid(photo.hand)
        stage.bag.take((*hand.concealed, hand.win, *(c for s in hand.sets for c in s.codes)))
        lay_given(stage, hand, photo.plan)
        if photo.discards:
            lay_discards(stage, (1.0, stage.size[1] * 2 + 1.2), photo.discards)

    return lay


def render_bundled(photo: Bundled) -> Scene:
    """Render one bundled photo; the same on every machine with the same fonts."""
    rng = np.random.default_rng(photo.seed)
    faces = FaceLibrary.build(("drawn",), drawn=(photo.design,))
    stage = Stage(rng, (1.0, 1.34, 0.72), Bag(rng), wobble=0.008)
    _layout(photo)(stage)
    return render_stage(rng, faces, stage, SIZE, _CALM, photo.name)


def _write(scene: Scene, hand: str, path: Path, facts: Mapping[str, str] = NO_FACTS) -> int:
    """Write a photo and its truth; return the photo's size in bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = [cv2.IMWRITE_JPEG_QUALITY, QUALITY, cv2.IMWRITE_JPEG_OPTIMIZE, 1]
    data = cv2.imencode(".jpg", scene.image[..., ::-1], flags)[1].tobytes()
    path.write_bytes(data)
    truth: dict[str, Any] = truth_of(scene, path.name)
    truth["hand"] = str(Hand.parse(hand))
    truth.update(facts)
    truth["origin"] = (
        "rendered by datasets.synth.bundle from faces drawn by datasets.synth.faces.design"
    )
    text = json.dumps(truth, ensure_ascii=False).replace('{"code"', '\n  {"code"')
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
    return len(data)


def main(arguments: list[str] | None = None) -> int:
    """Write the bundled photos and the demo's."""
    parser = command_parser("datasets.synth.bundle", main.__doc__)
    parser.add_argument("--out", type=Path, default=PHOTOS)
    parser.add_argument("--demo", type=Path, default=DEMO)
    given = parser.parse_args(arguments)
    for photo in BUNDLED:
        scene = render_bundled(photo)
        if photo.design not in HELD_OUT_SEEDS:
            raise ValueError(f"design {photo.design} of {photo.name} may be trained on")
        size = _write(scene, photo.hand, given.out / f"{photo.name}.jpg")
        print(f"{photo.name}: {len(scene.tiles)} tiles, {size // 1000} kB, {scene.hand}")
        if photo.name == DEMO_PHOTO:
            _write(scene, photo.hand, given.demo / "hand.jpg", DEMO_FACTS)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
