"""What strangers write stands on the page as text: no markup, no dialog, no wider screen."""

import re

import pytest

from tests import needs

pytest.importorskip("playwright.sync_api", reason=needs.pins("playwright.sync_api"))

from tests.soak import full

MARK = "<i class=injected></i>"
FAMILY = (
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"  # seven code points, one picture
)
# Names have up to 40 characters; reasons, and what links and houses are called, their own lengths.
TEXTS = {
    "an element": MARK,
    "a picture that fails": "<img src=x onerror=alert(1)>",
    "a script": "<script>alert(1)</script>",
    "an end of an attribute": '"><svg onload=alert(1)>',
    "an end with one quote": "' onfocus=alert(1) autofocus '",
    "a character reference": "&lt;i class=injected&gt;&#0;&amp;",
    "an end of a script": "</script><i class=injected>",
    "a comment": "<!--><i class=injected>--><!--",
    "a template": "${alert(1)}{{constructor}}`",
    "an address": "javascript:alert(1)//",
    "turned letters": "\u202e\u2066abc\u2069\u202d def",
    "turns without end": "A" + "\u202e" * 39,
    "marks upon marks": "Z" + "\u0336\u0489\u0363" * 13,
    "wide pictures": "\U0001f004" * 40,
    "families": FAMILY * 5,
    "one long word": "W" * 40,
    "one long Chinese word": "龘" * 40,
    "one long Arabic word": "\ufdfd" * 40,
    "nothing to see": "A\u200b\u2060\ufeff" * 10,
    "hidden in between": "A\u00ad" * 20,
    "thin blanks": "a\u2009\u3000\u00a0" * 10,
    "a prototype": "__proto__",
    "a constructor": "constructor",
    "another's words": "undefined",
    "a style": "};*{display:none}",
    "colours and faces": "\U0001f3f4\U000e0067\U000e0062\U0001f44b\U0001f3ff\ufe0f" * 6,
}
FAULTS = """
() => [
  ...[...document.querySelectorAll(".injected, [onerror], [onload], [onfocus]")]
    .map((each) => each.outerHTML),
  ...[...document.querySelectorAll("script")].filter((each) => each.text.startsWith("alert"))
    .map((each) => each.outerHTML),
  ...(document.documentElement.scrollWidth > innerWidth
    ? [`${document.documentElement.scrollWidth - innerWidth} pixels wider than the screen`] : []),
  ...[...document.querySelectorAll("dialog[open], dialog[open] .sheet-body")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => `a dialog ${each.scrollWidth - each.clientWidth} pixels too wide`),
]
"""


def names(text):
    """Four names, each another, that begin with as much of a text as fits."""
    return [text[:40], *(f"{text[:39]}{number}" for number in "123")]


@pytest.mark.parametrize("name", list(TEXTS)[:: full(4, 1)])
def test_what_strangers_write_is_text(phone, name):
    text = TEXTS[name]
    ann = phone()
    page = ann.page
    asked, found = [], []

    def refuse(dialog):
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", refuse)

    def look(screen):
        found.extend(f"{screen}: {fault}" for fault in page.evaluate(FAULTS))

    ann.open()
    body = {"toml": f'format = 1\nid = "x"\nname = {_quoted(text[:80])}\nbase = "hk-500"\n'}
    page.request.post(f"{ann.address}/api/v1/house-rules", data=body)  # refused, or in the list
    begun = ann.begin("hk-500", names(text))
    assert "id" in begun, begun
    ann.post(begun, "hands", {"winner": 3, "from": 1, "hand": "123m 4569p 789s (222s) +9p"})
    ann.post(begun, "adjustments", {"changes": [1, -1, 0, 0], "reason": (text * 5)[:200]})
    ann.post(begun, "links", {"role": "scorekeeper", "name": text[:40]})
    ann.open_new_game()
    page.click(".other-rules summary")
    look("start")
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    page.wait_for_selector(".felt[data-seq='3']")
    look("table")
    page.click(".table-bar [data-tool='history']")
    page.wait_for_selector("dialog .event")
    look("history")
    page.keyboard.press("Escape")
    page.click(".table-bar [data-tool='standings']")
    page.wait_for_selector("dialog .chart")
    look("evening")
    page.keyboard.press("Escape")
    ann.open_win()
    look("who")
    ann.open(f"#game={begun['id']}&sheet")
    page.wait_for_selector(".score-sheet")
    look("sheet")
    assert (asked, found) == ([], [])


MARKUP = re.compile(
    r"[iI]nnerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function"
)


def test_no_module_makes_markup_or_code_of_a_text(scripts):
    """The renderer's own name for it counts, too: dangerouslySetInnerHTML."""
    ours = [path for path in scripts if path.parent.name != "vendor"]
    found = {path.name: MARKUP.findall(path.read_text(encoding="utf-8")) for path in ours}
    assert {name: words for name, words in found.items() if words} == {}


def _quoted(text):
    """A text as TOML writes it."""
    return '"' + "".join(f"\\U{ord(letter):08x}" for letter in text) + '"'
