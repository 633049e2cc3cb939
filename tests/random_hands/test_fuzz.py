"""A first stretch of the long fuzz (`python -m tests.scorer.fuzz`)."""

from tests.scorer.fuzz import Requests, judge


def test_no_request_ends_in_a_fault():
    requests = Requests(seed=20)
    ended = {judge(requests.request(), why=number % 100 == 0) for number in range(600)}
    assert ended == {"scored", "problems", "refused"}
