"""Hands scored on the phone itself, by the service's own scorer, while the service is away."""

import json
import re

from scorer.api.text_calls import answer_score
from tests import needs
from tests.page.conftest import IS_KEPT
from tests.page.test_offline import RULES_SEEN, computer

__all__ = ["computer"]  # a fixture, found here by name
expect = needs.package("playwright.sync_api").expect

HOUSE = 'format = 1\nbase = "hk-500"\nname = "Friday table"\n[options]\nminimum = 3\ncap = 8\n'
TILES = "123m 456m 79m 55z (777z) +8m"
BODIES = [
    {"hand": TILES, "rules": "hk-500", "win": "self-draw"},
    {"hand": TILES, "rules": "hk-500", "from": "W", "seat": "S", "round": "S"},
    {"hand": "19m19p19s1234567z +1m", "rules": "hk-500", "win": "self-draw"},
    {"hand": "111222333p 99s 11z +9s 1f2g", "rules": "hk-majlife", "from": "N"},
    {"hand": "1122334455667p +7p", "rules": "hk-majlife", "events": ["last-discard"]},
    {"hand": "123m", "rules": "hk-500"},
    {"hand": "(1111z) 234p 55s 678s 234s +4s", "rules": "simplified-300", "win": "self-draw"},
    {"hand": TILES, "rules": "classical-british", "losers": {"S": "111222333s1122p"}},
    {"hand": TILES, "rules": "classical-20", "win": "self-draw", "seat": "W"},
    {"hand": "111222333s1122p", "rules": "classical-british", "role": "loser"},
    {"hand": TILES, "rules": "friday", "win": "self-draw"},
    {"hand": TILES, "rules": "hk-5000"},
]
SCORE = """
async (texts) => {
  const { openScorer, offerScorer } = await import("/static/js/scorer/phone-scorer.js");
  const { told, bytes } = await offerScorer();
  const [steps, { signal }] = [[], new AbortController()];
  const scorer = await openScorer(told, { signal, onProgress: (step) => steps.push(step) });
  const answers = [];
  for (const text of texts) answers.push(await scorer.ask("answer_score", { text }));
  scorer.close();
  return { bytes, kept: (await offerScorer()).bytes, steps, answers };
}
"""


def test_the_scorer_on_a_phone_gives_the_same_characters(phone):
    """Of a dozen requests, in each rule set and by a house's file, valid and not, with reasons."""
    texts = [
        json.dumps({"body": body, "explain": at % 2 == 0, "houses": {"friday": HOUSE}})
        for at, body in enumerate(BODIES)
    ]
    ann = phone()
    ann.open()
    told = ann.page.evaluate(SCORE, texts)
    assert 4_000_000 < told["bytes"] < 7_000_000
    assert told["kept"] == 0
    assert told["steps"][-1] == 1
    assert told["answers"] == [answer_score(text) for text in texts]


def enter(ann):
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123456789m55511z")
    ann.mark("9m")
    ann.page.locator(".score-line.good").wait_for()
    return ann.page.locator(".score-line.good").inner_text()


def close(ann):
    """Say that no set was called, where that is asked."""
    ann.page.locator(".record:not([disabled])").first.click()


def test_an_evening_goes_on_without_the_service_and_the_ledger_agrees(phone, computer):
    """Two hands are scored, paid and kept on the phone, the second in the winds after the first."""
    ann = phone(service_workers="allow")
    ann.address = computer.address
    ann.start()
    ann.table(1)
    ann.page.wait_for_function(RULES_SEEN)
    ann.page.wait_for_function(IS_KEPT)
    ann.win(winner=0)
    online = enter(ann)
    there = ann.paid()
    ann.page.go_back()
    ann.tap("More")
    ann.tap("Score without a network")
    load = ann.page.get_by_role("button", name=re.compile(r"^Load \d\.\d MB, once$"))
    load.click()
    ann.page.locator(".scores-here").wait_for(timeout=120_000)
    ann.page.keyboard.press("Escape")
    computer.switch_off()
    ann.page.wait_for_selector(".card.offline")
    ann.page.reload()  # what was fetched is kept, and so is the page
    ann.page.wait_for_selector(".card.offline")
    ann.page.click("a.resume")
    here = ann.page.locator(".score-line .here")
    here.wait_for(timeout=120_000)
    said = re.compile("^" + re.escape(" ".join(online.split())))
    expect(ann.page.locator(".score-line.good")).to_have_text(said, use_inner_text=True)
    ann.expect_paid(there)
    close(ann)
    ann.page.wait_for_selector(".waiting-entry")
    ann.win(winner=1, discarder=0)
    enter(ann)
    here.wait_for()
    second = ann.paid()
    close(ann)
    ann.page.locator(".waiting-entry").nth(1).wait_for()
    computer.switch_on()
    points = ann.table(3)["points"]
    assert points == [500 + first + more for first, more in zip(there, second, strict=True)]
    ann.complaints[:] = [text for text in ann.complaints if "net::ERR" not in text]
