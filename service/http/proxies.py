"""The proxies whose word on a sender's address is believed."""

import ipaddress
from dataclasses import dataclass
from typing import TypeAlias

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

EVERY = "*"


@dataclass(frozen=True, slots=True)
class Proxies:
    """Addresses and networks, or `everybody` who can reach the service at all; by default none."""

    networks: tuple[Network, ...] = ()
    everybody: bool = False

    @classmethod
    def of(cls, text: str) -> "Proxies":
        """Read addresses and networks, divided by commas, or `*`; ValueError names what is none."""
        parts = [part for part in (part.strip() for part in text.split(",")) if part]
        if EVERY in parts:
            return cls(everybody=True)
        return cls(tuple(ipaddress.ip_network(part) for part in parts))

    def __bool__(self) -> bool:
        return self.everybody or bool(self.networks)

    def __contains__(self, address: str) -> bool:
        if self.everybody or not self.networks:
            return self.everybody
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)

    def allowed(self) -> list[str]:
        """The same as uvicorn takes it."""
        return [EVERY] if self.everybody else [str(network) for network in self.networks]
