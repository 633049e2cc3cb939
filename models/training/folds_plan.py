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

from datasets.labels.tile_crops import load_tile_crops

SOURCES = {"rethink": "roboflow-mj-rethink", "chinese": "roboflow-chinese-mahjong"}
SET_FOLDS = 4
UNTAGGED = frozenset({"untagged", "extra"})
STRANGE, STRANGE_SETS = "strange", "strange-sets"
STAGES = ("detector", "crops", "held", "drawn", "classifier", "captions", "closeup", "evaluate")


@dataclass(frozen=True, slots=True)
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
    """One command: what it reads (files that other stages write), what it writes, where it pauses.

    `checkpoint` is the file from which an interrupted training goes on.
    """

    fold: str
    name: str
    module: str
    arguments: tuple[str, ...]
    inputs: tuple[Path, ...]
    output: Path
    checkpoint: Path | None = None

    @property
    def command(self) -> tuple[str, ...]:
        """Give the command line."""
        return (sys.executable, "-m", self.module, *self.arguments)

    @property
    def text(self) -> str:
        """Give the command as a person would type it."""
        return shlex.join(("python", *self.command[1:]))

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
    folds = {name: _source_fold(recipe, name, source) for name, source in SOURCES.items()}
    for name, source in SOURCES.items():
        folds[f"names-{name}"] = _names_fold(recipe, f"names-{name}", source, recipe.detector)
    for name, left_out in set_folds(sets).items():
        folds[name] = _set_fold(recipe, name, left_out, sets)
    *learned, read = _names_fold(recipe, STRANGE, SOURCES["chinese"], recipe.detector, sets)
    folds[STRANGE] = (*learned, read)
    folds[STRANGE_SETS] = (*learned, _named_sets(recipe, STRANGE_SETS, sets, STRANGE))
    return folds


def _source_fold(recipe: Recipe, name: str, source: str) -> tuple[Stage, ...]:
    """Train all networks without a source, then read that source's photos."""
    folder = recipe.out / f"unseen-{name}"
    detector = folder / "detector.onnx"
    checkpoint = recipe.checkpoints / f"unseen-{name}-detector.pt"
    learned = Stage(
        name,
        "detector",
        "models.training.tasks.detector",
        (
            *("--photos", str(recipe.photos), "--without", source, "--scenes", str(recipe.scenes)),
            *("--steps", str(recipe.detector_steps)),
            *("--checkpoint", str(checkpoint), "--out", str(detector)),
            *recipe.detector_options,
        ),
        (),
        detector,
        checkpoint,
    )
    return learned, *_names_fold(recipe, name, source, detector)


def _names_fold(
    recipe: Recipe, name: str, source: str, detector: Path, hold_out: tuple[str, ...] = ()
) -> tuple[Stage, ...]:
    """Train what names tiles without a source, then read that source's photos with a detector.

    Without the tile sets `hold_out`, too.
    """
    folder = recipe.out / f"unseen-{name}"
    crops, held, told = folder / "crops.npz", folder / "held.npz", folder / "evaluation.json"
    photos = ("--photos", str(recipe.photos))
    cutting = (*photos, "--without", source, "--detector", str(detector))
    own = detector.is_relative_to(folder)
    scenes = recipe.scenes if own else recipe.clean
    more = _more(recipe, name, detector, folder if own else _shared(recipe))
    cut = Stage(
        name,
        "crops",
        "models.training.data.crops",
        (
            *(*cutting, *(("--hold-out", *hold_out) if hold_out else ()), "--scenes", str(scenes)),
            *("--most", str(recipe.scene_tiles), "--size", str(recipe.crop_size)),
            *("--out", str(crops)),
        ),
        (detector,),
        crops,
    )
    learned = (
        *(cut, *more, _held(name, cutting, (detector,), held)),
        *_all_that_name(recipe, name, (crops, *(each.output for each in more)), held),
    )
    *_, classifier, captions, closeup = learned
    return (
        *learned,
        Stage(
            name,
            "evaluate",
            "datasets.evaluation.readings",
            (
                *(*photos, "--split", "all", "--source", source, "--originals"),
                *("--detector", str(detector), "--classifier", str(classifier.output)),
                *("--captions", str(captions.output), "--closeup", str(closeup.output)),
                *("--stacked", "none", "--json", str(told)),
                *("--worst", str(recipe.worst), "--out", str(folder / "worst")),
            ),
            (detector, classifier.output, captions.output, closeup.output),
            told,
        ),
    )


