"""The screen of a win as a value and its changes, run by Node: no browser, no page."""

import pytest

PLAYED = """
  const { openWin, ownerOf, pickWin, pickWinner, shotOf, takeShared, withDraft, withShot } =
    await import(`${page}/state/win.js`);
  const { changedHand, newDraft, newEntry, withAlsoToggled, withEntry, withSent } =
    await import(`${page}/state/draft.js`);
  const { handText, parseHand } = await import(`${page}/state/notation.js`);
  const players = ["E", "S", "W", "N"].map((seat_wind) => ({ seat_wind, points: 500 }));
  const table = { id: "g", seq: 3, rules: "r", options: {}, round_wind: "E", players };
  const rules = { id: "r", roles: ["winner"], options: [], circumstances: [] };
  const open = (draft, more = {}) =>
    openWin({ draft: { ...newDraft({ game: "g", seq: 3 }), ...draft },
      now: table, state: table, rules, events: null, ...more });
  const play = (win, ...changes) => changes.reduce((before, change) => change(before), win);
  const set = (patch, step) => (win) => withDraft(win, { ...win.draft, ...patch }, step);
  const enter = (player, patch, step) => (win) =>
    withDraft(win, withEntry(win.draft, player, patch), step);
  const who = (win) => pickWinner(win, 1);
  const off = (win) => pickWin(win, "discard", 2);
  const agree = (faan) => set({ win: "discard", from: 2, ...newEntry("faan"), faan });
  const hand = parseHand("123m456m555s789s55z");
  const shoot = (player) => enter(player, { ...newEntry("photo"), shot: "s" }, "hand");
  const read = (player) => enter(player, { hand, otherwise: null, size: [4, 3], notes: [] });
  const begin = (player) => enter(player, newEntry("palette"), "hand");
  const change = (player, changed) => (win) =>
    enter(player, changedHand(win.draft, player, changed))(win);
"""


@pytest.fixture
def run(run_node):
    """Run the body of an async function that plays a win by Node and return its value."""
    return lambda body: run_node(PLAYED + body)


def test_a_hand_follows_who_won_how_and_what_was_entered(run):
    told = run(
        """
        const win = play(open({}), who, off, shoot(1), read(1));
        const { draft } = win;
        return [draft.step, draft.winner, draft.from, handText(draft.hand), draft.mode];
        """
    )
    assert told == ["hand", 1, 2, "123456m 555789s 55z", "photo"]


def test_a_photo_taken_before_a_winner_is_named_is_that_winners(run):
    told = run(
        """
        const begun = play(withShot(open({ mode: "camera" }), "s", { progress: 0 }), shoot(null));
        const named = play(begun, who);
        const known = play(named, read(ownerOf(named, "s")), off);
        return [begun.draft.step, ownerOf(begun, "s"), named.draft.step, shotOf(known, 1).key,
          known.draft.step, handText(known.draft.hand)];
        """
    )
    assert told == ["who", None, "who", "s", "hand", "123456m 555789s 55z"]


def test_the_tiles_stay_when_another_player_has_won(run):
    told = run(
        """
        const read_ = play(open({}), who, off, shoot(1), read(1));
        const other = play(read_, (win) => pickWinner(win, 3));
        const how = play(other, off);
        return [other.draft.step, other.draft.win, how.draft.step, handText(how.draft.hand)];
        """
    )
    assert told == ["who", None, "hand", "123456m 555789s 55z"]


def test_two_hands_that_are_known_change_places_with_the_winner(run):
    told = run(
        """
        const everyone = { rules: { ...rules, roles: ["winner", "loser"] } };
        const mine = change(3, parseHand("11z"));
        const both = play(open({}, everyone), who, off, shoot(1), read(1), mine);
        const { draft } = pickWinner(both, 3);
        return [handText(draft.hand), handText(draft.others[1].hand), Object.keys(draft.others)];
        """
    )
    assert told == ["11z", "123456m 555789s 55z", ["1"]]


def test_another_photo_comes_to_the_tiles(run):
    told = run(
        """
        const back = play(open({}), who, off, shoot(1), read(1), set({}, "who"));
        return [back.draft.step, play(back, shoot(1)).draft.step];
        """
    )
    assert told == ["who", "hand"]


