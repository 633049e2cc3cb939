"""Photographs tiles on tables with exact truth, as a phone sees them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from datasets.synth.faces.library import FaceLibrary
from datasets.synth.faces.new_designs import draw_new_faces
from datasets.synth.faces.unknown import draw_unknown
from datasets.synth.scenes.camera import Box, Camera
from datasets.synth.scenes.effects import glare, reach_in, wear
from datasets.synth.scenes.hands import Bag
from datasets.synth.scenes.layouts import Stage
from datasets.synth.scenes.materials import (
    Material,
    Rgb,
    change_backs,
    darken,
    random_material,
    vary,
)
from datasets.synth.scenes.painter import Painter
from datasets.synth.scenes.play import lay_play, lay_racked
from datasets.synth.scenes.profile import DEFAULT_PROFILE, Profile
from datasets.synth.scenes.props import back_texture, carved_back, prop_texture
from datasets.synth.scenes.rare import RARE
from datasets.synth.scenes.scatter import SCATTERED
from datasets.synth.scenes.scene import Image, Scene, aim, must_fit, readability, smallest, truth
from datasets.synth.scenes.sides import SIDES
from datasets.synth.scenes.tables import Free, part_of_photo, table
from datasets.synth.scenes.winning_hands import (
    lay_any_hand,
    lay_long,
    lay_stacked,
    lay_table,
)
from vision.sets import UNKNOWN_FACE

ON_PHOTOS = 0.8  # share of scenes laid on photos, if there are any
_TRIES = 60  # attempts at a readable photo before it counts as impossible
_LAYOUTS = {
    **SCATTERED,
    "hand": lay_any_hand,
    "table": lay_table,
    "stacked": lay_stacked,
    "long": lay_long,
    "play": lay_play,
    "racked": lay_racked,
    **RARE,
    **SIDES,
}
_AIMS = 30  # attempts at aiming a camera that shows the tiles large enough


RED_FIVES = MappingProxyType({f"0{suit}": f"5{suit}" for suit in "mps"})  # of riichi sets
_RED_INK = (190, 30, 35)


@dataclass(frozen=True)
class Print:
    """How the faces in a photo differ from their design.

    ``blank`` leaves the white dragon bare; ``varied`` engraves faces slightly differently; ``anew``
    takes bonus tiles, the bird and sometimes all bamboo from a set drawn only for this photo.
    """

    blank: bool = False
    varied: bool = False
    anew: bool = False


@dataclass(frozen=True)
class OneSet:
    """A tile set shown by several pictures: its design, how it is printed, its material.

    ``size`` are width (1), height and thickness of a tile.
    """

    design: str
    how: Print
    material: Material
    size: tuple[float, float, float]

    @classmethod
    def of(cls, design: str, rng: np.random.Generator) -> "OneSet":
        """Return a set of a design, with a blank white dragon as often as in photos."""
        material = random_material(rng)
        blank = not material.one_colour and bool(rng.random() < DEFAULT_PROFILE.blank)
        size = (1.0, float(rng.uniform(1.22, 1.45)), float(rng.uniform(0.5, 0.9)))
        return cls(design, Print(blank=blank), material, size)


class OutOfViewError(RuntimeError):
    """No attempted photo shows the whole hand as large as a profile requires."""


def render_scene(
    rng: np.random.Generator,
    faces: FaceLibrary,
    size: tuple[int, int] = (640, 640),
    profile: Profile = DEFAULT_PROFILE,
) -> Scene:
    """Return one photo of ``size`` (width, height) with the truth of all its tiles."""
    layout = profile.draw_layout(rng)
    return render_stage(rng, faces, lay_stage(rng, layout), size, profile, layout)


def render_from(
    rng: np.random.Generator,
    faces: FaceLibrary,
    mixture: Sequence[tuple[float, Profile]],
) -> Scene:
    """Return one photo of a mixture of profiles with their shares.

    Raises ``OutOfViewError`` if a profile requires a hand in full view and no attempt gives one.
    """
    shares = np.array([share for share, _ in mixture])
    profile = mixture[int(rng.choice(len(mixture), p=shares / shares.sum()))][1]
    size = profile.sizes[int(rng.integers(len(profile.sizes)))]
    for _ in range(_TRIES):
        scene = render_scene(rng, faces, size, profile)
        if scene.least >= profile.readable:
            return scene
    message = f"no photo of {size} shows every tile {profile.readable} px wide; ask for less"
    raise OutOfViewError(message)


def render_stage(  # noqa: PLR0913, PLR0917  (what lies there, and how it is photographed)
    rng: np.random.Generator,
    faces: FaceLibrary,
    stage: Stage,
    size: tuple[int, int],
    profile: Profile,
    layout: str,
    one: OneSet | None = None,
) -> Scene:
    """Return a photo of a stage, of any set or of ``one``; ``layout`` is only its name."""
    camera = aim(rng, stage.boxes, size, profile)
    for _ in range(_AIMS):
        if smallest(stage.boxes, camera, size) >= profile.readable:
            break
        camera = aim(rng, stage.boxes, size, profile)
    shot = take(rng, faces, stage.boxes, camera, size, profile, one)
    tiles, ignored, walls = truth(stage.boxes, shot.quads, shot.owners)
    readable = readability(stage.boxes, shot.quads, shot.owners)
    held = tuple(sorted(box.front or box.code for box in stage.boxes if must_fit(box)))
    seen = (layout, shot.design, ignored, walls, *readable)
    return Scene(shot.image, tiles, stage.hand, *seen, held)


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture, the design of its tiles, and the corners (n, 4, 2) that it shows of each box.

    ``owners`` (h, w) number the boxes whose fronts the pixels show, from 1; 0 stands for none.
    """

    image: Image
    design: str
    quads: npt.NDArray[np.float64]
    owners: npt.NDArray[np.int32]


