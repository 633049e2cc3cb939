"""Writes the service's own description of its calls as a page (`docs/http_reference.md`).

python -m tools.http_reference
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tools.api_description import description

Schema = Mapping[str, Any]
JSON = ("application/json", "application/problem+json")


def page(told: Schema) -> str:
    """Write the calls by subject, and the shapes that they take and give by name."""
    return "\n".join([*_calls(told), "## Shapes", "", *_shapes(told["components"]["schemas"])])


def _calls(told: Schema) -> Iterator[str]:
    for subject in told["tags"]:
        yield from (f"## Calls on {subject['name']}", "", subject["description"], "")
        for path, methods in told["paths"].items():
            for method, call in methods.items():
                if subject["name"] in call["tags"]:
                    yield from _call(f"{method.upper()} {path}", call)


def _call(name: str, call: Schema) -> Iterator[str]:
    yield from (f"### `{name}`", "", call["description"], "")
    yield from (f"Operation `{call['operationId']}`. {_who(call.get('security', []))}", "")
    if bodies := call.get("requestBody", {}).get("content"):
        yield from (f"Takes {_bodies(bodies)}.", "")
    if asked := call.get("parameters"):
        rows = [
            (f"`{each['name']}`", each["in"], _type(each["schema"]), _note(each, each["schema"]))
            for each in asked
        ]
        yield from _table(("name", "in", "type", "what it is"), rows)
    good = {status: each for status, each in call["responses"].items() if status < "4"}
    for status, answer in good.items():
        gives = _bodies(answer.get("content", {}))
        yield from (f"Answers {status}{f' with {gives}' if gives else ''}.", "")
    if refused := sorted(set(call["responses"]) - set(good)):
        yield from (f"Refuses with {', '.join(refused)}.", "")


def _who(schemes: list[Schema]) -> str:
    if not schemes:
        return "Anybody may call it."
    return "It may take a token." if {} in schemes else "It needs a token."


def _bodies(bodies: Mapping[str, Schema]) -> str:
    """Say what is sent: JSON by its shape, anything else by its kind, too."""
    told = []
    for kind, body in bodies.items():
        shape = body.get("schema", {})
        if kind in JSON:
            told.append(_type(shape))
        elif "$ref" in shape:
            told.append(f"{_type(shape)} as `{kind}`")
        else:
            told.append(f"`{kind}`")
    return " or ".join(told)


def _shapes(shapes: Mapping[str, Schema]) -> Iterator[str]:
    for name, shape in sorted(shapes.items()):
        yield from (f"### {name}", "")
        if said := shape.get("description"):
            yield from (_line(said), "")
        needed = shape.get("required", ())
        rows = [
            (f"`{field}`", _type(each), "yes" if field in needed else "", _note(each, each))
            for field, each in shape.get("properties", {}).items()
        ]
        if rows:
            yield from _table(("field", "type", "needed", "what it is"), rows)
        else:
            yield from (f"Is {_type(shape)}.", "")


def _type(schema: Schema) -> str:
    """Say a type: a shape by a link to it, lists and choices by their parts."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if parts := schema.get("anyOf", schema.get("oneOf")):
        return " or ".join(dict.fromkeys(_type(part) for part in parts))
    if "enum" in schema or "const" in schema:
        return " or ".join(
            f"`{json.dumps(one)}`" for one in schema.get("enum", [schema.get("const")])
        )
    return _kind(schema)


def _kind(schema: Schema) -> str:
    kind, more = schema.get("type"), schema.get("additionalProperties")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if kind == "object" and isinstance(more, dict):
        return f"object of {_type(more)}"
    if schema.get("format") == "binary" or "contentMediaType" in schema:
        return "file"
    return str(kind or "anything")


def _note(each: Schema, schema: Schema) -> str:
    """Say what a field is, its default and an example."""
    parts = [_line(each.get("description", ""))]
    if schema.get("default") not in (None, [], {}):
        parts.append(f"default `{json.dumps(schema['default'])}`")
    if examples := schema.get("examples"):
        parts.append(f"such as `{json.dumps(examples[0], ensure_ascii=False)}`")
    return "; ".join(part for part in parts if part).replace("|", r"\|")


def _line(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    for row in (head, ("---",) * len(head), *rows):
        yield f"| {' | '.join(row)} |"
    yield ""


if __name__ == "__main__":
    sys.stdout.write(page(description()))
