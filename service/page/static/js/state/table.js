// What this phone knows of a game's table: an immutable value and its reducer.

import { hasSameRules } from "./rules.js";

/** @import { LedgerEvent, Move, State, TableAction } from "../types" */
/** @typedef {import("../types").KnownTable} KnownTable */

/** @type {KnownTable} */
export const UNKNOWN_TABLE = {
  ...{ state: null, lost: null, rules: null, linked: true, refused: false, shared: null },
  ...{ events: [], latest: null, waiting: [], moves: [] },
};

/** Kinds of events that change no points. */
const UNMOVING = ["hand_noted", "players_named"];

// Null if the events are older than the state.
/** @param {LedgerEvent[]} events @param {State} state */
function latestOf(events, state) {
  const last = events.filter(({ kind }) => !UNMOVING.includes(kind)).at(-1);
  return events.at(-1)?.seq === state.seq && last && last.kind !== "started" ? last : null;
}

/**
 * @type {{ [Type in TableAction["type"]]: (known: KnownTable, action: Extract<TableAction, { type: Type }>) =>
 * Partial<KnownTable> }}
 */
const REDUCERS = {
  state: ({ state: before }, { state }) => ({
    state,
    latest: null,
    moves: [],
    ...(before && !hasSameRules(before, state) && { rules: null }),
  }),
  events: ({ state }, { of, events }) => (state === of ? { events, latest: latestOf(events, of) } : {}),
  rules: ({ state }, { of, rules }) => (!state || hasSameRules(state, of) ? { rules } : {}),
  waiting: (_, { entries }) => ({ waiting: entries, moves: [] }),
  counted: ({ state, waiting }, { of, entries, moves }) => (state === of && waiting === entries ? { moves } : {}),
};

/** @param {KnownTable} known @param {TableAction} action @returns {KnownTable} */
export const tableReducer = (known, action) => ({
  ...known,
  .../** @type {any} */ (REDUCERS)[action.type](known, action),
});

/**
 * Return the table after the hands that wait; `uncounted` is how many of them this phone cannot count.
 * @param {KnownTable & { state: State }} known
 */
export function tableNow({ state, events, waiting, moves }) {
  const sendable = waiting.filter(({ problem }) => !problem);
  return {
    state: stateAfter(state, moves),
    events: [...events, ...moves.map(({ event }) => event)],
    uncounted: sendable.length - moves.length,
  };
}

/** @param {State} state @param {Move[]} moves @returns {State} after the moves, with the service's `seq` */
export const stateAfter = (state, moves) => ({ ...(moves.at(-1)?.state ?? state), seq: state.seq });
