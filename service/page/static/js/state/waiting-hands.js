// The table after the hands that wait on this phone, as its own scorer counts them.

import { phoneScorer } from "../scorer/score.js";
import { waitingAt } from "./outbox.js";
import { stateAfter } from "./table.js";

/** @import { Move, OutboxEntry, State } from "../types" */

/** Counts up to the first that this phone cannot. @param {State} state @param {OutboxEntry[]} entries @returns {Promise<Move[]>} what they do to the table */
export async function countWaiting(state, entries) {
  const open = entries.filter(({ problem }) => !problem);
  const here = open.length ? await phoneScorer() : null;
  return (await here?.movesAfter(state, open)) ?? [];
}

/**
 * Returns the table after what waits there; `isBehind` says that this phone cannot count all of it, and that winds may be
 * others by now.
 *
 * @param {State} last as the service last sent it
 */
export async function stateNow(last) {
  const entries = waitingAt(last.id).filter(({ problem }) => !problem);
  const moves = await countWaiting(last, entries);
  return { state: stateAfter(last, moves), isBehind: moves.length < entries.length };
}
