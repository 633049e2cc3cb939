// A win that several phones enter together: each adds the hands it has, and all see the same.

import { changeDraft, draftEvents } from "./api.js";
import { handText, parseHand } from "./handtext.js";
import { entryOf } from "./preview.js";

const PAUSE = 400; // milliseconds after the last change before the others are told
const PLAYERS = [0, 1, 2, 3];
const NOTHING = { winner: null, win: null, from: null, events: [], hands: [null, null, null, null] };

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const textOf = (entry) => (entry.hand && handText(entry.hand)) || null;

/** Returns what the others may know of a draft. */
function told(draft) {
  const { winner, win, from, events = [] } = draft;
  return { winner, win, from: from ?? null, events, hands: PLAYERS.map((player) => (winner === null && !draft.others?.[player] ? null : textOf(entryOf(draft, player)))) };
}

/** Says whether anybody has begun. */
export const isBegun = (shared) => Boolean(shared) && (shared.winner !== null || shared.hands.some(Boolean));

const entered = (text) => (text ? { mode: "palette", hand: parseHand(text) } : { mode: null, hand: null });

/** Makes the draft of a win of what the others have entered. */
export function fromShared(shared, draft) {
  const { winner, win, from, events, hands } = shared;
  const others = Object.fromEntries(PLAYERS.filter((player) => hands[player] && player !== winner).map((player) => [player, entered(hands[player])]));
  const own = winner === null ? {} : entered(hands[winner]);
  return { ...draft, winner, win, from, events, others, ...own, step: winner !== null && win ? "hand" : "who" };
}

/** Follows what is entered at a table; returns a function that stops it. */
export function followDraft(id, onDraft) {
  const source = new EventSource(draftEvents(id));
  source.addEventListener("message", ({ data }) => onDraft(JSON.parse(data)));
  return () => source.close();
}

/**
 * Keeps a draft and those of the other phones the same: {push(), stop()}.
 *
 * `get()` is this phone's draft; `take(patch)` gets what others changed. What was changed here and not told yet stays.
 */
export function enterTogether({ id, token, get, take }) {
  let base = NOTHING; // as all know it
  let newest = 0; // the revision of that
  let timer = 0;
  let over = false;

  function onDraft(shared) {
    if (over || shared.seq !== get().seq || shared.revision < newest) return; // an echo that was overtaken
    newest = shared.revision;
    const before = base;
    const mine = told(get());
    base = { winner: shared.winner, win: shared.win, from: shared.from, events: shared.events, hands: shared.hands };
    if (!isBegun(shared)) return; // given up elsewhere: what is entered here stays here
    const patch = {};
    for (const name of ["winner", "win", "from", "events"]) {
      if (!same(base[name], before[name]) && same(mine[name], before[name])) patch[name] = base[name];
    }
    const winner = "winner" in patch ? patch.winner : get().winner;
    const others = { ...get().others };
    for (const player of PLAYERS) {
      const text = base.hands[player];
      if (text === before.hands[player] || mine.hands[player] !== before.hands[player]) continue;
      if (player === winner) Object.assign(patch, entered(text));
      else others[player] = entered(text);
    }
    if (!same(others, get().others ?? {})) patch.others = others;
    if (Object.keys(patch).length) take(patch);
  }

  async function send() {
    const mine = told(get());
    const change = {};
    if (!same([mine.winner, mine.win, mine.from], [base.winner, base.win, base.from])) Object.assign(change, { winner: mine.winner, win: mine.win, from: mine.from });
    if (!same(mine.events, base.events)) change.events = mine.events;
    const hands = PLAYERS.filter((player) => mine.hands[player] !== base.hands[player]).map((player) => [player, mine.hands[player] ?? ""]);
    if (hands.length) change.hands = Object.fromEntries(hands);
    if (over || mine.winner === null || !Object.keys(change).length) return;
    try {
      const { revision } = await changeDraft(id, token, { ...change, expected_seq: get().seq });
      if (revision < newest) return; // somebody else's change was heard of before the answer to this one
      [newest, base] = [revision, mine];
    } catch {
      // Without it everything is entered on this phone; the next change tells the whole difference again.
    }
  }

  const unfollow = followDraft(id, onDraft);
  return {
    push() {
      clearTimeout(timer);
      timer = setTimeout(send, PAUSE);
    },
    stop() {
      over = true;
      clearTimeout(timer);
      unfollow();
    },
  };
}
