"""Writes a model's card beside it: what it is, what it learned from, and how well it does.

python -m models.training.cards detector --evaluation build/val.json --command "..."
"""

import json
import math
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import onnx

import models
from datasets.command_line import command_parser
from datasets.evaluation.networks import digest
from models.training.graph import metadata
from vision.tilesets.gallery import Similarity

FACTS = Path(__file__).with_name("cards.toml")


class CardError(Exception):
    """The evaluation is of a different model file from the card's."""


def figures(evaluation: Mapping[str, Any]) -> dict[str, str]:
    """Return the figures of an evaluation by scene, in readable form."""
    lines = {
        f"{scene}: {what}": text
        for scene, part in evaluation["groups"].items()
        if " " not in scene
        for what, text in (
            ("photos right", _of(part["all_tiles_right"])),
            ("tiles found", _of(part["tiles"]["found"])),
            ("found tiles named", _of(part["tiles"]["named"])),
            ("extra between the labels", str(part["tiles"]["extra"])),
            ("bonus tiles found", _of(part["bonus_tiles"]["found"])),
            ("bonus tiles named", _of(part["bonus_tiles"]["named"])),
        )
    }
    return {
        "measured on": f"split {evaluation['about']['split']}, corrected labels",
        **lines,
        "expected calibration error": f"{evaluation['groups']['all']['calibration_error']:.4f}",
    }


def _of(share: Mapping[str, int]) -> str:
    return f"{share['right']} of {share['count']}"


def write_card(name: models.Name, evaluation: Mapping[str, Any], commands: list[str]) -> Path:
    """Write `models/<name>.toml` for the present ONNX file, and return its place.

    What does not change from training to training (data, licences, limits) is in `cards.toml`.
    Raises CardError if the evaluation is of another file.
    """
    place, about = models.path(name), evaluation["about"]
    sha256 = digest(place)
    if about["networks"][name] != sha256:
        raise CardError(f"the evaluation is not of this {place.name}: evaluate it first")
    facts = tomllib.loads(FACTS.read_text(encoding="utf-8"))
    head = {
        "name": name,
        "sha256": sha256,
        "bytes": place.stat().st_size,
        "weights": sum(math.prod(each.dims) for each in onnx.load(str(place)).graph.initializer),
        "licence": facts[name].get("licence", "MIT"),
        "date": about["date"],
        "command": commands,
        "split": facts["split"],
        **{what: facts[name][what] for what in ("input", "limits", "notes")},
    }
    shown = [(json.dumps(what), value) for what, value in figures(evaluation).items()]
    parts = [
        _lines(f"# Card of {place.name}, written by models.training.cards", head.items()),
        _lines("[metadata]", sorted(_short(metadata(place)).items())),
        _lines("[figures]", shown),
        *(_lines("[[data]]", source.items()) for source in facts["data"]),
    ]
    card = place.with_suffix(".toml")
    card.write_text("\n".join(parts), encoding="utf-8")
    return card


def _short(facts: Mapping[str, str]) -> dict[str, str]:
    """Return a file's metadata without arrays, which are not readable."""
    return {name: value for name, value in facts.items() if name != Similarity.kept_as}


def _lines(title: str, values: Iterable[tuple[str, object]]) -> str:
    """Return the lines of a part of a card; JSON writes strings, numbers and lists as TOML does."""
    return "\n".join([title, *(f"{key} = {json.dumps(value)}" for key, value in values), ""])


def main() -> None:
    """Read the command line and write the card."""
    parser = command_parser("models.training.cards", __doc__)
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
