"""Writes a model's card beside it: what it is, what it learned from, and what that gave.

The card names the reliability diagram of the same evaluation, which is drawn beside it.

python -m models.training.card detector --figures build/val.json --command "..." \
        --without-figures build/unseen.json
"""

import argparse
import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import onnx

import models
from datasets.tools.diagram import diagram

PICTURE = "reliability.svg"
FACTS = Path(__file__).with_name("cards.toml")


class CardError(Exception):
    """The evaluation is of another model file than the card."""


def figures(evaluation: Mapping[str, Any]) -> dict[str, str]:
    """Give the figures of an evaluation by scene, as a person reads them."""
    told = {
        f"{scene}: {what}": text
        for scene, part in [*evaluation["scenes"].items(), ("all", evaluation["all"])]
        for what, text in (
            ("photos right", f"{part['right']} of {part['photos']}"),
            ("tiles found", f"{part['playing']['found']} of {part['playing']['tiles']}"),
            ("found tiles named", f"{part['playing']['named']} of {part['playing']['found']}"),
            ("extra between the labels", str(part["playing"]["extra"])),
            ("bonus tiles found", f"{part['bonus']['found']} of {part['bonus']['tiles']}"),
            ("bonus tiles named", f"{part['bonus']['named']} of {part['bonus']['found']}"),
        )
    }
    return {
        "measured on": "split {split}, {labels} labels".format(**evaluation["about"]),
        **told,
        "expected calibration error": f"{evaluation['reliability']['error']:.4f}",
    }


def write_card(name: models.Name, evaluation: Mapping[str, Any], commands: list[str]) -> Path:
    """Write `models/<name>.toml` for the ONNX file as it lies there, and give its place.

    What does not change from training to training (data, licences, limits) is in `cards.toml`.
    Draws `models/reliability.svg`, one picture for all models, which are read with together.
    Raises CardError when the evaluation is of another file.
    """
    place = models.path(name)
    data = place.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if evaluation["about"][name]["sha256"] != digest:
        message = f"the evaluation is not of this {place.name}: evaluate it first"
        raise CardError(message)
    model = onnx.load(str(place))
    told = {item.key: item.value for item in model.metadata_props}
    weights = sum(_size(list(part.dims)) for part in model.graph.initializer)
    facts = tomllib.loads(FACTS.read_text(encoding="utf-8"))
    lines = [
        f"# Card of {place.name}, written by models.training.card",
        f'name = "{name}"',
        f'sha256 = "{digest}"',
        f"bytes = {len(data)}",
        f"weights = {weights}",
        f"licence = {json.dumps(facts[name].get('licence', 'MIT'))}",
        f'date = "{evaluation["about"]["date"]}"',
        f"command = {json.dumps(commands)}",
        f"split = {json.dumps(facts['split'])}",
        f"input = {json.dumps(facts[name]['input'])}",
        f"limits = {json.dumps(facts[name]['limits'])}",
        f"notes = {json.dumps(facts[name]['notes'])}",
        f'reliability = "{PICTURE}"',
        "",
        "[metadata]",
        *(f"{key} = {json.dumps(value)}" for key, value in sorted(told.items())),
        "",
        "[figures]",
        *(f"{json.dumps(key)} = {json.dumps(value)}" for key, value in figures(evaluation).items()),
    ]
    for source in facts["data"]:
        lines += [
            "",
            "[[data]]",
            *(f"{key} = {json.dumps(value)}" for key, value in source.items()),
        ]
    about = evaluation["about"]
    title = f"Confidence and what came true, split {about['split']}, {about['date']}"
    place.with_name(PICTURE).write_text(diagram(evaluation, title), encoding="utf-8")
    card = place.with_suffix(".toml")
    card.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return card


def _size(dims: list[int]) -> int:
    """Count the numbers of a tensor."""
    count = 1
    for length in dims:
        count *= length
    return count


def main() -> None:
    """Read the command line and write the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=models.NAMES)
    parser.add_argument(
        "--evaluation", type=Path, required=True, help="JSON of datasets.evaluation.readings"
    )
    parser.add_argument("--command", action="append", required=True, help="repeatable, in order")
    options = parser.parse_args()
    evaluation = json.loads(options.evaluation.read_text(encoding="utf-8"))
    print(f"wrote {write_card(options.name, evaluation, options.command)}")


if __name__ == "__main__":
    main()
