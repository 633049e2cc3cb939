"""What the table shows after an undo or a correction: the hand that stands, and who paid whom."""

import pytest

from tests import needs

expect = needs.package("playwright.sync_api").expect


@pytest.fixture
def played(phone):
    """A phone at a table where Ann won by tiles, and then Ben by three agreed faan."""
    ann = phone()
    begun = ann.begin("hk-500")
    first = {"winner": 0, "win": "self-draw", "hand": "123m456m555s789s5z +5z"}
    ann.post(begun, "hands", first)
    ann.post(begun, "hands", {"winner": 1, "from": 2, "faan": 3})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    ann.table(3)
    ann.page.locator(".recent", has_text="Ben won off Cleo, 3 faan").wait_for()
    return ann, begun


def paid(ann):
    return ann.page.locator(".paid li")


def test_after_an_undo_the_hand_before_is_shown_with_its_arrows_and_reasons(played):
    ann, begun = played
    expect(ann.page.locator(".payment")).to_have_count(3)
    ann.tap("Take back last hand")
    ann.tap("Take it back")
    ann.page.locator(".last-hand", has_text="Taken back: Ben won off Cleo").wait_for()
    stands = ann.page.locator(".recent-hand")
    expect(stands).to_have_count(1)
    expect(stands).to_contain_text("Ann won, self-drawn", use_inner_text=True)
    expect(paid(ann)).to_have_count(3)
    for payer in ("Ben", "Cleo", "Dee"):
        expect(paid(ann).filter(has_text=f"{payer} pays Ann")).to_have_count(1)
    expect(ann.page.locator(".payment[data-to='0']")).to_have_count(3)
    stands.click()
    ann.page.wait_for_selector("dialog .breakdown .rows")
    ann.page.keyboard.press("Escape")
    ann.post(begun, "undo", {})
    ann.page.locator(".last-hand", has_text="No hands are recorded now.").wait_for()
    expect(paid(ann)).to_have_count(0)


def test_after_a_correction_the_hand_is_shown_as_it_counts_now(played):
    ann, begun = played
    corrected = {"seq": 3, "hand": {"winner": 1, "from": 3, "faan": 3}}
    ann.post(begun, "corrections", corrected)
    ann.page.locator(".recent-hand", has_text="Ben won off Dee, 3 faan").wait_for()
    expect(ann.page.locator(".last-hand")).to_contain_text(
        "An older hand was corrected", use_inner_text=True
    )
    expect(paid(ann).get_by_text("Dee pays Ben 16", exact=True)).to_have_count(1)


def test_hands_after_one_that_was_never_played_move_up_by_a_number(played):
    ann, begun = played
    ann.post(begun, "corrections", {"seq": 2, "strike": True})
    ann.post(begun, "hands", {"draw": True})
    ann.table(5)
    hands = ann.page.locator(".recent-hand small")
    expect(hands).to_have_text(["East 2", "East 1"], use_inner_text=True)
    ann.tap("History")
    listed = ann.page.locator("dialog .event[data-seq]")
    for seq, name in {5: "East 2", 3: "East 1"}.items():
        hand = ann.page.locator(f"dialog .event[data-seq='{seq}'] .event-head small")
        expect(hand).to_contain_text(f"{name} ·", use_inner_text=True)
    expect(listed.filter(has_text="East")).to_have_count(2)  # the one that was struck has no number


def test_a_later_payment_that_a_correction_changes_is_shown_as_it_counts_now(phone):
    """Cleo could pay only 84 of the 128 that she owed, and has 16 more once a hand is corrected."""
    ann = phone()
    begun = ann.begin("hk-500", bust_ends_game=False)
    ann.post(begun, "adjustments", {"changes": [400, 0, -400, 0], "reason": "a debt"})
    ann.post(begun, "hands", {"winner": 0, "win": "self-draw", "faan": 3})
    ann.post(begun, "hands", {"winner": 1, "win": "self-draw", "faan": 10})
    ann.open(f"#game={begun['id']}&token={begun['write_token']}")
    changes = ann.page.locator("dialog .event[data-seq='4'] .changes span")
    for paid in ("Cleo −84", "Cleo −100"):
        ann.tap("History")
        expect(changes.filter(has_text="Cleo")).to_have_text(paid, use_inner_text=True)
        ann.page.keyboard.press("Escape")
        if paid == "Cleo −84":
            ann.post(begun, "corrections", {"seq": 3, "hand": {"draw": True}})
            ann.page.locator(".last-hand", has_text="An older hand was corrected").wait_for()
    ann.page.goto(ann.page.url + "&sheet")
    line = ann.page.locator(".score-sheet tbody tr", has_text="Ben won")
    expect(line.locator("b").nth(2)).to_have_text("−100", use_inner_text=True)
