"""A win that one phone begins and another one of the table sees, goes on with and records."""

from importlib.resources import files

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect

SHOWN = "() => document.querySelector('.photo-svg image')?.href.baseVal.startsWith('blob:')"
HAND, THIRD = "123m456m555s789s55z", "123p456p777s789s22z"


OWNED = "Object.values(JSON.parse(localStorage['tableside.games']))[0].token"


def other_phone(ann, phone):
    """Another phone that may record at Ann's table, as by a link that she shares."""
    ben = phone()
    ben.page.goto(f"{ann.page.url}&token={ann.page.evaluate(OWNED)}")
    ben.table(1)
    return ben


def go_on(ben):
    ben.page.get_by_role("button", name="look and continue").click()


@pytest.mark.usefixtures("models_there")
def test_a_photo_its_doubtful_tiles_and_what_lies_beside_are_seen_on_another_phone(phone):
    ann = phone()
    ann.start()
    ben = other_phone(ann, phone)
    ann.win(winner=0, discarder=2)
    photo = str(files("service") / "demo" / "hand.jpg")
    ann.page.set_input_files(".way input:not([capture])", photo)
    ann.page.wait_for_selector(".record:not([disabled])")
    seen = "button, polygon"
    tiles = ann.page.locator(f".editor {seen}").count()
    outlines = ann.page.locator(".photo-svg polygon").count()
    doubtful = ann.page.locator(".editor .unsure").count()
    go_on(ben)
    ben.page.wait_for_function(SHOWN)
    ben.page.wait_for_selector(".record:not([disabled])")
    expect(ben.page.locator(f".editor {seen}")).to_have_count(tiles)
    expect(ben.page.locator(".photo-svg polygon")).to_have_count(outlines)
    expect(ben.page.locator(".editor .unsure")).to_have_count(doubtful)
    expect(ben.page.locator(".concealed .winning[data-code='7z']")).to_have_count(1)
    ben.expect_paid(ann.paid())
    ben.page.locator(".concealed .tile-button[data-code='1m']").click()
    ben.tap("Remove this tile")
    ann.page.locator(".concealed .tally", has_text="13 of 14").wait_for()
    ann.page.reload()  # the photo that this phone had in memory is fetched like another's
    ann.page.wait_for_function(SHOWN)
    ann.page.locator(".concealed .tally", has_text="13 of 14").wait_for()
    ben.page.get_by_role("button", name="+ Add tiles").click()
    ben.write("1m")
    ben.record(2)
    ann.table(2)
    ann.page.locator(".notice", has_text="Another phone has recorded this win").wait_for()


