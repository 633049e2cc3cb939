// Scores a hand: by the service, or on this phone where that does not answer.

import { scoreThere } from "../api/client.js";

/** @import { Scored } from "../types" */

/** Returns what scores on this phone, where somebody has fetched it; else null. */
export async function phoneScorer() {
  const isThere = await globalThis.caches?.has("scorer").catch(() => false);
  return isThere ? import("./phone-scorer.js") : null;
}

/** @param {object} body @param {AbortSignal=} signal @param {boolean=} explain @returns {Promise<Scored>} */
export async function score(body, signal, explain = false) {
  try {
    return await scoreThere(body, signal, explain);
  } catch (problem) {
    const here = problem.code === "not_reached" && (await (await phoneScorer())?.scoreHere(body, explain));
    signal?.throwIfAborted();
    if (!here) throw problem;
    return { ...here, here: true };
  }
}
