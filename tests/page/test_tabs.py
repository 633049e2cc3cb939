"""Several tables open in one browser: only the one in sight holds one of its few connections."""

import time

import pytest

from tests import needs
from tests.page.conftest import Phone

pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))

HIDE = """
(state) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""
DRAW = {"draw": True}


class Streams:
    """The streams that the pages of a browser hold, by their addresses."""

    def __init__(self, context):
        self.open = []
        context.on("request", self._begun)
        context.on("requestfailed", self._over)
        context.on("requestfinished", self._over)

    def _begun(self, request):
        if "/events" in request.url:
            self.open.append(request)

    def _over(self, request):
        if request in self.open:
            self.open.remove(request)

    def until(self, page, fits):
        """Wait until those that are held fit, looking again with every frame of the page."""
        patience = time.monotonic() + 60
        while not fits(self.open):
            if time.monotonic() > patience:
                pytest.fail(f"streams: {[each.url for each in self.open]}")
            page.evaluate("() => new Promise(requestAnimationFrame)")


@pytest.fixture
def tabs(phone):
    """A phone with its streams, and more tabs of its browser."""
    first = phone()
    streams = Streams(first.context)
    opened = []

    def more():
        opened.append(Phone(first.context, first.address))
        return opened[-1]

    yield first, more, streams
    assert [each.complaints for each in opened if each.complaints] == []


def begun_at(tab):
    """Begin a game, and open its table."""
    return tab.start()


def until_one(streams, tab):
    """Wait until one stream follows one game."""
    streams.until(tab.page, lambda held: len(held) == 1 and held[0].url.count("game=") == 1)


def test_a_fifth_tab_works_since_only_the_one_in_sight_holds_a_stream(tabs):
    tab, more, streams = tabs
    begun_at(tab)
    for _ in range(4):
        tab.page.evaluate(HIDE, "hidden")
        tab = more()
        game = begun_at(tab)
    until_one(streams, tab)
    tab.page.wait_for_selector(".link.up")
    tab.post(game, "hands", DRAW)
    tab.table(2)
    tab.open_win()
    tab.page.click("section[aria-label='Who won?'] [data-player='0']")
    tab.page.click("section[aria-label='How?'] .wide")
    tab.page.wait_for_selector(".faan-chips")
    until_one(streams, tab)


def test_a_hidden_page_holds_no_stream_and_shows_what_it_missed_when_it_is_seen_again(tabs):
    first, _, streams = tabs
    game = begun_at(first)
    until_one(streams, first)
    first.page.evaluate(HIDE, "hidden")
    streams.until(first.page, lambda held: not held)
    first.post(game, "hands", DRAW)
    first.page.evaluate(HIDE, "visible")
    first.table(2)


def test_two_tabs_at_one_table_share_the_win_that_is_entered(tabs):
    first, more, _ = tabs
    second = more()
    game = begun_at(first)
    second.open(f"#game={game['id']}")
    second.table(1)
    first.win(winner=1, discarder=2)
    second.page.locator(".resume").wait_for()


def test_starting_a_game_says_what_it_waits_for(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dee")):
        ann.page.fill(f"[name=player{seat}]", name)
    held = []

    def hold(route):
        held.append(route)

    ann.page.route("**/api/v1/games", hold)
    ann.tap("Start the game")
    ann.page.get_by_role("button", name="Starting the game …").wait_for()
    ann.page.get_by_text("Waiting for the table's computer").wait_for()
    held[0].continue_()
    ann.table(1)
