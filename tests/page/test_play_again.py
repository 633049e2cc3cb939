"""Another game of the same table: all phones led on, names and agreements kept, games added up."""

import pytest

from tests import needs
from tests.page.conftest import NAMES

expect = needs.package("playwright.sync_api").expect

STATE = "() => fetch(`/api/v1/games/${location.hash.slice(6)}`).then((answer) => answer.json())"
AGREED = {
    "minimum": 3,
    "cap": 13,
    "round_change": "conventional",
    "multiple_winners": "all",
    "false_win": "fixed:25",
    "bust_ends_game": False,
}


def end(ann):
    ann.tap("More")
    ann.tap("End the game")
    ann.page.locator("dialog .primary").click()
    ann.page.get_by_text("The game is over").wait_for()


@pytest.fixture
def over(phone):
    """A phone of a game by the table's own rules that Cleo has won and the table has ended."""
    ann = phone()
    ann.open()
    for seat, name in enumerate(NAMES):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.answer("minimum", 3)
    ann.answer("cap", 13)
    ann.own(multiple_winners="all", false_win="fixed", false_win_points="25", bust_ends_game=False)
    ann.tap("Start the game")
    ann.win(winner=2)
    ann.agree(3)
    ann.table(2)
    end(ann)
    return ann


def test_names_and_agreements_need_not_be_entered_again_and_games_are_added_up(over):
    first = over.page.url
    over.page.get_by_role("link", name="Play another game").click()
    over.page.get_by_text("This is the table's next game").wait_for()
    for seat, name in enumerate(NAMES):
        expect(over.page.locator(f"[name=player{seat}]")).to_have_value(name)
    over.tap("Start the game")
    assert over.table(1)["points"] == [500] * 4
    assert over.page.evaluate(STATE)["options"] == AGREED
    assert over.page.url != first
    over.win(winner=0)
    over.agree(4)
    over.table(2)
    over.tap("Standings")
    together = over.page.get_by_text("All 2 games of this table together")
    together.wait_for()
    said = over.page.inner_text("dialog .sheet-body")
    whole = said[said.index("All 2 games of this table together") :]
    assert "Ann +80 · Ben −48 · Cleo +16 · Dee −48" in whole
    assert (
        "Ann +96 · Ben −32 · Cleo −32 · Dee −32"
        in said[: said.index("All 2 games of this table together")]
    )


def test_the_game_before_stays_known_when_the_language_is_switched(over):
    over.page.get_by_role("link", name="Play another game").click()
    over.page.fill("[name=player3]", "Eva")
    over.page.select_option(".language", "zh-Hant-HK")
    over.page.get_by_text("同枱再打一場").wait_for()
    expect(over.page.locator("[name=player3]")).to_have_value("Eva")
    over.page.click("#new-game [type=submit]")
    over.page.wait_for_selector(".felt")
    game = over.page.url.partition("#game=")[2]
    state = over.page.request.get(f"{over.address}/api/v1/games/{game}").json()
    assert state["follows"]
    assert state["options"] == AGREED
    assert state["players"][3]["name"] == "Eva"


def next_game(ann):
    """Ann begins the next game; returns its id."""
    ann.page.get_by_role("link", name="Play another game").click()
    ann.page.get_by_text("This is the table's next game").wait_for()
    ann.tap("Start the game")
    ann.table(1)
    return ann.page.url.partition("#game=")[2]


def share(ann):
    """The links that Ann gives: to play and record, and to watch."""
    ann.tap("Share")
    fields = ann.page.locator("dialog .link-field")
    links = [fields.nth(k).input_value().partition("#")[2] for k in range(2)]
    ann.tap("Close")
    return links


def test_the_other_phones_are_led_on_in_one_tap_and_may_do_there_what_they_could(over, phone):
    to_play, to_watch = share(over)
    ben, dee = phone(), phone()
    ben.open(f"#{to_play}")
    dee.open(f"#{to_watch}")
    for each in (ben, dee):
        each.page.get_by_text("The game is over").wait_for()
    game = next_game(over)
    for each in (ben, dee):
        each.tap("Go to the next game")
        each.table(1)
        assert each.page.url.endswith(f"#game={game}")
    ben.win(winner=0)
    ben.agree(4)
    assert over.table(2)["points"] == dee.table(2)["points"] == [596, 468, 468, 468]
    dee.page.get_by_text("This phone can only watch").wait_for()


def test_a_link_that_was_withdrawn_in_the_next_game_is_offered_no_more(over):
    to_play = share(over)[0].partition("token")[2]
    next_game(over)
    assert share(over)[0].partition("token")[2] == to_play
    over.tap("Share")
    line = over.page.locator(".links li", has_text="another phone")
    line.get_by_role("button", name="Withdraw").click()
    over.page.locator("dialog .lead", has_text="no longer record").wait_for()
    over.page.get_by_role("button", name="Withdraw", exact=True).last.click()
    line.wait_for(state="detached")
    expect(over.page.locator("dialog .link-field")).to_have_count(1)
    over.tap("Close")
    assert share(over)[0].partition("token")[2] != to_play


def test_a_phone_that_comes_late_is_not_led_into_a_game_of_its_own(over, phone):
    to_play, _ = share(over)
    ben = phone()
    ben.open(f"#{to_play}")
    ben.page.get_by_role("link", name="Play another game").click()
    ben.page.get_by_text("This is the table's next game").wait_for()
    game = next_game(over)
    ben.tap("Start the game")
    ben.page.get_by_text("Another phone has just started the next game.").wait_for()
    ben.page.locator("#notices").get_by_role("button", name="Go to the next game").click()
    ben.table(1)
    assert ben.page.url.endswith(f"#game={game}")


# What a command or a program may have agreed on, and the page does not ask or not with this answer.
ELSEWHERE = {
    "hk-500": {"minimum": 4, "cap": 8, "rounds": 1, "bonus_tiles": 4, "responsibility": "limit"},
    "hk-majlife": {"cap": "none", "blocks": 2, "minimum": 0, "money_per_point": 0.25},
    "classical-20": {"double_excludes": ["going_out"], "limit": 800, "start": 1000},
    "classical-british": {"limit": "none", "special_value": 300, "double_wind_pair": 4},
    "simplified-300": {"rounds": 5, "settlement": "pairwise", "limit": 150, "start": 7},
}


@pytest.mark.parametrize("rules", ELSEWHERE)
def test_agreements_that_only_commands_can_make_go_on_into_the_next_game(phone, rules):
    ann = phone()
    options = ELSEWHERE[rules]
    begun = ann.begin(rules, **options)
    ann.post(begun, "end", {})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    following = ann.page.request.get(f"{ann.address}/api/v1/games/{next_game(ann)}").json()
    assert {name: following["options"].get(name) for name in options} == options
