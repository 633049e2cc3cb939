"""A language that nobody speaks: it shows what is written into code, and how long texts may be."""

import json
import re

import pytest

from service.locale.catalogues import PARTS, page_texts, texts
from service.locale.languages import ENGLISH
from tests import needs

pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))

CARRIER = "ja"  # the language in whose place it is sent
LONGER = 1.4  # times the English: what translations into longer languages come to
NARROW = {"width": 320, "height": 640}
ACCENTS = str.maketrans("aceinouyACEINOU", "áçéíñóúýÁÇÉÍÑÓÚ")
FILLING = " lóñgér wórds"
# What stands there in letters and in no text: names, the page's own, languages, the reading of a
# Cantonese word, and what a document says in its own language.
UNTRANSLATED = re.compile(r"^(?:Ann|Ben|Cleo|Dee|Tableside|\W|\d)*$")
OUTSIDE = """
() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (holder.closest("script, noscript, style, [lang]:not(html), code")) continue;
    if (!/[A-Za-z]{2}/.test(node.data)) continue;
    if (!holder.checkVisibility({ visibilityProperty: true })) continue;
    const whole = holder.cloneNode(true);
    for (const code of whole.querySelectorAll("code")) code.remove();
    found.push(whole.textContent.replaceAll(/\\s+/g, " ").trim());
  }
  for (const each of document.querySelectorAll("[aria-label], [placeholder], img[alt]"))
    if (each.checkVisibility({ visibilityProperty: true }) && !each.closest("[lang]:not(html)"))
      for (const name of ["aria-label", "placeholder", "alt"])
        found.push(each.getAttribute(name) ?? "");
  return [...new Set(found)];
}
"""
OVER = """
() => [...document.querySelectorAll("main *, dialog[open] *")].filter((each) => {
  if (each.closest(".scroll, .unseen, svg, .table-bar") || !each.checkVisibility()) return false;
  const { right, left, width } = each.getBoundingClientRect();
  const texts = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  const says = texts.some((node) => /[a-z]/i.test(node.data));
  const isCut = says && each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1;
  return width > 0 && (right > innerWidth + 1 || left < -1 || isCut);
}).map((each) => `${each.tagName}.${each.className}: ${each.textContent.slice(0, 60)}`)
"""


