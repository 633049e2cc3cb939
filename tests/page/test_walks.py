"""Four ways in which people sit down with the page, each walked to its end: the right money.

One who reads Chinese alone and wants large type, one who keeps the score of five tables, a
beginner, and a table with a phone for each player.
"""

import re

from tests import needs

expect = needs.package("playwright.sync_api").expect

WIDTHS = (360, 320)  # pixels; taps are tapped on the narrower phone
LARGE = {"fontSizes": {"standard": 32, "fixed": 26}}  # twice the usual, as set in the browser
# What stands over another thing that can be tapped, hidden parts and sticky bars left out.
OVERLAPS = """
() => {
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const all = [...top.querySelectorAll("button, a, input, select, summary")]
    .filter((each) => each.checkVisibility())
    .filter((each) => !each.closest(".win-foot, .table-foot, .start-foot, .segments, .option-card"))
    .map((each) => [each, each.getBoundingClientRect()]);
  const found = [];
  for (const [one, a] of all)
    for (const [other, b] of all) {
      if (one === other || one.contains(other) || other.contains(one)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2)
        found.push(`${one.textContent.trim()} / ${other.textContent.trim()}`);
    }
  return found;
}
"""
FOOT = """
() => Math.max(0, ...[".win-foot", ".win-foot > .record", ".win-foot > .called-choice",
  ".table-foot", ".start-foot"]
  .flatMap((name) => [...document.querySelectorAll(name)])
  .map((each) => each.getBoundingClientRect().height / innerHeight))
"""
WIDER = "() => document.documentElement.scrollWidth - innerWidth"


class Reader:
    """Looks at each screen of a walk as somebody with weak eyes has it."""

    def __init__(self, phone):
        self.page = phone.page
        self.found: list[str] = []
        phone.context.new_cdp_session(phone.page).send("Page.setFontSizes", LARGE)

    def look(self, screen):
        """Note what overlaps, what is cut off, and a foot that takes more than a quarter."""
        assert self.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 740})
            self._fits(f"{screen} at {width}")

    def _fits(self, screen):
        self.found += [f"{screen}: {each}" for each in self.page.evaluate(OVERLAPS)]
        if self.page.evaluate(WIDER) > 0:
            self.found.append(f"{screen}: wider than the phone")
        if (share := self.page.evaluate(FOOT)) > 0.25:
            self.found.append(f"{screen}: the foot takes {share:.2f} of the screen")


def test_in_chinese_and_with_large_type(phone):
    ann = phone(locale="zh-HK")
    page, reader = ann.page, Reader(ann)
    ann.open()
    for seat, name in enumerate(("陳大文", "李小龍", "張三", "王五")):
        page.fill(f"[name=player{seat}]", name)
    reader.look("start")
    page.click("form [type=submit]")
    ann.table(1)
    reader.look("table")
    page.click(".seat[data-player='1']")
    page.click(".people.four >> nth=1 >> [data-player='2']")
    page.wait_for_selector(".faans")
    reader.look("who")
    page.click("[data-faan='3']")
    page.wait_for_selector(".record:not([disabled])")
    reader.look("faan")
    ann.expect_paid_line([-8, 32, -16, -8])
    page.click(".record")
    assert ann.table(2)["points"] == [492, 532, 484, 492]
    reader.look("after")
    page.click(".seat[data-player='0']")
    page.click(".people.four >> nth=1 >> .wide")
    page.locator(".way").nth(2).click()
    ann.pick("123m456m555s789s55z")
    page.wait_for_selector(".called-choice .record:not([disabled])")
    reader.look("tiles")
    page.locator(".called-choice .record").click()
    assert ann.table(3)["points"] == [516, 524, 476, 484]
    page.click("[data-tool='rules']")
    page.wait_for_selector(".row-list")
    reader.look("rules")
    english = re.compile("[A-Za-z]{4,}")
    expect(page.locator(".agreed-list")).not_to_contain_text(english, use_inner_text=True)
    page.keyboard.press("Escape")
    page.locator(".take-back").click()
    page.click("dialog .primary")
    assert ann.table(4)["points"] == [492, 532, 484, 492]
    assert "\n".join(reader.found) == ""


