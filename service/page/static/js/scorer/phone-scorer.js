// Scores hands on this phone, by the service's own scorer: fetched when somebody asks for it, asked where the service
// does not answer.

import { keptHouseRules } from "../api/client.js";
import { Problem } from "../api/http.js";
import { fetchParts, listParts, missingBytes } from "../api/parts.js";
import { workerClient } from "../api/worker-client.js";
import { isHouse } from "../state/storage.js";

/** @import { Move, PartList, Scored, State, WorkerClient } from "../types" */

const PLACE = "scorer";
/** @type {Promise<WorkerClient> | null} */
let opened = null;

/** Returns what there is to fetch, and how many bytes of it are still to come. */
export async function offerScorer() {
  const told = await listParts(PLACE);
  return { told, bytes: await missingBytes(PLACE, told) };
}

/**
 * Fetches and starts what scores, or raises why not.
 * @param {PartList} told @param {{ onProgress: (progress: number) => void, signal: AbortSignal }} given
 */
export async function openScorer(told, { onProgress, signal }) {
  const files = await fetchParts(PLACE, told, { onProgress, signal });
  const worker = workerClient(
    new Worker(new URL("./scorer-worker.js", import.meta.url), { type: "module", name: "scorer" }),
  );
  const { address } = told.parts["pyodide.mjs"];
  const runtime = new URL(address.slice(0, address.lastIndexOf("/") + 1), location.href).href;
  try {
    const scorer = files["scorer.zip"];
    await worker.ask("start", { runtime, scorer, module: told.module }, [scorer]);
  } catch (problem) {
    worker.close();
    throw problem;
  }
  opened = Promise.resolve(worker);
  return worker;
}

/** Starts what was fetched before; null where some of it was not. */
async function scorer() {
  if (!opened) {
    const { told, bytes } = await offerScorer();
    if (bytes) return null;
    opened ??= openScorer(told, { onProgress: () => {}, signal: new AbortController().signal });
    opened.catch(() => {
      opened = null;
    });
  }
  return opened;
}

/** Looks up the house's file of a table, so that it is here when the service is not. @param {string} rules */
export async function keepHouseFile(rules) {
  if (isHouse(rules)) await keptHouseRules(rules).catch(() => null);
}

/**
 * Asks the scorer on this phone; null where there is none.
 * @param {string} what @param {object} given @param {string} rules
 */
async function ask(what, given, rules) {
  const worker = await scorer().catch(() => null);
  if (!worker) return null;
  const house = isHouse(rules) ? await keptHouseRules(rules).catch(() => null) : null;
  if (isHouse(rules) && !house) return null; // its file was never seen here
  const houses = house ? { [rules]: house.toml } : {};
  const { answer, problem } = JSON.parse(await worker.ask(what, { text: JSON.stringify({ ...given, houses }) }));
  if (problem) throw new Problem({ status: 422, ...problem });
  return answer;
}

/**
 * @param {any} body @param {boolean} explain
 * @returns {Promise<Scored | null>} as the service would answer POST /scores; null where this phone cannot
 */
export const scoreHere = (body, explain) => ask("answer_score", { body, explain }, body.rules);

/**
 * @param {State} state @param {object} body
 * @returns {Promise<Move | null>} what POST …/hands would add, and the state after it; null where this phone cannot
 * tell
 */
export const moveHere = (state, body) => ask("answer_hand", { state, body }, state.rules);

/**
 * Counts up to the first that this phone cannot.
 * @param {State} state @param {{ what: string, body: object }[]} waiting
 */
export async function movesAfter(state, waiting) {
  /** @type {Move[]} */
  const moves = [];
  for (const { what, body } of waiting) {
    const moved = what === "hands" ? await moveHere(moves.at(-1)?.state ?? state, body).catch(() => null) : null;
    if (!moved) break;
    moves.push(moved);
  }
  return moves;
}
