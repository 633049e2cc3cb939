"""An evening on the page: a real browser, a real service, a real database."""

import re

from tests import needs
from tests.page.conftest import scanned

expect = needs.package("playwright.sync_api").expect

# All characters with a white dragon pung, drawn by East: 3 for the half flush, 2 for the straight,
# 1 each for the dragons, for no bonus tile and for the draw. 8 faan are 32 points, twice from all.
STRAIGHT = "123456789m55511z"


def test_a_hand_set_right_to_nobody_won_keeps_nothing_of_the_win(phone):
    ann = phone()
    begun = ann.start()
    ann.post(begun, "hands", {"winner": 0, "win": "self-draw", "hand": "123456789m 55z 11z +5z"})
    ann.post(begun, "corrections", {"seq": 2, "hand": {"draw": True}})
    ann.table(3)
    said = re.compile(r"^\s*East 1\s*Nobody won\s*$")
    expect(ann.page.locator(".recent-hand")).to_have_text(said, use_inner_text=True)
    ann.tap("History")
    drawn = ann.page.locator("dialog .event[data-seq='2']")
    expect(drawn).to_contain_text("corrected")
    expect(drawn.locator(".mini-sets, .breakdown, .changes")).to_have_count(0)
    ann.open(f"#game={begun['id']}&sheet")
    of_ann = ann.page.locator(".score-sheet tbody td:nth-child(3)")
    expect(of_ann).to_have_text(re.compile(r"^\s*0\s*500\s*$"))


def test_a_win_entered_by_hand_moves_points_and_winds(phone):
    ann = phone()
    ann.set_up()
    assert ann.table(1) == {
        "points": [500, 500, 500, 500],
        "winds": "ESWN",
        "dealer": 0,
        "first": 0,
        "middle": ["East round", "Hand 1"],
    }
    ann.win(winner=0)
    ann.page.get_by_role("button", name="Enter the tiles").click()
    ann.pick(STRAIGHT)
    ann.mark("9m")
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.page.wait_for_selector(".total")
    expect(ann.page.locator(".total-faan")).to_have_text("8 faan", use_inner_text=True)
    rows = ann.page.locator(".breakdown > .rows li")
    expect(rows).to_have_count(5)
    for row in ("dragon_pung", "half_flush", "no_bonus", "pure_straight", "self_draw_closed"):
        expect(rows.and_(ann.page.locator(f"[data-row='{row}']"))).to_have_count(1)
    ann.page.wait_for_selector(".payments")
    expect(ann.page.locator(".delta-now")).to_have_text(
        ["+192", "−64", "−64", "−64"], use_inner_text=True
    )
    # With a called set it would be fewer faan: the table says that there is none, and records it.
    ann.page.locator(".called-choice .record", has_text="Record: Ann +192").click()
    assert ann.table(2) == {
        "points": [692, 436, 436, 436],
        "winds": "NESW",
        "dealer": 1,
        "first": 1,
        "middle": ["East round", "Hand 2"],
    }


def test_agreed_faan_draw_and_undo(phone):
    """The first hands of the ledger worked out by hand beside the scored cases."""
    ann = phone()
    ann.start()
    ann.win(winner=3, discarder=1)
    ann.agree(7)
    after_win = ann.table(2)
    assert after_win["points"] == [468, 436, 468, 628]
    assert after_win["dealer"] == 1
    ann.page.click("[data-end=draw]")
    ann.tap("Record the draw")
    drawn = ann.table(3)
    assert drawn["points"] == after_win["points"]
    assert drawn["dealer"] == 1
    assert drawn["middle"] == ["East round", "Hand 3"]
    first = "East 1 Dee won off Ben, 7 faan +128"
    undone = (
        (4, ["East 2 Nobody won", first], "Nobody won", [468, 436, 468, 628]),
        (5, [first], "Dee won off Ben", [500, 500, 500, 500]),
    )
    for seq, last, named, points in undone:
        expect(ann.page.locator(".recent-hand")).to_have_text(last, use_inner_text=True)
        ann.tap("Take back last hand")
        expect(ann.page.locator("dialog .lead")).to_have_text(
            re.compile(rf"^{named}\. "), use_inner_text=True
        )
        ann.tap("Take it back")
        assert ann.table(seq)["points"] == points
        expect(ann.page.locator(".last-hand")).to_have_text(
            f"Taken back: {named}" + (" No hands are recorded now." if seq == 5 else ""),
            use_inner_text=True,
        )
    ann.tap("History")
    ann.page.wait_for_selector("dialog .event")
    titles = [
        "The last entry was taken back",
        "The last entry was taken back",
        "Nobody won",
        "Dee won off Ben",
        "The game begins",
    ]
    expect(ann.page.locator("dialog .event-head b")).to_have_text(titles, use_inner_text=True)
    expect(ann.page.locator("dialog .event.undone")).to_have_count(2)


