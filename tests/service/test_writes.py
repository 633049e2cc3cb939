"""Two phones and a bad connection: nothing is applied twice, nothing is lost between writers."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.postgresql import on_both

pytestmark = on_both

WIN = {"winner": 3, "from": 1, "faan": 7}


def test_a_repeated_request_is_applied_once(table):
    first = table.post("hands", WIN, key="k1")
    again = table.post("hands", WIN, key="k1")
    assert (again.status_code, again.json()) == (201, first.json())
    assert table.state["seq"] == 2
    table.hand(draw=True)
    assert table.post("hands", WIN, key="k1").json() == first.json()
    assert table.state["seq"] == 3


@pytest.mark.parametrize(
    ("what", "body"),
    [("undo", {}), ("adjustments", {"changes": [5, -5, 0, 0], "reason": "a chip found"})],
)
def test_undo_and_adjustments_have_keys_too(table, what, body):
    table.hand(draw=True)
    table.hand(draw=True)
    first = table.post(what, body, key="k1")
    assert table.post(what, body, key="k1").json() == first.json()
    assert table.state["seq"] == 4


def test_a_key_used_for_something_else_is_refused(table, refused):
    assert table.post("hands", WIN, key="k1").status_code == 201
    other = {**WIN, "faan": 6}
    refused(table.post("hands", other, key="k1"), 422, "idempotency_key_reused")
    refused(table.post("undo", {}, key="k1"), 422, "idempotency_key_reused")
    assert table.state["seq"] == 2


def test_the_order_of_fields_does_not_make_another_request(table):
    table.post("hands", WIN, key="k1")
    assert table.post("hands", dict(reversed(WIN.items())), key="k1").status_code == 201
    assert table.state["seq"] == 2


def test_the_same_key_in_another_game_is_another_key(table, new_table):
    other = new_table()
    table.post("hands", WIN, key="k1")
    assert other.post("hands", {"draw": True}, key="k1").json()["event"]["kind"] == "hand_drawn"


def test_a_refused_request_leaves_its_key_free(table, refused):
    refused(table.post("hands", {**WIN, "faan": 0}, key="k1"), 422, "below_minimum")
    assert table.post("hands", WIN, key="k1").status_code == 201


@pytest.mark.parametrize("key", ["", "k" * 256])
def test_keys_that_are_no_keys(table, refused, key):
    refused(table.post("hands", WIN, key=key), 422, "bad_key")


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
def test_a_stale_view_is_refused(table, refused, expected):
    table.hand(draw=True)
    problem = refused(table.post("hands", {**WIN, "expected_seq": expected}), 409, "stale_seq")
    assert problem["seq"] == 2
    assert table.post("hands", {**WIN, "expected_seq": 2}).status_code == 201


@pytest.mark.parametrize(
    ("what", "body"), [("undo", {}), ("adjustments", {"changes": [1, -1, 0, 0], "reason": "chip"})]
)
def test_undo_and_adjustments_may_expect_a_seq(table, refused, what, body):
    table.hand(draw=True)
    refused(table.post(what, {**body, "expected_seq": 1}), 409, "stale_seq")
    assert table.post(what, {**body, "expected_seq": 2}).status_code == 201


def test_the_key_is_looked_up_before_the_seq(table):
    """A phone that lost the answer asks again, and the game has moved on by its own doing."""
    body = {**WIN, "expected_seq": 1}
    first = table.post("hands", body, key="k1")
    assert table.post("hands", body, key="k1").json() == first.json()


def at_once(number, work):
    """Run work(0) … work(n-1) in threads that start together."""
    gate = Barrier(number)

    def run(index):
        gate.wait()
        return work(index)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(run, range(number)))


def test_of_eight_writers_on_one_view_one_wins(table):
    answers = at_once(8, lambda _: table.post("hands", {**WIN, "expected_seq": 1}))
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 7]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {
        "stale_seq"
    }
    assert table.state["seq"] == 2


def test_eight_writers_without_a_view_all_get_their_place(table):
    answers = at_once(8, lambda _: table.post("hands", {"draw": True}))
    assert sorted(answer.json()["seq"] for answer in answers) == list(range(2, 10))
    assert [event["seq"] for event in table.history] == list(range(1, 10))


def test_one_key_sent_eight_times_at_once_is_applied_once(table):
    answers = at_once(8, lambda _: table.post("hands", WIN, key="k1"))
    assert {answer.status_code for answer in answers} == {201}
    assert {answer.json()["seq"] for answer in answers} == {2}
    assert table.state["seq"] == 2
