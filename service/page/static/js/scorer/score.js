// Scores a hand: by the service, or on this phone if that does not answer.

import { scoreThere } from "../api/client.js";

/** @import { Scored } from "../types" */

/** Return the module that scores on this phone, or null if its parts were never fetched. */
export async function phoneScorer() {
  const isFetched = await globalThis.caches?.has("scorer").catch(() => false);
  return isFetched ? import("./phone-scorer.js") : null;
}

/** @param {object} body @param {AbortSignal=} signal @param {boolean=} explain @returns {Promise<Scored>} */
export async function score(body, signal, explain = false) {
  try {
    return await scoreThere(body, signal, explain);
  } catch (problem) {
    const answer = problem.code === "not_reached" && (await (await phoneScorer())?.scoreOnPhone(body, explain));
    signal?.throwIfAborted();
    if (!answer) throw problem;
    return { ...answer, isFromPhone: true };
  }
}
