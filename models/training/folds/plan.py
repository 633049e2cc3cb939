"""What each fold trains and measures, as stages that are commands of this project.

A *source fold* leaves one source of photos out of all networks and reads that source's photos; a
*names fold* leaves it out of those that name tiles, and finds them with the shipped detector. A
*set fold* leaves tile sets out of what names tiles and names their crops. Sets without a tag may
show the same tiles as tagged ones, so no set fold ever trains on them. The *strange folds* leave
out most: what names tiles has seen neither the photos of Hong Kong hands nor the crop of any set,
only photos of play and what was rendered from other faces; those photos are read, or all crops
named.
Some designs are the same in the photos of play, whatever is left out.
"""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from datasets.labels.tile_crops import load_tile_crops

SOURCES = {"rethink": "roboflow-mj-rethink", "chinese": "roboflow-chinese-mahjong"}
SET_FOLDS = 4
UNTAGGED = frozenset({"untagged", "extra"})
STRANGE, STRANGE_SETS = "strange", "strange-sets"
STAGES = ("detector", "crops", "held", "drawn", "classifier", "captions", "closeup", "evaluate")
MODULE = "models.training"
TRAINED = ("classifier", "captions", "closeup")

Arguments: TypeAlias = tuple[str | int | Path, ...]


@dataclass(frozen=True)
class Recipe:
    """How long and on what every fold trains; `photos` and `scenes` are folders.

    `clean` holds scenes without faces of real tile crops, for set and names folds, and so do the
    folders `more`, of which all folds take tiles; `detector` is the one that cuts their photos.
    Crops have `crop_size` px with their margin, captions are read at `captions_side`. The
    `..._options` are further arguments of drawing and of the trainings.
    """

    photos: Path
    scenes: Path
    clean: Path
    detector: Path
    out: Path = Path("build")
    checkpoints: Path = Path("checkpoints")
    more: tuple[Path, ...] = ()
    crop_size: int = 152
    captions_side: int = 128
    detector_steps: int = 1800
    classifier_steps: int = 2500
    captions_steps: int = 900
    closeup_steps: int = 900
    scene_tiles: int = 20_000
    drawn: int = 12_000
    worst: int = 40
    drawn_options: tuple[str, ...] = ()
    detector_options: tuple[str, ...] = ()
    classifier_options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """One command of a fold and the file that it writes."""

    fold: str
    name: str
    module: str
    given: Arguments
    output: Path

    @property
    def arguments(self) -> tuple[str, ...]:
        """Give the arguments as text."""
        return tuple(map(str, self.given))

    @property
    def command(self) -> tuple[str, ...]:
        """Give the command line."""
        return (sys.executable, "-m", self.module, *self.arguments)

    @property
    def text(self) -> str:
        """Give the command as a person would type it."""
        return shlex.join(("python", *self.command[1:]))

    @property
    def inputs(self) -> tuple[Path, ...]:
        """Name the networks and crops that it reads, most of which other stages write."""
        files = self._files(".onnx", ".npz")
        return tuple(file for file in files if file != self.output)

    @property
    def checkpoint(self) -> Path | None:
        """Name the file from which an interrupted training goes on."""
        return next(iter(self._files(".pt")), None)

    def _files(self, *kinds: str) -> tuple[Path, ...]:
        return tuple(x for x in self.given if isinstance(x, Path) and x.suffix in kinds)

    @property
    def stamp(self) -> Path:
        """Name the file that holds the command whose work the output or the checkpoint is."""
        return self.output.with_name(f"{self.output.name}.made")

    def is_done(self) -> bool:
        """Say whether the output is there, made by this command, and no older than its inputs."""
        if not self.output.is_file() or not self._is_ours():
            return False
        made = self.output.stat().st_mtime
        return all(each.is_file() and each.stat().st_mtime <= made for each in self.inputs)

    def begin(self) -> None:
        """Make room: forget a checkpoint of another command or of inputs since renewed."""
        self.output.parent.mkdir(parents=True, exist_ok=True)
        if self.checkpoint is not None and self.checkpoint.is_file():
            saved = self.checkpoint.stat().st_mtime
            stale = any(each.is_file() and each.stat().st_mtime > saved for each in self.inputs)
            if stale or not self._is_ours():
                self.checkpoint.unlink()
        self.output.unlink(missing_ok=True)
        self.stamp.write_text(self.text, encoding="utf-8")

    def forget(self) -> None:
        """Drop the output and the checkpoint, so that the stage starts anew."""
        for path in (self.output, self.stamp, self.checkpoint):
            if path is not None:
                path.unlink(missing_ok=True)

    def _is_ours(self) -> bool:
        return self.stamp.is_file() and self.stamp.read_text(encoding="utf-8") == self.text


