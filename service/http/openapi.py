"""The description at /openapi.json: what FastAPI derives, with names and types that clients use."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel

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
        "history": "Everything that happened, statistics, files, and what is told as it happens.",
        "health": "Whether the service can do its work.",
    }
)
# What a body that the scorer checks itself is called; it stands in its call as FastAPI has it.
BODIES: Mapping[str, str] = MappingProxyType(
    {
        "Score": "ScoreRequest",
        "Waits": "WaitsRequest",
        "Drill": "TrainingHand",
        "GameFile": "GameFile",
    }
)
# What the messages of a stream hold, each under its `id`.
STREAMS: Mapping[str, str] = MappingProxyType(
    {
        "/api/v1/games/{game_id}/events": "State",
        "/api/v1/events": "State",
        "/api/v1/games/{game_id}/draft/events": "Draft",
    }
)
STREAM = "text/event-stream"

Schema = dict[str, Any]


def json_body(shape: type[BaseModel]) -> dict[str, Any]:
    """The description of a body of JSON that its call reads by itself."""
    content = {"application/json": {"schema": shape.model_json_schema()}}
    return {"requestBody": {"required": True, "content": content}}


def form_body(shape: type[BaseModel]) -> dict[str, Any]:
    """The description of a form that is taken in by `service.http.uploads`."""
    content = {"multipart/form-data": {"schema": shape.model_json_schema()}}
    return {"requestBody": {"required": True, "content": content}}


def picture_body(media_type: str, description: str) -> dict[str, Any]:
    """The description of a body that is a picture."""
    content = {media_type: {"schema": {"type": "string", "format": "binary"}}}
    body = {"required": True, "description": description, "content": content}
    return {"requestBody": body}


def describe(app: FastAPI) -> Schema:
    """Build the description once and keep it with the application."""
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
        _replace_own_errors(schema)
        for unused in ("HTTPValidationError", "ValidationError"):
            shapes.pop(unused, None)
        _name_calls(schema, app)
        _name_bodies(schema)
        _type_streams(schema)
        for each in _schemas(schema):
            _normalise_schema(each)
        app.openapi_schema = schema
    return app.openapi_schema


def _replace_own_errors(schema: Schema) -> None:
    """FastAPI's own error shape is never answered: `service.http.error_handlers` replaces it."""
    for _, _, call in _calls(schema):
        own = call["responses"].get("422", {})
        if "application/json" in own.get("content", {}):
            call["responses"]["422"] = refusals(422)[422]


def _calls(schema: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, calls in schema["paths"].items():
        for method, call in calls.items():
            yield method, path, call


def _name_calls(schema: Schema, app: FastAPI) -> None:
    """Give each call a short name, and say of those that anybody may make that they are."""
    functions = {
        (method.lower(), route.path_format): route.name
        for route in app.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    for method, path, call in _calls(schema):
        call["operationId"] = functions[method, path]
        call.setdefault("security", [])


def _name_bodies(schema: Schema) -> None:
    """Give bodies that stand in their calls a place and a name among the others."""
    shapes = schema["components"]["schemas"]
    for _, _, call in _calls(schema):
        for content in call.get("requestBody", {}).get("content", {}).values():
            shape = content["schema"]
            title = str(shape.get("title", ""))
            if name := BODIES.get(title, title if title.endswith("Form") else ""):
                shapes.setdefault(name, {**shape, "title": name})
                content["schema"] = {"$ref": f"#/components/schemas/{name}"}


def _type_streams(schema: Schema) -> None:
    """Say what stands in the data of each message of a stream."""
    for path, name in STREAMS.items():
        content = schema["paths"][path]["get"]["responses"]["200"]["content"]
        content[STREAM] = {
            "schema": {
                "type": "string",
                "description": f"server-sent events; the data of each is a {name} as JSON",
                "contentMediaType": "application/json",
                "contentSchema": {"$ref": f"#/components/schemas/{name}"},
            }
        }


def _schemas(part: object) -> Iterator[Schema]:
    """Every object of the description, as each may be a schema."""
    if isinstance(part, dict):
        yield part
        for each in part.values():
            yield from _schemas(each)
    elif isinstance(part, list):
        for each in part:
            yield from _schemas(each)


def _normalise_schema(schema: Schema) -> None:
    """Say in JSON Schema's words what is told otherwise, or in more words than anybody reads."""
    for python, word in (("ge", "minimum"), ("le", "maximum")):
        if isinstance(schema.get(python), int | float):
            schema[word] = schema.pop(python)
    # Generators know files by this, and not by the media type of their content.
    if schema.get("contentMediaType") == "application/octet-stream":
        del schema["contentMediaType"]
        schema["format"] = "binary"
    if str(schema.get("title", "")).startswith("Response "):
        del schema["title"]
