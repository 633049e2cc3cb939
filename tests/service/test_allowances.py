"""How often somebody may: by a clock of our own, in bounded memory."""

import time

from hypothesis import given
from hypothesis import strategies as st

from service.http.rate_limits import Allowance


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


def test_so_many_at_once_and_then_one_after_the_other():
    clock = Clock()
    allowance = Allowance(4, clock)
    assert [allowance.wait_s("A") for _ in range(5)] == [0, 0, 0, 0, 15]
    assert allowance.wait_s("B") == 0
    clock.now += 14
    assert allowance.wait_s("A") == 1
    clock.now += 1
    assert [allowance.wait_s("A") for _ in range(2)] == [0, 15]
    clock.now += 60
    assert [allowance.wait_s("A") for _ in range(5)] == [0, 0, 0, 0, 15]


@given(per_minute=st.integers(1, 300), pauses=st.lists(st.floats(0, 30), max_size=200))
def test_who_waits_as_told_is_let_in_and_nobody_gets_more(per_minute, pauses):
    clock, let_in = Clock(), []
    allowance = Allowance(per_minute, clock)
    for pause in pauses:
        clock.now += pause
        if wait := allowance.wait_s("A"):
            assert 0 < wait <= 60
            clock.now += wait
            assert allowance.wait_s("A") == 0
        let_in.append(clock.now)
    for begun in let_in:  # what is there at once, and what a minute adds
        assert sum(begun <= at < begun + 60 for at in let_in) <= 2 * per_minute


def test_a_clock_that_is_set_back_shuts_nobody_out(monkeypatch):
    """The time of day is not looked at: whatever it says, the wait is the same."""
    clock = Clock()
    allowance = Allowance(2, clock)
    assert [allowance.wait_s("A") for _ in range(3)] == [0, 0, 30]
    an_hour_ago = time.time() - 3600
    monkeypatch.setattr(time, "time", lambda: an_hour_ago)
    clock.now += 30
    assert allowance.wait_s("A") == 0


def test_no_more_senders_are_remembered_than_there_is_room_for():
    clock = Clock()
    allowance = Allowance(2, clock, senders=100)
    for number in range(65_536):  # what a customer with a /48 has
        allowance.wait_s(f"2001:db8:1:{number:x}::/64")
        clock.now += 0.001
    assert len(allowance) == 100
    clock.now += 120
    allowance.wait_s("A")
    assert len(allowance) < 100  # who may send again is forgotten
