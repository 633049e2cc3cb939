"""Write the types of the service's answers for the page: `python -m tools.page_types`.

They come from the description at `/openapi.json`, so that the type checker of the page's modules
knows what a call takes and gives. `--check` changes nothing and fails where the file is not what
the description says.
"""

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from datasets.command_line import command_parser
from service.app import create_app
from service.settings import Settings

FILE = Path(__file__).parents[1] / "service" / "page" / "static" / "js" / "api" / "types.d.ts"
HEAD = """\
// What the calls of the service take and give, as /openapi.json describes it.
//
// Made by `python -m tools.page_types`: not to be changed by hand. An answer may have more
// than is described, of whatever type: there it is `any`.

"""
# Whose kind says which other members are there: the page has looked at the kind, and takes them as
# they are.
BY_KIND = ("Event",)
PLAIN = {
    "null": "null",
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
}


def type_of(schema: Mapping[str, Any]) -> str:
    """A schema as a type of TypeScript."""
    kind = str(schema.get("type"))
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if values := schema.get("enum", [schema["const"]] if "const" in schema else []):
        return " | ".join(json.dumps(value) for value in values)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(each) for each in schema["anyOf"]))
    if kind in MADE:
        return MADE[kind](schema)
    return PLAIN.get(kind, "any")


def _array(schema: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(type_of(each) for each in schema['prefixItems'])}]"
    each = type_of(schema.get("items", {}))
    return f"({each})[]" if " | " in each else f"{each}[]"


def _mapping(schema: Mapping[str, Any]) -> str:
    values = schema.get("additionalProperties", True)
    of = type_of(values) if isinstance(values, dict) else "any"
    keys = schema.get("propertyNames", {})
    return f"{{ [name in {type_of(keys)}]?: {of} }}" if keys else f"Record<string, {of}>"


MADE = {"array": _array, "object": _mapping}


def declare(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """The lines of one declaration."""
    if "properties" not in schema:
        yield f"export type {name} = {type_of(schema)};"
        return
    yield f"export interface {name} {{"
    required = schema.get("required", ())
    for field, shape in schema["properties"].items():
        if name in BY_KIND and field not in required:
            continue
        yield f"  {json.dumps(field)}{'' if field in required else '?'}: {type_of(shape)};"
    if schema.get("additionalProperties") is True:
        yield "  [more: string]: any;"
    yield "}"


def types() -> str:
    """The whole file."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=f"sqlite:///{folder}/games.sqlite3"))
        schemas = app.openapi()["components"]["schemas"]
        app.state.store.close()
    of_forms = [name for name in schemas if name.endswith("Form")]  # photos go as they are
    names = sorted(set(schemas) - set(of_forms))
    return HEAD + "\n\n".join("\n".join(declare(name, schemas[name])) for name in names) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file, or look at it; returns the exit status."""
    parser = command_parser("tools.page_types", __doc__)
    parser.add_argument("--check", action="store_true", help="fail where the file is another one")
    given = parser.parse_args(arguments)
    text = types()
    if not given.check:
        FILE.write_text(text, encoding="utf-8")
    elif not FILE.is_file() or FILE.read_text(encoding="utf-8") != text:
        print(f"{FILE} is not what the calls are: run python -m tools.page_types")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
