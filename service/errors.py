"""The HTTP status of everything that can be refused.

Domain code raises RefusedError with a stable `code` and a `detail` that names the remedy; this
module alone knows which HTTP status a code has. It needs no web framework, since commands refuse in
the same words; `service.http.problem_documents` builds the answer.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scorer.core.sentences import RefusedError, Sentence

__all__ = ("RefusedError", "TooSoonError", "UnusableError", "no_such_game", "refusals", "status_of")

MEDIA_TYPE = "application/problem+json"

# The codes of each status; its name is here for translations, since some of Python's names change.
STATUSES: Mapping[int, tuple[str, str]] = MappingProxyType(
    {
        400: ("Bad Request", "malformed_json bad_request empty_file not_an_image truncated_image"),
        401: ("Unauthorized", "no_token"),
        403: ("Forbidden", "wrong_token owner_only metrics_closed"),
        404: (
            "Not Found",
            (
                "not_found no_such_game no_such_rules no_such_link no_such_code no_such_photo "
                "no_such_tile_set"
            ),
        ),
        405: ("Method Not Allowed", "method_not_allowed"),
        408: ("Request Timeout", "request_timeout"),
        409: (
            "Conflict",
            (
                "stale_seq stale_draft game_finished game_full nothing_to_undo "
                "would_have_ended would_end_game cannot_resettle owner_stays "
                "too_many_corrections too_many_links too_many_kept game_exists shelf_full"
            ),
        ),
        410: ("Gone", "game_deleted"),
        413: ("Content Too Large", "file_too_large body_too_large"),
        415: ("Unsupported Media Type", "unsupported_type"),
        422: ("Unprocessable Content", ""),
        429: ("Too Many Requests", "too_many_requests too_many_streams too_many_connections"),
        431: ("Request Header Fields Too Large", "headers_too_large"),
        500: ("Internal Server Error", "internal_error damaged_event database_failed"),
        501: ("Not Implemented", "newer_event"),
        503: (
            "Service Unavailable",
            (
                "busy database_busy database_damaged database_read_only database_replaced "
                "models_missing"
            ),
        ),
        507: ("Insufficient Storage", "database_full upload_not_stored"),
    }
)
STATUS: Mapping[str, int] = MappingProxyType(
    {code: status for status, (_, codes) in STATUSES.items() for code in codes.split()}
)
DEFAULT_STATUS = 422  # understood, but refused: `invalid_hand` and the like


class UnusableError(RefusedError):
    """Settings, a database or its file cannot be used: nothing starts until that is fixed."""

    def __init__(self, detail: str) -> None:
        super().__init__("unusable", detail)

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling, so that another process can raise it."""
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
