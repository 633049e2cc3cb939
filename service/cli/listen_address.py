"""Where a service listens: whether it can, how phones find it there, and by which certificate.

The addresses of this computer are asked of the system; nothing is sent.
"""

import contextlib
import errno
import ipaddress
import logging
import socket
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scorer.core.sentences import join_with_or
from service.certificates.names import LOOPBACK as LOOPBACKS
from service.certificates.names import Names
from service.errors import RefusedError
from service.http.plain_http import TRUST
from service.settings import Settings

if TYPE_CHECKING:
    from service.certificates.authority import Authority
    from service.http.tls import LiveCertificate

log = logging.getLogger(__name__)

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (only compared: whoever serves has chosen it)
LOOPBACK = "127.0.0.1"
FIND_ADDRESS = (
    "with this computer's address in its network for ADDRESS. It is in the system's network "
    "settings; `hostname -I` (Linux), `ipconfig getifaddr en0` (macOS) or `ipconfig` (Windows) "
    "prints it. If there is none, connect the computer to the phones' network first."
)
# Reserved for documentation (RFC 5737 and 3849): the system looks up a route and contacts nobody.
PROBED_ADDRESSES = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
IPV6_ADDRESSES = Path("/proc/net/if_inet6")  # Linux: all of them, one a line


@dataclass(frozen=True, slots=True)
class ListenAddress:
    """Where a service listens, and by what phones reach it there."""

    host: str
    port: int
    public_url: str | None = None
    certificate: "LiveCertificate | None" = None

    def page(self, host: str) -> str:
        """Return the address of the page at a host."""
        scheme = "http" if self.certificate is None else "https"
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def pages(self) -> list[str]:
        """Return where phones of this network find the page; empty where that is unknown."""
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
    except UnicodeError as error:  # no computer's name has such letters, or is as long
        unknown = OSError(errno.EINVAL, "no such name")
        raise RefusedError("no_address", _remedy(host, port, unknown)) from error


def _remedy(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken, perhaps by another tableside. Stop that one or use another "
            f"port, such as --port {port % 65535 + 1}."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the system. Use one from 1024, such as --port 8000."
    return (
        f"{host} is not an address of this computer ({error.strerror}). Leave out --host, or use "
        "--host 0.0.0.0 to let phones in."
    )


def print_address(address: ListenAddress) -> None:
    """Print where the page is, with a QR code on a terminal, and how devices come to trust it."""
    shown = address.public_url
    if shown is not None:
        text = f"The page: {shown}"
    elif address.host not in EVERYWHERE:
        text = f"The page: {address.page(address.host)} (--host 0.0.0.0 lets phones in)"
    elif pages := address.pages():
        text, shown = f"Phones in this network: {join_with_or(pages)}", pages[0]
    else:
        text = f"Phones: {address.page('ADDRESS')} {FIND_ADDRESS}"
    print(text, flush=True)
    if shown is not None and sys.stdout.isatty():
        import segno  # noqa: PLC0415  (a service without a terminal draws no code)

        segno.make(shown, error="l", micro=False).terminal(sys.stdout, compact=True, border=2)
        print(flush=True)
    if address.certificate is not None:
        _print_authority(address.certificate.authority(), shown or address.page(address.host))


def _print_authority(authority: "Authority", page: str) -> None:
    """Print how a device comes to trust the page, and how people recognise its authority."""
    there = urlsplit(page)._replace(scheme="http", path=TRUST, query="", fragment="").geturl()
    print(f"Browsers warn until they trust it; {there} shows how.", flush=True)
    print(f"Its authority: {authority.name}, SHA-256 {authority.fingerprint}", flush=True)


def certificate_of(settings: Settings, host: str) -> "LiveCertificate":
    """Return the certificate for HTTPS; RefusedError where its folder cannot be used."""
    from service.certificates.folder import CertificateFolder, own_folder  # noqa: PLC0415  (its library takes 8 MB, which plain HTTP does not need)
    from service.http.tls import LiveCertificate  # noqa: PLC0415  (the same)

    public = urlsplit(settings.public_url or "").hostname or ""
    asked = [name for name in (host, public) if name and name not in EVERYWHERE]
    certificate = LiveCertificate(
        CertificateFolder(own_folder(settings.certificates)),
        lambda: (own_names()[1], Names.parse((*own_names(), *every_address(), *LOOPBACKS, *asked))),
    )
    if missing := Names.parse(asked).excluding(certificate.current.certificate.names):
        log.warning(
            "The certificate does not cover %s: its authority is limited to other names. Move %s "
            "away for a new one, which every device has to trust again.",
            missing,
            certificate.current.file.parent,
        )
    return certificate


def own_addresses(family: socket.AddressFamily = socket.AF_INET) -> list[str]:
    """Return where others reach this computer; empty where nothing is known.

    With a default route only the address on it, as others may belong to networks within this
    computer; else the addresses of the interfaces, else those of the computer's name. `family` is
    AF_INET or AF_INET6. Loopback and link-local addresses are left out: a phone cannot use them.
    """
    found = (
        [address for address in dict.fromkeys(source(family)) if _is_reachable(address)]
        for source in SOURCES
    )
    return next(filter(None, found), [])


def every_address() -> list[str]:
    """Return all addresses at which others reach this computer, in any network."""
    return [
        address
        for family in PROBED_ADDRESSES
        for source in SOURCES
        for address in source(family)
        if _is_reachable(address)
    ]


def own_names() -> list[str]:
    """Return this computer's name, its short form and its name in the local network."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    return [name, short, f"{short}.local"]


def _default_route(family: socket.AddressFamily) -> Iterator[str]:
    """Yield the address on the default route, if there is one."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((PROBED_ADDRESSES[family], 9))
        yield str(probe.getsockname()[0])


def _interfaces(family: socket.AddressFamily) -> Iterator[str]:
    """Yield the addresses of all interfaces, on Linux."""
    if family == socket.AF_INET6:
        with contextlib.suppress(OSError):
            for line in IPV6_ADDRESSES.read_text(encoding="ascii").splitlines():
                yield str(ipaddress.IPv6Address(bytes.fromhex(line.split()[0])))
        return
    if sys.platform == "win32":
        return
    import fcntl  # noqa: PLC0415  (Windows has none)

    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # it has none, or this is another system
                found = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(found[20:24])


def _host_name(family: socket.AddressFamily) -> Iterator[str]:
    """Yield the addresses that the computer's own name stands for, on any system."""
    with contextlib.suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, family):
            yield str(address[0])


def _is_reachable(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


SOURCES = (_default_route, _interfaces, _host_name)
