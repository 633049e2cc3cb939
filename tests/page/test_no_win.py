"""Hands that do not win: what is said of them, and the ways on."""

import pytest

from tests import needs
from tests.page.conftest import NAMES

expect = needs.package("playwright.sync_api").expect


@pytest.fixture
def entering(phone):
    """A phone on which tiles are tapped in for a hand that Ann drew."""

    def enter(tiles, **settings):
        ann = phone(**settings)
        ann.start()
        ann.win(winner=0)
        ann.page.get_by_role("button", name="Enter the tiles").click()
        ann.write(tiles)
        return ann

    return enter


def test_a_hand_that_wins_with_no_tile_is_not_asked_which_tile_won(entering):
    ann = entering("123m456m99p555s19s1z")
    ann.page.locator(".score-line", has_text="do not make a winning hand").wait_for()
    expect(ann.page.locator("body")).not_to_contain_text(
        "missing: which tile won", use_inner_text=True
    )
    expect(ann.page.locator(".win-foot")).not_to_contain_text("which tile won", use_inner_text=True)
    expect(ann.page.locator(".which-won")).to_have_count(0)


def test_a_hand_that_does_not_win_shows_what_is_left_over_and_the_ways_on(entering):
    ann = entering("123m456m99p555s19s1z")
    strays = ann.page.locator(".strays .tile")
    expect(strays).to_have_count(3)
    names = [strays.nth(k).get_attribute("alt") for k in range(3)]
    assert names == ["1 of bamboo", "9 of bamboo", "East wind"]
    expect(ann.page.locator(".record")).to_have_count(0)
    ann.tap("False win")
    ann.tap("No, go back")
    ann.page.click(".short-ways >> text=Only the faan")
    ann.choose_faan(3)
    ann.page.wait_for_selector(".record >> text=Ann +48")
    assert ann.record(2)["points"] == [548, 484, 484, 484]


def test_a_hand_that_does_not_win_is_agreed_on_in_the_unit_of_its_rules(phone):
    ann = phone()
    ann.start("classical-20")
    ann.win(winner=0, discarder=1)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123m456m99p555s19s1z")
    ann.page.click(".short-ways >> text=Points only")
    ann.page.fill("[name=score0]", "30")
    ann.expect_paid([90, -30, -30, -30])


def test_seventeen_tiles_are_too_many_and_nothing_else(entering):
    ann = entering("123m456m99p555s789s12z3z")
    ann.page.locator(".score-line", has_text="3 too many").wait_for()
    expect(ann.page.locator("body")).not_to_contain_text(
        "missing: which tile won", use_inner_text=True
    )


@pytest.fixture
def short(phone):
    """A phone with a hand below the minimum of three faan."""
    ann = phone()
    ann.start("hk-500", minimum=3, false_win="fixed:10")
    ann.win(winner=0, discarder=1)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123456m555s789s99p")
    ann.mark("9p")
    ann.page.wait_for_selector(".short-ways")
    return ann


def test_a_hand_below_the_minimum_may_be_a_false_win(short):
    expect(short.page.locator(".score-line")).to_contain_text(
        "minimum at this table is 3", use_inner_text=True
    )
    expect(short.page.locator(".card.wrong")).to_have_count(0)  # it is said once
    expect(short.page.locator(".record")).to_have_count(0)
    line, foot = (short.page.locator(each) for each in (".score-line.wrong", ".win-foot"))
    assert line.bounding_box()["width"] > 0.9 * foot.bounding_box()["width"]  # it is a sentence
    short.tap("False win")
    expect(short.page.locator("dialog")).to_contain_text("10 points", use_inner_text=True)
    short.tap("Record the false win")
    assert short.table(2)["points"] == [470, 510, 510, 510]
    short.page.get_by_role("button", name="Take back last entry").wait_for()
    short.page.locator(".resume").wait_for(state="detached")  # the win is no more


def test_a_false_win_may_cost_points_that_nobody_gets(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate(NAMES):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.own(false_win="bank", false_win_points="30")
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    ann.tap("More")
    ann.tap("False win")
    said = "They pay 30 points to the bank."
    asked = ann.page.get_by_role("dialog", name="False win")
    expect(asked).to_contain_text(said, use_inner_text=True)
    asked.locator("[data-player='1']").click()
    assert ann.table(2)["points"] == [500, 470, 500, 500]
    ann.tap("Standings")
    expect(ann.page.locator(".transfers")).to_contain_text("Ben pays the bank")


def test_a_hand_below_the_minimum_may_be_paid_by_agreement(short):
    short.page.click(".short-ways >> text=Move points")
    for player, points in enumerate((3, -1, -1, -1)):
        short.page.fill(f"[name=points{player}]", str(points))
    short.page.fill("[name=reason]", "two faan all the same")
    short.page.locator("dialog").get_by_role("button", name="Move points").click()
    assert short.table(2)["points"] == [503, 499, 499, 499]


def test_a_hand_below_the_minimum_may_be_played_on(short):
    short.tap("Play on")
    short.tap("Discard it")
    assert short.table(1)["points"] == [500] * 4
    short.page.locator(".resume").wait_for(state="detached")
