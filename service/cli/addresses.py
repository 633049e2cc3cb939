"""The addresses at which phones find this computer, asked of the system; nothing is sent."""

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from service.settings import Settings

# Reserved for documentation (RFC 5737 and 3849): the system names the way there and asks nobody.
PROBED_ADDRESSES = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
IPV6_ADDRESSES = Path("/proc/net/if_inet6")  # Linux: all of them, one a line


def page_of(named: str | None, settings: Settings) -> str:
    """The address that printed links begin with: the one that was named, else this computer's."""
    scheme = "https" if settings.https else "http"
    return named or settings.public_url or f"{scheme}://127.0.0.1:8000/"


def own_addresses(family: socket.AddressFamily = socket.AF_INET) -> list[str]:
    """Where others reach this computer; empty where nothing is known.

    The address on the way to everybody else alone, where there is such a way: others may be those
    of networks within this computer. Else what its interfaces have, else what its name stands for.
    `family` is AF_INET or AF_INET6. Loopback and link-local addresses are left out: the former
    leads nowhere else, the latter says too little without the name of a phone's own interface.
    """
    for ask in (_towards_elsewhere, _of_interfaces, _of_the_name):
        found = [address for address in dict.fromkeys(ask(family)) if _leads_here(address)]
        if found:
            return found
    return []


def every_address() -> list[str]:
    """All addresses of this computer that lead here from elsewhere, in whatever network."""
    return [
        address
        for family in (socket.AF_INET, socket.AF_INET6)
        for ask in (_towards_elsewhere, _of_interfaces, _of_the_name)
        for address in ask(family)
        if _leads_here(address)
    ]


def own_names() -> list[str]:
    """What this computer is called: its name, and that by which its neighbours ask for it."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    return [name, short, f"{short}.local"]


def _towards_elsewhere(family: socket.AddressFamily) -> Iterator[str]:
    """The address on the way to everybody else; none without a way there."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((PROBED_ADDRESSES[family], 9))
        yield str(probe.getsockname()[0])


def _of_interfaces(family: socket.AddressFamily) -> Iterator[str]:
    """Those of every network that this computer is in, where the system is Linux."""
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


def _of_the_name(family: socket.AddressFamily) -> Iterator[str]:
    """Those that the computer's own name stands for, on any system."""
    with contextlib.suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, family):
            yield str(address[0])


def _leads_here(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)
