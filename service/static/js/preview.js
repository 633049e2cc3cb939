// What the win is worth as entered so far, asked of the service after every change and never computed here.

import { score } from "./api.js";
import { possibleEvents } from "./circumstances.js";
import { handText } from "./handtext.js";

const PAUSE = 120; // milliseconds after the last change before the service is asked

/** Returns the events to offer for a draft as the table stands. */
export function eventsFor({ state, draft, rules }) {
  const known = rules.events.map((event) => (typeof event === "string" ? event : event.name ?? event.id));
  return possibleEvents({
    win: draft.win, seat: state.players[draft.winner].seat_wind, hand: draft.hand, chosen: draft.events, known,
  });
}

/** Returns the chosen events less those that the tiles, as they are now, no longer allow. */
export function stillPossible({ state, draft, rules }) {
  const offered = eventsFor({ state, draft: { ...draft, events: [] }, rules });
  return draft.events.filter((event) => offered.includes(event));
}

/** Returns the body of POST …/hands for a draft. */
export function handBody(draft) {
  const body = { winner: draft.winner, win: draft.win };
  if (draft.win === "discard") body.from = draft.from;
  if (draft.mode === "faan") return { ...body, faan: draft.faan };
  return { ...body, hand: handText(draft.hand), events: draft.events };
}

function request({ state, draft }) {
  if (draft.winner === null || !draft.win || !draft.hand || draft.mode === "faan") return null;
  const body = {
    hand: handText(draft.hand), rules: state.rules, seat: state.players[draft.winner].seat_wind, round: state.round_wind,
    win: draft.win, events: draft.events, options: state.options ?? {},
  };
  if (draft.win === "discard") body.from = state.players[draft.from].seat_wind;
  return body;
}

/** Scores drafts: `ask` what is on the screen, `result` what is known: {answer, problem, waiting}. */
export function createPreview(onResult) {
  let known = { answer: null, problem: null, waiting: false };
  let timer = 0;
  let running = null;
  let asked = null;

  async function send(body) {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      known = { answer: await score(body, signal), problem: null, waiting: false };
    } catch (problem) {
      if (problem.name === "AbortError") return;
      known = { answer: null, problem, waiting: false };
      asked = null; // so that the next change asks again
    }
    onResult();
  }

  return {
    result: () => known,
    ask(entry) {
      const body = request(entry);
      const text = JSON.stringify(body);
      if (text === asked) return;
      asked = text;
      clearTimeout(timer);
      if (!body) {
        known = { answer: null, problem: null, waiting: false };
        return;
      }
      known = { ...known, waiting: true };
      timer = setTimeout(() => send(body), PAUSE);
    },
    stop() {
      clearTimeout(timer);
      running?.abort();
    },
  };
}
