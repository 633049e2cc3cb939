// Scores hands with the service's own scorer, run on this phone. It is fetched on request, and asked if the service
// does not answer.

import { keptHouseRules } from "../api/client.js";
import { Problem } from "../api/http.js";
import { fetchParts, offerParts } from "../api/parts.js";
import { workerClient } from "../api/worker-client.js";
import { isHouse } from "../state/storage.js";

/** @import { Move, PartList, Scored, State, WorkerClient } from "../types" */

const PLACE = "scorer";
/** @type {Promise<WorkerClient> | null} */
let opened = null;

/** Return the parts of the scorer, and how many bytes of them are not here yet. */
export const offerScorer = () => offerParts(PLACE);

/** Fetch and start the scorer. @param {PartList} list @param {(progress: number) => void} onProgress gets 0 to 1 */
export async function openScorer(list, onProgress) {
  const files = await fetchParts(PLACE, list, { onProgress, signal: new AbortController().signal });
  const worker = workerClient(
    new Worker(new URL("./scorer-worker.js", import.meta.url), { type: "module", name: "scorer" }),
  );
  const { address } = list.parts["pyodide.mjs"];
  const runtime = new URL(address.slice(0, address.lastIndexOf("/") + 1), location.href).href;
  try {
    const scorer = files["scorer.zip"];
    await worker.ask("start", { runtime, scorer, module: list.module }, [scorer]);
  } catch (problem) {
    worker.close();
    throw problem;
  }
  opened = Promise.resolve(worker);
  return worker;
}

/** Return the scorer, started if need be; null if it was not fetched completely. */
async function openedScorer() {
  if (!opened) {
    const { parts, bytes } = await offerScorer();
    if (bytes) return null;
    opened ??= openScorer(parts, () => {});
    opened.catch(() => {
      opened = null;
    });
  }
  return opened;
}

/** Return a house's file, which is here without a connection from then on; null without one. @param {string} rules */
export const keepHouseFile = async (rules) => (isHouse(rules) ? keptHouseRules(rules).catch(() => null) : null);

/**
 * Ask the scorer on this phone; return null if there is none, or the house's file was never here.
 * @param {string} what @param {object} given @param {string} rules
 */
async function ask(what, given, rules) {
  const worker = await openedScorer().catch(() => null);
  if (!worker) return null;
  const house = await keepHouseFile(rules);
  if (isHouse(rules) && !house) return null;
  const houses = house ? { [rules]: house.toml } : {};
  const { answer, problem } = JSON.parse(await worker.ask(what, { text: JSON.stringify({ ...given, houses }) }));
  if (problem) throw new Problem({ status: 422, ...problem });
  return answer;
}

/**
 * Answer as POST /scores would; null if this phone cannot.
 * @param {any} body @param {boolean} explain @returns {Promise<Scored | null>}
 */
export const scoreOnPhone = (body, explain) => ask("answer_score", { body, explain }, body.rules);

/**
 * Return what POST …/hands would add, and the state after it; null if this phone cannot tell.
 * @param {State} state @param {object} body @returns {Promise<Move | null>}
 */
export const moveOnPhone = (state, body) => ask("answer_hand", { state, body }, state.rules);

/**
 * Return the moves of what waits, up to the first that this phone cannot count.
 * @param {State} state @param {{ what: string, body: object }[]} waiting
 */
export async function movesAfter(state, waiting) {
  /** @type {Move[]} */
  const moves = [];
  for (const { what, body } of waiting) {
    const move = what === "hands" ? await moveOnPhone(moves.at(-1)?.state ?? state, body).catch(() => null) : null;
    if (!move) break;
    moves.push(move);
  }
  return moves;
}
