// Scores hands on this phone, by the service's own scorer: fetched when somebody asks for it, asked where the service
// does not answer.

import { askedWorker } from "../api/asked-worker.js";
import { keptHouseRules, Problem } from "../api/client.js";
import { fetchParts, missingBytes, toldParts } from "../api/parts.js";
import { isHouse } from "../state/storage.js";

/** @import { AskedWorker } from "../api/asked-worker.js" */
/** @import { Told } from "../api/parts.js" */
/** @import { Scored } from "../types" */

const PLACE = "scorer";
/** @type {Promise<AskedWorker> | null} */
let opened = null;

/** Says what there is to fetch, and how many bytes of it are still to come. */
export async function toldScorer() {
  const told = await toldParts(PLACE);
  return { told, bytes: await missingBytes(PLACE, told) };
}

/**
 * Fetches what scores, and starts it; raises what kept it from that.
 *
 * @param {Told} told
 * @param {{ onProgress: (progress: number) => void, signal: AbortSignal }} given
 * @returns {Promise<AskedWorker>}
 */
export async function openScorer(told, { onProgress, signal }) {
  const files = await fetchParts(PLACE, told, { onProgress, signal });
  const worker = askedWorker(
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
    const { told, bytes } = await toldScorer();
    if (bytes) return null;
    opened ??= openScorer(told, { onProgress: () => {}, signal: new AbortController().signal });
    opened.catch(() => {
      opened = null;
    });
  }
  return opened;
}

/**
 * Looks up the house's file of a table, so that it is here when the service is not.
 *
 * @param {string} rules
 */
export async function keepHouseFile(rules) {
  if (isHouse(rules)) await keptHouseRules(rules).catch(() => null);
}

/**
 * Answers a body of POST /scores as the service would, or says that this phone cannot: null.
 *
 * @param {any} body
 * @param {boolean} explain
 * @returns {Promise<Scored | null>}
 */
export async function scoreHere(body, explain) {
  const worker = await scorer().catch(() => null);
  if (!worker) return null;
  const house = isHouse(body.rules) ? await keptHouseRules(body.rules).catch(() => null) : null;
  const houses = house ? { [body.rules]: house.toml } : {};
  const { answer, problem } = JSON.parse(
    await worker.ask("score", { text: JSON.stringify({ body, explain, houses }) }),
  );
  if (problem) throw new Problem({ status: 422, ...problem });
  return answer;
}
