// What this phone knows of a game's table, and the table after the hands that wait.

/** @import { LedgerEvent, Move, State } from "../types" */
/** @typedef {import("../types").KnownTable} KnownTable */

/** @type {KnownTable} */
export const UNKNOWN_TABLE = {
  ...{ state: null, lost: null, rules: null, linked: true, refused: false, shared: null },
  ...{ events: [], latest: null, waiting: [], moves: [] },
};

/** Return whether an event leaves the table as it is. @param {LedgerEvent} event */
export const isNote = ({ kind }) => kind === "hand_noted" || kind === "players_named";

/**
 * Return the last event that changed the table; null if the events are older than the state.
 * @param {LedgerEvent[]} events @param {State} state
 */
export function latestOf(events, state) {
  const last = events.findLast((event) => !isNote(event));
  return events.at(-1)?.seq === state.seq && last && last.kind !== "started" ? last : null;
}

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
