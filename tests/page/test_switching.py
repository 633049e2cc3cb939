"""Another language, from where one is: nothing that was entered is lost by it."""

import pytest

from service.locale.catalogues import is_read
from service.locale.languages import languages
from tests import needs

expect = needs.package("playwright.sync_api").expect


def test_a_new_game_is_agreed_on_in_one_language_and_begun_in_the_other(phone):
    ann = phone()
    ann.open()
    ann.choose("classical-british")
    for seat, name in enumerate("ABCD"):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.answer("rounds", 2)
    ann.own(false_win="fixed", false_win_points="20")
    ann.page.select_option("[name=language]", label="繁體中文")
    ann.page.wait_for_selector("html[lang=zh-Hant-HK] #new-game")
    ann.tap("開始")
    ann.page.wait_for_selector(".felt")
    options = ann.page.evaluate(
        "fetch(`/api/v1/games/${location.hash.slice(6)}`).then((r) => r.json())"
        ".then(({ options }) => options)"
    )
    assert (options["rounds"], options["false_win"]) == (2, "fixed:20")


def test_the_table_speaks_the_other_language_and_a_win_being_entered_stays(phone):
    ann = phone()
    ann.start()
    ann.win(winner=1, discarder=2)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123m456m")
    ann.page.go_back()
    ann.page.wait_for_selector(".felt")
    ann.page.select_option("[name=language]", label="日本語")
    ann.page.wait_for_selector("html[lang=ja]")
    expect(ann.page.locator(".middle b")).to_have_text("東場", use_inner_text=True)
    ann.page.select_option("[name=language]", label="繁體中文")
    ann.page.wait_for_selector("html[lang=zh-Hant-HK]")
    expect(ann.page.locator(".middle b")).to_have_text("東圈", use_inner_text=True)
    ann.page.click(".resume")
    ann.page.wait_for_selector(".editor")
    expect(ann.page.locator(".bar-title h1")).to_have_text("Ben食糊，Cleo出銃", use_inner_text=True)
    expect(ann.page.locator(".concealed .tile-button")).to_have_count(6)


def test_a_robbed_kong_is_no_discard_and_a_drawn_hand_is_a_sentence(phone):
    ann = phone(locale="zh-HK")
    begun = ann.start()
    ann.page.click("[data-whose='nobody']")
    ann.table(1)
    ann.page.click(".seat[data-player='0']")
    ann.page.click(".people.four >> nth=1 >> [data-player='2']")
    ann.page.locator(".way").nth(2).click()
    ann.write("123m456m789p55s67s8s")
    ann.mark("8s")
    ann.page.get_by_role("button", name="搶槓").click()
    ann.page.locator(".payments", has_text="被搶槓").wait_for()
    expect(ann.page.locator(".bar-title h1")).to_have_text("Ann搶Cleo的槓", use_inner_text=True)
    expect(ann.page.locator("main")).not_to_contain_text("出銃", use_inner_text=True)
    ann.post(begun, "hands", {"draw": True})
    ann.open(f"#game={begun['id']}")
    ann.table(2)
    ann.page.locator(".take-back").click()
    expect(ann.page.locator("dialog .lead")).to_contain_text("流局。分數", use_inner_text=True)


@pytest.mark.parametrize(
    ("locale", "kept", "spoken"),
    [
        ("zh-CN", None, "zh-Hans"),
        ("zh-SG", None, "zh-Hans"),
        ("zh-TW", None, "zh-Hant-HK"),
        ("ja-JP", None, "ja"),
        ("fr-FR", None, "en"),
        ("en-GB", "zh", "zh-Hant-HK"),  # as an earlier version kept it
        ("zh-CN", "en", "en"),
        ("ja-JP", "gone", "ja"),  # a language that there was
    ],
)
def test_the_page_speaks_as_chosen_before_else_as_the_browser_asks(phone, locale, kept, spoken):
    ann = phone(locale=locale)
    if kept is not None:
        ann.page.add_init_script(f"localStorage.setItem('tableside.language', '{kept}')")
    ann.open()
    ann.page.wait_for_selector("#new-game")
    expect(ann.page.locator("html")).to_have_attribute("lang", spoken)
    expect(ann.page.locator("[name=language]")).to_have_value(spoken)
    lines = 1 if is_read(languages()[spoken]) else 2  # one of them says that nobody has read it
    expect(ann.page.locator(".credits")).to_have_count(lines)


REFUSED = """
async () => {
  const { loadLanguage } = await import("/static/js/i18n/translation.js");
  await loadLanguage();
  const { startGame } = await import("/static/js/api/client.js");
  const { refusal } = await import("/static/js/i18n/refusals.js");
  const body = { rules: "hk-500", players: ["A", "B", "C", "D"] };
  const said = (options) => startGame({ ...body, options }, null, "k").catch(refusal);
  return [await said({ minimum: -1 }), await said({ minimun: 3 })];
}
"""


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("ja-JP", ("0 以上の整数", "近いのは")),
        ("zh-HK", ("整數", "最接近的是")),
    ],
)
def test_what_the_service_refuses_is_said_in_the_language_of_the_page(phone, locale, said):
    ann = phone(locale=locale)
    ann.open()
    ann.page.wait_for_selector("#new-game")
    shown = ann.page.evaluate(REFUSED)
    assert [part in text for part, text in zip(said, shown, strict=True)] == [True] * 2


def test_no_word_waits_for_the_storage_of_the_phone(phone):
    """A browser may take as long as it likes to open what it keeps."""
    ann = phone(locale="zh-HK")
    ann.page.add_init_script("caches.open = () => new Promise(() => {})")
    ann.open()
    ann.tap("自訂")
    expect(ann.page.get_by_text("計甚麼番、計多少")).to_be_visible()
