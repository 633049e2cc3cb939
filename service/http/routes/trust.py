"""How devices come to trust this service's https: instructions and the authority's certificate.

All of it is also answered by plain HTTP, since nobody can fetch it by a connection that is not
trusted yet.
"""

import plistlib
import uuid
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import JSONResponse, Response

from service.certificates.authority import Authority
from service.http.middleware import AUTHORITY, TRUST
from service.http.routes import pages

CERTIFICATE = "application/x-x509-ca-cert"  # Android, Windows and Firefox offer to install it
# The same for iPhones, which might save the other as text.
PROFILE = "application/x-apple-aspen-config"
FILE = "tableside"
IDENTIFIER = "tableside.authority"

router = APIRouter(include_in_schema=False)


async def _authority(request: Request) -> Authority:
    current_authority: Callable[[], Authority] = request.app.state.authority
    return current_authority()


AuthorityDep = Annotated[Authority, Depends(_authority)]

router.add_api_route(TRUST, pages.page)


@router.get(AUTHORITY)
async def authority(authority: AuthorityDep) -> JSONResponse:
    """Return the authority's name, its fingerprint for people to compare, and its expiry."""
    return JSONResponse(
        {
            "name": authority.name,
            "fingerprint": authority.fingerprint,
            "until": authority.until.date().isoformat(),
        }
    )


@router.get(f"{AUTHORITY}.crt")
async def certificate(authority: AuthorityDep) -> Response:
    """Return the authority's certificate as a file to install."""
    headers = {"Content-Disposition": f'attachment; filename="{FILE}.crt"'}
    return Response(authority.public_pem, media_type=CERTIFICATE, headers=headers)


@router.get(f"{AUTHORITY}.mobileconfig")
async def profile(authority: AuthorityDep) -> Response:
    """Return the certificate as a configuration profile for iPhones and iPads."""
    headers = {"Content-Disposition": f'attachment; filename="{FILE}.mobileconfig"'}
    return Response(profile_of(authority), media_type=PROFILE, headers=headers)


def profile_of(authority: Authority) -> bytes:
    """Return an authority's configuration profile, always the same, so that it replaces itself."""
    number = uuid.uuid5(uuid.NAMESPACE_OID, authority.fingerprint)
    shared = {"PayloadDisplayName": authority.name, "PayloadVersion": 1}
    certificate_payload = {
        **shared,
        "PayloadType": "com.apple.security.root",
        "PayloadIdentifier": f"{IDENTIFIER}.{number}.certificate",
        "PayloadUUID": str(uuid.uuid5(number, "certificate")),
        "PayloadContent": authority.public_der,
        "PayloadCertificateFileName": f"{FILE}.cer",
    }
    profile_payload = {
        **shared,
        "PayloadType": "Configuration",
        "PayloadIdentifier": f"{IDENTIFIER}.{number}",
        "PayloadUUID": str(number),
        "PayloadContent": [certificate_payload],
    }
    return plistlib.dumps(profile_payload)
