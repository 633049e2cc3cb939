"""The description at /openapi.json: what FastAPI derives, with our own problem documents."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from service.errors import described
from service.schemas.fields import Problem

DESCRIPTION = (
    "Read photographed mahjong hands, score them, and keep the ledger of a table. "
    "Every refusal is an RFC 9457 problem document with a stable `code`."
)


def describe(app: FastAPI) -> dict[str, Any]:
    """Build the description once and keep it with the application."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes
        )
        shapes = schema.setdefault("components", {}).setdefault("schemas", {})
        shapes["Problem"] = Problem.model_json_schema()
        _replace_own_errors(schema)
        for unused in ("HTTPValidationError", "ValidationError"):
            shapes.pop(unused, None)
        app.openapi_schema = schema
    return app.openapi_schema


def _replace_own_errors(schema: dict[str, Any]) -> None:
    """FastAPI's own error shape is never answered: `service.http.error_handlers` replaces it."""
    for calls in schema["paths"].values():
        for call in calls.values():
            own = call["responses"].get("422", {})
            if "application/json" in own.get("content", {}):
                call["responses"]["422"] = described(422)[422]
