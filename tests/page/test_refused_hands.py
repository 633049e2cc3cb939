"""Several hands in one win: what keeps them from being recorded is said, and where to look."""

import re
from importlib.resources import files

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect

HAND = "123m456m555s789s55z"
SHOWN = "() => document.querySelector('.photo-svg image')?.href.baseVal.startsWith('blob:')"
OWNER = "id => JSON.parse(localStorage.getItem('tableside.games'))[id].token"


def look(ann, player):
    ann.page.click(f".hands-bar [data-player='{player}']")


def said_of(ann, player):
    return ann.page.locator(f".hands-bar [data-player='{player}'] small")


@pytest.mark.parametrize(
    ("locale", "found", "foot"),
    [
        ("en-GB", "Ann and Ben have 6; a set has 4", "The hands do not fit together"),
        ("zh-HK", "Ann及Ben共有 6 張，一副只有 4 張", "這幾手牌不能並存"),
    ],
)
def test_hands_that_hold_too_many_of_a_tile_together_are_named_on_each_of_them(
    phone, locale, found, foot
):
    ann = phone(locale="en-GB")
    ann.start("classical-british")
    ann.win(winner=1, discarder=2)
    ann.enter(HAND, "9s")
    ann.paid()
    if locale != "en-GB":
        ann.page.evaluate("() => localStorage.setItem('tableside.language', 'zh')")
        ann.page.reload()
        ann.page.wait_for_selector(".record:not([disabled])")
    look(ann, 0)
    ann.page.locator(".way").nth(2).click()
    ann.write("555s123p")
    card = ann.page.locator(".card.clash")
    card.wait_for()
    expect(card).to_contain_text(found, use_inner_text=True)
    expect(card.locator("img")).to_have_count(1)
    look(ann, 1)
    card.wait_for()
    expect(ann.page.locator(".record")).to_be_disabled()
    expect(ann.page.locator(".next-hand.doubtful")).to_contain_text(foot, use_inner_text=True)
    expect(said_of(ann, 0)).to_have_text(said_of(ann, 1).inner_text(), use_inner_text=True)
    card.get_by_role("button").click()  # the way to the other of the two
    for _ in range(2):
        ann.page.locator(".concealed .tile-button[data-code='5s']").first.focus()
        ann.page.keyboard.press("Delete")
    card.wait_for(state="detached")
    look(ann, 1)
    ann.paid()


def test_another_winners_hand_is_asked_for_until_it_is_right(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dee")):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.own(multiple_winners="all")
    ann.tap("Start the game")
    ann.win(winner=0, discarder=1)
    ann.choose_faan(1)
    ann.page.click("[data-also='2']")
    look(ann, 0)
    ann.tap("Cleo won too: add the hand")
    ann.tap("Enter the tiles instead")
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123m456m557s789s55z")
    look(ann, 0)
    ann.page.locator(".hands-bar [data-player='2'] >> text=please check").wait_for()
    ann.page.locator(".card.wrong, .score-line", has_text="do not make a winning hand").wait_for()
    expect(ann.page.locator(".record")).to_be_disabled()
    ann.tap("Cleo's hand cannot be right: check it")
    expect(ann.page.locator("h1")).to_have_text("Cleo's hand", use_inner_text=True)


def enter_by_photo(ann):
    """Enter the hand on the screen by the bundled photo, which is to be kept."""
    with ann.page.expect_response("**/draft/pictures/**"):  # the other phones have it, too
        photo = str(files("service") / "demo" / "hand.jpg")
        ann.page.set_input_files(".way input:not([capture])", photo)
    ann.page.wait_for_selector(".score-line b, .score-line.wrong")
    ann.page.check(".keep-photo input")


@pytest.mark.usefixtures("models_there")
def test_photos_of_several_hands_that_the_table_has_left_behind_are_shown_with_their_hands(
    phone, service
):
    ann = phone()
    ann.start("classical-british")
    game = re.search(r"#game=([\w-]+)", ann.page.url).group(1)
    headers = {"Authorization": f"Bearer {ann.page.evaluate(OWNER, game)}"}
    address = f"{service}/api/v1/games/{game}"
    ann.win(winner=0, discarder=2)
    enter_by_photo(ann)
    look(ann, 1)
    enter_by_photo(ann)  # the same tiles once more: those that cannot be twice are taken away
    for code in (*["7z"] * 3, *["6z"] * 3, "2f"):
        ann.page.locator(f".tile-button[data-code='{code}']").first.focus()
        ann.page.keyboard.press("Delete")
    look(ann, 0)
    ann.paid()
    ann.page.route("**/api/v1/**", lambda route: route.abort())
    ann.page.click(".record:not([disabled])")
    ann.page.wait_for_selector(".queue")
    other = {"draw": True, "expected_seq": 1}  # another phone's, meanwhile
    assert ann.page.request.post(f"{address}/hands", data=other, headers=headers).status == 201
    ann.page.unroute("**/api/v1/**")
    ann.table(2)
    ann.page.click(".link.stuck")
    ann.tap("Check it again")
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.page.wait_for_function(SHOWN)
    look(ann, 1)
    ann.page.wait_for_function(SHOWN)
    look(ann, 0)
    ann.record(3)
    ann.page.wait_for_function("() => localStorage.getItem('tableside.held') === null")
    kept = ann.page.request.get(f"{address}/photos", headers=headers).json()["photos"]
    assert [each["seq"] for each in kept] == [3, 3]
    ann.complaints[:] = [text for text in ann.complaints if "net::ERR_FAILED" not in text]
