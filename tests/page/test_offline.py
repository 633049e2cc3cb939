"""A lost connection: shown, lived with, and made good, once each, when it returns."""

import io
import json
import re
import shutil
from importlib.resources import files

import pytest
from PIL import Image

from service.page.assets import read_page
from tests import http, needs
from tests.page.conftest import IS_KEPT, RULES_SEEN, STATIC, WAITING, draw

expect = needs.package("playwright.sync_api").expect


@pytest.fixture
def lonely(phone, computer):
    """A phone of a started game whose table's computer can be switched off; losses are expected."""
    ann = phone(service_workers="allow")
    ann.address = computer.address
    ann.start()
    ann.table(1)
    ann.page.wait_for_function(RULES_SEEN)
    yield ann
    ann.complaints[:] = [text for text in ann.complaints if "net::ERR" not in text]


def begun_on(phone):
    """The only game that a phone knows, with its token."""
    ((id_, game),) = phone.page.evaluate(
        "Object.entries(JSON.parse(localStorage['tableside.games']))"
    )
    return {"id": id_, "write_token": game["token"]}


def test_what_is_recorded_without_a_connection_is_sent_once_when_it_returns(
    lonely, computer, phone
):
    game = re.search(r"#game=([\w-]+)", lonely.page.url).group(1)
    ben = phone()
    ben.address = computer.address
    ben.open(f"#game={game}")
    ben.page.wait_for_selector(".link.up")
    lonely.page.wait_for_selector(".link.up")
    computer.switch_off()
    lonely.page.wait_for_selector(".link.down")
    assert lonely.table(1)["points"] == [500] * 4
    lonely.win(winner=3, discarder=1)
    lonely.choose_faan(7)
    lonely.tap("Keep it and send it later")
    lonely.page.wait_for_selector(".queue")
    draw(lonely)
    lonely.page.locator(".queue", has_text="2 waiting: +128").click()
    waiting = lonely.page.locator(".waiting-entry")
    kept = [re.compile(r"^Dee won off Ben, 7 faan\b"), re.compile(r"^Nobody won\b")]
    expect(waiting).to_have_text(kept, use_inner_text=True)
    computer.switch_on()
    assert lonely.table(3)["points"] == [468, 436, 468, 628]
    lonely.page.wait_for_selector(".waiting, .queue", state="detached")
    assert ben.table(3)["points"] == [468, 436, 468, 628]
    ben.complaints[:] = [text for text in ben.complaints if "net::ERR" not in text]
    told = lonely.page.request.get(f"{computer.address}/api/v1/games/{game}/history").json()
    assert [event["kind"] for event in told["events"]] == ["started", "hand_won", "hand_drawn"]


# Whether the other phones know what this one enters.
SHARED = (
    "() => JSON.parse(localStorage.getItem('tableside.draft'))?.shared?.all.agreed.faan[3] === 7"
)
OWNERS = "id => JSON.parse(localStorage.getItem('tableside.games'))[id].token"


def test_what_waits_and_the_last_table_survive_the_page_being_closed(cut):
    cut.off = True
    draw(cut)
    cut.page.wait_for_selector(".queue")
    cut.page.reload()
    cut.page.wait_for_selector(".queue")
    cut.page.wait_for_selector(".link.down")
    assert cut.table(1)["points"] == [500] * 4
    # Without its own scorer the phone says that the table may be another by now.
    expect(cut.page.locator(".felt.unsure .middle")).to_contain_text(
        "One waiting hand has not been scored yet", use_inner_text=True
    )
    expect(cut.page.locator(".recent-hand.waits")).to_have_text("Nobody won", use_inner_text=True)
    cut.off = False
    cut.table(2)
    cut.page.wait_for_selector(".waiting, .queue", state="detached")
    assert cut.page.evaluate(WAITING) == []


def test_a_win_goes_on_when_the_hand_before_it_has_been_sent(cut):
    cut.off = True
    cut.win(winner=3, discarder=1)
    cut.choose_faan(7)
    cut.tap("Keep it and send it later")
    cut.page.wait_for_selector(".queue")
    cut.win(winner=3, discarder=1)  # the same player again
    cut.choose_faan(3)
    cut.off = False
    cut.page.wait_for_selector(".record:not([disabled]) >> text=Record: Dee +")
    expect(cut.page.locator(".stale")).to_have_count(0)
    state = cut.record(3)
    assert state["points"][3] > 628


