"""The dependencies of routes, as annotated types."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from typing import Annotated, Any, TypeAlias, get_origin

from fastapi import APIRouter, Depends, Header, Path, Request, params
from fastapi.dependencies.utils import get_flat_params
from fastapi.responses import JSONResponse, Response, StreamingResponse
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer

from scorer.api.requests import RequestError
from scorer.core.sentences import Sentence, hint
from scorer.ledger.events import Event
from scorer.ledger.game import Game
from service.auth.access import Access, authorise, hash_token
from service.auth.links import LINK_ID, no_such_link
from service.db.schema import GAME_ID
from service.errors import RefusedError, no_such_game
from service.http.rate_limits import sender_mark, sender_of
from service.http.services import Services
from service.ledger import views
from service.ledger.idempotency import (
    KEY_LENGTH,
    Answer,
    IdempotentRequest,
    Make,
    fingerprint,
    is_short,
)
from service.locale.languages import Language, match_header
from service.photos.archive import PHOTO_ID, no_such_photo
from service.photos.reader_pool import Sender
from service.photos.tile_sets import TILE_SET_ID, no_such_tile_set
from service.schemas.fields import must_be

Decide: TypeAlias = Callable[[Game], Event]
Record: TypeAlias = Callable[[Decide], JSONResponse]
AnswerOnce: TypeAlias = Callable[..., Answer]


# Asynchronous, because a plain function would be run in a thread just for this.
async def _services(request: Request) -> Services:
    services: Services = request.app.state
    return services


ServicesDep = Annotated[Services, Depends(_services)]


async def _language(
    accept_language: Annotated[str, Header(include_in_schema=False)] = "",
) -> Language:
    """Return the language that a request asks for."""
    return match_header(accept_language)


LanguageDep = Annotated[Language, Depends(_language)]


def language_headers(language: Language) -> dict[str, str]:
    """Return the headers of an answer that depends on the request's language."""
    return {"Content-Language": language.tag, "Vary": "Accept-Language"}


def _id_in_path(description: str, pattern: str) -> Any:  # noqa: ANN401  (what FastAPI returns)
    """Return an id in an address for OpenAPI; one that does not match gets our own 404."""
    return Path(description=description, json_schema_extra={"pattern": f"^{pattern}$"})


GameId = Annotated[str, must_be(GAME_ID, no_such_game), _id_in_path("the game's id", GAME_ID)]
LinkId = Annotated[str, must_be(LINK_ID, no_such_link), _id_in_path("the link's id", LINK_ID)]
PhotoId = Annotated[str, must_be(PHOTO_ID, no_such_photo), _id_in_path("the photo's id", PHOTO_ID)]
TileSetId = Annotated[
    str,
    must_be(TILE_SET_ID, no_such_tile_set),
    _id_in_path("the tile set's id", TILE_SET_ID),
]


async def _sender_mark(request: Request) -> str:
    return sender_mark(sender_of(request.scope))


MarkDep = Annotated[str, Depends(_sender_mark)]


def serialised_write(endpoint: Callable[..., Response]) -> Callable[..., Awaitable[Response]]:
    """Make a call that writes run in the write queue, apart from readers.

    See `service.http.write_queue`. The decorator stands below the route's; the call keeps the
    endpoint's parameters.
    """

    @wraps(endpoint)
    async def queued_call(*, request: Request, **given: object) -> Response:
        services: Services = request.app.state
        game_id = request.path_params.get("game_id")
        return await services.write_queue.run(partial(endpoint, **given), game_id)

    original = inspect.signature(endpoint)
    parameter = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY, annotation=Request)
    queued_call.__signature__ = original.replace(  # type: ignore[attr-defined]  # what FastAPI looks at
        parameters=[*original.parameters.values(), parameter]
    )
    return queued_call


async def _sender(request: Request) -> Sender:
    return Sender(sender_of(request.scope), request.is_disconnected)


# Parameters that are not in the query; shapes may have some as fields.
ELSEWHERE = (params.Path, params.Header, params.Cookie)


def query_parameters(call: APIRoute) -> dict[str, bool]:
    """Return the query parameters of a call by name, with whether each may be repeated."""
    return {
        each.alias: get_origin(each.field_info.annotation) is list
        for each in get_flat_params(call.dependant)
        if not isinstance(each.field_info, ELSEWHERE)
    }


