"""A house's own rules on the page: agreed on, kept under a name, found again, played by."""

import re
from datetime import UTC, datetime

import httpx2 as httpx
import pytest

from tests import http, needs
from tests.deadlines import until
from tests.page.conftest import expect_each

expect = needs.package("playwright.sync_api").expect

DETAIL = re.compile(r"/api/v1/house-rules/[0-9a-f]{64}$")  # with what they say
FILE = """\
format = 1
base = "simplified-300"
name = "Sunday with the aunts"

[options]
rounds = 4
"""
STATE = """
() => fetch(`/api/v1/games/${location.hash.slice(6)}`).then((answer) => answer.json())
"""


def sit_down(ann):
    for seat, name in enumerate("ABCD"):
        ann.page.fill(f"[name=player{seat}]", name)


def chosen(ann, name):
    """The id of the rules that are chosen, once those of this name are."""
    expect(ann.page.locator(".rules-now")).to_have_text(name)
    return ann.page.locator("[name=rules]:checked").get_attribute("value")


def offered(ann):
    chips = ann.page.locator(".special .chip")
    chips.first.wait_for()
    return [chip.get_attribute("data-event") for chip in chips.all()]


def test_house_rules_are_kept_chosen_played_by_and_there_the_next_time(phone):
    ann = phone()
    ann.open()
    sit_down(ann)
    ann.answer("minimum", 2)
    ann.tap("Your own")
    ann.page.check("[name=earthly_on_first_discard]")
    ann.page.fill("[name=house]", "Friday at Kit's")
    ann.tap("Save")
    hash_ = chosen(ann, "Friday at Kit's")
    assert len(hash_) == 64
    expect(ann.page.locator("[name=player3]")).to_have_value("D")
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    state = ann.page.evaluate(STATE)
    assert (state["rules"], state["house_rules"]["hash"]) == (hash_, hash_)
    ann.win(winner=1, discarder=0)
    faan = ann.page.locator(".faan-chips .faan")
    expect_each(faan, "data-faan", [str(each) for each in range(2, 11)])
    ann.enter("123m456m789m55z666z", "9m")
    assert "first-discard" in offered(ann)  # the house's earthly hand
    ann.open_new_game()
    assert chosen(ann, "Friday at Kit's") == hash_
    ann.page.drag_and_drop("[data-place='0'] .chair-wind", "[data-place='2'] .chair-wind")
    expect(ann.page.locator("[name=player0]")).to_have_value("C")  # who is East stays free
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    assert ann.page.evaluate(STATE)["rules"] == hash_
    ben = phone()
    ben.open()
    ben.page.click(".other-rules summary")
    ben.page.locator(".option-card", has_text="Friday at Kit's").wait_for()


def test_houses_of_one_name_are_told_apart_in_the_lists(phone):
    ann = phone()
    ann.open()
    kept = [FILE.replace("rounds = 4", f"rounds = {n}") for n in (6, 7)]
    url = f"{ann.address}/api/v1/house-rules"
    first = ann.page.request.post(url, data={"toml": kept[0]}).json()
    ann.until(
        lambda: datetime.now(UTC).isoformat()[:19] > first["at"][:19],
        "the next second: nobody stores two within one",
    )
    second = ann.page.request.post(url, data={"toml": kept[1]}).json()
    ann.open(f"#rules={first['hash']}")
    ann.open(f"#rules={second['hash']}")
    cards = ann.page.locator(".option-card", has_text="Sunday with the aunts")
    expect(cards).to_have_count(2)
    titles = cards.locator("b").all_inner_texts()
    assert len(set(titles)) == 2, titles
    assert all(re.search(r"\(.*:\d\d\)$", each) for each in titles)
    begun = ann.begin(second["hash"])
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.tap("More")
    ann.tap("Change the rules")
    options = ann.page.locator("dialog [name=rules] option", has_text="Sunday with the aunts")
    expect(options).to_have_count(2)
    told = options.all_inner_texts()
    assert len(set(told)) == 2, told


