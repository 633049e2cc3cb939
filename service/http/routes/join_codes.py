"""Codes to join a table by: made by who may write, and told what they lead to."""

from dataclasses import asdict

from fastapi import Request
from fastapi.responses import JSONResponse

from scorer.core.sentences import Sentence
from service.errors import TooSoonError, refusals
from service.http.dependencies import AccessDep, Bearer, JoinCodesDep, api_router, serialised_write
from service.http.rate_limits import sender_of
from service.schemas.links import Code, Invitation, NewCode, SaidCode

router = api_router("", "links")


@router.post(
    "/games/{game_id}/codes",
    status_code=201,
    responses={201: {"model": Code}, **refusals(400, 401, 403, 404, 410, 413, 422, 503)},
)
@serialised_write
def make_code(
    access: AccessDep, bearer: Bearer, body: NewCode, join_codes: JoinCodesDep
) -> JSONResponse:
    """Make a code of six letters that gives what the caller's link gives, for an hour.

    Its holder may write, by the caller's token, or only watch.
    """
    token = bearer.credentials if bearer is not None and body.write else None
    code, expires_at = join_codes.create(access, token)
    made = {"code": code, "write": body.write, "expires_at": expires_at}
    return JSONResponse(made, status_code=201)


@router.post(
    "/invitations",
    responses={200: {"model": Invitation}, **refusals(400, 404, 413, 422, 429, 503)},
)
def accept_invitation(request: Request, body: SaidCode, join_codes: JoinCodesDep) -> JSONResponse:
    """Tell which game a code leads to, with the token to write to it where it gives one."""
    sender, state = sender_of(request.scope), request.app.state
    # Who is refused for this minute uses up nothing of the day's allowance, nor of everybody's.
    tries = [(allowance, sender) for allowance in state.code_allowances]
    tries.append((state.all_codes_allowance, "all"))
    wait = next((wait for allowance, who in tries if (wait := allowance.wait_s(who))), 0)
    if wait:
        raise TooSoonError(Sentence("Too many codes were tried from this address."), wait)
    return JSONResponse(asdict(join_codes.invitation(body.code)))
