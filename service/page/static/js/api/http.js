// Requests to the service. Every failure is a Problem, with a text for the player.

import { languageTag, t } from "../i18n/translation.js";
import { observable } from "../state/observable.js";
import { keepSeen, lastSeen } from "./cache.js";
import { newKey } from "./key.js";

/** @import { Refusal } from "../types" */

export const BASE = "/api/v1";

// Milliseconds for an answer; without a limit, a phone out of reach would wait for minutes.
const PATIENCE = 30_000;
const CONFIRMING = 12_000; // of what can be stored on the phone instead
export const UPLOADING = 120_000;

/** A refusal of the service, or why it was not reached: then `status` is 0. */
export class Problem extends Error {
  /** @param {Refusal} given */
  constructor({ code, status = 0, detail = "", problems = [] }) {
    super(detail || code);
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.problems = problems;
  }
}

export const unreachable = () =>
  new Problem({
    code: "not_reached",
    detail: t("tables-computer-not-answer-nothing"),
  });

/** Return the Problem in a refusal. @param {number} status @param {string} text */
export function problemFrom(status, text) {
  try {
    const { code = "unknown", detail = "", problems = [] } = JSON.parse(text);
    return new Problem({ code, status, detail: typeof detail === "string" ? detail : "", problems });
  } catch {
    return new Problem({
      code: "unknown",
      status,
      detail: t("service-answered-with-error-status", { status }),
    });
  }
}

const refused = observable({ tokens: /** @type {string[]} */ ([]) }); // since the page was opened

/** Return whether the link of a token was withdrawn or renewed. @param {string | null} token */
export const isRefused = (token) => token !== null && refused.value().tokens.includes(token);

/** Call a listener after a token was refused. */
export const onRefusedToken = refused.subscribe;

/**
 * Options of a request; `patience` is in milliseconds.
 *
 * @typedef {{ method?: string, body?: any, token?: string | null, key?: string, signal?: AbortSignal, patience?: number }} Options
 */

/**
 * Send a request; return its answer as `read` says, or throw a Problem.
 *
 * @param {string} path @param {Options & { type?: string | null }=} options @param {"json" | "text" | "blob"=} read
 * @returns {Promise<any>}
 */
export async function request(
  path,
  { method = "GET", body, type = "application/json", token, key, signal, patience = PATIENCE } = {},
  read = "json",
) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": languageTag() };
  if (body !== undefined && type) headers["Content-Type"] = type; // the browser sets that of a form
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers["Idempotency-Key"] = key;
  const controller = new AbortController();
  const giveUp = () => controller.abort();
  const timer = setTimeout(giveUp, patience);
  signal?.addEventListener("abort", giveUp);
  try {
    signal?.throwIfAborted();
    const response = await fetch(BASE + path, { method, headers, signal: controller.signal, body });
    if (response.ok) return await response[read]();
    const problem = problemFrom(response.status, await response.text());
    if (token && problem.code === "wrong_token") refused.change({ tokens: [...refused.value().tokens, token] });
    throw problem;
  } catch (error) {
    if (error instanceof Problem || signal?.aborted) throw error;
    throw unreachable();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** Send a request with JSON. @param {string} path @param {Options=} options */
export function call(path, { body, ...options } = {}) {
  return request(path, { ...options, body: body === undefined ? undefined : JSON.stringify(body) });
}

/** Fetch an answer and remember it for a time without a connection. @param {string} path */
export async function fetchFresh(path) {
  const answer = await call(path);
  keepSeen(path, answer);
  return answer;
}

/** @type {Map<string, Promise<any>>} */
const prefetched = new Map(); // answers by path, for the screen that asks next

/** Fetch an answer before its screen asks for it. @param {string} path */
export function prefetch(path) {
  const answer = fetchFresh(path);
  prefetched.set(path, answer);
  return answer;
}

/** Return an answer, or the last one while the service cannot be reached. @param {string} path */
export async function fetchOrRecall(path) {
  const ready = prefetched.get(path);
  prefetched.delete(path);
  try {
    return await (ready ?? fetchFresh(path));
  } catch (problem) {
    const last = problem.code === "not_reached" && lastSeen(path);
    if (last) return last;
    throw problem;
  }
}

/**
 * Send a request that has a key, and once more if only the answer may have been lost.
 * @template Answer @param {() => Promise<Answer>} send
 */
async function sendTwice(send) {
  const begun = Date.now();
  try {
    return await send();
  } catch (problem) {
    if (problem.code !== "not_reached" || !navigator.onLine || Date.now() - begun > CONFIRMING / 2) throw problem;
    return send();
  }
}

/**
 * Create something; the same key creates it only once.
 * @param {string} path @param {{ body: object, token?: string | null, key?: string }} options
 * @returns {Promise<any>}
 */
export const create = (path, { body, token, key = newKey() }) =>
  sendTwice(() => call(path, { method: "POST", body, token, key, patience: CONFIRMING }));

/** Return a function that returns the same key for the same content, so that sending it again does nothing. */
export function keys() {
  let last = { text: "", key: "" };
  return (/** @type {object} */ content) => {
    const text = JSON.stringify(content);
    if (last.text !== text) last = { text, key: newKey() };
    return last.key;
  };
}

const TEMPORARY = new Set([408, 429, 502, 503, 504, 507]);

/** Return whether the same request may succeed later. @param {{ code: string, status?: number }} problem */
export const isTemporary = ({ code, status }) => code === "not_reached" || TEMPORARY.has(status ?? 0);
