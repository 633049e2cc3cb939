"""Rendered photos with exact truth: tiles on tables, seen by a phone.

``python -m datasets.render --out FOLDER --count N --seed S`` writes images and one JSONL of truth.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.faces import FaceLibrary
from datasets.faces_fresh import fresh
from datasets.render_profile import DEFAULT_PROFILE, PROFILES, Profile
from datasets.scene_aim import aim, must_fit, smallest, width
from datasets.scene_camera import Box, Camera
from datasets.scene_draw import Painter
from datasets.scene_effects import glare, wear
from datasets.scene_hands import Bag
from datasets.scene_layouts import LAYOUTS, Stage
from datasets.scene_materials import Rgb, random_material, vary
from datasets.scene_people import reach_in
from datasets.scene_props import back_texture, prop_texture
from datasets.scene_tables import Free, table
from datasets.scene_winning import lay_long, lay_table

Image = npt.NDArray[np.uint8]
Quad = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class SceneTile:
    """One visible tile: ``code`` ("x" face down), ``corners`` (4, 2) px, ``role``, share in view.

    Corners run clockwise from the face's own top left; pixel (0, 0) has its middle at (0.5, 0.5).
    ``role`` is hand, exposed, kong, bonus, discard or back.
    """

    code: str
    corners: Quad
    role: str
    visible: float


@dataclass(frozen=True, eq=False)
class Scene:
    """A rendered photo and its truth.

    ``ignored`` are quads (4, 2) of tiles cut by the border or mostly hidden: neither tile nor
    table. ``walls`` are those of backs in walls, which no reader should name. ``hand`` is hand
    text or None. ``least`` is how wide the smallest tile of the hand is in px, 0 where one of them
    is not in full view.
    """

    image: Image
    tiles: tuple[SceneTile, ...]
    hand: str | None
    layout: str
    design: str
    ignored: tuple[Quad, ...]
    walls: tuple[Quad, ...]
    least: float = 0.0


BLANK_WHITE = 0.3  # share of sets whose white dragon is a bare body, whatever the design draws
_CUT = 0.55  # a tile less visible than this is ignored
_FULL = 0.8  # a tile of a readable hand shows at least this share
_TRIES = 60  # how often a readable photo is taken again before it counts as impossible
_AIMS = 30  # how often a camera is aimed again where it would show tiles too small


def _stage(rng: np.random.Generator, layout: str) -> Stage:
    """Lay the tiles of a scene in world units of a tile's width."""
    size = (1.0, float(rng.uniform(1.22, 1.45)), float(rng.uniform(0.5, 0.9)))
    flips = float(rng.choice([0.0, 0.1, 0.5], p=[0.6, 0.15, 0.25]))
    stage = Stage(rng, size, Bag(rng), wobble=float(rng.choice([0.004, 0.012, 0.03])), flips=flips)
    {**LAYOUTS, "table": lay_table, "long": lay_long}[layout](stage)
    return stage


def _ground(
    rng: np.random.Generator,
    camera: Camera,
    size: tuple[int, int],
    boxes: list[Box],
    felt: float | None,
) -> Image:
    """Photograph the bare table."""
    points = np.stack([b.pose.centre[:2] for b in boxes if b.is_tile])
    middle, half = (points.max(0) + points.min(0)) / 2, (points.max(0) - points.min(0)) / 2 + 1
    at = np.array([[middle[0] - 0.5, middle[1], 0], [middle[0] + 0.5, middle[1], 0]])
    scale = float(np.linalg.norm(np.diff(camera.project(at), axis=0)))
    free = Free((float(middle[0]), float(middle[1])), (float(half[0]), float(half[1])), scale)
    if max(size) > 1024:
        free = replace(free, side=1024)
    kind = None if felt is None or rng.random() >= felt else "felt"
    return table(rng, camera.ground(), size, free, kind)


def _colour_under(ground: Image, camera: Camera, boxes: list[Box]) -> Rgb:
    """Return the table's colour under the first tile."""
    h, w = ground.shape[:2]
    x, y = camera.project(boxes[0].pose.centre)
    at = (int(np.clip(y, 0, h - 1)), int(np.clip(x, 0, w - 1)))
    colour = ground[at]
    return (float(colour[0]), float(colour[1]), float(colour[2]))


