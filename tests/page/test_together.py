"""A win that one phone begins and another one of the table sees, goes on with and records."""

from importlib.resources import files

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

SHOWN = "() => document.querySelector('.photo-svg image')?.href.baseVal.startsWith('blob:')"
HAND, THIRD = "123m456m555s789s55z", "123p456p777s789s22z"


def other_phone(ann, phone):
    """Another phone that may record at Ann's table."""
    ann.tap("Share")
    field = ann.page.get_by_label("To play and record", exact=True)
    link = field.input_value()
    ann.page.keyboard.press("Escape")
    ben = phone()
    ben.page.goto(link)
    ben.table(1)
    return ben


def go_on(ben):
    ben.page.get_by_role("button", name="see it and go on").click()


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
    assert ben.page.locator(f".editor {seen}").count() == tiles
    assert ben.page.locator(".photo-svg polygon").count() == outlines
    assert ben.page.locator(".editor .unsure").count() == doubtful
    assert ben.page.locator(".concealed .winning[data-code='7z']").count() == 1
    assert ben.paid() == ann.paid()
    ben.page.locator(".concealed .tile-button[data-code='1m']").click()
    ben.tap("Remove this tile")
    ann.page.locator(".concealed .tally", has_text="13 of 14").wait_for()
    ann.page.reload()  # the photo that this phone had in memory is fetched like another's
    ann.page.wait_for_function(SHOWN)
    ann.page.locator(".concealed .tally", has_text="13 of 14").wait_for()
    ben.page.get_by_role("button", name="+ Add tiles").click()
    ben.pick("1m")
    ben.record(2)
    ann.table(2)
    ann.page.locator(".notice", has_text="Another phone has recorded this win").wait_for()


def test_several_winners_and_who_pays_for_all_are_seen_on_another_phone(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate("ABCD"):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.page.click(".more-rules summary")
    ann.page.select_option("[name=multiple_winners]", "all")
    ann.page.select_option("[name=responsibility]", "limit")
    ann.tap("Start the game")
    ben = other_phone(ann, phone)
    ann.win(winner=0, discarder=2)
    ann.page.get_by_role("button", name="Only the faan").click()
    for _ in range(9):
        ann.tap("One more")
    ann.page.click("[data-also='1']")
    ann.page.get_by_role("button", name="Only the faan").click()
    for _ in range(9):
        ann.tap("One more")
    ann.page.click(".hands-bar [data-player='0']")
    ann.page.click("[data-responsible='2']")
    paid = ann.paid()
    go_on(ben)
    ben.page.wait_for_selector(".record:not([disabled])")
    assert ben.page.locator("[data-responsible='2'][aria-pressed=true]").count() == 1
    assert ben.page.locator(".hands-bar button").count() == 2
    assert ben.paid() == paid
    ben.record(2)
    ann.table(2)


def test_points_of_four_that_were_entered_elsewhere_stand_in_the_fields(phone):
    ann = phone()
    ann.start("classical-20")
    ben = other_phone(ann, phone)
    ann.win(winner=3)
    ann.page.get_by_role("button", name="Only the points").click()
    ann.page.fill("[name=score3]", "60")
    ben.page.get_by_role("button", name="Dee won: add a hand").click()
    ben.page.wait_for_function("() => document.querySelector('[name=score3]')?.value === '60'")
    ben.page.fill("[name=score0]", "20")
    ann.page.wait_for_function("() => document.querySelector('[name=score0]')?.value === '20'")
    assert ann.page.input_value("[name=score3]") == "60"


def test_a_second_win_begun_beside_another_phones_is_a_matter_of_its_own(phone):
    ann = phone()
    ann.start()
    ben = other_phone(ann, phone)
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Only the faan").click()
    ann.page.wait_for_selector(".record:not([disabled])")
    ben.page.get_by_role("button", name="see it and go on").wait_for()
    ben.win(winner=3, discarder=1)
    ben.agree(7)
    ann.page.wait_for_selector(".stale")
    assert ann.page.inner_text(".bar-title h1") == "Ann, self-drawn"
