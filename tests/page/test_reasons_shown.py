"""What the scorer says of a hand, as the page shows it: in both languages, tiles as pictures."""

import json
import re

import pytest

from scorer.api.requests import answer, answer_with_reasons

SHOWN = """
async ({ answer, chinese }) => {
  const { switchLanguage } = await import("/static/js/i18n/translation.js");
  await switchLanguage(chinese ? "zh-Hant-HK" : "en");
  const { breakdown } = await import("/static/js/ui/breakdown.js");
  const { render } = await import("/static/js/vendor/preact.js");
  const place = document.createElement("div");
  render(breakdown(answer), place);
  const shown = place.firstElementChild;
  const sets = [...shown.querySelectorAll(":scope > .mini-sets .mini-set")];
  return {
    text: shown.textContent,
    marked: sets.flatMap((set, index) => (set.classList.contains("won") ? [index] : [])),
    rows: Object.fromEntries([...shown.querySelectorAll(".rows [data-row]")].map(
      (row) => [row.dataset.row, row.querySelector("small")?.textContent ?? null])),
    missed: [...shown.querySelectorAll(".missed .why")].map((why) => why.textContent),
    pictures: shown.querySelectorAll(".missed .mini-set img").length,
  };
}
"""
CODE = re.compile(r"\d[mpszfg]\b")
PUNG = "222m 333p 444s 55z 66m +6m"
EYES = "222m 333p 444s 666m 5z +5z"
PAIRS = "112233m445566p7s +7s"


@pytest.fixture
def shown(modules):
    def show(hand, *, chinese=False, **more):
        told = answer_with_reasons({"hand": hand, "rules": "hk-500", **more})
        return modules.evaluate(SHOWN, {"answer": json.loads(json.dumps(told)), "chinese": chinese})

    yield show
    modules.evaluate(SHOWN, {"answer": answer({"hand": EYES, "rules": "hk-500"}), "chinese": False})


@pytest.mark.parametrize(
    ("chinese", "said"),
    [
        (False, "another way to divide the tiles is worth more: 4 faan instead of 3 faan"),
        (True, "另一種拆法較高：4 番，這樣拆只有 3 番"),
    ],
)
def test_a_row_of_another_reading_is_told_with_that_reading(shown, chinese, said):
    page = shown(PAIRS, chinese=chinese)
    assert said in page["missed"]
    assert page["pictures"] == 14
    assert not CODE.search(page["text"])


@pytest.mark.parametrize(
    ("chinese", "said"),
    [(False, "is for the South or West seat"), (True, "須為南或西家")],
)
def test_each_wind_that_would_do_is_named(shown, chinese, said):
    hand = "23m 345p 55p 999s 678s +1m | 2f 3g"
    assert said in shown(hand, chinese=chinese, options={"minimum": 0})["missed"]


@pytest.mark.parametrize("bonus", ["2f", "2g 3g 4g"])
@pytest.mark.parametrize("chinese", [False, True])
def test_every_reason_shows_tiles_and_no_codes(shown, bonus, chinese):
    hand = f"23m 345p 55p (222z) 678s +1m | {bonus}"
    missed = " ".join(shown(hand, chinese=chinese, options={"minimum": 0})["missed"])
    assert not CODE.search(missed)
    english = re.search(r"needs|is for", missed)
    assert english is None if chinese else english


@pytest.mark.parametrize(
    ("chinese", "completed", "drawn"),
    [
        (
            False,
            "The underlined set was completed by another player's tile.",
            "another player's tile completed one of its sets; drawn from the wall: 10",
        ),
        (True, "底線標示的一組由別家的牌湊成。", "有一組由別家的牌湊成，作明牌計；自摸則為 10"),
    ],
)
def test_the_set_that_a_discard_completed_is_marked_and_what_a_draw_brings_is_said(
    shown, chinese, completed, drawn
):
    page = shown(PUNG, chinese=chinese)
    assert page["marked"] == [1]
    assert completed in page["text"]
    assert page["rows"]["four_pungs"] == drawn
    assert not CODE.search(page["text"])


