"""What waits to be sent is kept where it is said to be kept, or it is said not to be."""

import base64
import json
import re

import pytest

from tests import needs
from tests.page.conftest import WAITING, draw, scanned

expect = needs.package("playwright.sync_api").expect

NOT_KEPT = ".sheet .lead.loss"
# What browsers do that keep nothing: in some private windows, where storage is switched off or the
# disk is full, or where the database of a damaged profile never answers.
REFUSED = "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };"
FULL = """
IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };
"""
LOST_ON_THE_WAY = """
IDBObjectStore.prototype.put = function () { return this.get('nothing'); };
"""
SILENT = "indexedDB.open = () => new EventTarget();"
CROWDED = """
try { for (let k = 0; ; k++) localStorage.setItem(`other${k}`, 'x'.repeat(100_000)); } catch {}
try { for (let k = 0; ; k++) localStorage.setItem(`small${k}`, 'x'.repeat(100)); } catch {}
"""


def spoil(phone, how):
    """Have the browser of a phone behave so from now on, on this page and when it is loaded."""
    phone.context.add_init_script(how)
    phone.page.evaluate(f"() => {{ {how} }}")


def enter_win(phone):
    phone.win(winner=3, discarder=1)
    phone.choose_faan(7)
    phone.page.wait_for_selector(".record:not([disabled]) >> text=Keep it and send it later")


def test_a_full_local_storage_loses_nothing(cut):
    cut.off = True
    spoil(cut, CROWDED)
    draw(cut)
    cut.page.wait_for_selector(".queue")
    cut.page.reload()
    cut.page.wait_for_selector(".queue")
    cut.off = False
    cut.table(2)