def test_a_win_that_waits_here_is_not_offered_as_another_phones(cut):
    cut.win(winner=3, discarder=1)
    cut.choose_faan(7)
    cut.page.wait_for_function(SHARED)
    cut.off = True
    cut.page.click(".record:not([disabled])")
    cut.page.wait_for_selector(".recent-hand.waits")
    expect(cut.page.locator(".resume")).to_have_count(0)
    cut.win(winner=3, discarder=1)  # the same player again
    cut.choose_faan(3)
    expect(cut.page.locator(".card.beside")).to_have_count(0)
    cut.off = False
    cut.page.wait_for_selector(".record:not([disabled]) >> text=Record: Dee +")
    cut.record(3)
    cut.page.wait_for_selector(".recent-hand >> text=7 faan")
    cut.page.wait_for_selector(".recent-hand >> text=3 faan")


def test_the_last_hand_that_waits_is_taken_back_without_a_connection(cut):
    cut.off = True
    draw(cut)
    cut.page.wait_for_selector(".felt.waits")
    cut.tap("Take back last hand")
    expect(cut.page.locator("dialog .lead")).to_contain_text("Nobody won", use_inner_text=True)
    cut.tap("Take it back")
    cut.page.wait_for_selector(".queue", state="detached")
    assert cut.page.evaluate(WAITING) == []
    expect(cut.page.locator(".felt.waits")).to_have_count(0)
    cut.off = False


def test_an_entry_that_was_sent_while_it_was_to_be_taken_back_is_not_passed_over(cut):
    cut.off = True
    draw(cut)
    cut.page.wait_for_selector(".queue")
    cut.tap("Take back last hand")
    cut.page.locator("dialog .primary").wait_for()
    cut.off = False
    cut.page.wait_for_selector(".felt[data-seq='2']", state="attached")
    cut.page.wait_for_selector(".queue", state="detached")
    cut.tap("Take it back")
    cut.page.locator("#notices .alarm", has_text="Check the table, then confirm again.").wait_for()
    cut.tap("Take back last hand")
    cut.tap("Take it back")
    cut.table(3)


def test_where_the_table_has_moved_on_nothing_is_forced(cut, service):
    game = re.search(r"#game=([\w-]+)", cut.page.url).group(1)
    headers = {"Authorization": f"Bearer {cut.page.evaluate(OWNERS, game)}"}
    cut.off = True
    cut.win(winner=0)
    cut.choose_faan(1)
    cut.tap("Keep it and send it later")
    cut.page.wait_for_selector(".queue")
    draw(cut)
    body = json.dumps({"winner": 3, "from": 1, "faan": 7, "expected_seq": 1})
    # Another phone, which is not cut off, records a hand meanwhile.
    posted = cut.page.request.post(
        f"{service}/api/v1/games/{game}/hands",
        data=body,
        headers={**headers, "Content-Type": "application/json"},
    )
    assert posted.status == 201
    cut.off = False
    stuck, refused = cut.page.locator(".link.stuck"), cut.page.locator(".waiting.stuck")
    stuck.wait_for()
    assert cut.table(2)["points"] == [468, 436, 468, 628]
    stuck.click()
    since = refused.locator(".since li")
    since.wait_for()
    expect(since).to_contain_text("Dee won off Ben", use_inner_text=True)
    assert len(cut.page.evaluate(WAITING)) == 2, "the draw after it waits too"
    cut.tap("Check it again")
    cut.page.click(".record:not([disabled])")
    assert cut.table(3)["points"] == [480, 432, 464, 624]
    stuck.click()
    cut.tap("It is no longer needed")
    refused.wait_for(state="detached")
    assert cut.table(3)["points"] == [480, 432, 464, 624]


def test_hands_that_the_table_has_left_behind_wait_until_each_is_recorded(cut):
    begun = begun_on(cut)
    cut.off = True
    for winner in (3, 2):
        cut.win(winner=winner, discarder=1)
        cut.choose_faan(3)
        cut.page.click(".record:not([disabled]) >> text=Keep it and send it later")
        cut.page.wait_for_selector(".queue")
    cut.post(begun, "hands", {"draw": True})
    cut.off = False
    stuck, entries = cut.page.locator(".link.stuck"), cut.page.locator(".waiting-entry")
    stuck.click()
    expect(entries).to_have_count(2)
    for k in (0, 1):  # the first one is left for the second
        if k:
            stuck.click()
        entries.nth(k).get_by_role("button", name="Check it again").click()
        cut.page.wait_for_selector(".record:not([disabled])")
        if not k:
            cut.page.go_back()
    assert cut.record(3)["points"] == [492, 484, 532, 492]
    draw(cut)
    cut.table(4)
    stuck.click()
    expect(entries).to_have_count(1)
    expect(entries).to_contain_text("Dee won off Ben")
    cut.tap("Check it again")
    assert cut.record(5)["points"] == [484, 468, 524, 524]
    stuck.wait_for(state="detached")


