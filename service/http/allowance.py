"""How often a sender may do something: so many at once, and as many in every minute or day."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable

MINUTE_S, DAY_S = 60.0, 86_400.0
SENDERS = 16_384  # remembered at a time, about 200 bytes each; a sender may have a /48 of addresses


class Allowance:
    """`most` at once, then one whenever a share of `period_s` has passed: as many in every period.

    The clock counts seconds and never goes back, whatever becomes of the time of day. One number
    is kept of each sender, and of at most `senders`: the longest unheard of is forgotten first.
    """

    def __init__(
        self,
        most: int,
        clock: Callable[[], float] = time.monotonic,
        senders: int = SENDERS,
        period_s: float = MINUTE_S,
    ) -> None:
        self._period_s, self._step_s = period_s, period_s / most
        self._clock = clock
        self._senders = senders
        # When what each has used will be made good again, the latest heard of last.
        self._restored: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        """Of how many senders something is remembered."""
        return len(self._restored)

    def wait_s(self, sender: str) -> int:
        """Count one and return 0, or return the seconds to wait, uncounted."""
        now = self._clock()
        restored = max(self._restored.get(sender, now), now) + self._step_s
        wait = restored - now - self._period_s
        if wait > self._step_s / 1000:  # sums of many steps are not exact
            return math.ceil(wait)
        self._restored[sender] = restored
        self._restored.move_to_end(sender)
        while self._restored and (
            len(self._restored) > self._senders or next(iter(self._restored.values())) <= now
        ):
            self._restored.popitem(last=False)
        return 0
