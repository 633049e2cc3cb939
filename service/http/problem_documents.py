"""The RFC 9457 problem document that answers a refused request, in any language."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType

from fastapi.responses import JSONResponse
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from scorer.core.sentences import CodedError
from service.errors import MEDIA_TYPE, STATUSES, RefusedError, TooSoonError, status_of
from service.locale.catalogues import say
from service.locale.languages import ENGLISH, Language, match_header
from service.locale.names import is_english
from service.locale.sentences import is_translated, translate_json

TEXT_FIELDS = ("detail", "errors")  # the members for people; all others are for programs
NO_MEMBERS: Mapping[str, object] = MappingProxyType({})


class ProblemDocument(JSONResponse):
    """A problem document, with title and details in the language that the request asks for.

    `Content-Language` names it, and English besides where a detail is not translated.
    """

    media_type = MEDIA_TYPE

    def __init__(
        self, members: Mapping[str, object], status_code: int, headers: Mapping[str, str]
    ) -> None:
        super().__init__(members, status_code=status_code, headers=headers)
        self.members = members

    def render(self, content: object) -> bytes:
        """Return the JSON; half a surrogate pair from a request is written as its escape."""
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode("utf-8", "backslashreplace")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it in the language that the request asks for."""
        self.translate(match_header(Headers(scope=scope).get("accept-language", "")))
        await super().__call__(scope, receive, send)

    def translate(self, language: Language) -> None:
        """Write title and details in a language."""
        self.headers.add_vary_header("Accept-Language")
        self.headers["Content-Language"] = language.tag
        if not is_english(language):
            if not is_translated(language, str(self.members["detail"])):
                self.headers["Content-Language"] = f"{language.tag}, {ENGLISH}"
            title = say(language.tag, STATUSES.get(self.status_code, ("", ""))[0], "messages")
            translated = {
                name: translate_json(language, value) if name in TEXT_FIELDS else value
                for name, value in self.members.items()
            }
            self.body = self.render({**translated, "title": title or self.members["title"]})
            self.headers["Content-Length"] = str(len(self.body))


def document(
    code: str, detail: str, status: int | None = None, extra: Mapping[str, object] = NO_MEMBERS
) -> ProblemDocument:
    """Return the problem document, with `extra` members beside `code` and `detail`."""
    number = status or status_of(code)
    headers = {"WWW-Authenticate": "Bearer"} if number == HTTPStatus.UNAUTHORIZED else {}
    if number == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = "2"
    if number == HTTPStatus.REQUEST_TIMEOUT:
        headers["Connection"] = "close"
    return ProblemDocument(
        {
            "type": "about:blank",
            "title": HTTPStatus(number).phrase,
            "status": number,
            "code": code,
            "detail": detail,
            **extra,
        },
        number,
        headers,
    )


def refusal_document(error: CodedError) -> ProblemDocument:
    """Build the problem document for a refusal."""
    extra = error.extra if isinstance(error, RefusedError) else NO_MEMBERS
    answer = document(error.code, error.detail, extra=extra)
    if isinstance(error, TooSoonError):
        answer.headers["Retry-After"] = str(error.wait_s)
    return answer
