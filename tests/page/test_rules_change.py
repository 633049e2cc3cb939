"""A table that changes its rules during a game, on the page: from which hand on, seen live."""

import re

from tests import http, needs
from tests.page.test_accessibility import SPILT

expect = needs.package("playwright.sync_api").expect


def seat(phone, begun):
    phone.open(f"#game={begun['id']}&token={begun['write_token']}")
    phone.page.wait_for_selector(".felt")


def open_change(phone):
    phone.tap("More")
    phone.tap("Change the rules")
    phone.page.wait_for_selector(".rules-change-form")


def adapt(phone, question, value):
    phone.tap("Change part of the current rules")
    phone.page.locator(f"label:has([name='house-{question}'][value='{value}'])").click()
    phone.page.locator(".keep-house:not([disabled])").click()
    phone.page.locator(".what-differs td").first.wait_for()


def test_the_house_is_changed_from_the_next_hand_on_and_others_see_it(phone):
    ann, ben = phone(), phone()
    begun = ann.begin("hk-500", minimum=1)
    seat(ann, begun)
    ben.open(f"#game={begun['id']}")
    ben.page.wait_for_selector(".felt")
    ann.post(begun, "hands", {"winner": 0, "from": 1, "faan": 1})
    ann.table(2)  # else the change is offered from hand 2 on
    open_change(ann)
    adapt(ann, "discard", "full_gun")
    differs = ann.page.locator(".what-differs tbody tr", has_text="1 faan")
    expect(differs.locator("td")).to_have_text(["4 · 2 · 4", "8 · 4"], use_inner_text=True)
    ann.page.locator("label", has_text="The next one, hand 3").click()
    ann.tap("Play by these from hand 3 on")
    for each in (ann, ben):
        each.page.locator(".coming", has_text="Other rules from hand 3 on").wait_for()
    ann.post(begun, "hands", {"winner": 0, "from": 1, "faan": 1})
    ben.page.locator(".coming").wait_for(state="detached")
    ann.page.locator(".coming").wait_for(state="detached")
    ann.win(winner=0, discarder=1)
    ann.agree(1)
    assert ann.table(5)["points"] == [524, 484, 496, 496]


def test_a_change_at_once_is_taken_back_with_the_last_entry(phone):
    ann = phone()
    begun = ann.begin("hk-500", minimum=1)
    seat(ann, begun)
    open_change(ann)
    expect(ann.page.get_by_role("button", name="Play by these from hand 1 on")).to_be_disabled()
    ann.page.set_viewport_size({"width": 320, "height": 640})
    chosen = ann.page.locator(".menu > span")  # over the browser's own menu, which would cut it off
    name = re.compile(r"^Hong Kong Old Style, 500 points\b.*\bin force\b")
    expect(chosen).to_have_text(name, use_inner_text=True)
    assert chosen.evaluate("(each) => each.scrollWidth <= each.clientWidth")
    ann.page.select_option("[name=rules]", "hk-majlife")
    ann.page.locator(".what-differs td", has_text="Pays what they have").wait_for()
    assert ann.page.evaluate(SPILT) == []
    ann.tap("Play by these from hand 1 on")
    ann.page.locator(".last-hand", has_text="Other rules from hand 1 on").wait_for()
    state = ann.page.request.get(f"{ann.address}/api/v1/games/{begun['id']}").json()
    assert state["rules"] == "hk-majlife"
    ann.tap("Take back last entry")
    ann.tap("Take it back")
    ann.page.locator(".last-hand", has_text="Taken back: Other rules").wait_for()
    state = ann.page.request.get(f"{ann.address}/api/v1/games/{begun['id']}").json()
    assert (state["rules"], state["options"]) == ("hk-500", {"minimum": 1})


def test_a_win_being_entered_goes_on_by_the_new_rules(phone):
    ann, ben = phone(), phone()
    begun = ann.begin("hk-500", minimum=1)
    seat(ann, begun)
    ann.win(winner=0, discarder=1)
    ann.page.wait_for_url("**&win")
    ben.open("")
    ben.post(begun, "rules", {"rules": "hk-500", "options": {"minimum": 3}})
    ann.page.get_by_text("The table has changed its rules.").wait_for()
    ann.tap("Yes, continue")
    ann.agree(3)
    assert ann.table(3)["points"] == [532, 484, 492, 492]


BEFORE = """
async ({ state, events }) => {
  const { stateBefore } = await import("/static/js/table/events.js");
  return events.map(({ seq }) => stateBefore(state, events, seq).rules);
}
"""


def test_an_older_hand_is_set_right_by_the_rules_of_its_time(modules, service):
    """Also where rules waited for the next hand, and where a change was taken back."""
    body = {"rules": "hk-500", "players": ["Ann", "Ben", "Cleo", "Dee"]}
    begun = http.post(f"{service}/api/v1/games", json=body).json()
    url = f"{service}/api/v1/games/{begun['id']}"
    token = {"Authorization": f"Bearer {begun['write_token']}"}
    won = {"winner": 0, "from": 1, "faan": 3}
    for what, told in [
        ("hands", won),
        ("rules", {"rules": "hk-majlife", "from_hand": 3}),
        ("hands", won),
        ("hands", won),
        ("rules", {"rules": "hk-500", "options": {"minimum": 3}}),
        ("undo", {}),
        ("hands", won),
        ("rules", {"rules": "hk-500"}),
        ("hands", won),
    ]:
        assert http.post(f"{url}/{what}", json=told, headers=token).status_code == 201
    events = http.get(f"{url}/history").json()["events"]
    told = {"state": http.get(url).json(), "events": events}
    hands = [event["kind"] == "hand_won" for event in events]
    by = modules.evaluate(BEFORE, told)
    played = [rules for rules, is_hand in zip(by, hands, strict=True) if is_hand]
    assert played == ["hk-500", "hk-500", "hk-majlife", "hk-majlife", "hk-500"]
    stamped = [event["edition"]["rules"] for event in events if event["kind"] == "hand_won"]
    assert played == stamped


def test_a_losers_hand_is_explained_by_the_rules_that_it_was_played_by(phone):
    """It is worth 32 points by the first rules, 64 by the others."""
    ann = phone()
    begun = ann.begin("classical-20")
    hands = ["123m456m789m11p55z+5z", "111z222z33m456p78s", None, None]
    ann.post(begun, "hands", {"winner": 0, "win": "self-draw", "hands": hands})
    ann.post(begun, "rules", {"rules": "classical-british", "options": {}, "from_hand": 2})
    seat(ann, begun)
    ann.tap("History")
    ann.page.click(".others-hand summary")
    total = ann.page.locator(".others-hand .total-score")
    expect(total).to_have_text("32 points", use_inner_text=True)
    expect(ann.page.get_by_text("Scored by the rules as they are now")).to_have_count(0)


def test_a_hand_to_begin_with_is_marked_as_every_answer(phone):
    ann = phone()
    ann.start()
    open_change(ann)
    circles = ann.page.locator("[data-choices=from_hand] input")
    expect(circles).to_have_count(2)
    sizes = [circles.nth(k).bounding_box() for k in range(2)]
    assert [(each["width"], each["height"]) for each in sizes] == [(22, 22)] * 2
