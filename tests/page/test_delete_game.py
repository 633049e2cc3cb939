"""The owner deletes a game from its links; every phone at the table is told, and forgets it."""

import pytest

from tests import needs
from tests.page.conftest import NAMES
from tests.page.test_accessibility import OTHER_LOOKS, Look

expect = needs.package("playwright.sync_api").expect

LOST = "Names, points, the whole history, saved photos and the win being entered are deleted"


@pytest.fixture
def ann(phone):
    """The phone of who started the game."""
    ann = phone()
    ann.start()
    return ann


def links_of(one):
    """Open the links of the table."""
    one.tap("Share")
    one.page.locator("dialog").get_by_text("To watch").wait_for()


def writing_link(ann):
    """The link that the owner gives to those who record, too."""
    links_of(ann)
    link = ann.page.get_by_label("To play and record").input_value()
    ann.tap("Close")
    return link.partition("/#")[2]


def test_the_owner_is_told_what_is_lost_and_deletes_it_for_every_phone(ann, phone):
    ben, game = phone(), ann.page.url
    ben.open(f"#{writing_link(ann)}")
    ben.page.wait_for_selector(".felt")
    links_of(ann)
    ann.tap("Delete this game …")
    sure = ann.page.get_by_role("dialog", name="Delete this game?")
    sure.get_by_text(LOST).wait_for()
    ann.tap("No, go back")
    assert ann.table(1)["points"] == [500] * 4
    links_of(ann)
    ann.tap("Delete this game …")
    ann.tap("Delete for good")
    ann.page.get_by_text("The game is deleted.").wait_for()
    ann.page.get_by_role("button", name="Start the game").wait_for()
    expect(ann.page.get_by_text(", ".join(NAMES))).to_have_count(0)
    # Without anybody touching it, the other phone says so, and does not list the game any more.
    ben.page.get_by_role("alert").get_by_text(
        "Whoever started this game has deleted it."
    ).wait_for()
    ben.page.get_by_role("link", name="All games").click()
    ben.page.get_by_role("button", name="Start the game").wait_for()
    expect(ben.page.get_by_text(", ".join(NAMES))).to_have_count(0)
    # Whoever opens an old link is told the same.
    late = phone()
    late.page.goto(game)
    late.page.get_by_text("Whoever started this game has deleted it.").wait_for()
    expect(late.page.get_by_role("button", name="Try again")).to_have_count(0)


def test_a_link_that_was_cut_short_leaves_no_game_on_the_phone(phone):
    ann = phone()
    ann.open("#game=nosuchgame")
    ann.page.get_by_text("This game does not exist here.").wait_for()
    ann.page.get_by_role("link", name="All games").click()
    ann.page.get_by_role("button", name="Start the game").wait_for()
    expect(ann.page.get_by_text("Play on")).to_have_count(0)


def test_who_only_keeps_the_score_is_not_offered_it(ann, phone):
    ben, cleo = phone(), phone()
    ben.open(f"#{writing_link(ann)}")
    cleo.open(f"#{ann.page.url.partition('#')[2]}")
    for one in (ben, cleo):
        one.page.wait_for_selector(".felt")
        links_of(one)
        expect(one.page.get_by_text("Delete this game")).to_have_count(0)


def test_a_phone_that_enters_a_win_of_a_game_deleted_elsewhere_is_told(ann, phone):
    ben = phone()
    ben.open(f"#{writing_link(ann)}")
    ben.page.wait_for_selector(".felt")
    ben.win(winner=1, discarder=2)
    links_of(ann)
    ann.tap("Delete this game …")
    ann.tap("Delete for good")
    ben.page.get_by_text("Whoever started this game has deleted it.").wait_for()
    expect(ben.page.locator(".win-body")).to_have_count(0)
    ben.page.get_by_role("link", name="All games").click()
    ben.page.get_by_role("button", name="Start the game").wait_for()


def test_a_game_deleted_elsewhere_leaves_the_list_of_a_phone_that_slept(ann):
    id_ = ann.page.url.partition("game=")[2]
    token = ann.page.evaluate(
        "JSON.parse(localStorage['tableside.games'])[location.hash.slice(6)].token"
    )
    ann.open()
    running = ann.page.get_by_role("link", name="Play on")
    expect(running).to_contain_text(", ".join(NAMES))
    headers = {"Authorization": f"Bearer {token}"}
    url = f"{ann.address}/api/v1/games/{id_}"
    assert ann.page.request.delete(url, headers=headers).status == 204
    ann.page.reload()
    expect(running).to_have_count(0)
    expect(ann.page.get_by_text(", ".join(NAMES))).to_have_count(0)


def test_it_is_offered_in_chinese_too(phone):
    ann = phone(locale="zh-HK")
    ann.start()
    ann.tap("分享")
    ann.tap("刪除這場牌局…")
    ann.page.get_by_role("dialog", name="刪除這場牌局").get_by_text("永久刪除").first.wait_for()
    ann.tap("永久刪除")
    ann.page.get_by_text("牌局已刪除。").wait_for()


@pytest.mark.parametrize(("locale", "scheme", "size"), OTHER_LOOKS)
def test_everybody_can_use_it(phone, locale, scheme, size):
    ann = phone(locale=locale, color_scheme=scheme, viewport=size)
    page, look = ann.page, Look(ann, f"delete-{locale}-{scheme}-{size['width']}")
    begun = ann.start()
    page.wait_for_selector(".felt")
    page.click(".table-bar [data-tool='share']")
    page.wait_for_selector("dialog .danger")
    look.at("links")
    page.click("dialog .danger")
    page.wait_for_selector("dialog .actions")
    look.at("sure")
    headers = {"Authorization": f"Bearer {begun['write_token']}"}
    page.request.delete(f"{ann.address}/api/v1/games/{begun['id']}", headers=headers)
    page.wait_for_selector(".lost")
    page.keyboard.press("Escape")
    look.at("deleted")
    assert look.findings == []


def test_a_game_whose_answer_was_lost_is_started_once(phone, service):
    """The phone asks again with the same key, by itself and when it is tapped once more."""
    ann = phone()
    made, keys = [], []

    def lose(route):
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) > 4:
            route.continue_()
            return
        made.append(route.fetch().json()["id"])
        route.abort()

    ann.page.route("**/api/v1/games", lose)
    ann.open()
    ann.choose("hk-500")
    for seat, name in enumerate(NAMES):
        ann.page.fill(f"[name=player{seat}]", name)
    for _ in range(2):
        ann.tap("Start the game")
        ann.page.locator(".alarm").wait_for()
        ann.page.get_by_label("Dismiss this message").click()
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    assert len(keys) == 5
    assert len(set(keys)) == 1
    assert {*made, ann.page.url.partition("game=")[2]} == {made[0]}
    for text in [*ann.complaints]:
        assert "Failed to load resource" in text
        ann.complaints.remove(text)
