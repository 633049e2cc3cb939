"""A house's own money and rows, made on the page by who reads nothing, and paid by."""

import re
from typing import Any

import pytest

from tests import http, needs

expect = needs.package("playwright.sync_api").expect

# What one player pays or gets by 三番起糊, 十番封頂, 半辣上, 二五雞, 全銃: faan, each of three on a
# self-draw, a discarder alone.
TWO_FIVE = [
    (3, 4, 8),
    (4, 8, 16),
    (5, 12, 24),
    (6, 16, 32),
    (7, 24, 48),
    (8, 32, 64),
    (9, 48, 96),
    (10, 64, 128),
]
MONEY = [("minimum", "3"), ("cap", "10"), ("ladder", "half_spicy"), ("unit", "0.25")]


@pytest.fixture
def ann(phone):
    def at(**settings):
        opened = phone(**settings)
        opened.open()
        opened.page.wait_for_selector("#new-game")
        for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dee")):
            opened.page.fill(f"[name=player{seat}]", name)
        return opened

    return at


def answer(ann, question, value):
    ann.page.locator(f"label:has([name='house-{question}'][value='{value}'])").click()


def expect_table(ann, pays):
    """The form says that hands pay this."""
    said = [" ".join(f"{cell:g}" for cell in row) for row in pays]
    expect(ann.page.locator(".pays tbody tr")).to_have_text(said, use_inner_text=True)


def test_a_table_is_set_up_by_taps_alone_and_paid_by_its_own_money(ann):
    table_phone = ann()
    table_phone.tap("Your own")
    table_phone.page.wait_for_selector(".house-comes-to .pays")
    for question, value in [*MONEY, ("discard", "full_gun")]:
        answer(table_phone, question, value)
    expect_table(table_phone, TWO_FIVE)
    table_phone.tap("Save")
    table_phone.page.locator(".rules-now", has_text="Our rules").wait_for()
    table_phone.tap("Start the game")
    table_phone.table(1)
    table_phone.win(winner=0, discarder=2)
    table_phone.agree(3)
    assert table_phone.table(2)["points"] == [508, 500, 492, 500]
    table_phone.win(winner=1)
    table_phone.agree(5)
    assert table_phone.table(3)["points"] == [496, 536, 480, 488]


def test_examples_say_what_the_base_would_bring_and_what_the_house_does(ann):
    table_phone = ann()
    table_phone.tap("Your own")
    examples = table_phone.page.locator(".examples figcaption")
    examples.first.wait_for()
    expect(table_phone.page.locator(".examples s")).to_have_count(0)
    answer(table_phone, "discard", "everybody_equal")
    table_phone.page.locator(".examples s").first.wait_for()
    said = ("1 faan: +8 1 faan: +6", "4 faan: +64 4 faan: +48", "10 faan: +384")
    prices = [re.compile(rf"[^\d:]{re.escape(each)}$") for each in said]
    expect(examples).to_have_text(prices, use_inner_text=True)
    answer(table_phone, "minimum", "3")
    table_phone.page.locator("b >> text=not a win: too few faan").wait_for()


@pytest.mark.parametrize(
    ("locale", "keep", "rows", "ready"),
    [
        ("en-GB", "Your own", "What counts, and how much", "Seven flowers"),
        ("zh-HK", "自訂", "計甚麼番、計多少", "花糊"),
    ],
)
def test_a_row_is_switched_on_in_both_languages_under_a_name_in_either(
    ann, locale, keep, rows, ready
):
    table_phone = ann(locale=locale)
    table_phone.tap(keep)
    table_phone.page.get_by_text(rows).click()
    table_phone.page.locator("label.rule", has_text=ready).first.locator("input").check()
    table_phone.page.fill("[name=house]", "週五枱")
    table_phone.page.locator(".keep-house").click()
    table_phone.page.locator(".rules-now", has_text="週五枱").wait_for()
    hash_ = table_phone.page.locator("[name=rules]:checked").get_attribute("value")
    kept = http.get(f"{table_phone.address}/api/v1/house-rules/{hash_}").json()
    assert kept["says"]["rows"] == {"seven_flowers": True}


def test_what_cannot_be_is_said_and_not_kept(ann):
    table_phone = ann()
    table_phone.tap("Your own")
    answer(table_phone, "ladder", "own")
    fields = table_phone.page.locator(".own-ladder input")
    fields.nth(2).wait_for()
    fields.nth(2).fill("0.5")
    fields.nth(2).press("Tab")
    table_phone.page.locator(
        ".house-foot [role=alert]", has_text="a ladder cannot go down. Let 3 faan"
    ).wait_for()
    expect(table_phone.page.locator(".keep-house")).to_be_disabled()
    fields.nth(2).fill("12")
    fields.nth(2).press("Tab")
    table_phone.page.locator(".keep-house:not([disabled])").wait_for()


