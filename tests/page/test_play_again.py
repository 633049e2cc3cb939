"""Another game of the same table: its names and agreements again, and all games added up."""

import pytest

from tests.page.conftest import NAMES

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

ANSWERS = """
(names) => names.map((name) => {
  const field = document.forms["new-game"].elements[name];
  return field.type === "checkbox" ? field.checked : field.value;
})
"""
AGREED = {
    "minimum": "3",
    "rounds": "4",
    "cap": "13",
    "multiple_winners": "all",
    "false_win": "fixed",
    "false_win_points": "25",
    "bust_ends_game": False,
}


def end(ann):
    ann.page.get_by_role("button", name="False win, seats, points").click()
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
    ann.page.check("[name=minimum][value='3']", force=True)
    ann.page.check("[name=cap][value='13']", force=True)
    ann.page.click(".more-rules summary")
    ann.page.select_option("[name=multiple_winners]", "all")
    ann.page.select_option("[name=false_win]", "fixed")
    ann.page.fill("[name=false_win_points]", "25")
    ann.page.uncheck("[name=bust_ends_game]")
    ann.tap("Start the game")
    ann.win(winner=2)
    ann.agree(3)
    ann.table(2)
    end(ann)
    return ann


def test_names_and_agreements_need_not_be_entered_again_and_games_are_added_up(over):
    first = over.page.url
    over.page.get_by_role("link", name="Play another game").click()
    over.page.get_by_text("The next game of this table").wait_for()
    names = [over.page.input_value(f"[name=player{seat}]") for seat in range(4)]
    assert names == list(NAMES)
    assert over.page.evaluate(ANSWERS, list(AGREED)) == list(AGREED.values())
    over.tap("Start the game")
    assert over.table(1)["points"] == [500] * 4
    assert over.page.url != first
    over.win(winner=0)
    over.agree(4)
    over.table(2)
    over.tap("Standings, statistics, settlement")
    together = over.page.get_by_text("All 2 games of this table together")
    together.wait_for()
    said = over.page.inner_text("dialog .sheet-body")
    whole = said[said.index("All 2 games") :]
    assert "Ann +80 · Ben −48 · Cleo +16 · Dee −48" in whole
    assert "Ann +96 · Ben −32 · Cleo −32 · Dee −32" in said[: said.index("All 2 games")]


def test_the_game_before_stays_known_when_the_language_is_switched(over):
    over.page.get_by_role("link", name="Play another game").click()
    over.page.fill("[name=player3]", "Eva")
    over.page.click(".language")
    over.page.get_by_text("同桌再打一場").wait_for()
    assert over.page.input_value("[name=player3]") == "Eva"
    assert over.page.evaluate(ANSWERS, list(AGREED)) == list(AGREED.values())
    over.page.click("#new-game [type=submit]")
    over.page.wait_for_selector(".felt")
    game = over.page.url.partition("#game=")[2]
    state = over.page.request.get(f"{over.address}/api/v1/games/{game}").json()
    assert state["follows"]
    assert state["players"][3]["name"] == "Eva"
