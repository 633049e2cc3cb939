r"""Cuts the tiles that the classifier learns from, with a margin for random shifts and turns.

    python -m models.training.data.crops --photos ../shared/photos --scenes build/scenes \
        --detector models/detector.onnx --out build/crops.npz
    python -m models.training.data.crops --drawn 24000 --out build/drawn.npz

Tiles of photos are cut along the detector's own corners, as reading does, so that the classifier
learns to allow for its small errors; a caption-only label names the tile whose quad contains it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import cv2
import numpy as np

from datasets.command_line import command_parser
from datasets.evaluation.existence import add_empty, empty_pictures
from datasets.evaluation.matching import FoundTiles, Truth, match
from datasets.labels.outlines import OutlinedPhoto, load_outlined
from datasets.labels.photos import Photo, load_photos, load_tile_crops, read_pixels
from datasets.paths import PHOTOS
from datasets.synth.faces.design import CODES
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.crops import render_crop
from datasets.synth.scenes.photograph import RED_FIVES
from models.training.data.corners import unlabelled_mask
from models.training.data.examples import from_scene
from models.training.data.scenes import rendered_scenes
from vision.arrays import Floats, Pixels
from vision.nets.detector import Detector
from vision.nets.faces import NOT_A_TILE
from vision.quads import geometry
from vision.sets import UNKNOWN_FACE, is_bonus

SIZE = 96  # px of a stored crop, unless said otherwise
MARGIN = 0.125
SOME_TILE = "1m"  # any name: matching compares places only
UNKNOWN = -1
ALONG_SEEN = 0.5  # share of scenes whose tiles are cut along the corners that a detector sees
READABLE = 12.0
FROM_A_SCENE = 14
DRAWN_SETS = range(100, 260)


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """A tile with its margin (s, s, 3), its code, the corner at its own top left, its origin."""

    pixels: Pixels
    code: str
    turn: int
    origin: str


def with_margin(corners: Floats) -> Floats:
    """Return quads (n, 4, 2) so large that the tile fills the middle four fifths of a crop."""
    return geometry.grow(corners, 1 / (1 - 2 * MARGIN))


def network_input(pixels: Pixels, size: int) -> Pixels:
    """Return one crop, its margin cut off, in the size of a network."""
    edge = round(pixels.shape[0] * MARGIN)
    tile = pixels[edge:-edge, edge:-edge]
    way = cv2.INTER_AREA if size < tile.shape[0] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(tile, (size, size), interpolation=way), np.uint8)


def from_tile_crops(root: Path, size: int = SIZE) -> Iterator[Crop]:
    """Yield the single-tile pictures of `tiles.jsonl`, all upright."""
    for crop in load_tile_crops(root):
        image = np.asarray(cv2.imread(str(crop.path), cv2.IMREAD_COLOR_RGB), np.uint8)
        side = round(size * (1 - 2 * MARGIN))
        edge = (size - side) // 2
        way = cv2.INTER_AREA if side < min(image.shape[:2]) else cv2.INTER_LINEAR
        small = cv2.resize(image, (side, side), interpolation=way)
        pixels = cv2.copyMakeBorder(small, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
        yield Crop(np.asarray(pixels, np.uint8), crop.tile, 0, f"tiles/{crop.set}")


def from_photos(photos: Iterable[Photo], detector: Detector, size: int = SIZE) -> Iterator[Crop]:
    """Yield the labelled tiles of photos, and false detections in completely labelled ones."""
    for photo in photos:
        image = photo.image()
        found = geometry.turn_upright(detector.detect(image).corners)
        labels = Truth.of(photo, image.shape[1], image.shape[0])
        boxes, chosen = labels.boxes, tiles_seen(labels, found)
        quads = [
            geometry.turn_upright(geometry.quads(boxes[i : i + 1]))[0]
            if j is None and tile.whole and not photo.augmented
            else None if j is None else found[j]
            for i, (tile, j) in enumerate(zip(photo.tiles, chosen, strict=True))
        ]  # fmt: skip
        codes = [tile.tile for tile in photo.tiles]
        if photo.complete:
            spare = np.flatnonzero(unlabelled_mask(found, boxes))
            quads += [found[j] for j in spare]
            codes += [NOT_A_TILE] * len(spare)
        yield from cut(image, quads, codes, f"{photo.source}/{photo.group}", size=size)


def from_outlined(
    photos: Iterable[OutlinedPhoto], detector: Detector, size: int = SIZE
) -> Iterator[Crop]:
    """Yield the faces of outlined photos, and what a detector sees there that is none."""
    for photo in photos:
        image = read_pixels(photo.path)
        height, width = image.shape[:2]
        origin = f"outlined/{photo.path.stem}"
        faces = photo.tiles * np.array([width, height], np.float32)
        known = [place for place, code in enumerate(photo.codes) if code is not None]
        codes = [str(photo.codes[place]) for place in known]
        yield from cut(image, list(faces[known]), codes, origin, 0, size)
        found = geometry.turn_upright(detector.detect(image).corners)
        spare = found[photo.labels(found, (width, height)) == 0]
        yield from cut(image, list(spare), [NOT_A_TILE] * len(spare), origin, size=size)


def tiles_seen(labels: Truth, found: Floats) -> list[int | None]:
    """Return for each label the quad (m, 4, 2) that figures would count as its tile, or None."""
    ones = np.ones(len(found), np.float32)
    seen = FoundTiles((SOME_TILE,) * len(found), found, ones, ones < 0)
    pairs = dict(match(labels, seen).pairs)
    return [pairs.get(label) for label in range(len(labels.names))]


def cut(
    image: Pixels,
    quads: Iterable[Floats | None],
    codes: Iterable[str],
    origin: str,
    turn: int = UNKNOWN,
    size: int = SIZE,
) -> Iterator[Crop]:
    """Yield quads cut with their margin; None is left out."""
    for quad, code in zip(quads, codes, strict=True):
        if quad is not None:
            pixels = geometry.rectify(image, with_margin(quad[None]), size)[0]
            yield Crop(pixels, code, turn, origin)


def from_scenes(
    folder: Path, most: int, seed: int, detector: Detector | None = None, size: int = SIZE
) -> Iterator[Crop]:
    """Yield tiles of rendered scenes cut along their true corners, gaps and tables as no tile.

    With a detector the tiles of one scene in two are cut along the corners that it sees, as those
    of photos are: a tile must get the right name even if its corners are wrong.
    """
    dice = np.random.default_rng(seed)
    given = 0
    scenes = rendered_scenes(folder)
    for scene in (scenes[i] for i in dice.permutation(len(scenes))):
        if given >= most:
            return
        example = from_scene(scene)
        side = example.image.shape[0]
        truth = scene.corners
        clear = np.flatnonzero(geometry.sides(truth).min(axis=1) >= READABLE)
        chosen = dice.permutation(clear)[:FROM_A_SCENE]
        codes = [scene.codes[i] for i in chosen]
        if detector is not None and dice.random() < ALONG_SEEN:
            seen = geometry.turn_upright(detector.detect(example.image).corners)
            whole = np.ones(len(chosen), bool)
            here = tiles_seen(Truth(tuple(codes), geometry.hulls(truth[chosen]), whole), seen)
            quads = [None if place is None else seen[place] for place in here]
            yield from cut(example.image, quads, codes, "scenes", size=size)
        else:
            yield from cut(example.image, list(truth[chosen]), codes, "scenes", 0, size)
        given += len(codes)
        if len(example.quads) and dice.random() < 0.5:  # one scene in two
            quad = example.quads[dice.integers(len(example.quads))]
            wrong = quad + (quad[1] - quad[0]) * dice.uniform(0.42, 0.58)
            far = dice.uniform(0.1, 0.9, 2).astype(np.float32) * side
            table = quad - quad.mean(axis=0) + far
            near = np.linalg.norm(example.quads.mean(axis=1) - far, axis=1).min()
            apart = near > np.linalg.norm(quad[0] - quad[2])
            spare = [wrong.astype(np.float32), table.astype(np.float32) if apart else None]
            yield from cut(example.image, spare, [NOT_A_TILE] * 2, "scenes", size=size)


def find_mistaken(
    folder: Path, detector: Detector, most: int, seed: int, size: int = SIZE
) -> Iterator[Crop]:
    """Yield the false detections in rendered scenes, such as plates, dice and chips.

    Backs in walls are left out: cut out, they look like any face-down tile.
    """
    dice = np.random.default_rng(seed)
    scenes = rendered_scenes(folder)
    for i in dice.permutation(len(scenes))[:most]:
        example = from_scene(scenes[i])
        found = geometry.turn_upright(detector.detect(example.image).corners)
        known = geometry.hulls(np.concatenate([example.quads, example.captions]))
        spare = [found[j] for j in np.flatnonzero(unlabelled_mask(found, known))]
        codes = [NOT_A_TILE] * len(spare)
        yield from cut(example.image, spare, codes, "scenes", size=size)


@dataclass(frozen=True)
class Shares:
    """What drawn crops show, in shares: `unknown` are none of the 42 faces, `bonus` bonus tiles.

    Of the others, `birds` are 1 Bamboo and `reds` red fives; of the rest, `bamboo` are the other
    ranks of bamboo.
    """

    bonus: float = 0.65
    birds: float = 0.0
    bamboo: float = 0.0
    reds: float = 0.0
    unknown: float = 0.0

    def draw(self, dice: np.random.Generator) -> str:
        """Draw the code of one crop."""
        if self.unknown and dice.random() < self.unknown:
            return UNKNOWN_FACE
        if dice.random() < self.bonus:
            return str(dice.choice([code for code in CODES if is_bonus(code)]))
        code = str(dice.choice([code for code in CODES if not is_bonus(code)]))
        if self.birds and dice.random() < self.birds:
            return "1s"
        if self.reds and dice.random() < self.reds:
            return str(dice.choice(list(RED_FIVES)))
        if self.bamboo and dice.random() < self.bamboo:
            return f"{int(dice.integers(2, 10))}s"
        return code


def draw_tiles(count: int, seed: int, shares: Shares, size: int = SIZE) -> Iterator[Crop]:
    """Yield `count` crops of drawn sets that neither scenes nor bundled photos use.

    Flowers and seasons, and the bird of 1 Bamboo, look different in every set; what stays is the
    printed number and character. Only many designs teach a network to look there.
    """
    dice = np.random.default_rng(seed)
    faces = FaceLibrary.build(sources=("drawn",), drawn=DRAWN_SETS)
    for _ in range(count):
        crop = render_crop(dice, faces, shares.draw(dice), size, MARGIN)
        yield Crop(crop.image, crop.code, 0, f"drawn/{crop.design}")


def save(crops: Iterable[Crop], path: Path) -> int:
    """Write all crops as one file and return their number."""
    every = list(crops)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(
        path,
        pixels=np.stack([crop.pixels for crop in every]),
        codes=np.array([crop.code for crop in every]),
        turns=np.array([crop.turn for crop in every]),
        origins=np.array([crop.origin for crop in every]),
    )
    return len(every)


def main() -> None:
    """Read the command line, and cut or draw."""
    parser = command_parser("models.training.data.crops", __doc__)
    add = parser.add_argument
    add("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl")
    add("--scenes", type=Path, default=None)
    add_empty(parser, required=False)
    add("--most", type=int, default=40_000, help="tiles cut from scenes")
    add("--mistakes", type=int, default=1500, help="scenes searched for mistakes")
    add("--detector", type=Path, default=Path("models/detector.onnx"))
    add("--drawn", type=int, default=0, help="cut none, and render so many tiles of drawn sets")
    add("--seed", type=int, default=4)
    add("--unknown", type=float, default=0.0, help="of these, share with none of the 42 faces")
    add("--bonus", type=float, default=Shares.bonus, help="of the others, share of bonus tiles")
    add("--birds", type=float, default=0.0, help="of the rest, share of 1 Bamboo")
    add("--reds", type=float, default=0.0, help="of what is left, share of red fives")
    add("--bamboo", type=float, default=0.0, help="of what is left then, share of 2 to 9")
    add("--size", type=int, default=SIZE, help="px of a crop, its margin included")
    add("--out", type=Path, default=Path("build/crops.npz"))
    options = parser.parse_args()
    if options.drawn:
        shares = Shares(*(getattr(options, each.name) for each in fields(Shares)))
        crops = list(draw_tiles(options.drawn, options.seed, shares, options.size))
    else:
        photos = load_photos(options.photos, split="train")
        detector = Detector.load(options.detector)
        crops = list(from_photos(photos, detector, options.size))
        crops += from_tile_crops(options.photos, options.size)
        outlined = load_outlined(options.photos)
        if options.none:
            outlined += map(OutlinedPhoto.empty, empty_pictures(options)[::2])
        crops += from_outlined(outlined, detector, options.size)
        if options.scenes:
            crops += from_scenes(options.scenes, options.most, 1, detector, options.size)
            crops += find_mistaken(options.scenes, detector, options.mistakes, 2, options.size)
    print(f"wrote {save(crops, options.out)} crops to {options.out}")


if __name__ == "__main__":
    main()
