"""The HTTP status of everything that can be refused.

Domain code raises RefusedError with a stable `code` and a `detail` that names the remedy; this
module alone knows which HTTP status a code has. It knows no web framework, for the commands
refuse in its words, too; `service.http.problem_documents` builds the answer.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scorer.core.sentences import RefusedError, Sentence

__all__ = ("RefusedError", "TooSoonError", "UnusableError", "no_such_game", "refusals", "status_of")

MEDIA_TYPE = "application/problem+json"

STATUS: Mapping[str, int] = MappingProxyType(
    {
        "malformed_json": 400,
        "bad_request": 400,
        "empty_file": 400,
        "not_an_image": 400,
        "truncated_image": 400,
        "no_token": 401,
        "wrong_token": 403,
        "owner_only": 403,
        "metrics_closed": 403,
        "not_found": 404,
        "no_such_game": 404,
        "no_such_rules": 404,
        "no_such_link": 404,
        "no_such_code": 404,
        "no_such_photo": 404,
        "no_such_tile_set": 404,
        "method_not_allowed": 405,
        "game_deleted": 410,
        "stale_seq": 409,
        "stale_draft": 409,
        "game_finished": 409,
        "game_full": 409,
        "nothing_to_undo": 409,
        "would_have_ended": 409,
        "would_end_game": 409,
        "cannot_resettle": 409,
        "owner_stays": 409,
        "too_many_corrections": 409,
        "too_many_links": 409,
        "too_many_kept": 409,
        "game_exists": 409,
        "shelf_full": 409,
        "request_timeout": 408,
        "file_too_large": 413,
        "body_too_large": 413,
        "unsupported_type": 415,
        "too_many_requests": 429,
        "too_many_streams": 429,
        "too_many_connections": 429,
        "headers_too_large": 431,
        "internal_error": 500,
        "damaged_event": 500,
        "database_failed": 500,
        "newer_event": 501,
        "busy": 503,
        "database_busy": 503,
        "database_damaged": 503,
        "database_read_only": 503,
        "database_replaced": 503,
        "models_missing": 503,
        "database_full": 507,
        "upload_not_stored": 507,
    }
)
# The statuses' names, for translations: some of Python's names change with its version.
TITLES: Mapping[int, str] = MappingProxyType(
    {
        400: "Bad Request",
        401: "Unauthorized",
        403: "Forbidden",
        404: "Not Found",
        405: "Method Not Allowed",
        408: "Request Timeout",
        409: "Conflict",
        410: "Gone",
        413: "Content Too Large",
        415: "Unsupported Media Type",
        422: "Unprocessable Content",
        429: "Too Many Requests",
        431: "Request Header Fields Too Large",
        500: "Internal Server Error",
        501: "Not Implemented",
        503: "Service Unavailable",
        507: "Insufficient Storage",
    }
)
DEFAULT_STATUS = 422  # understood, but refused: `invalid_hand` and the like


class UnusableError(RefusedError):
    """Settings, a database or its file cannot be used: nothing starts until that is put right."""

    def __init__(self, detail: str) -> None:
        super().__init__("unusable", detail)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process raise it."""
        return type(self), (self.detail,)


class TooSoonError(RefusedError):
    """A sender has used up an allowance, and may send again in `wait_s` seconds."""

    def __init__(self, reason: str, wait_s: int) -> None:
        detail = Sentence("{reason} Try again in {wait_s} s.", reason=reason, wait_s=wait_s)
        super().__init__("too_many_requests", detail)
        self.wait_s = wait_s


def status_of(code: str) -> int:
    """Return the HTTP status of a refusal's code."""
    return STATUS.get(code, DEFAULT_STATUS)


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the refusals of a call for its OpenAPI description (see `service.http.openapi`)."""
    from http import HTTPStatus  # noqa: PLC0415  (no command answers by HTTP)

    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": content}
        for status in statuses
    }


def no_such_game(game_id: str) -> RefusedError:
    """Return the refusal of an unknown game id."""
    return RefusedError(
        "no_such_game",
        Sentence("No game has the id {game_id}. Check the link.", game_id=repr(game_id)),
    )