def take(  # noqa: PLR0913, PLR0917  (what lies there, and how it is photographed)
    rng: np.random.Generator,
    faces: FaceLibrary,
    boxes: list[Box],
    camera: Camera,
    size: tuple[int, int],
    profile: Profile,
    one: OneSet | None = None,
) -> Shot:
    """Return a picture of boxes, with tiles of any set or of ``one``."""
    design = faces.pick_design(rng) if one is None else one.design
    sun = np.array([rng.normal(0, 0.6), rng.normal(0.2, 0.6), 1.0])
    if faces.grounds and rng.random() < ON_PHOTOS:
        ground = part_of_photo(rng, faces.grounds, size)
    else:
        ground = _ground(rng, camera, size, boxes, profile)
    material = _material(rng, _colour_under(ground, camera, boxes), profile)
    blank = not material.one_colour and bool(rng.random() < profile.blank)
    varied, anew = (bool(rng.random() < share) for share in (profile.varied, profile.anew))
    how = Print(blank and all(box.front for box in boxes), varied, anew)
    if one is not None:
        material, how = one.material, one.how
    textures = fronts(rng, faces, design, boxes, how)
    if profile.backs == "carved":
        textures["back"] = carved_back(rng)
    soft = float(rng.uniform(0, profile.soft))
    painter = Painter(ground, camera, material, sun / np.linalg.norm(sun), textures, rng, soft)
    quads = painter.paint(boxes)
    image = np.asarray(painter.image, np.uint8)
    sides = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    # A camera that almost touches a tile shows only part of it: no lamp or blur is that large.
    unit = min(float(np.median(sides[_matters(boxes)])), float(max(size)))
    if rng.random() < profile.arms:
        image = reach_in(image, painter.owners, rng, unit)
    if rng.random() < 0.35 * profile.wear:
        image = glare(image, painter.owners > 0, rng, unit)
    return Shot(wear(image, rng, profile.wear, unit), design, quads, painter.owners)