def test_five_tables_of_a_club_in_a_hurry(phone):
    cid = phone()
    begun = [
        cid.begin("hk-500", [f"{name}{k}" for name in ("Ann", "Ben", "Cleo", "Dee")])
        for k in range(5)
    ]
    for each in begun:
        cid.open(f"#game={each['id']}&token={each['write_token']}")
        cid.page.click("[data-whose='nobody']")
        cid.page.wait_for_function(
            "id => JSON.parse(localStorage['tableside.games'])[id].names.length === 4",
            arg=each["id"],
        )
    cid.open("#club")
    felts = cid.page.locator(".small-felt")
    felts.nth(4).wait_for()
    for faan, each in enumerate(begun, start=1):
        cid.page.click(f".small-felt[data-game='{each['id']}']")
        cid.page.click(".seat[data-player='1']")  # four taps: who, off whom, how many, record
        cid.page.click("section[aria-label='How?'] [data-player='2']")
        cid.page.click(f"[data-faan='{faan}']")
        cid.page.click(".record:not([disabled])")
        cid.table(2)
        cid.page.click(".home")  # back to all tables
        felts.nth(4).wait_for()
    gains = [8, 16, 32, 64, 64]  # what Ben gets of Ann, Cleo and Dee for one to five faan
    for each, gain in zip(begun, gains, strict=True):
        cid.page.locator(
            f".small-felt[data-game='{each['id']}'] .small-seat b", has_text=f"{500 + gain}"
        ).wait_for()
        told = cid.page.request.get(f"{cid.address}/api/v1/games/{each['id']}").json()
        points = [player["points"] for player in told["players"]]
        assert points == [500 - gain // 4, 500 + gain, 500 - gain // 2, 500 - gain // 4]


def test_a_beginner_finds_out_what_a_hand_is_worth_and_why(phone):
    ann = phone()
    page = ann.page
    ann.open()
    ann.tap("An example")
    page.click("dialog [data-row='half_flush'] .row-name")
    expect(page.locator("dialog .term-card")).to_contain_text(
        "Tiles of one suit", use_inner_text=True
    )
    page.keyboard.press("Escape")
    ann.tap("Start our own table")
    for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dee")):
        page.fill(f"[name=player{seat}]", name)
    ann.tap("Start the game")
    ann.table(1)
    page.click(".middle")  # who is the dealer?
    expect(page.locator("dialog")).to_contain_text("Ann is the dealer", use_inner_text=True)
    page.keyboard.press("Escape")
    ann.tap("Rules")
    page.click("[data-row='pure_straight'].row-line")
    page.locator("dialog .term-card", has_text="123, 456 and 789").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    ann.open_win()
    page.click("section[aria-label='Who won?'] [data-player='3']")
    page.click("section[aria-label='How?'] .wide")
    page.get_by_role("button", name="Enter the tiles").click()
    ann.pick("123456m555789s9p")
    page.locator(".score-line", has_text="13 of 14 tiles").wait_for()
    ann.pick("9p")
    page.locator(".score-line.good", has_text="whichever tile won").wait_for()
    page.locator(".called-choice", has_text="1 faan").wait_for()
    page.locator(".called .chip").nth(2).click()  # the pung was claimed
    page.wait_for_selector(".primary.record:not([disabled])")
    ann.expect_paid([-4, -4, -4, 12])
    page.click(".uncounted summary")  # why not two?
    expect(page.locator(".uncounted .missed")).to_contain_text(
        "needs closed sets", use_inner_text=True
    )
    page.click(".record")
    assert ann.table(2)["points"] == [496, 496, 496, 512]
    ann.page.click(".recent-hand")
    page.wait_for_selector("dialog .breakdown .rows")
    page.click("dialog .total-faan")
    page.locator("dialog .term-card", has_text="番").wait_for()
    page.keyboard.press("Escape")


def test_a_table_with_four_phones(phone):
    ann = phone()
    ann.set_up()
    ann.tap("Share")
    link = ann.page.get_by_label("To play and record", exact=True).input_value()
    ann.page.keyboard.press("Escape")
    others = []
    for player in (1, 2, 3):
        other = phone()
        other.page.goto(link)
        other.table(1)
        other.page.click(f"[data-whose='{player}']")
        expect(other.page.locator(f".seat[data-player='{player}']")).to_have_attribute(
            "data-side", "bottom"
        )
        others.append(other)
    ben, cleo, dee = others
    ben.win(winner=1)  # Ben enters his tiles, Cleo says what was called, Dee records
    ben.enter("123456m555789s99p")
    for other in (cleo, dee):
        other.page.get_by_role("button", name="look and continue").click()
        other.page.locator(".called-choice").wait_for()
    cleo.page.locator(".called .chip").nth(2).click()
    dee.page.wait_for_selector(".primary.record:not([disabled])")
    dee.expect_paid([-4, 12, -4, -4])
    dee.record(2)
    for each in (ann, ben, cleo, dee):
        assert each.table(2)["points"] == [496, 512, 496, 496]
    cleo.win(winner=2, discarder=0)
    cleo.page.click("[data-faan='3']")
    cleo.page.click(".record:not([disabled])")
    for each in (ann, ben, cleo, dee):
        each.table(3)
    told = [each.table(3)["points"] for each in (ann, ben, cleo, dee)]
    assert told == [[480, 504, 528, 488]] * 4
