"""Who counts as one sender, and how much a sender may use per minute or day.

The `limits` package would replace the 40 lines of `Allowance` with a storage of the same length: it
counts whole requests, where reads are charged in seconds, and remembers every sender's.
"""

import hashlib
import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.types import Message, Receive, Scope

from scorer.core.sentences import Sentence
from service.errors import RefusedError, TooSoonError

NAME_LENGTH = 64  # for a sender without an address: a proxy may pass on anything


def client_key(address: str) -> str:
    """Return what counts as one sender: an IPv4 address, or the /64 network of an IPv6 customer."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:NAME_LENGTH]
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


def sender_mark(address: str) -> str:
    """Return five digits that tell senders of stored things apart.

    Each value is shared by thousands of addresses, so it identifies nobody.
    """
    return hashlib.sha256(client_key(address).encode()).hexdigest()[:5]


def sender_of(scope: Scope) -> str:
    """Return who counts as the sender of a request."""
    return client_key((scope.get("client") or ("nobody", 0))[0])


async def drain(receive: Receive) -> None:
    """Receive and drop the rest of a request, since clients listen only after sending."""
    try:
        message: Message = await receive()
        while message["type"] == "http.request" and message.get("more_body"):
            message = await receive()
    except RefusedError:
        return  # too much or too slow: it is refused in any case


MINUTE_S, DAY_S = 60.0, 86_400.0
SENDERS = 16_384  # remembered, about 200 bytes each; a sender may have a /48 of addresses


class Allowance:
    """`most` at once, then one for each share of `period_s`: at most `most` in every period.

    The clock counts seconds and never goes back, whatever happens to the time of day. One number is
    kept per sender, for at most `senders`: the one not heard of for longest is dropped first.
    """

    def __init__(
        self,
        most: float,
        clock: Callable[[], float] = time.monotonic,
        senders: int = SENDERS,
        period_s: float = MINUTE_S,
    ) -> None:
        self._period_s, self._step_s = period_s, period_s / most
        self._clock = clock
        self._senders = senders
        # When each sender's use will be restored, the latest sender last.
        self._restored: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        """Return how many senders are remembered."""
        return len(self._restored)

    def wait_s(self, sender: str, used: float = 1.0) -> int:
        """Count what is used and return 0, or count nothing and return the seconds to wait."""
        now = self._clock()
        wait = self._restored_after(sender, used, now) - now - self._period_s
        if wait > self._step_s / 1000:  # sums of many steps are not exact
            return math.ceil(wait - self._step_s / 1000)
        self.charge(sender, used)
        return 0

    def require(self, sender: str, reason: Sentence, used: float = 1.0) -> None:
        """Count what is used; raise TooSoonError with a reason if the sender has to wait."""
        if wait := self.wait_s(sender, used):
            raise TooSoonError(reason, wait)

    def charge(self, sender: str, used: float) -> None:
        """Count what was used, even beyond what is allowed."""
        now = self._clock()
        self._restored[sender] = self._restored_after(sender, used, now)
        self._restored.move_to_end(sender)
        while self._restored and (
            len(self._restored) > self._senders or next(iter(self._restored.values())) <= now
        ):
            self._restored.popitem(last=False)

    def _restored_after(self, sender: str, used: float, now: float) -> float:
        return max(self._restored.get(sender, now), now) + used * self._step_s