def test_agreed_faan_stay_on_the_first_step_and_keep_who_else_won(run):
    told = run(
        """
        const agreed = play(open({}), who, agree(3));
        const also = (win) => withDraft(win, withAlsoToggled(win.draft, 3));
        return [agreed, play(agreed, also, agree(4))]
          .map(({ draft: { step, faan, mode, also } }) => [step, faan, mode, also ?? []]);
        """
    )
    assert told == [["who", 3, "faan", []], ["who", 4, "faan", [3]]]


def test_only_the_faan_asks_who_won_and_keeps_it(run):
    told = run("return play(open({ mode: 'faan' }), who, off).draft")
    assert (told["mode"], told["step"], told["from"]) == ("faan", "who", 2)


def test_an_older_draft_of_faan_asks_for_the_hands_where_all_are_scored(run):
    told = run(
        """
        const everyone = { rules: { ...rules, roles: ["winner", "loser"] } };
        const agreed = { winner: 1, win: "discard", from: 2, mode: "faan", faan: 3, step: "hand" };
        const drafts = [open(agreed), open(agreed, everyone)];
        return drafts.map(({ draft: { mode, faan, step } }) => [mode, faan ?? null, step]);
        """
    )
    assert told == [["faan", 3, "who"], [None, None, "hand"]]


def test_faan_are_forgotten_with_the_hand_that_they_were_agreed_for(run):
    told = run(
        """
        const agreed = play(open({}), who, agree(3));
        const photo = play(agreed, shoot(1));
        const tiles = play(agreed, begin(1));
        return [agreed, photo, tiles].map(({ draft }) => draft.faan ?? null);
        """
    )
    assert told == [3, None, None]


def test_a_set_that_is_laid_down_says_what_was_called(run):
    told = run(
        """
        const added = play(open({}), who, off, begin(1), change(1, hand));
        const laid = parseHand("123m456m789s55z(555s)");
        const called = play(added, change(1, laid));
        return [added.draft.isCalledKnown, called.draft.isCalledKnown];
        """
    )
    assert told == [False, True]


def test_a_win_taken_from_another_phone_shows_its_tiles(run):
    told = run(
        """
        const patch = { winner: 0, win: "self-draw", from: null };
        const { draft } = takeShared(open({}), { ...newDraft({ game: "g", seq: 3 }), ...patch });
        return [draft.step, draft.winner];
        """
    )
    assert told == ["hand", 0]


def test_something_else_is_sent_under_another_key(run):
    told = run(
        """
        const first = withSent(newDraft({ game: "g", seq: 3 }), "a");
        const same = withSent(first, "a");
        const other = withSent(same, "b");
        return [first, same, other].map(({ key }) => key);
        """
    )
    assert told[0] == told[1] != told[2]


def test_a_correction_begins_with_all_that_was_recorded(run):
    """Two who won on one discard, one by faan and one by tiles, and who paid for all."""
    told = run(
        """
        const { handBody, recordedDraft } = await import(`${page}/state/draft.js`);
        const first = { winner: 0, hand: null, faan: 10, events: [] };
        const tiles = { hand: "123456m 555789s 5z +5z", faan: 4, events: ["last-discard"] };
        const second = { winner: 1, ...tiles };
        const event = { seq: 2, kind: "hand_won", ...first, wins: [first, second], win: "discard",
          from: 2, responsible: 2, hands: null, scores: null };
        const draft = recordedDraft(table, event);
        return handBody(draft, rules, { forAll: true, players: 4 });
        """
    )
    also = {"winner": 1, "hand": "123456m 555789s 5z +5z", "events": ["last-discard"]}
    agreed = {"winner": 0, "win": "discard", "from": 2, "faan": 10, "responsible": 2}
    assert told == agreed | {"also": [also]}


def test_a_correction_that_changes_nothing_is_known_as_such(run):
    told = run(
        """
        const { isUnchanged, recordedDraft } = await import(`${page}/state/draft.js`);
        const won = { winner: 0, win: "discard", from: 2, hand: null, faan: 3, events: [] };
        const event = { seq: 2, kind: "hand_won", ...won };
        const before = { state: table, rules, events: [event] };
        const draft = recordedDraft(table, event);
        const others = [{ ...draft, faan: 4 }, { ...draft, from: 1 }];
        const all = [draft, ...others, newDraft({ game: "g", seq: 3 })];
        return all.map((each) => isUnchanged(each, before));
        """
    )
    assert told == [True, False, False, False]
