"""The description at /openapi.json: FastAPI's, with names and types that clients can use."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from starlette.routing import BaseRoute

from service.errors import refusals
from service.schemas.fields import Problem

DESCRIPTION = (
    "Read photographed mahjong hands, score them, and keep the ledger of a table. "
    "Every refusal is an RFC 9457 problem document with a stable `code`."
)
LICENCE = "MIT AND Apache-2.0 AND MPL-2.0 AND PSF-2.0"
TAGS: Mapping[str, str] = MappingProxyType(
    {
        "readings": "Photos in, tiles out.",
        "scores": "Hands scored, and the rule sets with their tables.",
        "house rules": "Rules of a house's own.",
        "waits": "What completes a hand.",
        "setup": "How the table is set up.",
        "training": "Hands of one block, two, four.",
        "games": "A table's game: what happens, and where it stands.",
        "drafts": "A win while it is being entered, on all phones of a table.",
        "links": "Who may write.",
        "photos": "Photos that a table asks to keep.",
        "tile sets": "A table's own tiles, learned from photos, that its photos are read better.",
        "history": "Everything that happened, statistics, files, and notifications as it happens.",
        "health": "Whether the service can do its work.",
    }
)
UPLOAD = {400, 408, 413, 415, 422, 429}  # the refusals of a photo

Schema = dict[str, Any]


class ShapeReference(dict[str, Any]):
    """A reference to the schema of a shape that FastAPI does not know."""

    def __init__(self, shape: type[BaseModel]) -> None:
        super().__init__({"$ref": f"#/components/schemas/{shape.__name__}"})
        self.shape = shape


def body_of(shape: type[BaseModel], media_type: str = "application/json") -> dict[str, Any]:
    """Return the description of a body, or a form, that its call reads itself."""
    content = {media_type: {"schema": ShapeReference(shape)}}
    return {"requestBody": {"required": True, "content": content}}


def unread_shapes(routes: Iterable[BaseRoute]) -> dict[str, type[BaseModel]]:
    """Return the shapes of the bodies that calls read themselves, by their names."""
    parts = _schemas([getattr(route, "openapi_extra", None) for route in routes])
    found = [part.shape for part in parts if isinstance(part, ShapeReference)]
    return {shape.__name__: shape for shape in found}


def form_body(shape: type[BaseModel]) -> dict[str, Any]:
    """Return the description of a form that `service.http.uploads` reads."""
    return body_of(shape, "multipart/form-data")


def picture_body(media_type: str, description: str) -> dict[str, Any]:
    """Return the description of a body that is a picture."""
    content = {media_type: {"schema": {"type": "string", "format": "binary"}}}
    body = {"required": True, "description": description, "content": content}
    return {"requestBody": body}


def stream_of(name: str) -> dict[int | str, dict[str, Any]]:
    """Return the description of server-sent events that each have a value of a schema."""
    schema = {
        "type": "string",
        "description": f"server-sent events; the data of each is a {name} as JSON",
        "contentMediaType": "application/json",
        "contentSchema": {"$ref": f"#/components/schemas/{name}"},
    }
    return {200: {"content": {"text/event-stream": {"schema": schema}}}}


def describe(app: FastAPI) -> Schema:
    """Return the description, built once and stored in the application."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title,
            version=app.version,
            description=DESCRIPTION,
            routes=app.routes,
            servers=[{"url": "/", "description": "the service that this came from"}],
            contact={"name": "the tableside maintainers"},
            license_info={"name": LICENCE, "identifier": LICENCE},
            tags=[{"name": name, "description": what} for name, what in TAGS.items()],
        )
        shapes = schema.setdefault("components", {}).setdefault("schemas", {})
        shapes["Problem"] = Problem.model_json_schema()
        for path, call in _calls(schema):
            call.setdefault("security", [])  # a call that needs no token says so
            _add_refusals(path, call)
        for unused in ("HTTPValidationError", "ValidationError"):
            shapes.pop(unused, None)
        for name, shape in unread_shapes(app.routes).items():
            shapes.setdefault(name, shape.model_json_schema())
        for each in _schemas(schema):
            _normalise_schema(each)
        app.openapi_schema = schema
    return app.openapi_schema


def _add_refusals(path: str, call: Schema) -> None:
    """Describe what any call of this address, token and body may be refused for."""
    call["responses"].pop("422", None)  # FastAPI's own has another shape than our answer
    statuses = {422} if path.startswith("/api/") else set[int]()  # `dependencies.api_router`
    if "{game_id}" in path or "{set_id}" in path:
        statuses |= {404, 410, 503}
        if call.get("security"):
            statuses |= {401, 403}
    if body := call.get("requestBody", {}).get("content"):
        for content in body.values():
            if name := content["schema"].get("$ref"):  # FastAPI leaves a schema of its own beside
                content["schema"] = {"$ref": name}
        statuses |= {400, 413, 422} if "application/json" in body else UPLOAD
    described = {str(status): answer for status, answer in refusals(*statuses).items()}
    call["responses"] = dict(sorted((described | call["responses"]).items()))


def _calls(schema: Schema) -> Iterator[tuple[str, Schema]]:
    for path, calls in schema["paths"].items():
        for call in calls.values():
            yield path, call


def _schemas(part: object) -> Iterator[Schema]:
    """Yield every object of the description, as any of them may be a schema."""
    if isinstance(part, dict):
        yield part
        for each in part.values():
            yield from _schemas(each)
    elif isinstance(part, list):
        for each in part:
            yield from _schemas(each)


def _normalise_schema(schema: Schema) -> None:
    """Replace what is not JSON Schema, and remove generated titles."""
    for python, word in (("ge", "minimum"), ("le", "maximum")):
        if isinstance(schema.get(python), int | float):
            schema[word] = schema.pop(python)
    # Client generators recognise files by this, not by the media type of their content.
    if schema.get("contentMediaType") == "application/octet-stream":
        del schema["contentMediaType"]
        schema["format"] = "binary"
    if str(schema.get("title", "")).startswith("Response "):
        del schema["title"]
    if schema.get("default", "") is None:  # as in FastAPI's own schemas
        del schema["default"]