def test_hands_are_sent_past_a_note_and_new_names_from_another_phone(cut):
    begun = begun_on(cut)
    cut.post(begun, "hands", {"draw": True})
    cut.table(2)
    cut.off = True
    for winner in (3, 2):
        cut.win(winner=winner, discarder=1)
        cut.choose_faan(3)
        cut.page.click(".record:not([disabled]) >> text=Keep it and send it later")
        cut.page.wait_for_selector(".queue")
    cut.post(begun, "players", {"players": ["Ann", "Bo", "Cleo", "Dee"]})
    cut.post(begun, "notes", {"seq": 2, "note": "Nobody looked"})
    cut.off = False
    assert cut.table(6)["points"] == [484, 468, 524, 524]
    expect(cut.page.locator(".link.stuck")).to_have_count(0)


def test_new_names_that_wait_and_what_they_keep_waiting_are_named(cut):
    begun = begun_on(cut)
    cut.off = True
    cut.tap("More")
    cut.tap("Name the players")
    cut.page.fill("[name=name0]", "Zoe")
    cut.tap("Save")
    chip, entries = cut.page.locator("button.link"), cut.page.locator(".waiting-entry")
    chip.click()
    expect(entries.locator("b")).to_have_text("The players were named")
    cut.tap("Close")
    names = ["Ann", "Ben", "Cleo", "Eve"]
    cut.post(begun, "players", {"players": names})
    cut.off = False
    cut.page.wait_for_selector(".link.stuck")
    cut.table(2)
    chip.click()
    expect(cut.page.locator(".since b")).to_have_text("The players were named")
    cut.tap("Record it now")
    cut.table(3)
    expect(cut.page.locator(".felt")).to_contain_text("Zoe")


def test_a_hand_of_tiles_is_counted_when_it_is_sent(cut):
    cut.off = True
    cut.win(winner=0)
    cut.page.get_by_role("button", name="Enter the tiles").click()
    cut.write("123456789m55511z")
    cut.mark("9m")
    # Its price is not known, so the table says that nothing was called.
    cut.page.click(".called-choice .record:not([disabled]) >> text=Keep it and send it later")
    cut.page.wait_for_selector(".queue")
    cut.off = False
    assert cut.table(2)["points"] == [692, 436, 436, 436]


def test_an_agreed_number_of_faan_says_what_it_moves_also_without_a_connection(cut):
    cut.off = True
    cut.win(winner=3, discarder=1)
    cut.choose_faan(4)
    cut.page.wait_for_selector(".record:not([disabled]) >> text=Keep it")
    cut.expect_paid([-16, -32, -16, 64])  # four faan: one, and three more
    cut.tap("Keep it and send it later")
    cut.page.click(".queue")
    expect(cut.page.locator(".waiting-entry .changes")).to_have_text(
        "Ann −16 Ben −32 Cleo −16 Dee +64", use_inner_text=True
    )
    cut.off = False
    assert cut.table(2)["points"] == [484, 468, 484, 564]


PLAIN = "Object.defineProperty(window, 'isSecureContext', { value: false });"


def test_on_plain_http_the_page_says_before_what_works_and_asks_before_it_is_left(cut):
    cut.context.add_init_script(PLAIN)
    cut.page.reload()
    cut.page.get_by_text("works without a connection as long as it stays open").wait_for()
    cut.page.wait_for_selector(".link.up")
    cut.off = True
    cut.context.set_offline(True)
    cut.page.click(".link.down")
    cut.page.get_by_text("Leave this page open").wait_for()
    cut.page.keyboard.press("Escape")
    asked = []

    def stay(dialog):
        asked.append(dialog.type)
        dialog.accept()

    cut.page.on("dialog", stay)
    cut.page.click(".home", trial=True)
    cut.context.set_offline(False)
    cut.page.reload()
    assert asked == ["beforeunload"]
    cut.off = False
    cut.page.wait_for_selector(".link.up")


@pytest.fixture
def draw_elsewhere(cut, service):
    """A draw that another phone records, which is not cut off."""
    game = re.search(r"#game=([\w-]+)", cut.page.url).group(1)
    headers = {"Authorization": f"Bearer {cut.page.evaluate(OWNERS, game)}"}

    def record():
        url, body = f"{service}/api/v1/games/{game}/hands", {"draw": True}
        assert http.post(url, json=body, headers=headers).status_code == 201

    return record


