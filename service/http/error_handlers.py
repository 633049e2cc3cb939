"""Turns every exception that may leave a route into a problem document."""

import errno
import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.routing import Match

from scorer.core.sentences import CodedError, Sentence
from service.db.database_errors import fault_of, reason_of
from service.errors import RefusedError
from service.files import NO_ROOM
from service.http.field_errors import errors_json, summary
from service.http.problem_documents import document, refusal_document

log = logging.getLogger(__name__)

# The framework's own refusals, by status.
FRAMEWORK = {
    400: (
        "bad_request",
        Sentence("The request cannot be read. Check its content type and its body."),
    ),
    404: (
        "not_found",
        Sentence("There is nothing at this address. All calls are described at /openapi.json."),
    ),
    405: (
        "method_not_allowed",
        Sentence("This address does not support that method; see /openapi.json."),
    ),
}
METHOD_NOT_ALLOWED = 405
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
NO_FILES = (errno.EMFILE, errno.ENFILE)
NO_OBJECT = Sentence(
    "Send a JSON object as the body, with the header Content-Type: application/json."
)


def register(app: FastAPI) -> None:
    """Make an application answer every refusal with a problem document."""
    app.exception_handler(CodedError)(_refusal)
    app.exception_handler(RequestValidationError)(_invalid_request)
    app.exception_handler(HTTPException)(_framework_error)
    app.exception_handler(SQLAlchemyError)(_database_error)


async def _refusal(_request: Request, error: CodedError) -> JSONResponse:
    return refusal_document(error)


async def _invalid_request(_request: Request, error: RequestValidationError) -> JSONResponse:
    first, *_ = errors = error.errors()
    if first["type"] == "json_invalid":
        return document(
            "malformed_json", Sentence("The body is not JSON. Check quotes, commas and braces.")
        )
    if first["loc"] == ("body",) and first["type"] != "unknown_field":
        return document("invalid_request", NO_OBJECT)
    code = "unknown_field" if first["type"] == "unknown_field" else "invalid_request"
    return document(code, summary(errors), extra={"errors": errors_json(errors)})


async def _framework_error(request: Request, error: HTTPException) -> JSONResponse:
    # The framework reports any failure while it reads a body as a fault of the body.
    if isinstance(error.__cause__, RefusedError):
        return refusal_document(error.__cause__)
    if isinstance(error.__cause__, OSError):
        return _not_stored(error.__cause__)
    code, detail = FRAMEWORK.get(error.status_code, ("bad_request", error.detail))
    response = document(code, detail, error.status_code)
    response.headers.update(error.headers or {})
    if error.status_code == METHOD_NOT_ALLOWED:
        response.headers["Allow"] = ", ".join(_allowed_methods(request))
    return response


def _not_stored(error: OSError) -> JSONResponse:
    """Return the answer for an upload that could not be stored in the temporary folder."""
    log.warning("an upload could not be stored: %s", error.strerror)
    if error.errno in NO_ROOM:
        detail = Sentence(
            "The server has no disk space for this upload. Nothing was changed; its operator "
            "needs to free some space in its temporary folder (TMPDIR)."
        )
    elif error.errno in NO_FILES:
        return document("busy", Sentence("The server has too many open files. Try again shortly."))
    else:
        detail = Sentence(
            "The server cannot write to its temporary folder ({strerror}). Nothing was "
            "changed; its operator needs to choose another folder (TMPDIR) or repair this one.",
            strerror=error.strerror,
        )
    return document("upload_not_stored", detail)


def _allowed_methods(request: Request) -> list[str]:
    """Return the methods of an address; the framework knows only those of one of its routes."""
    allowed: set[str] = set()
    for route in request.app.router.routes:
        if route.matches(request.scope)[0] == Match.PARTIAL:
            allowed |= route.methods
    if "GET" in allowed:
        allowed.add("HEAD")  # see `service.http.middleware`
    return [method for method in METHODS if method in allowed]


async def _database_error(request: Request, error: SQLAlchemyError) -> JSONResponse:
    fault = fault_of(error)
    log.warning("%s: %s: %s", fault.code, type(error).__name__, reason_of(error))
    request.app.state.readiness.note_fault(fault)
    return document(fault.code, fault.detail)
