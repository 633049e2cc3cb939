"""Writes the models' cards for the Hugging Face hub, from the cards beside the models.

    python -m tools.hub_cards           writes models/cards/NAME.md
    python -m tools.hub_cards --check   says which are not as the cards have it

The head is YAML with the hub's own fields; figures are those of a whole reading, to which all six
models contribute. Sources that are not on the hub are described in words: `datasets` are its own.
`huggingface_hub.ModelCard` would write the head, 20 lines here, for five more packages.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

import models
from datasets.command_line import command_parser

FOLDER = Path(models.__file__).parent / "cards"
# The hub's name for the task; it has none for the roles network, which sees no pixels.
TASKS: Mapping[str, str] = MappingProxyType(
    {
        "detector": "object-detection",
        "classifier": "image-classification",
        "closeup": "image-classification",
        "captions": "image-classification",
        "stacked": "image-classification",
    }
)
DESCRIPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "all: photos right": "photos read without a mistake",
        "all: tiles found": "tiles found",
        "all: found tiles named": "found tiles named",
    }
)
SHARE = re.compile(r"(\d+) of (\d+)")


def card(name: str, facts: Mapping[str, Any]) -> str:
    """Return the card of a model: the head for programs, the rest for people."""
    return "\n".join(["---", *_head(name, facts), "---", "", *_body(name, facts)]) + "\n"


def _head(name: str, facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the hub's fields; JSON is YAML, too."""
    licence = facts["licence"].lower()
    if " " in licence:  # the hub knows only single licences
        yield from ("license: other", f"license_name: {licence.replace(' ', '-')}")
        yield "license_link: LICENSE"
    else:
        yield f"license: {licence}"
    yield "library_name: onnx"
    if task := TASKS.get(name):
        yield f"pipeline_tag: {task}"
    yield "tags: [onnx, mahjong]"
    if not task:
        return
    results = [
        {
            "task": {"type": task},
            "dataset": {"name": "labelled photos held out of training", "type": "tableside-photos"},
            "metrics": list(_metrics(facts["figures"])),
        }
    ]
    yield f"model-index: {json.dumps([{'name': f'tableside {name}', 'results': results}])}"


def _metrics(figures: Mapping[str, str]) -> Iterator[dict[str, object]]:
    for figure, words in DESCRIPTIONS.items():
        right, of = map(int, SHARE.fullmatch(figures[figure]).groups())  # type: ignore[union-attr]  # a card has it so
        yield {"type": "accuracy", "name": f"{words}, by all six models", "value": right / of}


def _body(name: str, facts: Mapping[str, Any]) -> Iterator[str]:
    yield f"# tableside {name}"
    yield ""
    yield f"One of six networks that read photos of mahjong tiles together; `{name}.onnx`."
    yield ""
    yield from ("| | |", "|---|---|")
    yield f"| licence | {facts['licence']} |"
    yield f"| weights | {facts['weights']:,} in {facts['bytes']:,} bytes |"
    yield f"| SHA-256 | `{facts['sha256']}` |"
    yield f"| input | {facts['input']} |"
    yield f"| measured | {facts['date']} |"
    yield from ("", "## Limits", "", f"{_sentence(facts['limits'])}")
    yield from ("", "## Training data", "", "| source | what | licence |", "|---|---|---|")
    for source in facts["data"]:
        yield f"| {source['name']} | {source['what']} | {source['licence']} |"
    yield from ("", _sentence(facts["split"]), "", "## Training", "", facts["notes"])
    yield from ("", "Commands, in order:", "", *(f"    {line}" for line in facts["command"]))
    yield from ("", "## Figures", "", "Of a whole reading, to which all six models contribute.", "")
    yield from ("| figure | value |", "|---|---|")
    for figure, value in facts["figures"].items():
        yield f"| {figure} | {value} |"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}."


def write_cards() -> Iterator[tuple[Path, str]]:
    """Yield each card's place and text."""
    for name in get_args(models.Name):
        facts = tomllib.loads(models.path(name).with_suffix(".toml").read_text(encoding="utf-8"))
        yield FOLDER / f"{name}.md", card(name, facts)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the cards, and return the exit status."""
    parser = command_parser("tools.hub_cards", __doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if one differs")
    given = parser.parse_args(arguments)
    if given.check:
        old = [
            p.name for p, text in write_cards() if not p.is_file() or p.read_text("utf-8") != text
        ]
        if old:
            print(f"outdated: {', '.join(old)}; run python -m tools.hub_cards")
        return int(bool(old))
    FOLDER.mkdir(exist_ok=True)
    for path, text in write_cards():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
