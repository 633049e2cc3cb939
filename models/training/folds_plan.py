"""What each fold trains and measures, as stages that are commands of this project.

A *source fold* leaves one source of photos out of all networks and reads that source's photos; a
*names fold* leaves it out of those that name tiles, and finds them with the shipped detector. A
*set fold* leaves tile sets out of what names tiles and names their crops. Sets without a tag may
show the same tiles as tagged ones, so no set fold ever trains on them.
"""

import json
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

SOURCES = {"rethink": "roboflow-mj-rethink", "chinese": "roboflow-chinese-mahjong"}
SET_FOLDS = 4
UNTAGGED = frozenset({"untagged", "extra"})
STAGES = ("detector", "crops", "held", "drawn", "classifier", "captions", "closeup", "evaluate")


@dataclass(frozen=True, slots=True)
class Recipe:
    """How long and on what every fold trains; `photos` and `scenes` are folders.

    `clean` holds scenes without faces of real tile crops, for set and names folds; `detector` is
    the one that cuts their photos. The two last are further arguments of the trainings.
    """

    photos: Path
    scenes: Path
    clean: Path
    detector: Path
    out: Path = Path("build")
    checkpoints: Path = Path("checkpoints")
    detector_steps: int = 1800
    classifier_steps: int = 2500
    captions_steps: int = 900
    closeup_steps: int = 900
    scene_tiles: int = 20_000
    drawn: int = 12_000
    worst: int = 40
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
    with (photos / "tiles.jsonl").open(encoding="utf-8") as lines:
        return tuple(sorted({str(json.loads(line)["set"]) for line in lines}))


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
    return folds


def _source_fold(recipe: Recipe, name: str, source: str) -> tuple[Stage, ...]:
    """Train all networks without a source, then read that source's photos."""
    folder = recipe.out / f"unseen-{name}"
    detector = folder / "detector.onnx"
    checkpoint = recipe.checkpoints / f"unseen-{name}-detector.pt"
    learned = Stage(
        name,
        "detector",
        "models.training.detector",
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


def _names_fold(recipe: Recipe, name: str, source: str, detector: Path) -> tuple[Stage, ...]:
    """Train what names tiles without a source, then read that source's photos with a detector."""
    folder = recipe.out / f"unseen-{name}"
    crops, held, told = folder / "crops.npz", folder / "held.npz", folder / "evaluation.json"
    photos = ("--photos", str(recipe.photos))
    cutting = (*photos, "--without", source, "--detector", str(detector))
    scenes = recipe.scenes if detector.is_relative_to(folder) else recipe.clean
    classifier = _classifier(recipe, name, (crops,), held)
    captions = _captions(recipe, name, (crops,), held, classifier.output)
    closeup = _closeup(recipe, name, (crops,), held)
    return (
        Stage(
            name,
            "crops",
            "models.training.crops",
            (
                *(*cutting, "--scenes", str(scenes)),
                *("--most", str(recipe.scene_tiles), "--out", str(crops)),
            ),
            (detector,),
            crops,
        ),
        _held(name, cutting, (detector,), held),
        _drawn(recipe, name),
        classifier,
        captions,
        closeup,
        Stage(
            name,
            "evaluate",
            "datasets.evaluate",
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
    shared, folder = recipe.out / "unseen-sets", recipe.out / f"unseen-{name}"
    photos, held, tiles = shared / "photos.npz", shared / "held.npz", folder / "tiles.npz"
    told = folder / "evaluation.json"
    classifier = _classifier(recipe, name, (photos, tiles), held)
    closeup = _closeup(recipe, name, (photos, tiles), held)
    cutting = ("--photos", str(recipe.photos), "--detector", str(recipe.detector))
    never = tuple(sorted({*left_out, *UNTAGGED} & set(sets)))
    cut = Stage(
        name,
        "crops",
        "models.training.crops",
        (
            *(*cutting, "--hold-out", *sets, "--scenes", str(recipe.clean)),
            *("--most", str(recipe.scene_tiles), "--out", str(photos)),
        ),
        (),
        photos,
    )
    return (
        cut,
        Stage(
            name,
            "crops",
            "models.training.folds_sets",
            ("cut", "--photos", str(recipe.photos), "--without", *never, "--out", str(tiles)),
            (),
            tiles,
        ),
        _held(name, cutting, (), held),
        _drawn(recipe, name),
        classifier,
        closeup,
        Stage(
            name,
            "evaluate",
            "models.training.folds_sets",
            (
                *("name", "--photos", str(recipe.photos), "--sets", *left_out),
                *("--classifier", str(classifier.output), "--closeup", str(closeup.output)),
                *("--out", str(told)),
            ),
            (classifier.output, closeup.output),
            told,
        ),
    )


def _held(fold: str, cutting: tuple[str, ...], inputs: tuple[Path, ...], out: Path) -> Stage:
    """Cut the crops that training only looks at."""
    arguments = (*cutting, "--split", "val", "--out", str(out))
    return Stage(fold, "held", "models.training.crops", arguments, inputs, out)


def _drawn(recipe: Recipe, fold: str) -> Stage:
    """Render single drawn tiles, once for all folds."""
    out = recipe.out / "unseen-drawn.npz"
    arguments = ("--count", str(recipe.drawn), "--out", str(out))
    return Stage(fold, "drawn", "models.training.drawn_crops", arguments, (), out)


def _classifier(recipe: Recipe, fold: str, crops: tuple[Path, ...], held: Path) -> Stage:
    """Train a classifier on crops and the drawn tiles."""
    return _naming(recipe, fold, "classifier", crops, held)


def _captions(
    recipe: Recipe, fold: str, crops: tuple[Path, ...], held: Path, classifier: Path
) -> Stage:
    """Train a captions network on the bonus tiles of the same, from the fold's own classifier."""
    return _naming(recipe, fold, "captions", crops, held, ("--start", str(classifier)))


def _closeup(recipe: Recipe, fold: str, crops: tuple[Path, ...], held: Path) -> Stage:
    """Train a close-up network on the same."""
    return _naming(recipe, fold, "closeup", crops, held)


def _naming(
    recipe: Recipe,
    fold: str,
    network: str,
    crops: tuple[Path, ...],
    held: Path,
    start: tuple[str, ...] = (),
) -> Stage:
    out = recipe.out / f"unseen-{fold}" / f"{network}.onnx"
    checkpoint = recipe.checkpoints / f"unseen-{fold}-{network}.pt"
    every = (*crops, recipe.out / "unseen-drawn.npz")
    steps, options = {
        "classifier": (recipe.classifier_steps, recipe.classifier_options),
        "captions": (recipe.captions_steps, start),
        "closeup": (recipe.closeup_steps, ()),
    }[network]
    arguments = (
        *("--crops", *map(str, every), "--held", str(held), "--steps", str(steps)),
        *("--checkpoint", str(checkpoint), "--out", str(out)),
        *options,
    )
    inputs = (*every, held, *map(Path, start[1:]))
    module = f"models.training.{network}"
    return Stage(fold, network, module, arguments, inputs, out, checkpoint)