@dataclass(frozen=True)
class Print:
    """How the faces in a photo differ from their design.

    ``blank`` leaves the white dragon bare; ``varied`` engraves all a little otherwise; ``anew``
    takes bonus tiles and the bird from a set drawn for this photo alone.
    """

    blank: bool = False
    varied: bool = False
    anew: bool = False


def fronts(
    rng: np.random.Generator, faces: FaceLibrary, design: str, boxes: list[Box], how: Print
) -> dict[str, Image]:
    """Return the ink of every front in the scene by its key."""
    found: dict[str, Image] = {"back": back_texture(rng)}
    spare = faces.pick_design(rng)  # one design for all that the first one lacks
    for box in boxes:
        if box.front in found:
            continue
        found[box.front] = (
            faces.pick(rng, design, box.front, spare).image
            if box.is_tile
            else prop_texture(box.front)
        )
    if how.anew:
        found |= fresh(rng, found)
    if "5z" in found and how.blank:
        found["5z"] = np.zeros_like(found["5z"])
    if how.varied:
        tiles = {box.front for box in boxes if box.is_tile} - {"back"}
        found |= vary({key: found[key] for key in sorted(tiles)}, rng)
    return found


def render_scene(
    rng: np.random.Generator,
    faces: FaceLibrary,
    size: tuple[int, int] = (640, 640),
    profile: Profile = DEFAULT_PROFILE,
) -> Scene:
    """Render one photo of ``size`` (width, height) with the truth of all its tiles."""
    names = list(profile.layouts)
    weights = np.array([profile.layouts[name] for name in names])
    layout = names[int(rng.choice(len(names), p=weights / weights.sum()))]
    return render_stage(rng, faces, _stage(rng, layout), size, profile, layout)


def render_from(
    rng: np.random.Generator,
    faces: FaceLibrary,
    size: tuple[int, int],
    mixture: Sequence[tuple[float, Profile]],
) -> Scene:
    """Render one photo of a mixture of profiles with their shares.

    ``size`` is for profiles that name none. Raises ``RuntimeError`` where a profile asks for a
    hand in full view and none comes out.
    """
    shares = np.array([share for share, _ in mixture])
    profile = mixture[int(rng.choice(len(mixture), p=shares / shares.sum()))][1]
    if profile.sizes:
        size = profile.sizes[int(rng.integers(len(profile.sizes)))]
    for _ in range(_TRIES):
        scene = render_scene(rng, faces, size, profile)
        if scene.least >= profile.readable:
            return scene
    message = f"no photo of {size} shows every tile {profile.readable} px wide; ask for less"
    raise RuntimeError(message)


def render_stage(
    rng: np.random.Generator,
    faces: FaceLibrary,
    stage: Stage,
    size: tuple[int, int],
    profile: Profile,
    layout: str,
) -> Scene:
    """Photograph what lies on a stage; ``layout`` only names it."""
    design = faces.pick_design(rng)
    camera = aim(rng, stage.boxes, size, profile)
    for _ in range(_AIMS):
        if smallest(stage.boxes, camera, size) >= profile.readable:
            break
        camera = aim(rng, stage.boxes, size, profile)
    sun = np.array([rng.normal(0, 0.6), rng.normal(0.2, 0.6), 1.0])
    ground = _ground(rng, camera, size, stage.boxes, profile.felt)
    material = random_material(rng, _colour_under(ground, camera, stage.boxes))
    blank = not material.one_colour and bool(rng.random() < BLANK_WHITE)
    varied = bool(rng.random() < profile.varied)
    how = Print(blank, varied, bool(profile.anew and rng.random() < profile.anew))
    painter = Painter(
        ground,
        camera,
        material,
        sun / np.linalg.norm(sun),
        fronts(rng, faces, design, stage.boxes, how),
        rng,
    )
    quads = painter.paint(stage.boxes)
    image = np.asarray(painter.image, np.uint8)
    sides = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    unit = float(np.median(sides[[box.is_tile for box in stage.boxes]]))
    if rng.random() < profile.arms:
        image = reach_in(image, painter.owners, rng, unit)
    tiles, ignored, walls = _truth(stage.boxes, quads, painter.owners)
    if rng.random() < 0.35 * profile.wear.light:
        image = glare(image, painter.owners > 0, rng, unit)
    image = wear(image, rng, profile.wear, unit)
    least = _least(stage.boxes, quads, painter.owners)
    return Scene(image, tiles, stage.hand, layout, design, ignored, walls, least)


