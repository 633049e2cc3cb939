"""Who may write to a game: links created, renewed and revoked, and codes to join a table by."""

from fastapi.responses import JSONResponse, Response

from service.auth.access import authorise
from service.errors import refusals
from service.http.dependencies import (
    AccessDep,
    CreationDep,
    GameId,
    Key,
    LinkId,
    ServicesDep,
    Token,
    api_router,
    serialised_write,
)
from service.ledger.idempotency import Answer, is_short
from service.schemas import fields
from service.schemas.links import (
    Code,
    GivenLink,
    Invitation,
    Link,
    Links,
    NewCode,
    NewLink,
    SaidCode,
)

router = api_router("", "links")


@router.get("/games/{game_id}/links", response_model=Links)
def list_links(access: AccessDep, services: ServicesDep) -> JSONResponse:
    """List who may write: the owner sees every link, everybody else only their own."""
    listed = [
        {**link.model_dump(), "yours": link.id == access.link.id}
        for link in services.links.visible_to(access)
    ]
    return JSONResponse({"links": listed})


@router.post(
    "/games/{game_id}/links", status_code=201, response_model=GivenLink, responses=refusals(409)
)
@serialised_write
def give_link(
    access: AccessDep,
    body: NewLink,
    services: ServicesDep,
    answer_once: CreationDep,
) -> JSONResponse:
    """Create a link that lets another person write; its token is shown only once.

    It is shown again to a call repeated with its key.
    """

    def create(token: str) -> tuple[str, Answer]:
        return access.game_id, _link_json(*services.links.add(access, body.role, body.name, token))

    answer = answer_once(body.model_dump(), create, "token")
    return JSONResponse(answer, status_code=201)


@router.post("/games/{game_id}/links/{link_id}/renewal", response_model=GivenLink)
@serialised_write
def renew_link(
    *,
    game_id: GameId,
    link_id: LinkId,
    token: Token,
    services: ServicesDep,
    answer_once: CreationDep,
    key: Key,
    body: fields.Nothing | None = None,
) -> JSONResponse:
    """Replace the token of a link; the old one stops working.

    If the answer to renewing one's own link is lost, repeat the call with its key and the old
    token.
    """
    del body  # only checked for unknown fields
    if is_short(key):
        # The old token's holder might guess the key as well.
        authorise(services.database, game_id, token)

    def renew(new_token: str) -> tuple[str, Answer]:
        access = authorise(services.database, game_id, token)
        return game_id, _link_json(*services.links.renew(access, link_id, new_token))

    return JSONResponse(answer_once(None, renew, "token"))


def _link_json(link: Link, token: str) -> Answer:
    return {**link.model_dump(), "token": token}


@router.delete("/games/{game_id}/links/{link_id}", status_code=204, responses=refusals(409))
@serialised_write
def take_link_back(access: AccessDep, link_id: LinkId, services: ServicesDep) -> Response:
    """Revoke a link; its holder may still watch, but no longer write."""
    services.links.revoke(access, link_id)
    return Response(status_code=204)


@router.post("/games/{game_id}/codes", status_code=201, response_model=Code)
@serialised_write
def make_code(
    access: AccessDep, token: Token, body: NewCode, services: ServicesDep
) -> JSONResponse:
    """Make a code of six letters that grants what the caller's link grants, for an hour.

    Its holder may write, by the caller's token, or only watch.
    """
    code, expires_at = services.join_codes.create(access, token if body.write else None)
    made = {"code": code, "write": body.write, "expires_at": expires_at}
    return JSONResponse(made, status_code=201)


@router.post("/invitations", response_model=Invitation, responses=refusals(404, 429, 503))
def accept_invitation(body: SaidCode, services: ServicesDep) -> JSONResponse:
    """Return the game that a code leads to, with the token to write to it where it grants one."""
    return JSONResponse(services.join_codes.invitation(body.code).model_dump())