def test_a_house_rule_file_is_opened_and_one_that_is_none_is_refused_in_words(phone):
    ann = phone()
    ann.open()
    sit_down(ann)
    wrong = {"name": "friday.toml", "mimeType": "text/plain", "buffer": b"dear diary"}
    ann.page.set_input_files(".file-button input", wrong)
    ann.page.locator(".notice.alarm").wait_for()
    ann.tap("Dismiss this message")
    right = {"name": "sunday.toml", "mimeType": "text/plain", "buffer": FILE.encode()}
    ann.page.set_input_files(".file-button input", right)
    ann.page.locator(".rules-now", has_text="Sunday with the aunts").wait_for()
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    assert ann.page.evaluate(STATE)["house_rules"]["id"] == "sunday-with-the-aunts"
    ann.win(winner=1)
    ann.enter("123m456m555s789s55z", "9s")
    assert offered(ann) == ["last-wall-tile"]  # only East's first draw earns something there


KONGS = """\
format = 2
base = "hk-majlife"
name = "Kong on kong"

[rows]
kong_on_kong = 5
"""


def enter_two_kongs(phone):
    """Enter a hand with two concealed kongs at a table that counts kong upon kong."""
    ann = phone()
    ann.open()
    kept = ann.page.request.post(f"{ann.address}/api/v1/house-rules", data={"toml": KONGS}).json()
    ann.start(kept["hash"])
    ann.win(winner=1)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    for code in ("2p", "3p"):
        ann.tap("Concealed kong")
        ann.pick(code)
    ann.tap("Single tile")
    ann.pick("234567m88s")
    return ann


def test_a_second_kong_in_a_row_is_asked_once_the_first_is_said(phone):
    ann = enter_two_kongs(phone)
    ann.mark("8s")
    ann.page.wait_for_selector(".record:not([disabled])")
    total = ann.page.locator(".total-faan")
    expect(total).to_have_text("2 faan", use_inner_text=True)  # no flowers, self-pick
    assert "kong-on-kong" not in offered(ann)
    ann.tap("On the replacement for a kong")
    expect(total).to_have_text("3 faan", use_inner_text=True)
    ann.tap("After a second kong in a row")
    expect(total).to_have_text("8 faan", use_inner_text=True)
    ann.tap("On the replacement for a kong")  # taken back, and the second with it
    expect(total).to_have_text("2 faan", use_inner_text=True)
    assert "kong-on-kong" not in offered(ann)


# Notes in every frame where the circumstances stand, to be read with `window.places`.
PLACES = """
() => {
  window.places = [];
  const look = () => {
    const place = document.querySelector(".special")?.getBoundingClientRect().top ?? "gone";
    if (window.places.at(-1) !== place) window.places.push(place);
    requestAnimationFrame(look);
  };
  look();
}
"""


FRAMES = "async () => { for (let k = 0; k < 4; k += 1) await new Promise(requestAnimationFrame); }"
COUNTED = re.compile(r"/api/v1/(scores|games/[^/]+/hands/preview)")


def is_counted(ann, held, faan):
    """Let one more answer come; whether all that the screen waits for is there."""
    if held:
        held.pop(0).continue_()
    ann.page.evaluate(FRAMES)
    counted = [text.split() for text in ann.page.locator(".total-faan").all_inner_texts()]
    return (
        counted == [[faan, "faan"]]
        and not held
        and ann.page.locator(".win-foot .record:enabled").count() == 1
    )


@pytest.mark.parametrize("winning", ["8s", None], ids=["said", "whichever"])
def test_no_answer_moves_the_circumstances_under_a_thumb(phone, winning):
    ann = enter_two_kongs(phone)
    if winning:
        ann.mark(winning)
    ann.page.wait_for_selector(".record:not([disabled])")
    held = []

    def hold(route):
        held.append(route)

    ann.page.route(COUNTED, hold)
    for circumstance, faan in (
        ("On the replacement for a kong", "3"),
        ("After a second kong in a row", "8"),
    ):
        ann.tap(circumstance)
        chip = ann.page.get_by_role("button", name=circumstance, pressed=True)
        chip.wait_for()
        ann.page.evaluate(PLACES)
        until(lambda faan=faan: is_counted(ann, held, faan), "all answers")
        assert len(ann.page.evaluate("window.places")) == 1
        expect(chip).to_have_count(1)


