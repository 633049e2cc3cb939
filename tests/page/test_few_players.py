"""Three at a table, and two who learn, on the page: seats, a win, what is paid, the guide."""

from tests import needs

expect = needs.package("playwright.sync_api").expect


def expect_seats(phone, names):
    """These sit at the felt, each at their side, and nobody else."""
    expect(phone.page.locator(".felt .seat")).to_have_count(len(names))
    for side, name in names.items():
        seat = phone.page.locator(f".felt .seat[data-side='{side}'] .seat-name")
        expect(seat).to_have_text(name, use_inner_text=True)


def sit_down(phone, players, names, *, missing=None):
    phone.open()
    phone.page.wait_for_selector("#new-game")
    phone.page.locator(f"label:has([name=how_many][value='{players}'])").click()
    if missing is not None:
        phone.page.locator(f"label:has([name=missing][value='{missing}'])").click()
    for seat, name in enumerate(names):
        phone.page.fill(f"[name=player{seat}]", name)
    expect(phone.page.locator(".chair")).to_have_count(players)
    phone.tap("Start the game")
    phone.page.wait_for_selector(".felt")


def points(phone, seq):
    phone.page.wait_for_selector(f".felt[data-seq='{seq}']")
    texts = phone.page.locator(".felt .seat-points").all_inner_texts()
    return [float(text) for text in texts]


def test_three_play(phone):
    ann = phone()
    sit_down(ann, 3, ("Ann", "Ben", "Cleo"))
    expect_seats(ann, {"bottom": "Ann", "right": "Ben", "left": "Cleo"})
    ann.win(winner=1, discarder=2)
    ann.agree(3)
    assert points(ann, 2) == [492, 524, 484]
    ann.win(winner=0)
    ann.agree(3)
    assert points(ann, 3) == [524, 508, 468]
    ann.tap("More")
    ann.tap("Walls and dice")
    ann.page.get_by_text("Nobody sits at North").wait_for()


def test_three_bear_what_the_fourth_would_pay(phone):
    ann = phone()
    sit_down(ann, 3, ("Ann", "Ben", "Cleo"), missing="borne")
    ann.tap("Rules")
    table = ann.page.locator("dialog table.pays")
    table.wait_for()
    expect(table.locator("thead th").last).to_have_text("the other pays", use_inner_text=True)
    three = table.locator("tr", has=ann.page.locator("th", has_text="3"))
    expect(three.locator("td")).to_have_text(["24", "24", "8"], use_inner_text=True)
    ann.page.keyboard.press("Escape")
    ann.win(winner=1)
    ann.agree(3)
    assert points(ann, 2) == [476, 548, 476]


def test_a_house_of_three_asks_what_the_fourth_would_pay(phone):
    ann = phone()
    file = 'format = 2\nbase = "hk-500"\nname = "Three of us"\n[options]\nplayers = 3\n'
    kept = ann.page.request.post(f"{ann.address}/api/v1/house-rules", data={"toml": file}).json()
    ann.open()
    ann.choose(kept["hash"])
    expect(ann.page.locator(".chair")).to_have_count(3)
    expect(ann.page.locator("[name=how_many]")).to_have_count(0)
    ann.page.locator("label:has([name=missing][value='borne'])").click()
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    ann.win(winner=1)
    ann.agree(3)
    assert points(ann, 2) == [476, 548, 476]


def test_two_learn(phone):
    ann = phone()
    sit_down(ann, 2, ("Ann", "Ben"))
    expect_seats(ann, {"bottom": "Ann", "top": "Ben"})
    ann.win(winner=1, discarder=0)
    ann.agree(3)
    assert points(ann, 2) == [484, 516]
    ann.tap("History")
    ann.page.get_by_text("Ben won off Ann").first.wait_for()


def test_three_score_all_their_hands(phone):
    ann = phone()
    begun = ann.start("classical-20", players=("Ann", "Ben", "Cleo"))
    ann.win(winner=0, discarder=1)
    ann.page.get_by_role("button", name="Points only").click()
    fields = ann.page.locator(".score-field input")
    expect(fields).to_have_count(3)
    for place, score in enumerate(("40", "8", "4")):
        fields.nth(place).fill(score)
    ann.page.click(".record:not([disabled])")
    begun, after = points(ann, 2), [32 + 36, -32, -36]
    start = (sum(begun)) / 3
    assert begun == [start + each for each in after]


def test_a_table_of_three_plays_again_as_three(phone):
    ann = phone()
    begun = ann.begin("hk-500", players=("Ann", "Ben", "Cleo"), missing_share="borne")
    ann.post(begun, "end", {})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.page.get_by_role("link", name="Play another game").click()
    ann.page.wait_for_selector("#new-game .chair")
    expect(ann.page.locator(".chair")).to_have_count(3)
    expect(ann.page.locator("[name=missing][value=borne]")).to_be_checked()
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt .seat")
    expect(ann.page.locator(".felt .seat")).to_have_count(3)


def test_three_see_it_in_chinese(phone):
    ann = phone(locale="zh-HK")
    ann.open()
    ann.page.locator("label:has([name=how_many][value='3'])").click()
    expect(ann.page.locator("[data-choices=how_many]")).to_contain_text(
        "幾人打", use_inner_text=True
    )
    ann.page.get_by_text("其他人分擔").wait_for()
