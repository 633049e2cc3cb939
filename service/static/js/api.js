// Talks to the service. Whatever goes wrong arrives as a Problem with words for a person.

import { t } from "./i18n.js";

const BASE = "/api/v1";

/** What the service refused or could not be asked: `code`, `status` (0: not reached), `detail`, `problems`. */
export class Problem extends Error {
  constructor({ code, status = 0, detail = "", problems = [] }) {
    super(detail || code);
    Object.assign(this, { code, status, detail, problems });
  }
}

const unreachable = () => new Problem({
  code: "not_reached",
  detail: t("The table's computer does not answer. Nothing is lost: check the connection and try again."),
});

/** Turns an answer that is no success into a Problem. */
export function problemFrom(status, text) {
  try {
    const { code = "unknown", detail = "", problems = [] } = JSON.parse(text);
    return new Problem({ code, status, detail: typeof detail === "string" ? detail : "", problems });
  } catch {
    return new Problem({ code: "unknown", status, detail: t("The service answered with the error {status}. Try again in a moment.", { status }) });
  }
}

async function call(path, { method = "GET", body, token, key, signal } = {}) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers["Idempotency-Key"] = key;
  let response;
  try {
    response = await fetch(BASE + path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw unreachable();
  }
  const text = await response.text();
  if (!response.ok) throw problemFrom(response.status, text);
  return JSON.parse(text);
}

export const ruleSets = () => call("/rules");
export const ruleSet = (id) => call(`/rules/${encodeURIComponent(id)}`);
export const startGame = (body) => call("/games", { method: "POST", body });
export const gameState = (id) => call(`/games/${id}`);
export const history = (id) => call(`/games/${id}/history`);
export const score = (body, signal, explain = false) => call(`/scores${explain ? "?explain=true" : ""}`, { method: "POST", body, signal });

/** Lets another phone write, by a link of its own. */
export const giveLink = (id, token, name) => call(`/games/${id}/links`, { method: "POST", body: { name }, token });

/** Returns the link of a game as a QR code, an SVG picture's text; with a token it is one to write. */
export async function qrCode(id, token, page) {
  const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  let response;
  try {
    response = await fetch(`${BASE}/games/${id}/qr`, { method: "POST", headers, body: JSON.stringify({ page }) });
  } catch {
    throw unreachable();
  }
  const text = await response.text();
  if (!response.ok) throw problemFrom(response.status, text);
  return text;
}

export const statistics = (id) => call(`/games/${id}/statistics`);
export const settlement = (id) => call(`/games/${id}/settlement`);

/** Asks what a hand, or the correction of event `seq` by it, would do to the table; nothing is recorded. */
export function previewHand(id, token, hand, seq, signal) {
  if (seq) return previewCorrection(id, token, { seq, hand }, signal);
  return call(`/games/${id}/hands/preview`, { method: "POST", body: hand, token, signal });
}

export const previewCorrection = (id, token, body, signal) => call(`/games/${id}/corrections/preview`, { method: "POST", body, token, signal });
export const historyTable = (id) => `${BASE}/games/${id}/history.csv`;
export const liveEvents = (id) => `${BASE}/games/${id}/events`;

/** Records a hand, an undo or an adjustment (`what`) once, however often the same key is sent. */
export async function record(id, what, body, { token, key }) {
  const send = () => call(`/games/${id}/${what}`, { method: "POST", body, token, key });
  try {
    return await send();
  } catch (problem) {
    if (problem.code !== "not_reached") throw problem;
    return send(); // the answer may be lost and the hand recorded: the key makes asking again harmless
  }
}

/** Returns a fresh idempotency key; also on plain http, where crypto.randomUUID is missing. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sends a photo to be read; `onProgress` gets 0 to 1, and 1 means that it is being read. Abort by `signal`. */
export function readPhoto(blob, rules, { onProgress, signal }) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", `${BASE}/readings`);
    request.timeout = 120_000;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.upload.onload = () => onProgress(1);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(problemFrom(request.status, request.responseText));
    };
    request.onerror = request.ontimeout = () => reject(unreachable());
    request.onabort = () => reject(new DOMException("given up", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    const form = new FormData();
    form.append("photo", blob, blob.name ?? "photo.jpg");
    form.append("rules", rules);
    request.send(form);
  });
}