def chosen_slowly(ann):
    """Choose house rules whose terms do not come yet; give what they wait for."""
    kept = ann.page.request.post(f"{ann.address}/api/v1/house-rules", data={"toml": FILE}).json()
    ann.open()
    sit_down(ann)
    held = []

    def hold(route):
        held.append(route)

    ann.page.route(DETAIL, hold)
    with ann.page.expect_request(DETAIL):
        ann.choose(kept["hash"])
    ann.page.locator(".rules-now", has_text="Sunday with the aunts").wait_for()
    return held


def test_a_game_that_is_started_before_its_rules_came_is_played_by_what_is_chosen(phone):
    ann = phone()
    (held,) = chosen_slowly(ann)
    ann.tap("Start the game")
    held.continue_()
    ann.page.wait_for_selector(".felt")
    assert ann.page.evaluate(STATE)["house_rules"]["id"] == "sunday-with-the-aunts"


def test_what_was_chosen_later_is_not_undone_by_rules_that_come_late(phone):
    ann = phone()
    (held,) = chosen_slowly(ann)
    ann.choose("classical-20")
    held.continue_()
    ann.page.locator("[data-part=difference]").wait_for()
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    assert ann.page.evaluate(STATE)["rules"] == "classical-20"


def test_rules_that_cannot_be_had_are_not_shown_as_chosen(phone):
    ann = phone()
    (held,) = chosen_slowly(ann)
    ann.tap("Start the game")
    held.abort()
    ann.page.locator(".notice.alarm").wait_for()
    assert chosen(ann, "500 points") == "hk-500"
    expect(ann.page.locator(".felt")).to_have_count(0)
    ann.tap("Dismiss this message")
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    assert ann.page.evaluate(STATE)["rules"] == "hk-500"
    ann.forgive("ERR_FAILED")


def test_rules_that_cannot_be_had_go_back_to_those_that_are_here(phone):
    """Not to a house chosen before them, whose rules never came either."""
    ann = phone()
    other = FILE.replace("Sunday with the aunts", "Monday")
    kept = ann.page.request.post(f"{ann.address}/api/v1/house-rules", data={"toml": other}).json()
    held = chosen_slowly(ann)
    with ann.page.expect_request(DETAIL):
        ann.choose(kept["hash"])
    ann.page.locator(".rules-now", has_text="Monday").wait_for()
    held.pop().abort()
    ann.page.locator(".notice.alarm").wait_for()
    assert chosen(ann, "500 points") == "hk-500"
    ann.forgive("ERR_FAILED")


def test_the_page_says_which_agreement_lets_nobody_win(phone):
    ann = phone()
    ann.open()
    ann.choose("hk-majlife")
    sit_down(ann)
    ann.answer("minimum", 3)
    ann.page.click("[data-part=cap]")
    number = ann.page.locator("[name=cap-number]")
    number.fill("2")
    said = ann.page.get_by_text("a win needs 3 faan (minimum), but no hand counts more than 2")
    ann.tap("Your own")
    ann.page.locator(".house-foot [role=alert]").and_(said).wait_for()
    expect(ann.page.locator(".keep-house")).to_be_disabled()
    ann.tap("Done")
    ann.tap("Start the game")
    ann.page.locator(".notice").get_by_text("a win needs 3 faan").wait_for()
    ann.tap("Dismiss this message")
    number.fill("8")
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")


def test_a_phone_is_offered_what_its_tables_play_by_and_nothing_of_strangers(phone, service):
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")  # another sender than the phones
    toml = FILE.replace("Sunday with the aunts", "Monday at Ben's")
    with http.Client(base_url=f"{service}/api/v1", transport=elsewhere) as ben:
        hash_ = ben.post("/house-rules", json={"toml": toml}).json()["hash"]
        begun = ben.post("/games", json={"rules": hash_, "players": list("ABCD")}).json()
    card = ".other-rules .option-card"
    ann = phone()
    ann.open()
    ann.page.click(".other-rules summary")
    ann.page.locator(card).first.wait_for()
    expect(ann.page.locator(".other-rules")).not_to_contain_text("Monday at Ben's")
    ann.open(f"#game={begun['id']}")
    ann.page.wait_for_selector(".felt")
    ann.open_new_game()
    ann.page.click(".other-rules summary")
    ann.page.locator(card, has_text="Monday at Ben's").click()
    assert chosen(ann, "Monday at Ben's") == hash_
