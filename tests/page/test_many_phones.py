"""What several people do at one table at the same time."""

import re
import shutil
import sqlite3
from contextlib import closing

import pytest

from tests import needs
from tests.page.conftest import RULES_SEEN

expect = needs.package("playwright.sync_api").expect


def history(phone, begun):
    """The kinds of a game's events, and what the last one undoes."""
    url = f"{phone.address}/api/v1/games/{begun['id']}/history"
    return phone.page.request.get(url).json()["events"]


@pytest.fixture
def pair(phone):
    """Two phones that may both record at one table, and its game."""
    ann, ben = phone(), phone()
    begun = ann.start()
    ben.open(f"#game={begun['id']}&token={begun['write_token']}")
    for each in (ann, ben):
        each.table(1)
        each.page.wait_for_function(RULES_SEEN)
    return ann, ben, begun


def ask_draw(phone):
    phone.page.click("[data-end=draw]")


def ask_false_win(phone):
    phone.tap("More")
    phone.tap("False win")


ANSWERED = {
    "draw": (ask_draw, "dialog .primary", "hand_drawn"),
    "false win": (ask_false_win, "dialog [data-player='2']", "false_win"),
}


@pytest.mark.parametrize("what", ANSWERED)
def test_what_two_phones_are_asked_at_once_is_recorded_once(pair, what):
    ann, ben, begun = pair
    ask, answer, kind = ANSWERED[what]
    for each in (ann, ben):
        ask(each)
        each.page.locator(answer).wait_for()
    ann.page.click(answer)
    ben.page.wait_for_selector(".felt[data-seq='2']", state="attached")
    ben.page.click(answer)
    ben.page.get_by_text("Someone else has just recorded something.").wait_for()
    assert [event["kind"] for event in history(ann, begun)] == ["started", kind]


def test_only_the_entry_that_was_named_is_taken_back(pair):
    ann, _, begun = pair
    ann.post(begun, "hands", {"winner": 3, "from": 1, "win": "discard", "faan": 3})
    ann.table(2)
    ann.tap("Take back last hand")
    expect(ann.page.locator("dialog .lead")).to_contain_text("Dee won off Ben")
    ann.post(begun, "hands", {"winner": 0, "win": "self-draw", "faan": 5})
    ann.page.wait_for_selector(".felt[data-seq='3']", state="attached")
    ann.tap("Take it back")
    ann.page.get_by_text("Someone else has just recorded something.").wait_for()
    assert history(ann, begun)[-1]["kind"] == "hand_won"
    ann.tap("Take back last hand")
    expect(ann.page.locator("dialog .lead")).to_contain_text("Ann won")
    ann.tap("Take it back")
    assert ann.table(4)["points"] == [492, 484, 492, 532]


def test_phones_that_go_on_with_a_win_after_another_entry_share_it_again(pair):
    ann, ben, begun = pair
    ann.win(winner=0, discarder=2)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123m")
    ben.page.get_by_role("button", name="look and continue").click()
    tally = [each.page.locator(".concealed .tally") for each in (ann, ben)]
    expect(tally[1]).to_contain_text("3 of 14")
    ann.post(begun, "hands", {"draw": True})
    for each in (ann, ben):
        each.page.wait_for_selector(".stale")
    draft = f"**/games/{begun['id']}/draft"
    with ann.page.expect_response(draft):
        ann.tap("Yes, continue")
    ben.tap("Yes, continue")
    ben.page.locator(".stale").wait_for(state="detached")
    ben.page.get_by_role("button", name="+ Add tiles").click()
    ben.write("456m")
    for each in tally:
        expect(each).to_contain_text("6 of 14")
    expect(ben.page.locator(".card.beside")).to_have_count(0)


@pytest.fixture
def guest(phone, computer):
    """A phone of a table whose computer may be switched off, or get another database."""
    guest = phone(locale="en-GB")
    guest.address = computer.address
    yield guest
    guest.complaints[:] = [text for text in guest.complaints if "net::ERR" not in text]


def win(phone, begun, winner):
    phone.post(begun, "hands", {"winner": winner, "win": "self-draw", "faan": 3})


def copy(database, backup):
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(backup)) as target:
        source.backup(target)


def replace(database, backup=None):
    """Put another database, or none, in the place of one that no service uses."""
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()
    if backup is not None:
        shutil.copyfile(backup, database)


@pytest.mark.parametrize("later", [0, 2])
def test_a_table_restored_from_a_backup_is_shown_as_it_was_then(guest, computer, tmp_path, later):
    """Also where as many hands were recorded since as the phone has seen before."""
    begun = guest.start()
    database, backup = tmp_path / "games.sqlite3", tmp_path / "backup.sqlite3"
    computer.switch_off()
    copy(database, backup)
    computer.switch_on()
    win(guest, begun, 0)
    win(guest, begun, 1)
    guest.table(3)
    computer.switch_off()
    replace(database, backup)
    guest.page.route("**/api/v1/events*", lambda route: route.abort())  # the phone sleeps
    computer.switch_on()
    for _ in range(later):
        win(guest, begun, 3)
    guest.page.unroute("**/api/v1/events*")
    guest.table(1 + later)
    points = [500 - 16 * later] * 3 + [500 + 48 * later]
    seats = [guest.page.locator(f".seat[data-player='{k}'] .seat-points") for k in range(4)]
    for seat, number in zip(seats, points, strict=True):
        expect(seat).to_have_text(str(number), use_inner_text=True)
    expect(guest.page.locator(".recent-hand")).to_have_count(later)
    guest.page.click("[data-end=draw]")
    guest.tap("Record the draw")
    assert guest.table(2 + later)["points"] == points


def test_a_phone_says_so_where_its_game_is_not_there_any_more(guest, computer, tmp_path):
    begun = guest.start()
    win(guest, begun, 0)
    guest.table(2)
    database, backup = tmp_path / "games.sqlite3", tmp_path / "backup.sqlite3"
    computer.switch_off()
    copy(database, backup)
    replace(database)
    computer.switch_on()
    guest.page.locator(".lost", has_text="This game does not exist here").wait_for()
    computer.switch_off()
    replace(database, backup)
    computer.switch_on()
    guest.tap("Try again")
    guest.table(2)
    guest.win(winner=3)  # its link is still known
    guest.agree(1)
    guest.table(3)


def test_the_list_of_tables_says_which_are_out_of_reach_and_drops_what_is_deleted(guest, computer):
    stays, goes = guest.start(), guest.start()
    guest.open("#club")
    felt = {each["id"]: guest.page.locator(f"[data-game='{each['id']}']") for each in (stays, goes)}
    for each in felt.values():
        each.wait_for()
    headers = {"Authorization": f"Bearer {goes['write_token']}"}
    guest.page.request.delete(f"{guest.address}/api/v1/games/{goes['id']}", headers=headers)
    felt[goes["id"]].wait_for(state="detached")
    since = felt[stays["id"]].locator("small")
    lately = re.compile("just now|ago")
    expect(since).to_have_text(lately, use_inner_text=True)
    computer.switch_off()
    expect(since).to_have_text("offline", use_inner_text=True)
    computer.switch_on()
    expect(since).to_have_text(lately, use_inner_text=True)
