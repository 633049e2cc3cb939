// What this phone knows of a game's table, and the table after the hands that wait.

/** @import { LedgerEvent, State } from "../types" */
/** @typedef {import("../types").KnownTable} KnownTable */

/** @type {KnownTable} */
export const UNKNOWN_TABLE = {
  ...{ state: null, lost: null, rules: null, linked: true, reached: 0, shared: null },
  ...{ events: [], waiting: [], moves: [] },
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

/** Return whether hands wait that are to be recorded before whatever is being entered. @param {KnownTable} known */
export const isAhead = ({ waiting }) => waiting.some(({ problem }) => !problem);

/**
 * Return the table after the hands that wait; `uncounted` is how many of them this phone cannot count.
 * @param {KnownTable & { state: State }} known
 */
export function tableNow({ state, events, waiting, moves }) {
  const sendable = waiting.filter(({ problem }) => !problem);
  return {
    state: { ...(moves.at(-1)?.state ?? state), seq: state.seq }, // the service's
    events: [...events, ...moves.map(({ event }) => event)],
    uncounted: sendable.length - moves.length,
  };
}