def tile_sets(photos: Path) -> tuple[str, ...]:
    """List the tile sets of `tiles.jsonl` in the folder; raises OSError."""
    return tuple(sorted({crop.set for crop in load_tile_crops(photos)}))


def set_folds(sets: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Deal the tagged sets out to four folds by number; in each the untagged are left out too."""
    tagged = sorted(set(sets) - UNTAGGED, key=lambda name: (len(name), name))
    return {
        f"sets-{number + 1}": tuple(tagged[number::SET_FOLDS])
        for number in range(SET_FOLDS)
        if tagged[number::SET_FOLDS]
    }


def plan(recipe: Recipe, sets: tuple[str, ...]) -> dict[str, tuple[Stage, ...]]:
    """Give the stages of every fold by its name, in the order in which they run."""
    folds: dict[str, tuple[Stage, ...]] = {}
    for name, source in SOURCES.items():
        detector = _detector(recipe, name, source)
        folds[name] = (detector, *_source_fold(recipe, name, source, detector.output))
    for name, source in SOURCES.items():
        folds[f"names-{name}"] = _source_fold(recipe, f"names-{name}", source, recipe.detector)
    for name, left_out in set_folds(sets).items():
        folds[name] = _set_fold(recipe, name, left_out, sets)
    *learned, read = _source_fold(recipe, STRANGE, SOURCES["chinese"], recipe.detector, sets)
    folds[STRANGE] = (*learned, read)
    folds[STRANGE_SETS] = (*learned, _naming(recipe, STRANGE_SETS, sets, STRANGE))
    return folds


def _folder(recipe: Recipe, fold: str) -> Path:
    """Name the folder of a fold; `sets` is the one that all set folds share."""
    return recipe.out / f"unseen-{fold}"


def _detector(recipe: Recipe, fold: str, source: str) -> Stage:
    """Train a detector without a source."""
    return _training(
        *(recipe, fold, "detector", recipe.detector_steps),
        ("--photos", recipe.photos, "--without", source, "--scenes", recipe.scenes),
        recipe.detector_options,
    )


def _source_fold(
    recipe: Recipe, fold: str, source: str, detector: Path, hold_out: tuple[str, ...] = ()
) -> tuple[Stage, ...]:
    """Train what names tiles without a source, then read that source's photos with a detector.

    Without the tile sets `hold_out`, too.
    """
    folder = _folder(recipe, fold)
    own = detector.is_relative_to(folder)
    cutting: Arguments = ("--photos", recipe.photos, "--without", source, "--detector", detector)
    left_out = ("--hold-out", *hold_out) if hold_out else ()
    scenes = recipe.scenes if own else recipe.clean
    cut = _tiles(recipe, fold, folder / "crops.npz", (*cutting, *left_out, "--scenes", scenes))
    more = _more(recipe, fold, detector, folder if own else _folder(recipe, "sets"))
    learned = _learned(recipe, fold, (cut, *more), cutting, folder / "held.npz")
    told = folder / "evaluation.json"
    reading: Arguments = (
        *("--photos", recipe.photos, "--split", "all", "--source", source, "--originals"),
        *("--detector", detector, *_networks(recipe, fold), "--stacked", "none", "--json", told),
        *("--worst", recipe.worst, "--out", folder / "worst"),
    )
    return (*learned, Stage(fold, "evaluate", "datasets.evaluation.readings", reading, told))


def _set_fold(
    recipe: Recipe, fold: str, left_out: tuple[str, ...], sets: tuple[str, ...]
) -> tuple[Stage, ...]:
    """Train what names tiles without some tile sets, then name their crops.

    Photos and scenes are cut once for all set folds; only the crops of tile sets differ.
    """
    shared, tiles = _folder(recipe, "sets"), _folder(recipe, fold) / "tiles.npz"
    cutting: Arguments = ("--photos", recipe.photos, "--detector", recipe.detector)
    all_but_sets = (*cutting, "--hold-out", *sets, "--scenes", recipe.clean)
    never = tuple(sorted({*left_out, *UNTAGGED} & set(sets)))
    others: Arguments = (
        "cut",
        "--photos",
        recipe.photos,
        "--without",
        *never,
        "--size",
        recipe.crop_size,
    )
    crops = (
        _tiles(recipe, fold, shared / "photos.npz", all_but_sets),
        *_more(recipe, fold, recipe.detector, shared),
        Stage(fold, "crops", f"{MODULE}.folds.sets", (*others, "--out", tiles), tiles),
    )
    learned = _learned(recipe, fold, crops, cutting, shared / "held.npz")
    return (*learned, _naming(recipe, fold, left_out, fold))


def _tiles(recipe: Recipe, fold: str, out: Path, cutting: Arguments) -> Stage:
    """Cut tiles to learn from."""
    most = ("--most", recipe.scene_tiles, "--size", recipe.crop_size, "--out", out)
    return Stage(fold, "crops", f"{MODULE}.data.crops", (*cutting, *most), out)


def _more(recipe: Recipe, fold: str, detector: Path, folder: Path) -> tuple[Stage, ...]:
    """Cut the tiles of further scenes along a detector's corners."""
    cutting: Arguments = ("--photos", recipe.photos, "--only-scenes", "--detector", detector)
    return tuple(
        _tiles(
            *(recipe, fold, folder / f"{scenes.name}.npz"),
            (*cutting, "--scenes", scenes, "--mistakes", 200),
        )
        for scenes in recipe.more
    )


def _learned(
    recipe: Recipe, fold: str, crops: tuple[Stage, ...], cutting: Arguments, held: Path
) -> tuple[Stage, ...]:
    """Cut what training only looks at, draw single tiles, train the three networks that name.

    Single tiles are drawn once for all folds.
    """
    drawn = recipe.out / "unseen-drawn.npz"
    drawing: Arguments = (
        "--count",
        recipe.drawn,
        *recipe.drawn_options,
        "--size",
        recipe.crop_size,
    )
    looked_at = (*cutting, "--split", "val", "--out", held)
    files: Arguments = ("--crops", *(each.output for each in crops), drawn, "--held", held)
    start = ("--side", recipe.captions_side, "--start", _folder(recipe, fold) / "classifier.onnx")
    classifier, captions, closeup = (
        _training(recipe, fold, network, steps, files, options)
        for network, steps, options in (
            ("classifier", recipe.classifier_steps, recipe.classifier_options),
            ("captions", recipe.captions_steps, start),
            ("closeup", recipe.closeup_steps, ()),
        )
    )
    return (
        *crops,
        Stage(fold, "held", f"{MODULE}.data.crops", looked_at, held),
        Stage(fold, "drawn", f"{MODULE}.data.renders", (*drawing, "--out", drawn), drawn),
        *(classifier, captions, closeup),
    )


def _training(
    recipe: Recipe, fold: str, network: str, steps: int, files: Arguments, options: Arguments
) -> Stage:
    """Train a network."""
    out = _folder(recipe, fold) / f"{network}.onnx"
    checkpoint = recipe.checkpoints / f"unseen-{fold}-{network}.pt"
    arguments: Arguments = (
        *files,
        "--steps",
        steps,
        "--checkpoint",
        checkpoint,
        "--out",
        out,
        *options,
    )
    return Stage(fold, network, f"{MODULE}.tasks.{network}", arguments, out)


def _naming(recipe: Recipe, fold: str, left_out: tuple[str, ...], networks: str) -> Stage:
    """Name the crops of the sets left out by the `networks` of a fold."""
    told = _folder(recipe, fold) / "evaluation.json"
    sets: Arguments = ("--photos", recipe.photos, "--sets", *left_out, "--size", recipe.crop_size)
    arguments: Arguments = ("name", *sets, *_networks(recipe, networks), "--out", told)
    return Stage(fold, "evaluate", f"{MODULE}.folds.sets", arguments, told)


def _networks(recipe: Recipe, fold: str) -> Arguments:
    """Give the options that name the networks of a fold."""
    folder = _folder(recipe, fold)
    return tuple(part for x in TRAINED for part in (f"--{x}", folder / f"{x}.onnx"))
