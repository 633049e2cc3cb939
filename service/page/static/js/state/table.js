// What this phone knows of a game's table, as a value that nobody changes, and the actions that put another in its place.

import { sameRules } from "./rules.js";

/** @import { LedgerEvent, Move, State, TableAction } from "../types" */
/** @typedef {import("../types").KnownTable} KnownTable */

/** @type {KnownTable} */
export const UNKNOWN_TABLE = {
  state: null,
  lost: null,
  rules: null,
  linked: true,
  refused: false,
  shared: null,
  events: [],
  latest: null,
  waiting: [],
  moves: [],
};

/** Kinds of events that change no table. */
const UNMOVING = ["hand_noted", "players_named"];

/**
 * @param {LedgerEvent[]} events @param {State} state @returns the last event where it is the one that the state is at
 */
function latestOf(events, state) {
  const last = events.filter(({ kind }) => !UNMOVING.includes(kind)).at(-1);
  return events.at(-1)?.seq === state.seq && last && last.kind !== "started" ? last : null;
}

/**
 * @type {{ [Type in TableAction["type"]]: (known: KnownTable, action: Extract<TableAction, { type: Type }>) =>
 * Partial<KnownTable> }}
 */
const CHANGES = {
  state: ({ state: before }, { state }) => ({
    state,
    latest: null,
    moves: [],
    ...(before && !sameRules(before, state) && { rules: null }),
  }),
  events: ({ state }, { of, events }) => (state === of ? { events, latest: latestOf(events, of) } : {}),
  rules: ({ state }, { of, rules }) => (!state || sameRules(state, of) ? { rules } : {}),
  waiting: (_, { entries }) => ({ waiting: entries, moves: [] }),
  counted: ({ state, waiting }, { of, entries, moves }) => (state === of && waiting === entries ? { moves } : {}),
};

/** @param {KnownTable} known @param {TableAction} action @returns {KnownTable} */
export function tableReducer(known, action) {
  const change = /** @type {(known: KnownTable, action: TableAction) => Partial<KnownTable>} */ (CHANGES[action.type]);
  return { ...known, ...change(known, action) };
}

/**
 * @param {KnownTable & { state: State }} known
 * @returns the table after the hands that wait; `uncounted` of them this phone cannot count
 */
export function tableNow({ state, events, waiting, moves }) {
  const open = waiting.filter(({ problem }) => !problem);
  return {
    state: stateAfter(state, moves),
    events: [...events, ...moves.map(({ event }) => event)],
    uncounted: open.length - moves.length,
  };
}

/** @param {State} state @param {Move[]} moves @returns {State} after them, from the event on that the service is at */
export const stateAfter = (state, moves) => ({ ...(moves.at(-1)?.state ?? state), seq: state.seq });
