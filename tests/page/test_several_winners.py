"""Several winners of one discard: who won, with how much, who paid whom, and why."""

import re
from itertools import permutations

import pytest

from tests import needs
from tests.page.conftest import NAMES
from tests.soak import full

expect = needs.package("playwright.sync_api").expect

PAID = """
async (event) => {
  const { eventPayments } = await import("/static/js/table/arrows.js");
  return eventPayments(event).map(({ from, to, points }) => [from, to, points]);
}
"""
TWO = [24, 48, -24, -48]  # Ann 3 faan, Ben 6, from Dee: b = 8 and 16, Dee pays both twice
WINS = [{"winner": 0}, {"winner": 1}]


@pytest.mark.parametrize(
    ("event", "paid"),
    [
        ({"due": TWO, "changes": TWO, "wins": WINS},
         [[2, 0, 8], [2, 1, 16], [3, 0, 16], [3, 1, 32]]),
        ({"due": [4, 4, 16, -24], "changes": [4, 4, 16, -24], "wins": [*WINS, {"winner": 2}]},
         [[3, 0, 4], [3, 1, 4], [3, 2, 16]]),
        ({"due": TWO, "changes": [24, 40, -24, -40], "wins": WINS}, [[3, 1, 40], [2, 0, 24]]),
        ({"due": [-16, 64, -16, -32], "changes": [-16, 64, -16, -32], "wins": WINS[1:]},
         [[3, 1, 32], [0, 1, 16], [2, 1, 16]]),
        ({"changes": [10, -10, 0, 0]}, [[1, 0, 10]]),  # points that were moved
    ],
    ids=["two", "three", "one of them had too little", "one", "no win"],
)  # fmt: skip
def test_each_of_several_winners_is_paid_by_itself(modules, event, paid):
    assert modules.evaluate(PAID, event) == paid


LAST = """
async (events) => {
  const { paymentsIn } = await import("/static/js/table/arrows.js");
  return paymentsIn(events.at(-1), events).map(({ from, to, points }) => [from, to, points]);
}
"""


@pytest.mark.parametrize(
    ("begun", "points", "paid"),
    [
        ([500] * 4, [560, 484, 456, 500], [[2, 0, 44], [1, 0, 16]]),
        ([0] * 4, [88, 14, 52, 56], []),  # scores that only add up
    ],
)
def test_where_scores_only_add_up_a_correction_makes_nobody_pay(modules, begun, points, paid):
    corrected = {"changes": [60, -16, -44, 0], "points": points}
    assert modules.evaluate(LAST, [{"points": begun}, corrected]) == paid


def test_both_winners_are_named_with_what_each_was_paid(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate(NAMES):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.own(multiple_winners="all")
    ann.tap("Start the game")
    ann.win(winner=1, discarder=3)
    ann.enter("123m456m789m55z555p", "9m")
    ann.page.click("[data-also='0']")
    ann.page.get_by_role("button", name="Only the faan").click()
    ann.choose_faan(3)
    ann.page.click(".record:not([disabled])")
    ann.table(2)
    last = ann.page.locator(".recent-hand")
    last.get_by_text("Ann and Ben won off Dee, 3 faan and 3 faan").wait_for()
    paid = ["Cleo pays Ann 8", "Cleo pays Ben 8", "Dee pays Ann 16", "Dee pays Ben 16"]
    expect(ann.page.locator(".paid li")).to_have_text(paid, use_inner_text=True)
    expect(ann.page.locator(".payment")).to_have_count(4)
    last.click()  # Ann's were agreed without tiles, Ben's reasons are known
    reasons = ann.page.locator("dialog .others-hand")
    expect(reasons.locator(".total")).to_be_visible()
    expect(reasons).to_have_text(re.compile(r"^Ben: 3 faan\b"), use_inner_text=True)
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Take back last hand").click()
    expect(ann.page.locator("dialog .lead")).to_have_text(
        re.compile(r"^Ann and Ben won off Dee\."), use_inner_text=True
    )


COVERED = """
() => {
  const labels = [...document.querySelectorAll(".payment rect")]
    .map((each) => each.getBoundingClientRect());
  return labels.filter((a, k) => labels.some((b, other) => other < k
    && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
}
"""


def test_no_payment_covers_the_number_of_another(phone):
    """Whoever discards and whoever else pays; in a short run each of the four is both once."""
    ann = phone()
    covered = {}
    for discarder, loser in full([(0, 1), (1, 2), (2, 3), (3, 0)], list(permutations(range(4), 2))):
        begun = ann.begin("hk-500", multiple_winners="all")
        one, other = sorted({0, 1, 2, 3} - {discarder, loser})
        also = [{"winner": other, "faan": 10}]
        won = {"winner": one, "from": discarder, "faan": 9, "also": also}
        ann.post(begun, "hands", won)
        ann.page.goto("about:blank")  # the payments of the table before are gone
        ann.open(f"#game={begun['id']}")
        ann.page.locator(".payment").nth(3).wait_for(state="attached")
        covered[discarder, loser] = ann.page.evaluate(COVERED)
    assert covered == dict.fromkeys(covered, 0)
