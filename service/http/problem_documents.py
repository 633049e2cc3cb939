"""The RFC 9457 problem document that answers a refused request."""

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType

from fastapi.responses import JSONResponse

from service.errors import MEDIA_TYPE, status_of

NOTHING_MORE: Mapping[str, object] = MappingProxyType({})


def document(
    code: str, detail: str, status: int | None = None, extra: Mapping[str, object] = NOTHING_MORE
) -> JSONResponse:
    """Build the problem document; `extra` members stand beside `code` and `detail`."""
    number = status or status_of(code)
    headers = {"WWW-Authenticate": "Bearer"} if number == HTTPStatus.UNAUTHORIZED else {}
    if number == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = "2"
    return JSONResponse(
        {
            "type": "about:blank",
            "title": HTTPStatus(number).phrase,
            "status": number,
            "code": code,
            "detail": detail,
            **extra,
        },
        status_code=number,
        media_type=MEDIA_TYPE,
        headers=headers,
    )
