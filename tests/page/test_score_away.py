"""Hands scored on the phone itself, by the service's own scorer, while the service is away."""

import json
import re

from scorer.text_calls import answer_score
from tests import needs
from tests.page.conftest import IS_KEPT
from tests.page.test_offline import RULES_SEEN

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
# Asks what scores beside the page as the page does; an answer comes before the next question.
ASK = """
async (texts) => {
  const answers = [];
  self.postMessage = ({ answer }) => answers.push(answer);
  for (const text of texts) {
    await self.onmessage({ data: { id: 0, what: "answer_score", given: { text } } });
  }
  delete self.postMessage;
  return answers;
}
"""


def check_answers(scorer):
    """Of a dozen requests, in each rule set and by a house's file, valid and not, with reasons."""
    texts = [
        json.dumps({"body": body, "explain": at % 2 == 0, "houses": {"friday": HOUSE}})
        for at, body in enumerate(BODIES)
    ]
    assert scorer.evaluate(ASK, texts) == [answer_score(text) for text in texts]


def enter(ann):
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.write("123456789m55511z")
    ann.mark("9m")
    ann.page.locator(".score-line.good").wait_for()
    return ann.page.locator(".score-line.good").inner_text()


def close(ann):
    """Answer that no set was called, where that is asked."""
    ann.page.locator(".record:not([disabled])").first.click()


def test_an_evening_goes_on_without_the_service_and_the_ledger_agrees(phone, computer):
    """Two hands are scored, paid and kept on the phone, the second in the winds after the first.

    What scores there gives the very characters that the service answers with. It is started twice
    only, each time in four seconds of a core: once it is fetched, and where the page opens anew.
    """
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
    ann.page.get_by_role("button", name=re.compile(r"^Load [4-6]\.\d MB, only once$")).click()
    ann.page.locator(".scores-here").wait_for(timeout=120_000)
    (scorer,) = ann.page.workers
    check_answers(scorer)
    ann.page.keyboard.press("Escape")
    computer.switch_off()
    ann.page.wait_for_selector(".link.down")
    ann.page.reload()  # what was fetched is kept, and so is the page
    ann.page.wait_for_selector(".link.down")
    ann.page.click("a.resume")
    here = ann.page.locator(".score-line .here")
    here.wait_for(timeout=120_000)
    said = re.compile("^" + re.escape(" ".join(online.split())))
    expect(ann.page.locator(".score-line.good")).to_have_text(said, use_inner_text=True)
    ann.expect_paid(there)
    close(ann)
    ann.page.wait_for_selector(".queue")
    ann.win(winner=1, discarder=0)
    enter(ann)
    here.wait_for()
    second = ann.paid()
    close(ann)
    ann.page.locator(".queue", has_text="2 wait").wait_for()
    # The felt is the table after both, as the ledger will have it.
    after = [500 + first + more for first, more in zip(there, second, strict=True)]
    ann.page.locator(".felt.waits .middle", has_text="Hand 3").wait_for()
    felt = ann.table(1)
    assert (felt["points"], felt["winds"]) == (after, "WNES")
    expect(ann.page.locator(".recent-hand.waits")).to_have_count(2)
    expect(ann.page.locator(".payment")).to_have_count(3)
    ann.page.locator(".recent-hand").first.click()
    ann.page.wait_for_selector("dialog .breakdown .rows")
    ann.page.keyboard.press("Escape")
    computer.switch_on()
    assert ann.table(3) == felt
    ann.complaints[:] = [text for text in ann.complaints if "net::ERR" not in text]
