"""Writes a model's card beside it: what it is, what it learned from, and what that gave.

python -m models.training.card detector --figures build/val.json --command "..." \
        --without-figures build/unseen.json
"""

import argparse
import datetime as dt
import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

import onnx

import models

FACTS = Path(__file__).with_name("cards.toml")


def write_card(name: models.Name, figures: Mapping[str, object], commands: list[str]) -> Path:
    """Write `models/<name>.toml` for the ONNX file as it lies there, and give its place.

    What does not change from training to training (data, licences, limits) is in `cards.toml`.
    """
    place = models.path(name)
    data = place.read_bytes()
    model = onnx.load(str(place))
    told = {item.key: item.value for item in model.metadata_props}
    weights = sum(_size(list(part.dims)) for part in model.graph.initializer)
    facts = tomllib.loads(FACTS.read_text(encoding="utf-8"))
    lines = [
        f"# Card of {place.name}, written by models.training.card",
        f'name = "{name}"',
        f'sha256 = "{hashlib.sha256(data).hexdigest()}"',
        f"bytes = {len(data)}",
        f"weights = {weights}",
        'licence = "MIT"',
        f'date = "{dt.datetime.now(tz=dt.UTC).date().isoformat()}"',
        f"command = {json.dumps(commands)}",
        f"split = {json.dumps(facts['split'])}",
        f"input = {json.dumps(facts[name]['input'])}",
        f"limits = {json.dumps(facts[name]['limits'])}",
        "",
        "[metadata]",
        *(f"{key} = {json.dumps(value)}" for key, value in sorted(told.items())),
        "",
        "[figures]",
        *(f"{json.dumps(key)} = {json.dumps(value)}" for key, value in figures.items()),
    ]
    for source in facts["data"]:
        lines += [
            "",
            "[[data]]",
            *(f"{key} = {json.dumps(value)}" for key, value in source.items()),
        ]
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
    parser.add_argument("--figures", type=Path, required=True, help="flat JSON of figures")
    parser.add_argument("--command", action="append", required=True, help="repeatable, in order")
    options = parser.parse_args()
    figures = json.loads(options.figures.read_text(encoding="utf-8"))
    print(f"wrote {write_card(options.name, figures, options.command)}")


if __name__ == "__main__":
    main()