async def _check_query(request: Request) -> None:
    """Refuse a query parameter that the call does not have, or one that is repeated."""
    if not (given := request.query_params):
        return
    known = query_parameters(request.scope["route"])
    for name in given:
        if name not in known:
            near = hint(name, known) if known else Sentence("; this call has none")
            detail = Sentence(
                "There is no query parameter {name}{near}.", name=repr(name), near=near
            )
            raise RefusedError("unknown_field", detail)
        if not known[name] and len(given.getlist(name)) > 1:
            detail = Sentence(
                "The query parameter {name} appears more than once; send it once.", name=repr(name)
            )
            raise RefusedError("bad_value", detail)


def described_router(
    tag: str, prefix: str = "", dependencies: Sequence[params.Depends] = ()
) -> APIRouter:
    """Return a router whose calls are described under the names of their functions."""
    return APIRouter(
        prefix=prefix,
        tags=[tag],
        dependencies=dependencies,
        generate_unique_id_function=lambda route: route.name,
    )


def api_router(path: str, tag: str) -> APIRouter:
    """Return a router for calls of the API below a path.

    Its calls refuse unknown query parameters, so that a typo is not taken for a default.
    """
    return described_router(tag, f"/api/v1{path}", [Depends(_check_query)])


class EventStream(StreamingResponse):
    """Server-sent events, which no cache or proxy holds back."""

    media_type = "text/event-stream"

    def __init__(self, messages: AsyncIterator[str], status_code: int = 200) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(messages, status_code, headers)


class CsvFile(Response):
    """A table to download."""

    media_type = "text/csv"

    def __init__(self, lines: Iterable[str], name: str, status_code: int = 200) -> None:
        headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
        super().__init__("".join(lines), status_code, headers)


@contextmanager
def rules_of_address() -> Iterator[None]:
    """Raise `no_such_rules` for unknown rules, where the address and not the body names them."""
    try:
        yield
    except (RequestError, RefusedError) as error:
        if error.code == "unknown_rules":
            raise RefusedError("no_such_rules", error.detail) from error
        raise


SenderDep = Annotated[Sender, Depends(_sender)]


class _BearerToken(HTTPBearer):
    async def __call__(self, request: Request) -> str | None:  # type: ignore[override]  # of one scheme
        """Return the token that a request brings, if any."""
        found = await super().__call__(request)
        return None if found is None else found.credentials


_bearer = _BearerToken(
    auto_error=False, scheme_name="HTTPBearer", description="the game's write token"
)
Token = Annotated[str | None, Depends(_bearer)]


# The dependencies of every change take what they need from `app.state`: each further dependency
# costs the call 40 microseconds.
def _access(game_id: GameId, request: Request, token: Token) -> Access:
    services: Services = request.app.state
    return authorise(services.database, game_id, token)


AccessDep = Annotated[Access, Depends(_access)]


async def _key(
    key: Annotated[
        str | None,
        Header(alias="Idempotency-Key", description="a repeated request is applied once"),
    ] = None,
) -> str | None:
    if key is not None and not (1 <= len(key) <= KEY_LENGTH and key.isprintable()):
        detail = Sentence(
            "An Idempotency-Key must have 1 to {most} printable characters.",
            most=KEY_LENGTH,
        )
        raise RefusedError("bad_key", detail)
    return key


Key = Annotated[str | None, Depends(_key)]


async def _recorder(request: Request, access: AccessDep, key: Key) -> Record:
    """Return a function that adds an event to the game and wakes its followers."""
    try:
        body: Any = await request.json() if await request.body() else {}
    except (ValueError, RecursionError):
        body = None  # refused with its reason when the route's body is checked
    expected = body.get("expected_seq") if isinstance(body, dict) else None
    call = f"{request.method} {request.url.path}"
    append = IdempotentRequest(fingerprint(call, body), key, expected)
    services: Services = request.app.state

    def record(decide: Decide) -> JSONResponse:
        answer = services.store.append(access, append, decide, views.added_json)
        services.feeds.note(access.game_id, seq=answer["seq"], state=answer["state"])
        return JSONResponse(answer, status_code=201)

    return record


RecorderDep = Annotated[Record, Depends(_recorder)]


async def _creation(request: Request, key: Key, token: Token) -> AnswerOnce:
    """Return `Creations.answer_once`, called with the content of the call in place of a request."""
    token_hash = None if token is None else hash_token(token)
    call = f"{request.method} {request.url.path}?{request.url.query} {token_hash}"
    scope = f"game {request.path_params.get('game_id')}"
    if is_short(key):
        scope += f" sender {sender_of(request.scope)}"
    services: Services = request.app.state

    def answer_once(content: object, make: Make, token_name: str | None = None) -> Answer:
        attempt = IdempotentRequest(fingerprint(call, content), key, scope=scope)
        return services.creations.answer_once(attempt, make, token_name)

    return answer_once


CreationDep = Annotated[AnswerOnce, Depends(_creation)]