@pytest.mark.parametrize("late", [False, True])
def test_a_message_that_was_on_its_way_does_not_hide_that_the_connection_is_lost(
    cut, draw_elsewhere, late
):
    draw_elsewhere()
    cut.table(2)  # the stream is open
    cut.off = True  # and goes on
    cut.page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    if late:
        cut.page.wait_for_selector(".link.down")
    draw_elsewhere()
    cut.table(3)
    cut.page.wait_for_selector(".link.down", timeout=15_000)  # before a quiet stream is doubted
    cut.off = False
    cut.page.evaluate("() => window.dispatchEvent(new Event('online'))")
    cut.page.wait_for_selector(".link.up")


def test_the_last_hands_come_with_the_connection_where_only_the_table_had_come(cut, draw_elsewhere):
    hands = cut.page.locator(".recent-hand")
    draw_elsewhere()
    expect(hands).to_have_count(1)
    cut.off = True
    draw_elsewhere()
    cut.table(3)  # by the stream, which is open; what has happened is asked for in vain
    cut.page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    cut.page.wait_for_selector(".link.down", timeout=15_000)
    expect(hands).to_have_count(1)
    cut.off = False
    cut.page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(hands).to_have_count(2)


HELD = "() => localStorage.getItem('tableside.held') === null"


@pytest.mark.usefixtures("models_there")
def test_a_photo_to_be_kept_waits_with_its_hand_and_is_kept_once_it_is_sent(cut, service):
    game = re.search(r"#game=([\w-]+)", cut.page.url).group(1)
    headers = {"Authorization": f"Bearer {cut.page.evaluate(OWNERS, game)}"}
    cut.win(winner=0, discarder=2)
    photo = str(files("service") / "demo" / "hand.jpg")
    cut.page.set_input_files(".way input:not([capture])", photo)
    cut.page.wait_for_selector(".record:not([disabled])")
    cut.page.check(".keep-photo input")
    cut.off = True
    cut.page.click(".record:not([disabled])")
    cut.page.wait_for_selector(".queue")
    cut.page.reload()
    cut.page.wait_for_selector(".queue")
    assert not cut.page.evaluate(HELD)
    cut.off = False
    cut.table(2)
    cut.page.wait_for_function(HELD)
    kept = cut.page.request.get(f"{service}/api/v1/games/{game}/photos", headers=headers).json()
    assert [photo["seq"] for photo in kept["photos"]] == [2]


@pytest.mark.usefixtures("models_there")
def test_the_photo_of_a_hand_that_is_thrown_away_is_forgotten(cut):
    cut.win(winner=0, discarder=2)
    photo = str(files("service") / "demo" / "hand.jpg")
    cut.page.set_input_files(".way input:not([capture])", photo)
    cut.page.wait_for_selector(".record:not([disabled])")
    cut.page.check(".keep-photo input")
    cut.off = True
    cut.page.click(".record:not([disabled])")
    cut.page.click(".queue")
    cut.tap("Discard it")
    cut.page.locator("dialog .primary").click()
    cut.page.wait_for_selector(".waiting, .queue", state="detached")
    cut.off = False
    cut.page.wait_for_function(HELD)


def shown_tiles(ann):
    """The codes of the tiles on the screen, part by part, and which of them won."""
    parts = [ann.page.locator(f".{name} .tile-button") for name in ("concealed", "sets", "bonus")]
    codes = [[each.get_attribute("data-code") for each in part.all()] for part in parts]
    return codes, ann.page.locator(".tile-button.winning").get_attribute("data-code")