def test_several_winners_and_who_pays_for_all_are_seen_on_another_phone(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate("ABCD"):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.own(multiple_winners="all", responsibility="limit")
    ann.tap("Start the game")
    ann.table(1)
    ben = other_phone(ann, phone)
    ann.win(winner=0, discarder=2)
    ann.choose_faan(10)
    ann.page.click("[data-also='1']")
    ann.choose_faan(10)
    ann.page.click("[data-responsible='2']")
    paid = ann.paid()
    go_on(ben)
    ben.page.wait_for_selector(".record:not([disabled])")
    expect(ben.page.locator("[data-responsible='2'][aria-pressed=true]")).to_have_count(1)
    expect(ben.page.locator(".hands-bar button")).to_have_count(2)
    ben.expect_paid(paid)
    ben.record(2)
    ann.table(2)


CALLED = "123456m555789s99p"  # drawn: 2 faan as long as nothing was called, else 1


def test_what_was_called_is_asked_of_one_phone_and_known_on_the_others(phone):
    ann = phone()
    ann.start()
    ben = other_phone(ann, phone)
    ann.win(winner=0)
    ann.enter(CALLED, "9p")
    ann.page.locator(".called-choice").wait_for()
    go_on(ben)
    ben.page.locator(".called-choice").wait_for()
    ann.page.locator(".called .chip").nth(2).click()  # 555s
    ben.page.wait_for_selector(".primary.record:not([disabled])")
    expect(ben.page.locator(".called .chip[aria-pressed='true']")).to_have_count(1)
    ben.expect_paid([12, -4, -4, -4])
    ben.page.locator(".called .chip[aria-pressed='true']").click()  # it was not, after all
    ann.page.wait_for_selector(".record >> text=Ann +24")
    expect(ann.page.locator(".called-choice")).to_have_count(0)
    ann.page.reload()
    ann.page.wait_for_selector(".record >> text=Ann +24")
    expect(ann.page.locator(".called-choice")).to_have_count(0)
    assert ben.record(2)["points"] == [524, 492, 492, 492]


def test_points_of_four_that_were_entered_elsewhere_stand_in_the_fields(phone):
    ann = phone()
    ann.start("classical-20")
    ben = other_phone(ann, phone)
    ann.win(winner=3)
    ann.page.get_by_role("button", name="Points only").click()
    ann.page.fill("[name=score3]", "60")
    ben.page.get_by_role("button", name="Dee won: add a hand").click()
    ben.page.wait_for_function("() => document.querySelector('[name=score3]')?.value === '60'")
    ben.page.fill("[name=score0]", "20")
    ann.page.wait_for_function("() => document.querySelector('[name=score0]')?.value === '20'")
    expect(ann.page.locator("[name=score3]")).to_have_value("60")


def test_no_other_phone_takes_a_number_of_faan_that_nobody_has_named(phone):
    ann = phone()
    ann.start()
    ben = other_phone(ann, phone)
    ann.page.click("[data-end='agreed']")
    ann.page.click(".people [data-player='0']")
    ann.page.click(".people.four >> nth=1 >> [data-player='2']")
    go_on(ben)
    ben.page.wait_for_selector("h2:text-is('Only the faan'), .faan-chips, .way")
    expect(ben.page.locator(".faan[aria-pressed='true'], .record")).to_have_count(0)


def test_a_second_win_begun_beside_another_phones_is_a_matter_of_its_own(phone):
    ann = phone()
    ann.start()
    ben = other_phone(ann, phone)
    ann.win(winner=0)
    ann.choose_faan(1)
    ann.page.wait_for_selector(".record:not([disabled])")
    ben.page.get_by_role("button", name="look and continue").wait_for()
    ben.win(winner=3, discarder=1)
    expect(ben.page.locator(".card.beside")).to_contain_text("Ann, self-drawn", use_inner_text=True)
    ben.agree(7)
    ann.page.wait_for_selector(".stale")
    expect(ann.page.locator(".faan-chips")).to_contain_text("Ann, self-drawn", use_inner_text=True)


def test_a_second_win_of_the_same_player_stays_when_the_first_is_recorded(phone):
    ann = phone()
    ann.start()
    ben = other_phone(ann, phone)
    ann.win(winner=0, discarder=2)
    ann.choose_faan(1)
    ben.page.get_by_role("button", name="look and continue").wait_for()
    ben.win(winner=0, discarder=1)
    ben.page.get_by_role("button", name="Enter the tiles").click()
    ben.write("123m")
    ann.record(2)
    ben.page.wait_for_selector(".stale")
    ben.tap("Yes, continue")
    expect(ben.page.locator(".concealed .tally")).to_contain_text("3 of 14")


def sits(phone, player):
    """Say whose phone this is."""
    phone.tap("More")
    phone.tap("Where do you sit?")
    phone.page.click(f"dialog [data-player='{player}']")


def begin(phone):
    """Open the entry of a win, and say nothing yet."""
    phone.open_win()


def test_of_two_phones_that_begin_at_once_the_second_joins_and_adds_what_it_knows(phone):
    ann = phone()
    ann.start()
    sits(ann, 0)
    ben = other_phone(ann, phone)
    begin(ann)
    begin(ben)
    ann.page.click("section[aria-label='Who won?'] [data-player='3']")
    ann.page.click("section[aria-label='How?'] [data-player='1']")
    ben.page.locator(".notice", has_text="Ann is entering this win too").wait_for()
    ben.page.get_by_role("heading", name="Dee, off Ben").wait_for()  # how, a moment after who
    ben.enter(HAND, winning="5z")
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.expect_paid(ben.paid())
    ben.record(2)
    ann.table(2)


def test_what_two_phones_enter_at_once_of_different_wins_is_not_mixed(phone):
    ann = phone()
    ann.start()
    ben = other_phone(ann, phone)
    ben.page.route("**/api/v1/events*", lambda route: route.abort())  # nothing is heard in time
    ben.page.reload()
    ben.page.wait_for_selector(".felt")
    begin(ann)
    begin(ben)
    ann.page.click("section[aria-label='Who won?'] [data-player='0']")
    ann.page.click("section[aria-label='How?'] .wide")
    ann.enter(HAND, winning="5z")
    with ben.page.expect_response("**/draft") as told:
        ben.page.click("section[aria-label='Who won?'] [data-player='3']")
        ben.page.click("section[aria-label='How?'] [data-player='1']")
    assert (told.value.status, told.value.json()["code"]) == (409, "stale_draft")
    ben.page.wait_for_function("() => !JSON.parse(localStorage['tableside.draft']).shared")
    ben.page.unroute("**/api/v1/events*")
    ben.page.reload()
    other = ben.page.locator(".card.beside")
    other.wait_for()
    expect(other).to_contain_text("Ann, self-drawn", use_inner_text=True)
    chosen = "[aria-label='How?'] [data-player='1'][aria-pressed=true]"
    expect(ben.page.locator(chosen)).to_have_count(1)
    expect(ann.page.locator(".bar-title h1")).to_have_text("Ann, self-drawn", use_inner_text=True)
    ben.tap("Continue with that one")
    ben.page.locator("dialog .primary").click()
    other.wait_for(state="detached")
    ben.expect_paid(ann.paid())
    expect(ben.page.locator(".bar-title h1")).to_have_text("Ann, self-drawn", use_inner_text=True)
    ben.complaints[:] = [text for text in ben.complaints if "net::ERR_FAILED" not in text]


def test_a_win_that_another_phone_enters_otherwise_stays_when_that_is_recorded(phone):
    ann = phone()
    ann.start()
    ben = other_phone(ann, phone)
    ben.page.route("**/api/v1/events*", lambda route: route.abort())  # nothing is heard in time
    ben.page.reload()
    ben.page.wait_for_selector(".felt")
    begin(ben)
    with ann.page.expect_response("**/draft"):
        ann.win(winner=0)
    ann.choose_faan(3)
    with ben.page.expect_response("**/draft"):
        ben.page.click("section[aria-label='Who won?'] [data-player='0']")
        ben.page.click("section[aria-label='How?'] [data-player='1']")
    ben.page.unroute("**/api/v1/events*")
    ben.page.reload()
    ben.page.locator(".card.beside").wait_for()
    ben.page.get_by_role("button", name="Enter the tiles").click()
    ben.write("123m")
    ann.record(2)
    ben.page.wait_for_selector(".stale")
    expect(ben.page.locator(".concealed .tally")).to_contain_text("3 of 14")
    ben.complaints[:] = [text for text in ben.complaints if "net::ERR_FAILED" not in text]


def test_those_who_watch_see_the_win_and_its_tiles_as_they_are_entered(phone):
    ann = phone()
    ann.start()
    sits(ann, 0)
    eve = phone()
    eve.page.goto(ann.page.url)  # the token has left the address
    eve.table(1)
    expect(eve.page.locator(".entering")).to_have_count(0)
    ann.win(winner=3, discarder=1)
    card = eve.page.locator(".card.entering")
    card.wait_for()
    expect(card).to_contain_text("Dee, off Ben", use_inner_text=True)
    expect(card).to_contain_text("Entered on Ann's phone", use_inner_text=True)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123m")
    card.get_by_alt_text("3 of characters").wait_for()
    expect(card.locator("img")).to_have_count(3)
    expect(card.locator("button, input, a")).to_have_count(0)
    expect(eve.page.locator(".hand-ends")).to_have_count(0)
    ann.tap("Cancel")
    ann.page.locator("dialog .primary").click()
    card.wait_for(state="detached")


def test_a_hand_that_was_opened_and_left_empty_stays_unknown(phone):
    ann = phone()
    ann.start("classical-20")
    ann.win(winner=0, discarder=1)
    ann.enter("123m456m789m55z555p", "9m")
    bar = ann.page.locator(".hands-bar button")
    bar.nth(2).click()
    ann.page.get_by_role("button", name="Enter the tiles").click()
    bar.nth(0).click()
    expect(bar.nth(2).locator("small")).to_have_text("unknown", use_inner_text=True)
    bar.nth(2).click()
    ann.write("5z")
    expect(bar.nth(2).locator("small")).to_have_text("0 points", use_inner_text=True)


def test_payments_of_a_table_that_has_moved_on_are_counted_on_it_anew(phone):
    """Where no word comes of what another phone has recorded, the refusal of a preview tells."""
    ann = phone()
    page = ann.page
    begun = ann.start()
    page.route("**/api/v1/events*", lambda _: None)  # never answered
    page.reload()
    page.wait_for_selector(".felt")
    ann.win(winner=0, discarder=2)
    ann.choose_faan(1)
    page.wait_for_selector(".record:not([disabled])")
    ann.post(begun, "hands", {"draw": True})
    asked = []

    def count(route):
        """Count by the route that records: it refuses what was not asked of the table as it is."""
        expected = route.request.post_data_json["expected_seq"]
        asked.append(expected)
        if expected == 2:
            route.continue_()
        else:
            route.continue_(url=route.request.url.removesuffix("/preview"))

    page.route("**/hands/preview", count)
    ann.choose_faan(2)
    page.wait_for_selector(".card.stale")
    page.wait_for_selector(".payments")
    assert asked == [1, 2]
    expect(page.locator(".refused")).to_have_count(0)
    expect(page.locator(".record:not([disabled])")).to_have_count(0)
    ann.tap("Yes, continue")
    assert ann.record(3)["points"] == [516, 496, 492, 496]


KEEP = "selector => { window.kept = document.querySelector(selector); window.kept.focus(); }"
KEPT = """
selector => [document.querySelector(selector), document.activeElement].every((e) => e === kept)
"""


def test_what_has_the_focus_or_a_finger_on_it_stays_while_the_screen_changes(phone):
    ann = phone()
    begun = ann.start()
    ann.page.evaluate(KEEP, ".shutter")
    ann.post(begun, "hands", {"winner": 3, "from": 1, "win": "discard", "faan": 3})
    ann.table(2)
    ann.page.wait_for_selector(".recent-hand")
    assert ann.page.evaluate(KEPT, ".shutter")
    ann.win(winner=0, discarder=2)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    face, tile = ".palette .face[data-code='1m']", ".concealed .tile-button[data-code='1m']"
    ann.page.click(face)
    ann.page.evaluate(KEEP, face)
    ann.page.click(face)
    ann.page.locator(".tally", has_text="2 of 14").wait_for()
    assert ann.page.evaluate(KEPT, face)
    ann.page.evaluate(KEEP, tile)
    ann.write("23m")
    ann.page.evaluate("kept.focus()")
    ann.post(begun, "hands", {"draw": True})
    ann.page.wait_for_selector(".card.stale")
    assert ann.page.evaluate(KEPT, tile)


def test_what_is_given_up_while_others_are_told_of_it_stays_given_up(phone):
    ann = phone()
    begun = ann.start()
    draft = f"{ann.address}/api/v1/games/{begun['id']}/draft"
    held = []

    def hold(route):
        if route.request.method == "PATCH":
            held.append(route)
        else:
            route.continue_()

    ann.page.route(draft, hold)
    with ann.page.expect_request(draft):
        ann.win(winner=0, discarder=1)
    ann.tap("Cancel")
    ann.tap("Discard it")
    assert ann.table(1)["points"] == [500] * 4
    with ann.page.expect_response(lambda answer: answer.request.method == "DELETE"):
        for route in held:
            route.continue_()
    ann.page.locator(".resume").wait_for(state="detached")
    assert ann.page.request.get(draft).json()["winner"] is None