def pseudo(english):
    """A text as it would be in a language with accents and long words, its places kept."""
    parts = re.split(r"(\{\w+\})", english)
    told = "".join(each if each.startswith("{") else each.translate(ACCENTS) for each in parts)
    missing = LONGER * len(english) - len(told) - 2
    filling = (FILLING * (1 + int(missing) // len(FILLING)))[: max(0, round(missing))]
    return f"⟦{told}{filling.rstrip()}⟧"


def words(part):
    """All that a part of the page says, in that language."""
    told = {}
    for key, forms in page_texts(CARRIER, part).items():
        english = page_texts(ENGLISH, part).get(key, key.rpartition("|")[2])
        told[key] = pseudo(english) if isinstance(forms, str) else [pseudo(english[0])]
    return told


def speak(ann):
    """Send the words of that language in the place of another's, in the page and after it."""

    def answer(route):
        part = route.request.url.rpartition(".json")[0].rpartition(".")[2]
        route.fulfill(body=json.dumps(words(part)), content_type="application/json")

    def bring(route):
        if route.request.resource_type != "document":
            return route.fallback()
        sent = route.fetch()
        begun = '<script type="application/json" id="words">'
        before, _, rest = sent.text().partition(begun)
        told = json.dumps(words("page")).replace("<", "\\u003c")
        body = f"{before}{begun}{told}</script>{rest.partition('</script>')[2]}"
        return route.fulfill(response=sent, body=body)

    ann.page.route(f"**/static/words/*/{CARRIER}.*.json", answer)
    ann.page.route("**/*", bring)


def bare(text):
    """What of a text is in no brackets: a text may stand in a place of another."""
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = inner
    return text


class Reader:
    """Reads screen after screen and notes what is wrong with each."""

    def __init__(self, page):
        self.page = page
        self.wrong: list[str] = []
        self.read = 0

    def look(self, screen):
        """Note texts that are in no language, and what is wider than the phone."""
        said = self.page.evaluate(OUTSIDE)
        self.read += sum("⟦" in text for text in said)
        self.wrong += [f"{screen}: {text}" for text in said if not UNTRANSLATED.match(bare(text))]
        self.wrong += [f"{screen} is too narrow: {each}" for each in self.page.evaluate(OVER)]

    def close(self):
        """Close a sheet."""
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("dialog[open]", state="detached")


def test_every_part_of_the_page_has_words():
    assert all(len(words(part)) > 20 for part in PARTS)
    assert len(words("page")) > 0.9 * len(texts(CARRIER, "page"))
    assert pseudo("Ann won {n} faan.") == "⟦Áññ wóñ {n} fááñ. lóñg⟧"


@pytest.fixture
def ann(phone):
    """A narrow phone that is spoken to in that language."""
    ann = phone(locale=CARRIER, viewport=NARROW)
    speak(ann)
    return ann


def test_nothing_is_written_into_code_and_long_words_fit_a_narrow_phone(ann):
    reader = Reader(ann.page)
    begin(ann, reader)
    enter(ann, reader)
    look_up(ann.page, reader)
    assert not reader.wrong, "\n".join(reader.wrong)
    assert reader.read > 250


def begin(ann, reader):
    """Read what there is before a game, and begin one."""
    page = ann.page
    ann.open()
    page.wait_for_selector("[name=player0]")
    page.click("[data-part='discard']")
    reader.look("start")
    page.get_by_role("button", name=pseudo("Your own")).click()
    for part in ("[name='house-discard']", ".more-rules", ".rule-group"):
        page.locator(f"dialog[open] {part}").first.wait_for(state="attached")
    for folded in page.locator("dialog[open] details > summary").all():
        folded.click()
    reader.look("house")
    reader.close()
    ann.open("#club")
    page.wait_for_selector(".club-title")
    reader.look("club")
    ann.start()
    reader.look("table")
    page.click("[data-whose='nobody']")


def enter(ann, reader):
    """Read what is said while a win is entered, and after it."""
    page = ann.page
    page.click("[data-end='agreed']")
    page.wait_for_selector(".win-body")
    page.click("section >> nth=0 >> [data-player='1']")
    page.click(".people.four >> nth=1 >> [data-player='2']")
    page.wait_for_selector(".faans")
    reader.look("who")
    page.locator(".way").nth(2).click()
    ann.write("123m456m789m55z999s")
    page.wait_for_selector(".concealed .tile-button")
    reader.look("tiles")
    page.locator(".concealed .tile-button").last.click()
    won = page.get_by_role("button", name=pseudo("This tile won"))
    won.wait_for()
    reader.look("a tile")
    won.click()
    page.wait_for_selector(".record:not([disabled])")
    reader.look("score")
    page.click(".record:not([disabled])")
    ann.table(2)
    reader.look("after")


def look_up(page, reader):
    """Read what can be looked up at a table."""
    page.click(".middle")
    page.locator("dialog[open] p").first.wait_for()
    reader.look("turn")
    reader.close()
    parts = {
        "history": "li",
        "rules": ".row-line",
        "standings": "figure",
        "share": ".join-code",
        "more": "button.quiet",
    }
    for tool, part in parts.items():
        page.click(f"[data-tool='{tool}']")
        page.locator(f"dialog[open] {part}").last.wait_for()
        reader.look(tool)
        reader.close()
    page.click("[data-tool='more']")
    page.get_by_role("button", name=pseudo("Walls and dice")).click()
    page.locator(".walls").first.wait_for()
    reader.look("set-up")
    reader.close()
    page.click("[data-tool='rules']")
    page.locator(".row-line").first.click()
    page.locator("dialog[open] .term-card").wait_for()
    reader.look("a row")