@pytest.mark.parametrize(
    ("chinese", "said"),
    [(False, "the limit, because all of it was concealed"), (True, "全部是暗牌，故封頂")],
)
def test_a_limit_of_closed_sets_says_why_it_is_one(shown, chinese, said):
    page = shown(EYES, chinese=chinese)
    assert page["rows"]["four_pungs"] == said
    drawn = shown(EYES, chinese=chinese, win="self-draw")
    assert (drawn["marked"], drawn["rows"]["four_pungs"]) == ([], said)


@pytest.mark.parametrize(
    ("chinese", "said"),
    [(False, "Paid like a self-draw, whoever discarded."), (True, "不論誰打出，都作自摸計。")],
)
def test_eight_treasures_on_a_discard_are_said_to_be_paid_as_a_draw(shown, chinese, said):
    eight = "123m 456m 789m 555p 2s +2s | 1f 2f 3f 4f 1g 2g 3g 4g"
    told = {"seat": "S", "from": "N", "chinese": chinese}
    assert said in shown(eight, **told)["text"]
    assert said not in shown(PUNG, **told)["text"]


PROBLEM = """
async ({ answer, chinese }) => {
  const { switchLanguage } = await import("/static/js/i18n/translation.js");
  await switchLanguage(chinese ? "zh-Hant-HK" : "en");
  const { handProblem } = await import("/static/js/ui/hand-words.js");
  const [name] = answer.problems;
  const said = handProblem(name, { hand: null, answer, details: answer.details[name] });
  await switchLanguage("en");
  return said;
}
"""


@pytest.mark.parametrize(
    ("rules", "chinese", "said"),
    [
        (
            "hk-500",
            False,
            "Four of a kind do not count as two of the seven pairs unless the table has agreed",
        ),
        ("hk-500", True, "四張相同不算七對中的兩對"),
        (
            "hk-majlife",
            False,
            "By these rules, four of a kind do not count as two of the seven pairs.",
        ),
        ("hk-majlife", True, "按這套規則，四張相同不算兩對。"),
        ("classical-20", False, "These tiles do not make a winning hand."),
    ],
)
def test_four_alike_are_said_to_be_no_two_pairs(modules, rules, chinese, said):
    told = answer({"hand": "1111m33m44p55p66s7z +7z", "rules": rules})
    assert modules.evaluate(PROBLEM, {"answer": told, "chinese": chinese}).startswith(said)


SHORT = """
async ({ state, answer }) => {
  const { paymentsCard } = await import("/static/js/ui/payments.js");
  const { eventDetail } = await import("/static/js/table/events.js");
  const { render } = await import("/static/js/vendor/preact.js");
  const place = document.createElement("div");
  render(paymentsCard(state, answer), place);
  return [place.textContent, eventDetail(answer.event, state)];
}
"""


def test_who_gets_less_than_is_due_is_said(modules):
    """Bob has 10 of the 20 that he owes to Cid and Ann."""
    names = ["Ann", "Bob", "Cid", "Dee"]
    winds = dict(zip(names, "ESWN", strict=True))

    def players(points):
        return [
            {"name": name, "points": each, "seat_wind": winds[name]}
            for name, each in zip(names, points, strict=True)
        ]

    event = {
        "kind": "hand_won",
        "win": "discard",
        "from": 1,
        "due": [6, -20, 24, -10],
        "changes": [2, -10, 18, -10],
        "unpaid": [0, 10, 0, 0],
        "lacking": [4, 0, 6, 0],
    }
    state = {"players": players([5, 10, 5, 20])}
    after = {"players": players([7, 0, 23, 10])}
    shown, told = modules.evaluate(
        SHORT, {"state": state, "answer": {"event": event, "state": after}}
    )
    assert "owes 20 and only has 10" in shown
    assert "gets 18 of 24, in turn after the payer" in shown
    assert told == "Bob could not pay 10 · Ann got 4 less · Cid got 6 less"