ADJUST = """
async ([id, changes]) => {
  const { token } = JSON.parse(localStorage.getItem("tableside.games"))[id];
  const answer = await fetch(`/api/v1/games/${id}/adjustments`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ changes, reason: "an earlier evening", expected_seq: 1 }),
  });
  return answer.status;
}
"""


def test_who_has_too_little_pays_what_is_there_and_the_game_ends(phone):
    ann = phone()
    ann.start()
    game = re.search(r"#game=([\w-]+)", ann.page.url).group(1)
    assert ann.page.evaluate(ADJUST, [game, [400, 0, -400, 0]]) == 201
    ann.table(2)
    ann.win(winner=0)
    ann.choose_faan(10)
    ann.page.wait_for_selector(".record:not([disabled])")
    ann.page.wait_for_selector(".payments")
    expect(ann.page.locator(".delta-now")).to_have_text(
        ["+356", "−128", "−100", "−128"], use_inner_text=True
    )
    expect(ann.page.locator(".payments")).to_contain_text(
        "owes 128 and only has 100", use_inner_text=True
    )
    ann.page.click(".win-foot .primary")
    assert ann.table(3)["points"] == [1256, 372, 0, 372]
    expect(ann.page.locator(".end-card")).to_contain_text("The game is over", use_inner_text=True)


def test_another_phone_follows_and_may_only_watch(phone):
    ann, ben = phone(), phone()
    ann.start()
    game = re.search(r"#game=[\w-]+", ann.page.url).group()
    ben.open(game)
    assert ben.table(1)["points"] == [500] * 4
    expect(ben.page.get_by_role("button", name="Somebody won", exact=True)).to_have_count(0)
    ann.win(winner=3, discarder=1)
    ann.agree(7)
    assert ben.table(2)["points"] == [468, 436, 468, 628]
    expect(ben.page.locator(".recent-hand")).to_have_text(
        "East 1 Dee won off Ben, 7 faan +128", use_inner_text=True
    )


OWNERS = "Object.values(JSON.parse(localStorage.getItem('tableside.games')))[0].token"


def test_the_shared_link_lets_another_phone_write_and_hides_its_token(phone):
    ann, ben = phone(), phone()
    ann.start()
    ann.tap("Share")
    link = ann.page.get_by_label("To play and record", exact=True).input_value()
    codes = ann.page.locator(".qr")
    expect(codes).to_have_count(2)
    assert scanned(codes.first) == link
    ann.page.keyboard.press("Escape")
    assert "token=" in link
    assert link.partition("token=")[2] != ann.page.evaluate(OWNERS)
    assert "?" not in link  # what follows # never reaches a server's log
    ben.page.goto(link)
    ben.table(1)
    assert "token" not in ben.page.url
    ben.win(winner=0)
    ben.agree(1)
    assert ann.table(2)["points"] == [512, 496, 496, 496]


def test_a_win_entered_on_an_outdated_table_has_to_be_looked_at_again(phone):
    ann, ben = phone(), phone()
    ann.start()
    ann.tap("Share")
    link = ann.page.get_by_label("To play and record", exact=True).input_value()
    ann.page.keyboard.press("Escape")
    ann.win(winner=0)
    ann.choose_faan(1)
    ann.page.wait_for_selector(".record:not([disabled])")
    ben.page.goto(link)
    ben.page.wait_for_selector(".resume")  # who does not see Ann's win yet joins it instead
    ben.win(winner=3, discarder=1)
    ben.agree(7)
    ann.page.wait_for_selector(".stale")
    expect(ann.page.locator(".win-foot .primary")).to_be_disabled()
    ann.tap("Yes, continue")
    ann.page.click(".win-foot .primary")
    assert ann.table(3)["points"] == [480, 432, 464, 624]


