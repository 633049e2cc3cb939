// Asks the service. Whatever goes wrong arrives as a Problem with words for a person.

import { spoken, t } from "../i18n/translation.js";
import { observable } from "../state/observable.js";
import { keepSeen, lastSeen } from "./cache.js";
import { newKey } from "./key.js";

/** @import { Refusal } from "../types" */

export const BASE = "/api/v1";

// Milliseconds for an answer; a phone out of reach would wait for minutes. What is confirmed is soon kept instead.
const PATIENCE = 30_000;

const CONFIRMING = 12_000;
export const UPLOADING = 120_000;

/** What the service refused or could not be asked: `status` is 0 where it was not reached. */
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

/**
 * @param {number} status @param {string} text
 * @returns what went wrong, as a Problem
 */
export function problemFrom(status, text) {
  try {
    const { code = "unknown", detail = "", problems = [] } = JSON.parse(text);
    const said = typeof detail === "string" ? detail : "";
    return new Problem({ code, status, detail: said, problems });
  } catch {
    return new Problem({
      code: "unknown",
      status,
      detail: t("service-answered-with-error-status", { status }),
    });
  }
}

const refused = observable({ tokens: /** @type {string[]} */ ([]) }); // by the service, since the page was opened

/** @param {string | null} token @returns whether its link was withdrawn or renewed */
export const isRefused = (token) => token !== null && refused.value().tokens.includes(token);

/** Calls `run` after a token was refused; returns a function that stops it. @param {() => void} run */
export const onRefusedToken = (run) => refused.subscribe(run);

/**
 * How something is asked: `patience` in milliseconds.
 *
 * @typedef {{ method?: string, body?: any, token?: string | null, key?: string, signal?: AbortSignal, patience?: number }} Asked
 */

/**
 * @param {string} path @param {Asked & { type?: string | null }=} given @param {"json" | "text" | "blob"=} read
 * @returns {Promise<any>} as the caller knows
 */
export async function ask(
  path,
  { method = "GET", body, type = "application/json", token, key, signal, patience = PATIENCE } = {},
  read = "json",
) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": spoken() };
  if (body !== undefined && type) headers["Content-Type"] = type; // a form says its own
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

/** @param {string} path @param {Asked=} given */
export function call(path, { body, ...options } = {}) {
  return ask(path, { ...options, body: body === undefined ? undefined : JSON.stringify(body) });
}

/** @param {string} path */
export async function fresh(path) {
  const answer = await call(path);
  keepSeen(path, answer);
  return answer;
}

/** @type {Map<string, Promise<any>>} */
const ahead = new Map(); // by path: what was asked for before the screen that looks at it was there

/** @param {string} path */
export function begin(path) {
  const answer = fresh(path);
  ahead.set(path, answer);
  return answer;
}

/** @param {string} path */
function takeAhead(path) {
  const answer = ahead.get(path);
  ahead.delete(path);
  return answer;
}

/**
 * Asks for what can be looked at: what was last seen of it stands in while the service cannot be reached.
 * @param {string} path
 */
export async function look(path) {
  try {
    return await (takeAhead(path) ?? fresh(path));
  } catch (problem) {
    const last = problem.code === "not_reached" && lastSeen(path);
    if (last) return last;
    throw problem;
  }
}

/** Holds an answer for the screen that looks at it next. @param {string} path @param {object} answer */
export const hold = (path, answer) => ahead.set(path, Promise.resolve(answer));

/**
 * Sends what has a key, and once more where only the answer may be lost.
 * @template Answer @param {() => Promise<Answer>} send
 */
async function twice(send) {
  const begun = Date.now();
  try {
    return await send();
  } catch (problem) {
    if (problem.code !== "not_reached" || !navigator.onLine || Date.now() - begun > CONFIRMING / 2) throw problem;
    return send();
  }
}

/**
 * @param {string} path @param {{ body: object, token?: string | null, key?: string }} given
 * @returns {Promise<any>} as the caller knows
 */
export const make = (path, { body, token, key = newKey() }) =>
  twice(() => call(path, { method: "POST", body, token, key, patience: CONFIRMING }));

/**
 * Returns a function that gives one key for as long as it is asked with the same content, so that who sends it again
 * means the same.
 */
export function keys() {
  let last = { text: "", key: "" };
  return (/** @type {object} */ content) => {
    const text = JSON.stringify(content);
    if (last.text !== text) last = { text, key: newKey() };
    return last.key;
  };
}

const PASSING = new Set([408, 429, 502, 503, 504, 507]); // these may be over in a moment

/**
 * @param {{ code: string, status?: number }} given
 * @returns whether it may be over by itself, so that the same can be sent again
 */
export const isTemporary = ({ code, status }) => code === "not_reached" || PASSING.has(status ?? 0);