@pytest.mark.usefixtures("models_there")
def test_a_hand_that_the_table_has_left_behind_keeps_its_tiles_and_its_photo(cut, service):
    game = re.search(r"#game=([\w-]+)", cut.page.url).group(1)
    headers = {"Authorization": f"Bearer {cut.page.evaluate(OWNERS, game)}"}
    address = f"{service}/api/v1/games/{game}"
    cut.win(winner=0, discarder=2)
    photo = str(files("service") / "demo" / "hand.jpg")
    with cut.page.expect_response("**/draft/pictures/**"):  # the other phones have it, too
        cut.page.set_input_files(".way input:not([capture])", photo)
    cut.page.wait_for_selector(".record:not([disabled])")
    entered = shown_tiles(cut)
    cut.page.check(".keep-photo input")
    cut.off = True
    cut.page.click(".record:not([disabled])")
    cut.page.wait_for_selector(".queue")
    # Another phone, which is not cut off, records a hand meanwhile.
    other = {"winner": 3, "from": 1, "faan": 7, "expected_seq": 1}
    assert cut.page.request.post(f"{address}/hands", data=other, headers=headers).status == 201
    cut.off = False
    cut.table(2)
    cut.page.click(".link.stuck")
    cut.tap("Check it again")
    cut.page.wait_for_selector(".record:not([disabled])")
    cut.page.reload()  # the phone may throw the page away while its hand is looked at
    cut.page.wait_for_selector(".record:not([disabled])")
    assert shown_tiles(cut) == entered
    assert not cut.page.evaluate(HELD), "the photo is still held on the phone"
    cut.page.wait_for_selector(".photo-svg image[href^='blob:']")  # and looked at
    expect(cut.page.locator(".keep-photo"), "it was chosen to be kept").to_have_count(0)
    assert cut.page.request.get(f"{address}/photos", headers=headers).json()["photos"] == []
    cut.page.click(".record:not([disabled])")
    assert cut.table(3)["points"][0] > cut.table(3)["points"][2]
    cut.page.wait_for_function(HELD)
    kept = cut.page.request.get(f"{address}/photos", headers=headers).json()["photos"]
    assert [each["seq"] for each in kept] == [3]
    picture = cut.page.request.get(f"{address}/photos/{kept[0]['id']}", headers=headers)
    with Image.open(io.BytesIO(picture.body())) as shown, Image.open(photo) as taken:
        assert shown.size == taken.size


def test_what_waits_can_be_thrown_away(cut):
    cut.off = True
    draw(cut)
    cut.page.click(".queue")
    cut.tap("Discard it")
    cut.page.locator("dialog .primary").click()
    cut.page.wait_for_selector(".waiting, .queue", state="detached")
    cut.off = False
    cut.page.wait_for_selector(".link.down", state="detached")
    assert cut.table(1)["points"] == [500] * 4


def test_a_phone_out_of_reach_says_so_and_catches_up(phone):
    ann, ben = phone(), phone()
    ann.start()
    ben.open(re.search(r"#game=[\w-]+", ann.page.url).group())
    ben.table(1)
    ben.page.wait_for_selector(".link.up")
    ben.context.set_offline(offline=True)
    ben.page.wait_for_selector(".link.down")
    ben.page.click(".link.down")
    expect(ben.page.locator(".offline")).to_contain_text("table as of", use_inner_text=True)
    draw(ann)
    ann.table(2)
    ben.context.set_offline(offline=False)
    ben.page.wait_for_selector(".link.down", state="detached")
    ben.table(2)
    ben.complaints[:] = [text for text in ben.complaints if "net::ERR" not in text]


@pytest.mark.parametrize(
    "computer", [(), ("tests.page.plain",)], ids=["bundled", "plain"], indirect=True
)
def test_the_page_opens_without_a_connection_where_the_browser_may_keep_it(lonely, computer):
    """127.0.0.1 counts as secure, so there the service worker is allowed."""
    game = re.search(r"#game=[\w-]+", lonely.page.url).group()
    lonely.page.wait_for_function(IS_KEPT)
    computer.switch_off()
    lonely.page.goto("about:blank")
    lonely.open(game)
    assert lonely.table(1)["points"] == [500] * 4
    lonely.page.wait_for_selector(".link.down")
    lonely.open("")
    lonely.tap("New game")
    lonely.page.wait_for_selector("form")


def test_the_worker_is_another_one_after_any_change_of_the_page(tmp_path):
    static = tmp_path / "static"
    shutil.copytree(STATIC, static)
    before = read_page(tmp_path).worker.plain.decode()
    module = static / "js" / "app.js"
    module.write_text(module.read_text(encoding="utf-8") + "// more\n", encoding="utf-8")
    after = read_page(tmp_path).worker.plain.decode()
    assert '"/static/tiles/1z.svg"' in before
    assert before.endswith((STATIC / "sw.js").read_text(encoding="utf-8"))
    assert before.splitlines()[0] != after.splitlines()[0]


def test_the_page_opens_in_its_language_without_a_connection(phone, computer):
    ann = phone(locale="ja", service_workers="allow")
    ann.address = computer.address
    ann.open()
    ann.page.wait_for_selector("html[lang=ja] #new-game")
    ann.page.wait_for_function(IS_KEPT)
    computer.switch_off()
    ann.page.reload()
    ann.page.wait_for_selector("html[lang=ja] #new-game h2:text-is('新規対局')")
    ann.page.select_option("[name=language]", "zh-Hans")
    ann.page.wait_for_selector("html[lang=zh-Hans] #new-game")
    ann.complaints[:] = [text for text in ann.complaints if "net::ERR" not in text]