PLAY = """
async ([id, hand]) => {
  const { token } = JSON.parse(localStorage.getItem("tableside.games"))[id];
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const body = JSON.stringify(hand);
  return (await fetch(`/api/v1/games/${id}/hands`, { method: "POST", headers, body })).status;
}
"""


def played(ann, hand, seq):
    """Report a hand by no screen, as another phone does, and see the table after it."""
    ann.table(seq)
    game = re.search(r"#game=([\w-]+)", ann.page.url).group(1)
    assert ann.page.evaluate(PLAY, [game, hand]) == 201
    ann.table(seq + 1)


def test_a_finished_game_shows_who_won_and_can_be_reopened(phone):
    ann = phone()
    ann.set_up(rounds=1)
    for hand in range(3):
        played(ann, {"winner": 0, "win": "self-draw", "faan": 1}, seq=hand + 1)
    ann.win(winner=0)
    ann.agree(1)
    ann.table(5)
    first = ann.page.locator(".standings li").first
    expect(first).to_have_text("1 Ann 548", use_inner_text=True)
    expect(ann.page.get_by_role("button", name="Somebody won", exact=True)).to_have_count(0)
    expect(ann.page.locator(".felt .mark")).to_have_count(0)
    ann.tap("Take back last hand")
    ann.tap("Take it back")
    ann.table(6)
    expect(ann.page.get_by_role("button", name="Somebody won", exact=True)).to_have_count(1)
    expect(ann.page.locator(".felt .mark.dealer")).to_have_count(1)


def test_the_conventional_round_change_can_be_agreed_on(phone):
    ann, after = phone(), {}
    for custom in ("sheet_literal", "conventional"):
        ann.page.goto("about:blank")
        ann.set_up(round_change=custom)
        for hand in range(4):
            played(ann, {"winner": 0, "win": "self-draw", "faan": 1}, seq=hand + 1)
        after[custom] = [ann.table(5)[name] for name in ("winds", "dealer", "first")]
        expect(ann.page.locator(".felt .mark")).to_have_count(2 if custom == "sheet_literal" else 1)
        dealer = ann.page.locator(".felt .mark.dealer")
        expect(dealer).to_have_text("Dealer", use_inner_text=True)
    assert after == {"sheet_literal": ["SWNE", 3, 0], "conventional": ["ESWN", 0, 0]}


def test_a_further_house_rule_reaches_the_game(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate("ABCD"):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.tap("Your own")
    codes = re.compile(r"\([A-Z]\d+\)|_")  # of the rule sheet's sections and of programs
    ann.page.locator(".own-terms .rule-group").first.wait_for()
    expect(ann.page.locator(".own-terms")).not_to_contain_text(codes, use_inner_text=True)
    ann.tap("Close")
    ann.own(start="100", bust_ends_game=False, short_payment="go_negative")
    ann.tap("Start the game")
    assert ann.table(1)["points"] == [100] * 4
    ann.win(winner=0)
    ann.agree(10)
    assert ann.table(2)["points"] == [484, -28, -28, -28]
    expect(ann.page.get_by_role("button", name="Somebody won", exact=True)).to_have_count(1)


def test_a_link_to_no_game_says_so(phone):
    ann = phone()
    ann.open("#game=nosuchgame")
    ann.page.wait_for_selector(".lost")
    expect(ann.page.locator(".lost")).to_contain_text("does not exist", use_inner_text=True)


def test_names_are_text_and_never_markup(phone):
    ann = phone()
    ann.open()
    for seat, name in enumerate(["<b>Ann</b>", "Ben & Co", '"Cleo"', "李"]):
        ann.page.fill(f"[name=player{seat}]", name)
    ann.tap("Start the game")
    ann.page.wait_for_selector(".felt")
    names = ["<b>Ann</b>", "Ben & Co", '"Cleo"', "李"]
    expect(ann.page.locator(".seat-name")).to_have_text(names, use_inner_text=True)


def test_a_lost_answer_does_not_record_a_hand_twice(phone):
    ann = phone()
    ann.start()
    keys = []

    def lose_the_answer(route):
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()  # the service gets it, the phone never hears of it
            route.abort()
        else:
            route.continue_()

    ann.page.route("**/hands", lose_the_answer)
    ann.win(winner=3, discarder=1)
    ann.agree(7)
    assert ann.table(2)["points"] == [468, 436, 468, 628]
    assert len(keys) == 2
    assert len(set(keys)) == 1
    ann.forgive("ERR_FAILED")
