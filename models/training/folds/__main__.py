"""Trains and measures on what was left out: sources of photos, and tile sets.

    python -m models.training.folds --photos ../shared/photos --scenes build/scenes
    python -m models.training.folds --folds chinese --stages detector crops
    python -m models.training.folds --list
    python -m models.training.folds --table --readme models/README.md

Every fold runs stage after stage (detector, crops, held, drawn, classifier, captions, closeup,
evaluate); a stage that an equal command has finished is found done, and an interrupted training
goes on from its checkpoint. The table tells what stands so far.
"""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import models
from datasets.command_line import command_parser
from datasets.evaluation.accuracy import AccuracyError, put
from datasets.paths import PHOTOS
from models.training.folds.plan import STAGES, TRAINED, Recipe, Stage, plan, tile_sets
from models.training.folds.table import table

FOLDS = "rethink, chinese, names-rethink, names-chinese, sets-1 to -4, strange, strange-sets"
NUMBERS = {
    "crop_size": "px of a crop with its margin",
    "captions_side": "px of what the captions network sees",
    "scene_tiles": "tiles cut from scenes",
    "drawn": "single tiles drawn",
    "worst": "overlays of the worst photos",
    **{f"{network}_steps": "of its training" for network in ("detector", *TRAINED)},
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 when photos, scenes or a stage are not as they should be."""
    options = parse(arguments)
    recipe = recipe_of(options)
    try:
        folds = plan(recipe, tile_sets(recipe.photos))
        chosen = choose(folds, options.folds)
        if options.list:
            show(chosen)
            return 0
        if not options.table:
            run(chosen, options.stages, again=options.again)
        report(folds, options.readme)
    except subprocess.CalledProcessError as error:
        print(f"folds: failed: {shlex.join(map(str, error.cmd))}", file=sys.stderr)
        return 2
    except (AccuracyError, OSError) as error:
        print(f"folds: {error}", file=sys.stderr)
        return 2
    return 0


def choose(
    folds: Mapping[str, Sequence[Stage]], names: Sequence[str] | None
) -> dict[str, Sequence[Stage]]:
    """Take the folds that were asked for, or all; raises AccuracyError for an unknown name."""
    unknown = [name for name in names or () if name not in folds]
    if unknown:
        message = f"no fold {', '.join(unknown)}: known are {', '.join(folds)}"
        raise AccuracyError(message)
    return {name: folds[name] for name in names or folds}


def run(folds: Mapping[str, Sequence[Stage]], stages: Sequence[str], *, again: bool) -> None:
    """Run the stages that are not done; raises CalledProcessError where one fails."""
    begun: set[Path] = set()
    for stage in (stage for fold in folds.values() for stage in fold):
        if stage.name not in stages or stage.output in begun:
            continue
        begun.add(stage.output)
        if again:
            stage.forget()
        if stage.is_done():
            print(f"{stage.fold} {stage.name}: done", flush=True)
            continue
        print(f"{stage.fold} {stage.name}: {stage.text}", flush=True)
        stage.begin()
        subprocess.run(stage.command, check=True)


def show(folds: Mapping[str, Sequence[Stage]]) -> None:
    """Print every stage with its command, and whether it is done."""
    for stage in (stage for fold in folds.values() for stage in fold):
        print(f"{stage.fold} {stage.name} [{'done' if stage.is_done() else 'to do'}] {stage.text}")


def report(folds: Mapping[str, Sequence[Stage]], readme: Path | None) -> None:
    """Print the table of what was measured, or write it between the markers of a file."""
    told = {
        name: json.loads(stage.output.read_text(encoding="utf-8"))
        for name, stages in folds.items()
        for stage in stages
        if stage.name == "evaluate" and stage.output.is_file()
    }
    text = table(told)
    if readme is None:
        print(text)
    else:
        put(readme, "folds", text)


def recipe_of(options: argparse.Namespace) -> Recipe:
    """Take the recipe from the command line."""
    options.clean = options.clean or options.scenes / "drawn"
    given: dict[str, Any] = {each.name: getattr(options, each.name) for each in fields(Recipe)}
    lists = {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
    return Recipe(**(given | lists))


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = command_parser("models.training.folds", __doc__)
    add = parser.add_argument
    add("--folds", nargs="+", help=FOLDS)
    add("--stages", nargs="+", choices=STAGES, default=STAGES, help="only these (default all)")
    add("--list", action="store_true", help="say what is done and what is to do, and stop")
    add("--table", action="store_true", help="run nothing, print the table of what stands")
    add("--readme", type=Path, help="write the table between the markers of this file")
    add("--again", action="store_true", help="run the chosen stages anew")
    add("--photos", type=Path, default=PHOTOS, help="folder with hands.jsonl and tiles.jsonl")
    add("--scenes", type=Path, default=Path("build/scenes"), help="folder of rendered scenes")
    add("--clean-scenes", dest="clean", type=Path, help="without faces of crops (SCENES/drawn)")
    add("--more-scenes", dest="more", type=Path, nargs="*", default=[], help="further folders")
    add("--detector", type=Path, default=models.path("detector"), help="of the other folds")
    add("--drawn-options", type=shlex.split, default=[], help="of drawing, quoted")
    add("--detector-options", type=shlex.split, default=[], help="of its training, quoted")
    add("--classifier-options", type=shlex.split, default=[], help="of its training, quoted")
    add("--out", type=Path, default=Path("build"), help="where the folders unseen-* go")
    add("--checkpoints", type=Path, default=Path("checkpoints"))
    for name, about in NUMBERS.items():
        add(f"--{name.replace('_', '-')}", type=int, default=getattr(Recipe, name), help=about)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
