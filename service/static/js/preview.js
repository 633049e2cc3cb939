// What a win is worth as entered so far, asked of the service after every change and never computed here.

import { possibleEvents } from "./circumstances.js";
import { handText } from "./handtext.js";
import { everyoneScores } from "./limits.js";

const PAUSE = 120; // milliseconds after the last change before the service is asked

/** Returns what was entered of a player's hand: the draft itself for the winner, else one of `others`. */
export const entryOf = (draft, player) => (player === draft.winner ? draft : draft.others?.[player] ?? {});

/** Returns who won: the winner, then those who won on the same discard. */
export const winnersOf = (draft) => [draft.winner, ...(draft.also ?? [])];
export const isWinner = (draft, player) => winnersOf(draft).includes(player);

/** Returns the events to offer a winner as the table stands, given those `chosen`. */
export function eventsFor({ state, draft, rules, player = draft.winner }, chosen = entryOf(draft, player).events ?? []) {
  const { seat_wind: seat } = state.players[player];
  const from = state.players[draft.from]?.seat_wind;
  return possibleEvents({ win: draft.win, seat, from, hand: entryOf(draft, player).hand, chosen, known: rules.circumstances ?? [] });
}

/** Returns the chosen events less those that the tiles, as they are now, no longer allow. */
export function stillPossible({ state, draft, rules, player = draft.winner }) {
  const { hand, events = [] } = entryOf(draft, player);
  if (!hand || !draft.win || !events.length) return events;
  const offered = eventsFor({ state, draft, rules, player }, []);
  return events.filter((event) => offered.includes(event));
}

const textOf = (entry) => (entry.hand && (entry.hand.concealed.length || entry.hand.sets.length || entry.hand.bonus.length) ? handText(entry.hand) : null);

/** Says whether anything is known of a hand: tiles, or a number of faan without them. */
export const isKnown = (entry) => entry.mode === "faan" || textOf(entry) !== null;

const claimOf = ({ mode, faan, hand, events = [] }) => (mode === "faan" ? { faan } : { hand: hand ? handText(hand) : "", events });

/** Returns the body of POST …/hands for a draft; `limit` says whether somebody may have to pay for all. */
export function handBody(draft, rules, { limit = false } = {}) {
  if (draft.draw) return { draw: true };
  const body = { winner: draft.winner, win: draft.win };
  if (draft.win === "discard") body.from = draft.from;
  const also = draft.also ?? [];
  if (everyoneScores(rules)) {
    if (also.length) body.also = also.map((winner) => ({ winner, events: entryOf(draft, winner).events ?? [] }));
    if (draft.mode === "scores") return { ...body, scores: draft.scores };
    return { ...body, hands: [0, 1, 2, 3].map((player) => textOf(entryOf(draft, player))), events: draft.events ?? [] };
  }
  if (also.length) body.also = also.map((winner) => ({ winner, ...claimOf(entryOf(draft, winner)) }));
  if (limit && Number.isInteger(draft.responsible)) body.responsible = draft.responsible;
  return { ...body, ...claimOf(draft) };
}

/** Returns the body of POST /scores for one player's hand, or null while there is none. */
export function scoreBody({ state, draft, player }) {
  const entry = entryOf(draft, player);
  if (!entry.hand || !draft.win || ["faan", "scores"].includes(entry.mode) || draft.mode === "scores") return null;
  const { seat_wind: seat } = state.players[player];
  const body = { hand: handText(entry.hand), rules: state.rules, seat, round: state.round_wind, options: state.options ?? {} };
  if (!isWinner(draft, player)) return { ...body, role: "loser" };
  Object.assign(body, { win: draft.win, events: entry.events ?? [] });
  if (draft.win === "discard") body.from = state.players[draft.from].seat_wind;
  return body;
}

/** Asks `send(body, signal)` a moment after the last change; `result` is what is known: {answer, problem, waiting}. */
export function createPreview(send, onResult) {
  const nothing = { answer: null, problem: null, waiting: false };
  let known = nothing;
  let timer = 0;
  let running = null;
  let asked = null;

  async function go(body) {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      known = { answer: await send(body, signal), problem: null, waiting: false };
    } catch (problem) {
      if (problem.name === "AbortError") return;
      known = { answer: null, problem, waiting: false };
    }
    onResult();
  }

  return {
    result: () => known,
    ask(body) {
      const text = JSON.stringify(body);
      if (text === asked) return;
      asked = text;
      clearTimeout(timer);
      running?.abort(); // its answer would pass for that of the new question
      if (!body) {
        known = nothing;
        return;
      }
      known = { ...known, waiting: true };
      timer = setTimeout(() => go(body), PAUSE);
    },
    /** Lets the same be asked again, where the service could not be reached. */
    retry() {
      if (known.problem?.code === "not_reached") asked = null;
    },
    stop() {
      clearTimeout(timer);
      running?.abort();
    },
  };
}