def _set_fold(
    recipe: Recipe, name: str, left_out: tuple[str, ...], sets: tuple[str, ...]
) -> tuple[Stage, ...]:
    """Train what names tiles without some tile sets, then name their crops.

    Photos and scenes are cut once for all set folds; only the crops of tile sets differ.
    """
    shared, folder = _shared(recipe), recipe.out / f"unseen-{name}"
    source, size = ("--photos", str(recipe.photos)), ("--size", str(recipe.crop_size))
    photos, held, tiles = shared / "photos.npz", shared / "held.npz", folder / "tiles.npz"
    cutting = (*source, "--detector", str(recipe.detector))
    never = tuple(sorted({*left_out, *UNTAGGED} & set(sets)))
    more = _more(recipe, name, recipe.detector, shared)
    cut = Stage(
        name,
        "crops",
        "models.training.data.crops",
        (
            *(*cutting, "--hold-out", *sets, "--scenes", str(recipe.clean)),
            *("--most", str(recipe.scene_tiles), *size, "--out", str(photos)),
        ),
        (),
        photos,
    )
    return (
        cut,
        *more,
        Stage(
            name,
            "crops",
            "models.training.folds_sets",
            ("cut", *source, "--without", *never, *size, "--out", str(tiles)),
            (),
            tiles,
        ),
        _held(name, cutting, (), held),
        *_all_that_name(recipe, name, (photos, *(each.output for each in more), tiles), held),
        _named_sets(recipe, name, left_out, name),
    )


def _shared(recipe: Recipe) -> Path:
    return recipe.out / "unseen-sets"


def _more(recipe: Recipe, name: str, detector: Path, folder: Path) -> tuple[Stage, ...]:
    """Cut the tiles of further scenes along a detector's corners."""
    return tuple(
        Stage(
            name,
            "crops",
            "models.training.data.crops",
            (
                *("--photos", str(recipe.photos), "--only-scenes", "--scenes", str(scenes)),
                *("--detector", str(detector), "--most", str(recipe.scene_tiles)),
                *("--mistakes", "200", "--size", str(recipe.crop_size)),
                *("--out", str(folder / f"{scenes.name}.npz")),
            ),
            (detector,),
            folder / f"{scenes.name}.npz",
        )
        for scenes in recipe.more
    )


def _all_that_name(
    recipe: Recipe, name: str, crops: tuple[Path, ...], held: Path
) -> tuple[Stage, ...]:
    """Draw single tiles and train the three networks that name: the last three stages."""
    classifier = _naming(recipe, name, "classifier", crops, held)
    return (
        _drawn(recipe, name),
        classifier,
        _naming(recipe, name, "captions", crops, held, ("--start", str(classifier.output))),
        _naming(recipe, name, "closeup", crops, held),
    )


def _named_sets(recipe: Recipe, fold: str, left_out: tuple[str, ...], networks: str) -> Stage:
    """Name the crops of the sets left out by the `networks` of a fold."""
    folder, told = recipe.out / f"unseen-{networks}", recipe.out / f"unseen-{fold}/evaluation.json"
    files = tuple(folder / f"{network}.onnx" for network in ("classifier", "captions", "closeup"))
    named = (part for file in files for part in (f"--{file.stem}", str(file)))
    size = ("--size", str(recipe.crop_size))
    arguments = ("name", "--photos", str(recipe.photos), "--sets", *left_out, *size, *named)
    return Stage(
        fold,
        "evaluate",
        "models.training.folds_sets",
        (*arguments, "--out", str(told)),
        files,
        told,
    )


def _held(fold: str, cutting: tuple[str, ...], inputs: tuple[Path, ...], out: Path) -> Stage:
    """Cut the crops that training only looks at."""
    arguments = (*cutting, "--split", "val", "--out", str(out))
    return Stage(fold, "held", "models.training.data.crops", arguments, inputs, out)


def _drawn(recipe: Recipe, fold: str) -> Stage:
    """Render single drawn tiles, once for all folds."""
    out = recipe.out / "unseen-drawn.npz"
    size = ("--size", str(recipe.crop_size))
    arguments = ("--count", str(recipe.drawn), *recipe.drawn_options, *size, "--out", str(out))
    return Stage(fold, "drawn", "models.training.data.renders", arguments, (), out)


def _naming(
    recipe: Recipe,
    fold: str,
    network: str,
    crops: tuple[Path, ...],
    held: Path,
    start: tuple[str, ...] = (),
) -> Stage:
    """Train a network on crops and the drawn tiles."""
    out = recipe.out / f"unseen-{fold}" / f"{network}.onnx"
    checkpoint = recipe.checkpoints / f"unseen-{fold}-{network}.pt"
    every = (*crops, recipe.out / "unseen-drawn.npz")
    steps, options = {
        "classifier": (recipe.classifier_steps, recipe.classifier_options),
        "captions": (recipe.captions_steps, ("--side", str(recipe.captions_side), *start)),
        "closeup": (recipe.closeup_steps, ()),
    }[network]
    arguments = (
        *("--crops", *map(str, every), "--held", str(held), "--steps", str(steps)),
        *("--checkpoint", str(checkpoint), "--out", str(out)),
        *options,
    )
    inputs = (*every, held, *map(Path, start[1:]))
    module = f"models.training.tasks.{network}"
    return Stage(fold, network, module, arguments, inputs, out, checkpoint)