def _material(rng: np.random.Generator, cloth: Rgb, profile: Profile) -> Material:
    """Return the material of the tiles, on a table of this colour."""
    material = random_material(rng, cloth)
    if profile.bare and rng.random() < profile.bare:
        material = replace(material, split=float(rng.uniform(0.78, 0.97)))
    if profile.dark and rng.random() < profile.dark:
        material = darken(material, rng)
    return change_backs(material, profile.backs, cloth, rng) if profile.backs else material


def lay_stage(rng: np.random.Generator, layout: str) -> Stage:
    """Return the tiles of a scene as laid, in units of a tile's width."""
    size = (1.0, float(rng.uniform(1.22, 1.45)), float(rng.uniform(0.5, 0.9)))
    flips = float(rng.choice([0.0, 0.1, 0.5], p=[0.6, 0.15, 0.25]))
    stage = Stage(rng, size, Bag(rng), wobble=float(rng.choice([0.004, 0.012, 0.03])), flips=flips)
    _LAYOUTS[layout](stage)
    return stage


def _ground(
    rng: np.random.Generator,
    camera: Camera,
    size: tuple[int, int],
    boxes: list[Box],
    profile: Profile,
) -> Image:
    """Return a photo of the bare table."""
    points = np.stack([box.pose.centre[:2] for box in boxes])[_matters(boxes)]
    middle, half = (points.max(0) + points.min(0)) / 2, (points.max(0) - points.min(0)) / 2 + 1
    at = np.array([[middle[0] - 0.5, middle[1], 0], [middle[0] + 0.5, middle[1], 0]])
    scale = float(np.linalg.norm(np.diff(camera.project(at), axis=0)))
    free = Free((float(middle[0]), float(middle[1])), (float(half[0]), float(half[1])), scale)
    free = replace(free, side=160 if max(size) < 400 else 512 if max(size) <= 1024 else 1024)
    kind = None if profile.felt is None or rng.random() >= profile.felt else "felt"
    if profile.ruled and rng.random() < profile.ruled:
        kind = "ruled"
    return table(rng, camera.ground(), size, free, kind)


def _matters(boxes: list[Box]) -> list[bool]:
    """Return which boxes a photo is about: the tiles or, without any, everything."""
    tiles = [box.is_tile for box in boxes]
    return tiles if any(tiles) else [True] * len(boxes)


def _colour_under(ground: Image, camera: Camera, boxes: list[Box]) -> Rgb:
    """Return the table's colour under the first tile."""
    h, w = ground.shape[:2]
    x, y = camera.project(boxes[0].pose.centre)
    at = (int(np.clip(y, 0, h - 1)), int(np.clip(x, 0, w - 1)))
    colour = ground[at]
    return (float(colour[0]), float(colour[1]), float(colour[2]))


def fronts(
    rng: np.random.Generator, faces: FaceLibrary, design: str, boxes: list[Box], how: Print
) -> dict[str, Image]:
    """Return the ink of every front in the scene by its key."""
    found: dict[str, Image] = {"back": back_texture(rng)}
    if any(not box.front for box in boxes):
        found[""] = np.zeros_like(found["back"])
    spare = faces.pick_design(rng)  # one design for all that the first one lacks
    for box in boxes:
        if box.front in found:
            continue
        if box.front == UNKNOWN_FACE:
            found[box.front] = draw_unknown(rng)
        elif box.front in RED_FIVES:
            found[box.front] = _redden(faces.pick(rng, design, RED_FIVES[box.front], spare))
        elif box.is_tile:
            found[box.front] = faces.pick(rng, design, box.front, spare)
        else:
            found[box.front] = prop_texture(box.front)
    if how.anew:
        found |= draw_new_faces(rng, found)
    if "5z" in found and how.blank:
        found["5z"] = np.zeros_like(found["5z"])
    if how.varied:
        tiles = {box.front for box in boxes if box.is_tile} - {"back"}
        found |= vary({key: found[key] for key in sorted(tiles)}, rng)
    return found


def _redden(face: Image) -> Image:
    """Return a face (h, w, 4) with all its ink in red."""
    cover = face[..., 3:].astype(np.float32) / 255
    return np.concatenate([cover * _RED_INK, cover * 255], axis=2).round().astype(np.uint8)
