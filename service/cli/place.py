"""Where a service listens: whether it can, how it is found there, and by which certificate."""

import errno
import logging
import socket
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scorer.core.sentences import Say, Sentence, join_with_or
from service.auth import qr
from service.certificates.names import LOOPBACK as LOOPBACKS
from service.certificates.names import Names
from service.cli.addresses import every_address, own_addresses, own_names
from service.errors import RefusedError
from service.http.plain_http import TRUST
from service.settings import Settings

if TYPE_CHECKING:
    from service.certificates.authority import Authority
    from service.http.tls import LiveCertificate

log = logging.getLogger(__name__)

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (only compared: whoever serves has chosen it)
LOOPBACK = "127.0.0.1"
FIND_ADDRESS = Sentence(
    "with this computer's address in its network for ADDRESS. It is in the "
    "system's settings of the network; `hostname -I` (Linux), `ipconfig "
    "getifaddr en0` (macOS) or `ipconfig` (Windows) prints it. If there is none, "
    "connect the computer to the phones' network first."
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a service listens, and by what it is reached there."""

    host: str
    port: int
    public_url: str | None = None
    certificate: "LiveCertificate | None" = None

    @property
    def scheme(self) -> str:
        """What its addresses begin with."""
        return "http" if self.certificate is None else "https"

    def page(self, host: str, scheme: str | None = None) -> str:
        """The address of the page at a host."""
        shown = f"[{host}]" if ":" in host else host
        return f"{scheme or self.scheme}://{shown}:{self.port}/"

    def pages(self) -> list[str]:
        """Where phones of this network find the page; empty where this computer knows of none."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        return [self.page(one) for one in own_addresses(family)]


def check_address(host: str, port: int) -> None:
    """Raise RefusedError with the remedy where nothing can listen at an address."""
    try:
        known = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for family, kind, protocol, _, address in known:
            with socket.socket(family, kind, protocol) as probe:
                # As the server does: what waits for the last packets of an earlier one is free.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except OSError as error:
        raise RefusedError("no_address", _remedy(host, port, error)) from error
    except UnicodeError as error:  # no name of a computer has such letters, or is so long
        unknown = OSError(errno.EINVAL, Sentence("no such name"))
        raise RefusedError("no_address", _remedy(host, port, unknown)) from error


def _remedy(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return Sentence(
            "Port {port} is taken, perhaps by another tableside. Stop that one, or give "
            "another port, such as --port {other}.",
            port=port,
            other=port % 65535 + 1,
        )
    if error.errno == errno.EACCES:
        return Sentence(
            "Port {port} is kept for the system. Give one from 1024 on, such as --port 8000.",
            port=port,
        )
    return Sentence(
        "{host} is no address of this computer ({strerror}). Leave --host out, or "
        "give --host 0.0.0.0 to let phones in.",
        host=host,
        strerror=error.strerror,
    )


def say_where(place: Place, say: Say = str) -> None:
    """Print where the page is, with a QR code on a terminal, and whom to trust for its https."""
    shown = place.public_url
    if shown is not None:
        print(say(Sentence("The page: {page}", page=shown)), flush=True)
    elif place.host not in EVERYWHERE:
        alone = Sentence(
            "The page: {page} (--host 0.0.0.0 lets phones in)", page=place.page(place.host)
        )
        print(say(alone), flush=True)
    elif pages := place.pages():
        print(
            say(Sentence("Phones in this network: {pages}", pages=join_with_or(pages))), flush=True
        )
        shown = pages[0]
    else:
        page = place.page("ADDRESS")
        print(say(Sentence("Phones: {page} {how}", page=page, how=FIND_ADDRESS)), flush=True)
    if shown is not None and sys.stdout.isatty():
        print(qr.terminal_code(shown), flush=True)
    if place.certificate is not None:
        _say_whom(place.certificate.authority(), shown or place.page(place.host), say)


def _say_whom(authority: "Authority", page: str, say: Say) -> None:
    """Print where a device learns to trust the page, and by what people recognise its authority."""
    there = urlsplit(page)._replace(scheme="http", path=TRUST, query="", fragment="").geturl()
    warned = Sentence("Browsers warn of it until they trust it: {page} shows how.", page=there)
    print(say(warned), flush=True)
    known = Sentence(
        "Its authority: {name}, SHA-256 {fingerprint}",
        name=authority.name,
        fingerprint=authority.fingerprint,
    )
    print(say(known), flush=True)


def certificate_of(settings: Settings, host: str) -> "LiveCertificate":
    """What https shows; RefusedError where its folder cannot be used."""
    from service.certificates.folder import CertificateFolder, own_folder  # noqa: PLC0415  (its library takes 8 MB, of which plain HTTP is spared)
    from service.http.tls import LiveCertificate  # noqa: PLC0415  (the same)

    public = urlsplit(settings.public_url or "").hostname or ""
    asked = [name for name in (host, public) if name and name not in EVERYWHERE]
    certificate = LiveCertificate(
        CertificateFolder(own_folder(settings.certificates)),
        lambda: (own_names()[1], Names.of((*own_names(), *every_address(), *LOOPBACKS, *asked))),
    )
    if missing := Names.of(asked).without(certificate.kept.certificate.names):
        log.warning(
            "The certificate does not name %s: its authority is bound to other names. Move %s away "
            "for a new one, which every device has to trust anew.",
            missing,
            certificate.kept.file.parent,
        )
    return certificate