def _truth(
    boxes: list[Box], quads: npt.NDArray[np.float64], owners: npt.NDArray[np.int32]
) -> tuple[tuple[SceneTile, ...], tuple[Quad, ...], tuple[Quad, ...]]:
    """Sort boxes into tiles, ignored quads and walls by what can be seen of them."""
    h, w = owners.shape
    counts = np.bincount(owners.ravel(), minlength=len(boxes) + 1)[1:]
    tiles: list[SceneTile] = []
    ignored: list[Quad] = []
    walls: list[Quad] = []
    for box, quad, count in zip(boxes, quads, counts, strict=True):
        corners = quad.astype(np.float32)
        area = abs(float(cv2.contourArea(corners)))
        inside = bool((quad >= 0).all() and (quad[:, 0] <= w).all() and (quad[:, 1] <= h).all())
        visible = min(1.0, float(count) / max(area, 1.0))
        touches = bool((quad.max(0) > 0).all() and (quad.min(0) < (w, h)).all())
        if not box.is_tile or not touches or count == 0:
            continue
        if box.role == "wall":
            walls.append(corners)
        elif inside and visible >= _CUT:
            tiles.append(SceneTile(box.code, corners, _role(box), visible))
        else:
            ignored.append(corners)
    return tuple(tiles), tuple(ignored), tuple(walls)


def _least(
    boxes: list[Box], quads: npt.NDArray[np.float64], owners: npt.NDArray[np.int32]
) -> float:
    """Return the width of the smallest tile that must be seen, 0 where one is not in full view.

    A tile under another one of its kong need not be seen.
    """
    h, w = owners.shape
    counts = np.bincount(owners.ravel(), minlength=len(boxes) + 1)[1:]
    on_top = [b.pose.centre for b in boxes if b.pose.centre[2] > b.size[2] and must_fit(b)]
    least = float("inf")
    for box, quad, count in zip(boxes, quads, counts, strict=True):
        at = box.pose.centre
        under = any(t[2] > at[2] and float(np.hypot(*(t - at)[:2])) < 0.5 for t in on_top)
        if not must_fit(box) or under:
            continue
        area = abs(float(cv2.contourArea(quad.astype(np.float32))))
        if float(count) < _FULL * area:
            return 0.0
        least = min(least, width(quad, (w, h)))
    return least if np.isfinite(least) else 0.0


def _role(box: Box) -> str:
    return "back" if box.code == "x" and box.role == "discard" else box.role


def main(arguments: list[str] | None = None) -> int:
    """Write rendered photos and their truth into a folder."""
    from datasets.render_files import MAX_WORKERS, Job, write_scenes  # noqa: PLC0415 (it imports this module)

    parser = argparse.ArgumentParser(prog="python -m datasets.render", description=main.__doc__)
    parser.add_argument(
        "--out", type=Path, required=True, help="folder for the images and truth.jsonl"
    )
    parser.add_argument(
        "--count", type=int, required=True, help="how many photos; those already there are kept"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0, help="number of the first photo")
    parser.add_argument("--size", type=int, default=640, help="side in pixels")
    parser.add_argument(
        "--profile",
        choices=tuple(PROFILES),
        default="training",
        help="acceptance: hands as players photograph them, of sizes and designs of their own",
    )
    parser.add_argument("--format", choices=("jpg", "webp"), default="jpg")
    parser.add_argument(
        "--sources",
        help="of faces, with commas between; default drawn,art,crops, or unseen for acceptance",
    )
    parser.add_argument("--exclude", default="", help="designs to hold out, with commas between")
    parser.add_argument("--workers", type=int, choices=range(1, MAX_WORKERS + 1), default=1)
    given = parser.parse_args(arguments)
    usual = "unseen" if given.profile == "acceptance" else "drawn,art,crops"
    job = Job(
        given.out,
        given.count,
        given.seed,
        given.start,
        given.size,
        given.format,
        sources=tuple((given.sources or usual).split(",")),
        exclude=frozenset(filter(None, given.exclude.split(","))),
        profile=given.profile,
    )
    for note in FaceLibrary.build(job.sources, job.exclude).notes:
        print(f"render: {note}", file=sys.stderr)
    written = 0
    for written, number in enumerate(write_scenes(job, given.workers), 1):
        if written % 500 == 0:
            print(f"{written} written, last {job.name(number)}", flush=True)
    print(f"{written} photos written to {given.out}, {given.count - written} were there already")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