BARRED = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });
indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };
"""


@pytest.mark.parametrize("how", [BARRED, CROWDED], ids=["barred", "full"])
def test_a_phone_whose_browser_stores_nothing_records_and_corrects(phone, how):
    ann = phone()
    ann.open()
    spoil(ann, how)
    begun = ann.start()
    ann.win(winner=3, discarder=1)
    ann.agree(3)
    assert ann.table(2)["points"] == [492, 484, 492, 532]
    ann.page.click(".recent-hand")
    ann.tap("Correct this hand")
    ann.tap("Change who won, the tiles or the points")
    ann.choose_faan(4)
    ann.tap("Record the correction")
    assert ann.table(3)["points"] == [484, 468, 484, 564]
    url = f"{ann.address}/api/v1/games/{begun['id']}/history"
    history = ann.page.request.get(url).json()["events"]
    assert [event["kind"] for event in history] == ["started", "hand_won", "corrected"]


@pytest.mark.parametrize(
    "how", [REFUSED, FULL, LOST_ON_THE_WAY, SILENT], ids=["refused", "full", "lost", "silent"]
)
def test_what_cannot_be_kept_is_said_not_to_be_and_the_form_stays(cut, how):
    cut.off = True
    spoil(cut, how)
    enter_win(cut)
    cut.tap("Keep it and send it later")
    cut.page.wait_for_selector(NOT_KEPT)
    expect(cut.page.locator(".sheet")).to_contain_text("Dee won off Ben, 7 faan")
    expect(cut.page.locator(".sheet .link-field")).to_have_value(re.compile("&record="))
    cut.tap("Back to the entry")
    cut.page.wait_for_selector(".record:not([disabled]) >> text=Keep it and send it later")
    cut.expect_paid([-32, -64, -32, 128])
    cut.off = False
    cut.page.evaluate("() => window.dispatchEvent(new Event('online'))")
    cut.page.click(".record:not([disabled]) >> text=Record: Dee")
    assert cut.table(2)["points"] == [468, 436, 468, 628]


def test_a_draw_that_cannot_be_kept_is_offered_to_another_phone(cut):
    cut.off = True
    spoil(cut, REFUSED)
    draw(cut)
    cut.page.wait_for_selector(NOT_KEPT)
    expect(cut.page.locator(".sheet")).to_contain_text("Nobody won")
    expect(cut.page.locator(".queue")).to_have_count(0)


def test_another_phone_scans_it_and_both_record_it_once(cut, phone):
    cut.off = True
    spoil(cut, REFUSED)
    enter_win(cut)
    cut.tap("Keep it and send it later")
    code = cut.page.locator(".sheet .qr")
    url = scanned(code)
    expect(cut.page.locator(".sheet .link-field")).to_have_value(url)
    game = cut.page.evaluate("() => JSON.parse(localStorage.getItem('tableside.games'))")
    ((id_, known),) = game.items()
    ben = phone()
    ben.open(f"#game={id_}&token={known['token']}")
    ben.table(1)
    ben.open(url.partition("/")[2].partition("/")[2].partition("/")[2])
    expect(ben.page.locator(".sheet")).to_contain_text("Dee won off Ben, 7 faan")
    assert "record=" not in ben.page.url
    ben.tap("Record it")
    assert ben.table(2)["points"] == [468, 436, 468, 628]
    # The first phone, once its connection is back, sends the same again.
    cut.tap("Back to the entry")
    cut.off = False
    cut.page.evaluate("() => window.dispatchEvent(new Event('online'))")
    cut.table(2)
    history = cut.page.request.get(f"{cut.address}/api/v1/games/{id_}/history").json()["events"]
    assert [event["kind"] for event in history] == ["started", "hand_won"]


def test_a_phone_that_only_watches_says_so_and_a_damaged_code_too(cut, phone):
    id_ = re.search(r"#game=([\w-]+)", cut.page.url).group(1)
    ben = phone()
    entry = {"what": "hands", "body": {"draw": True}, "key": "a", "seq": 1}
    whole = base64.urlsafe_b64encode(json.dumps(entry).encode()).decode().rstrip("=")
    for record, said in ((whole[:20], "damaged"), (whole, "watch")):
        ben.open(f"#game={id_}&record={record}")
        expect(ben.page.locator("#notices .alarm")).to_contain_text(said)
        ben.page.goto("about:blank")


def test_what_a_browser_throws_away_is_put_back(cut):
    cut.off = True
    draw(cut)
    cut.page.wait_for_selector(".queue")
    session = cut.context.new_cdp_session(cut.page)
    gone = {"origin": cut.address, "storageTypes": "indexeddb"}
    session.send("Storage.clearDataForOrigin", gone)
    cut.until(lambda: cut.page.evaluate(WAITING), "it is there again")
    cut.page.reload()
    cut.page.wait_for_selector(".queue")
    cut.off = False
    cut.table(2)


def test_what_waits_is_sent_though_its_game_was_removed_from_the_phone(cut):
    (id_,) = cut.page.evaluate("Object.keys(JSON.parse(localStorage['tableside.games']))")
    cut.off = True
    draw(cut)
    cut.page.wait_for_selector(".queue")
    other = cut.begin("hk-500")
    cut.open(f"#game={other['id']}")
    cut.page.wait_for_selector(".lost")
    cut.open()
    line = cut.page.locator("li", has=cut.page.locator(f"[href='#game={id_}']"))
    line.get_by_role("button", name="Remove this game from this phone").click()
    line.wait_for(state="detached")
    cut.off = False
    game = f"{cut.address}/api/v1/games/{id_}"
    cut.until(lambda: cut.page.request.get(game).json()["seq"] == 2, "the draw is recorded")


def test_two_tabs_have_the_same_outbox_and_send_it_once(cut):
    cut.off = True
    other = cut.context.new_page()
    other.set_default_timeout(30_000)

    def lose(route):
        route.abort() if cut.off else route.continue_()

    other.route("**/api/v1/**", lose)
    other.goto(cut.page.url)
    other.wait_for_selector(".hand-ends")
    draw(cut)
    other.wait_for_selector(".queue")
    other.click("[data-end=draw]")
    other.get_by_role("button", name="Record the draw", exact=True).click()
    for page in (cut.page, other):
        expect(page.locator(".queue")).to_contain_text("2 wait")
    assert [entry["seq"] for entry in cut.page.evaluate(WAITING)] == [1, 2]
    cut.off = False
    cut.table(3)
    for page in (cut.page, other):
        expect(page.locator(".queue")).to_have_count(0)
    id_ = re.search(r"#game=([\w-]+)", cut.page.url).group(1)
    history = cut.page.request.get(f"{cut.address}/api/v1/games/{id_}/history").json()["events"]
    assert [event["kind"] for event in history] == ["started", "hand_drawn", "hand_drawn"]


EARLIER = """
([game, token]) => localStorage.setItem("tableside.outbox", JSON.stringify([{
  game, what: "hands", body: { draw: true }, key: "0123456789abcdef", seq: 1, at: Date.now(),
  draft: null, problem: null,
}]))
"""


def test_what_an_earlier_page_has_kept_is_sent(cut):
    cut.off = True
    id_ = re.search(r"#game=([\w-]+)", cut.page.url).group(1)
    cut.page.evaluate(EARLIER, [id_, None])
    cut.page.reload()
    cut.page.wait_for_selector(".queue")
    assert len(cut.page.evaluate(WAITING)) == 1
    assert cut.page.evaluate("() => localStorage.getItem('tableside.outbox')") is None
    cut.off = False
    cut.table(2)