def test_a_house_is_changed_into_its_next_version(ann):
    table_phone = ann()
    table_phone.tap("Your own")
    answer(table_phone, "ladder", "full_spicy")
    table_phone.page.fill("[name=house]", "Friday")
    table_phone.tap("Save")
    table_phone.page.locator(".rules-now", has_text="Friday").wait_for()
    table_phone.tap("Your own")
    table_phone.page.wait_for_selector("[name='house-ladder'][value='full_spicy']:checked")
    answer(table_phone, "discard", "full_gun")
    table_phone.tap("Save")
    table_phone.page.wait_for_selector(".sheet", state="detached")
    hash_ = table_phone.page.locator("[name=rules]:checked").get_attribute("value")
    kept = http.get(f"{table_phone.address}/api/v1/house-rules/{hash_}").json()
    assert (kept["id"], kept["version"]) == ("friday", 2)
    assert kept["says"]["points"]["ladder"] == "full_spicy"
    assert kept["says"]["payment"] == {"discard": "full_gun"}


def test_a_link_carries_a_house_to_another_phone_where_it_is_compared(ann, phone):
    first = ann()
    first.tap("Your own")
    answer(first, "discard", "full_gun")
    answer(first, "minimum", "3")
    first.page.get_by_label("East pays and receives double").check()
    first.page.fill("[name=house]", "Kit's")
    first.tap("Save")
    first.page.locator(".rules-now", has_text="Kit's").wait_for()
    first.page.wait_for_selector(".other-rules[open]")
    first.tap("View, compare and share these rules")
    differs = first.page.locator(".what-differs tbody tr")
    differs.first.wait_for()
    expect(differs.first).to_have_text("How many faan does a win need? 3 1", use_inner_text=True)
    for cells in (
        ("3 faan", "32 · 16", "16 · 8 · 16"),
        ("East pays and receives double", "Yes", "No"),
    ):
        line = r"\s*".join(map(re.escape, cells))
        expect(differs.filter(has_text=re.compile(rf"^\s*{line}\s*$"))).to_have_count(1)
    expect(first.page.locator(".qr")).to_be_visible()
    link = first.page.locator(".link-field").input_value()
    second = phone()
    second.page.goto(link)
    second.page.locator(".rules-now", has_text="Kit's").wait_for()
    assert second.page.url.endswith("/")


def open_rows(table_phone):
    table_phone.tap("Your own")
    table_phone.page.wait_for_selector(".house-comes-to .pays")
    table_phone.page.get_by_text("What counts, and how much").click()


def kept(table_phone):
    table_phone.page.locator(".keep-house:not([disabled])").click()
    table_phone.page.locator(".house-form").wait_for(state="detached")
    table_phone.page.locator(".rules-now", has_text="Our rules").wait_for()
    hash_ = table_phone.page.locator("[name=rules]:checked").get_attribute("value")
    return http.get(f"{table_phone.address}/api/v1/house-rules/{hash_}").json()["says"]


def test_a_row_has_a_closed_and_an_open_value(ann):
    """Apart at once where the rule sheet has two, else when somebody asks for it."""
    table_phone = ann()
    open_rows(table_phone)
    pungs = table_phone.page.get_by_label("Four pungs: closed", exact=True)
    expect(pungs).to_have_attribute("placeholder", "limit")
    table_phone.page.get_by_label("Four pungs: open", exact=True).fill("4")
    table_phone.page.get_by_label("No bonus tiles: closed and open separately").click()
    table_phone.page.get_by_label("No bonus tiles: closed", exact=True).fill("2")
    table_phone.page.get_by_label("No bonus tiles: open", exact=True).fill("3")
    table_phone.page.get_by_label("No bonus tiles: open", exact=True).press("Tab")
    rows = kept(table_phone)["rows"]
    assert rows == {"four_pungs": {"open": 4}, "no_bonus": {"closed": 2, "open": 3}}


def test_a_row_of_the_house_s_own_is_made_changed_and_taken_out(ann):
    table_phone = ann()
    open_rows(table_phone)
    for _ in range(2):
        table_phone.tap("Add our own row")
    own = table_phone.page.locator(".own-row")
    own.nth(1).wait_for()
    first, second = own.nth(0), own.nth(1)
    first.locator("[name=own_name]").fill("Three kongs at least")
    first.locator("[name=pattern]").select_option("pungs")
    first.locator("[name=count]").select_option("3")
    first.locator("[name=kongs]").select_option("true")
    first.locator("[name=open]").fill("5")
    first.locator("[name=open]").press("Tab")
    second.get_by_text("Remove this row").click()
    expect(own).to_have_count(1)
    (row,) = kept(table_phone)["row"]
    assert row == {
        "id": "own_1", "name": "Three kongs at least", "pattern": "pungs", "count": 3,
        "kongs": True, "closed": 1, "open": 5,
    }  # fmt: skip


