"""Who may write to a game: links created, renewed and revoked."""

from dataclasses import asdict

from fastapi.responses import JSONResponse, Response

from service.auth.access import Link
from service.errors import refusals
from service.http.dependencies import (
    AccessDep,
    Bearer,
    CreationDep,
    CreationsDep,
    GameId,
    LinkId,
    LinksDep,
    api_router,
    serialised_write,
)
from service.ledger.idempotency import Answer, is_short
from service.schemas import fields
from service.schemas.links import GivenLink, Links, NewLink

router = api_router("/games/{game_id}", "links")


@router.get("/links", responses={200: {"model": Links}, **refusals(401, 403, 404, 410, 503)})
def list_links(access: AccessDep, links: LinksDep) -> JSONResponse:
    """List who may write: the owner sees every link, everybody else only their own."""
    listed = [
        {**asdict(link), "yours": link.id == access.link.id} for link in links.visible_to(access)
    ]
    return JSONResponse({"links": listed})


@router.post(
    "/links",
    status_code=201,
    responses={
        201: {"model": GivenLink},
        **refusals(400, 401, 403, 404, 410, 409, 413, 422, 503),
    },
)
@serialised_write
def give_link(
    access: AccessDep,
    body: NewLink,
    links: LinksDep,
    creations: CreationsDep,
    creation_request: CreationDep,
) -> JSONResponse:
    """Create a link that lets another person write; its token is shown only once.

    It is shown again to a call repeated with its key.
    """

    def create(token: str) -> tuple[str, Answer]:
        return access.game_id, _link_json(*links.add(access, body.role, body.name, token))

    answer = creations.answer_once(creation_request(body.model_dump()), create, "token")
    return JSONResponse(answer, status_code=201)


@router.post(
    "/links/{link_id}/renewal",
    responses={
        200: {"model": GivenLink},
        **refusals(400, 401, 403, 404, 410, 413, 422, 503),
    },
)
@serialised_write
def renew_link(
    *,
    game_id: GameId,
    link_id: LinkId,
    bearer: Bearer,
    links: LinksDep,
    creations: CreationsDep,
    creation_request: CreationDep,
    body: fields.Nothing | None = None,
) -> JSONResponse:
    """Give a link a new token, which makes the old one worthless.

    If the answer to renewing one's own link is lost, repeat the call with its key and the old
    token.
    """
    del body  # only checked for unknown fields
    token = None if bearer is None else bearer.credentials
    request = creation_request(None)
    if is_short(request.key):
        links.authorise(game_id, token)  # the old token's holder might guess the key as well

    def renew(new_token: str) -> tuple[str, Answer]:
        access = links.authorise(game_id, token)
        return game_id, _link_json(*links.renew(access, link_id, new_token))

    return JSONResponse(creations.answer_once(request, renew, "token"))


def _link_json(link: Link, token: str) -> Answer:
    return {**asdict(link), "token": token}


@router.delete(
    "/links/{link_id}", status_code=204, responses=refusals(401, 403, 404, 410, 409, 422, 503)
)
@serialised_write
def take_link_back(access: AccessDep, link_id: LinkId, links: LinksDep) -> Response:
    """Revoke a link; its holder may still watch, but no longer write."""
    links.revoke(access, link_id)
    return Response(status_code=204)