def test_a_row_of_the_house_s_own_needs_other_patterns_and_takes_the_place_of_rows(ann):
    table_phone = ann()
    open_rows(table_phone)
    table_phone.tap("Add our own row")
    own = table_phone.page.locator(".own-row")
    own.locator("[name=pattern]").select_option("four_pungs")
    own.locator("summary", has_text="Only together with").click()
    own.locator("[name=all_of][value=full_flush]").check()
    own.locator("summary", has_text="Does not count together with").click()
    for row in ("full_flush", "four_pungs"):
        own.locator(f"[name=excludes][value={row}]").check()
    own.locator("summary", has_text="Does not count together with (2)").wait_for()
    own.locator("[name=excludes][value=four_pungs]").uncheck()
    own.locator("[name=closed]").fill("10")
    own.locator("[name=closed]").press("Tab")
    (row,) = kept(table_phone)["row"]
    assert row == {
        "id": "own_1", "name": "Our own row", "pattern": "four_pungs", "all_of": ["full_flush"],
        "excludes": ["full_flush"], "closed": 10, "open": 1,
    }  # fmt: skip


def test_a_house_s_own_row_is_there_to_be_changed(ann):
    table_phone = ann()
    terms = {"base": "hk-500", "name": "Our rules", "row": [
        {"id": "seven", "name": {"en": "Seven flowers", "zh-Hant": "七朵花"},
         "pattern": "bonus_tiles", "count": 7, "value": 3, "excludes": ["no_bonus"]},
    ]}  # fmt: skip
    made = http.post(f"{table_phone.address}/api/v1/house-rules", json=terms).json()
    table_phone.open(f"#rules={made['hash']}")
    table_phone.page.locator(".rules-now", has_text="Our rules").wait_for()
    open_rows(table_phone)
    own = table_phone.page.locator(".own-row")
    own.wait_for()
    expect(own.locator("[name=own_name]")).to_have_value("Seven flowers")
    own.locator("[name=closed]").fill("5")
    own.locator("[name=closed]").press("Tab")
    (row,) = kept(table_phone)["row"]
    assert row == {
        "id": "seven", "name": {"en": "Seven flowers", "zh-Hant": "七朵花"},
        "pattern": "bonus_tiles", "count": 7, "excludes": ["no_bonus"], "closed": 5, "open": 3,
    }  # fmt: skip


FIELDS = r"\b(unit|cap|minimum|value|closed|open|options|rows?|points|discarder|others|total|own)\b"


def test_mistakes_are_said_in_chinese_without_the_names_of_fields(service):
    """Who fills in the form has never seen those of a file."""
    language = {"Accept-Language": "zh-HK"}
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"points": {"3": 8, "4": 4}}, "4 番比 3 番付得少"),
        ({"points": {"ladder": "half_spicy", "unit": 0}}, "沒有人收到分"),
        ({"points": {"ladder": "half_spicy", "unit": 0.001}}, "最多兩位小數"),
        (
            {"options": {"cap": 7}, "points": {"ladder": "half_spicy", "cap": 13}},
            "一手牌最多計 7 番",
        ),
        ({"options": {"minimum": 12}}, "誰也不能食糊：起糊要 12 番"),
        ({"options": {"false_win": "fixed:0"}}, "本枱詐糊不用付分"),
        ({"payment": {"discard": {"discarder": 0, "others": 0}}}, "沒有人付分給食糊一家"),
        (
            {"payment": {"discard": {"discarder": 2, "others": 1, "total": 5}}},
            "各份為 2 + 1 + 1 = 4，不是 5",
        ),
        ({"payment": {"most": -1}}, "請給 0 至"),
        ({"rows": {"four_pungs": 99999}}, "請給 0 至"),
        (
            {"row": [{"id": "own", "name": "七花", "pattern": "bonus_tiles"}]},
            "番種「七花」未有番數",
        ),
        ({"name": "hk-500"}, "已有人用"),
    ]
    for terms, words in wrong:
        body = {"base": "hk-500", "name": "屋企", **terms}
        url = f"{service}/api/v1/house-rules/preview"
        refused = http.post(url, json=body, headers=language)
        assert refused.status_code == 422, terms
        said = refused.json()["detail"]
        assert words in said, (terms, said)
        assert not re.search(FIELDS, said), said


def test_a_mistake_is_said_on_the_form_in_chinese(ann):
    table_phone = ann(locale="zh-HK")
    table_phone.page.locator(".own-rules").click()
    answer(table_phone, "ladder", "own")
    field = table_phone.page.locator(".own-ladder input").nth(2)
    field.fill("0.5")
    field.press("Tab")
    table_phone.page.locator(".house-foot [role=alert]", has_text="番數表不可下降").wait_for()
