// Talks to the service. Whatever goes wrong arrives as a Problem with words for a person.

import { spoken, t } from "../i18n/translation.js";
import { keepSeen, lastSeen } from "./cache.js";

/** @import { Added, CorrectionPreview, DraftChange, DraftPicture, Frame, GivenLink, History, HouseChoice, HousePreviewed, HouseRules, KeptPhotos, PatternDetail, Reading, Refusal, RulesDetail, Scored, SeenLink, Settlement, Setup, SharedDraft, Started, State, Statistics, TileSetAnswer, TileSetList } from "../types" */

const BASE = "/api/v1";

// Milliseconds for an answer; a phone out of reach would wait for minutes. What is confirmed is soon kept instead.
const PATIENCE = 30_000;

const CONFIRMING = 12_000;
const UPLOADING = 120_000;

/**
 * What the service refused or could not be asked: `code`, `status` (0: not reached), `detail` and its `language`, `problems`.
 */
export class Problem extends Error {
  /** @param {Refusal} given */
  constructor({ code, status = 0, detail = "", language = "", problems = [] }) {
    super(detail || code);
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.language = language;
    this.problems = problems;
  }
}

const unreachable = () =>
  new Problem({
    code: "not_reached",
    detail: t("The table's computer does not answer. Nothing is lost: check the connection and try again."),
  });

/**
 * Turns an answer that is no success into a Problem.
 *
 * @param {number} status
 * @param {string} text
 * @param {string | null} language as `Content-Language` says it
 */
function problemFrom(status, text, language) {
  try {
    const { code = "unknown", detail = "", problems = [] } = JSON.parse(text);
    const said = typeof detail === "string" ? detail : "";
    return new Problem({ code, status, detail: said, language: language ?? "", problems });
  } catch {
    return new Problem({
      code: "unknown",
      status,
      detail: t("The service answered with the error {status}. Try again in a moment.", { status }),
    });
  }
}

/**
 * How something is asked: `patience` in milliseconds.
 *
 * @typedef {{ method?: string, body?: any, token?: string | null, key?: string, signal?: AbortSignal, patience?: number }} Asked
 */

/**
 * Fetches a path of the service and reads its answer as `read`; an answer that does not come is a Problem.
 *
 * @param {string} path
 * @param {Asked & { type?: string | null }=} given
 * @param {"json" | "text" | "blob"=} read
 * @returns {Promise<any>} as the caller knows
 */
async function ask(
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
    throw problemFrom(response.status, await response.text(), response.headers.get("Content-Language"));
  } catch (error) {
    if (error instanceof Problem || signal?.aborted) throw error;
    throw unreachable();
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/**
 * @param {string} path
 * @param {Asked=} given
 */
function call(path, { body, ...options } = {}) {
  return ask(path, { ...options, body: body === undefined ? undefined : JSON.stringify(body) });
}

/** @param {string} path */
async function fresh(path) {
  const answer = await call(path);
  keepSeen(path, answer);
  return answer;
}

/** @type {Map<string, Promise<any>>} */
const ahead = new Map(); // by path: what was asked for before the screen that looks at it was there

/** @param {string} path */
function begin(path) {
  const answer = fresh(path);
  ahead.set(path, answer);
  return answer;
}

/**
 * Asks for what the table of a game shows, while the code that shows it is on its way.
 *
 * @param {string} id
 */
export function askAhead(id) {
  begin(`${gamePath(id)}/history`).catch(() => {}); // whoever looks at it says what was wrong
  begin(gamePath(id))
    .then((state) => begin(rulesPath(state.rules, state.options)))
    .catch(() => {});
}

/**
 * Holds what is known of a game for the screen that looks at it next, which need not wait for it then.
 *
 * @param {State} state
 * @param {RulesDetail | null=} rules
 */
export function handOn(state, rules = null) {
  keepSeen(gamePath(state.id), state);
  ahead.set(gamePath(state.id), Promise.resolve(state));
  if (rules) ahead.set(rulesPath(state.rules, state.options), Promise.resolve(rules));
}

/** @param {string} path */
function begun(path) {
  const answer = ahead.get(path);
  ahead.delete(path);
  return answer;
}

/**
 * Asks for what can be looked at: what was last seen of it stands in while the service cannot be reached.
 *
 * @param {string} path
 */
async function look(path) {
  try {
    return await (begun(path) ?? fresh(path));
  } catch (problem) {
    const last = problem.code === "not_reached" && lastSeen(path);
    if (last) return last;
    throw problem;
  }
}

/** @param {string} id */
export const gamePath = (id) => `/games/${id}`;
/** @param {string} id */
const broughtAlong = (id) => JSON.parse(document.getElementById(id)?.textContent || "null");

/**
 * Returns the documents' rule sets with their options: the page brings them along, so that a new game waits for nothing.
 *
 * @returns {Promise<RulesDetail[]>}
 */
export const ruleSets = async () => broughtAlong("rules") ?? look("/rules");

/** @param {Record<string, any>} options */
const optionQuery = (options) =>
  new URLSearchParams(Object.entries(options).map(([name, value]) => ["option", `${name}=${JSON.stringify(value)}`]));
/**
 * @param {string} id
 * @param {Record<string, any>} options
 */
const rulesPath = (id, options) =>
  `/rules/${encodeURIComponent(id)}${Object.keys(options).length ? `?${optionQuery(options)}` : ""}`;

/**
 * Returns a rule set, as a table plays it that has agreed on `options`.
 *
 * @param {string} id
 * @param {Record<string, any>=} options
 * @returns {Promise<RulesDetail>}
 */
export const ruleSet = (id, options = {}) => look(rulesPath(id, options));

/**
 * Returns the house rules that were kept from here and those `known` by their hash: what came with the page, if that is all.
 *
 * @param {string[]} known
 * @returns {Promise<HouseChoice[]>}
 */
export async function houseRules(known) {
  const brought = broughtAlong("houses");
  if (brought) /** @type {HTMLElement} */ (document.getElementById("houses")).textContent = "";
  if (brought && known.every((id) => brought.some((/** @type {HouseChoice} */ { hash }) => hash === id)))
    return brought;
  const asked = new URLSearchParams(known.map((id) => ["hash", id]));
  return look(`/house-rules${known.length ? `?${asked}` : ""}`);
}

/**
 * @param {object} body
 * @returns {Promise<HouseRules>}
 */
export const keepHouseRules = (body) => make("/house-rules", { body });

/**
 * Asks what house rules would be and bring; nothing is kept.
 *
 * @param {object} body
 * @returns {Promise<HousePreviewed>}
 */
export const previewHouseRules = (body) => call("/house-rules/preview", { method: "POST", body });

/**
 * Returns house rules by their hash, with their file and what it says.
 *
 * @param {string} hash
 * @returns {Promise<HouseRules>}
 */
export const keptHouseRules = (hash) => look(`/house-rules/${hash}`);

/**
 * Returns the patterns that a row of a house's own may be made of.
 *
 * @returns {Promise<PatternDetail[]>}
 */
export const patterns = () => look("/patterns");

/**
 * Returns how a table is set up; with `dice` thrown also where the wall breaks and what is dealt to whom.
 *
 * @param {string} rules
 * @param {{ dice?: number[], options?: Record<string, any> }=} given
 * @returns {Promise<Setup>}
 */
export function setup(rules, { dice = [], options = {} } = {}) {
  const asked = optionQuery(options);
  if (dice.length) asked.set("dice", dice.join(","));
  return call(`/rules/${encodeURIComponent(rules)}/setup?${asked}`);
}

/**
 * Starts a game once, however often the same key is sent; with a token of the one that it follows, the other phones of that table are led on to it.
 *
 * @param {object} body
 * @param {string | null} token
 * @param {string} key
 * @returns {Promise<Started>}
 */
export const startGame = (body, token, key) => make("/games", { body, token, key });

/**
 * Deletes a game for every phone; only its owner may.
 *
 * @param {string} id
 * @param {string | null} token
 */
export const deleteGame = (id, token) => ask(gamePath(id), { method: "DELETE", token }, "text");

/**
 * Returns the id of the game that a table has gone on to after one that is over, or null.
 *
 * @param {string} id
 * @returns {Promise<string | null>}
 */
export const nextGame = (id) => call(`/games/${id}/draft`).then(({ next }) => next ?? null);

/**
 * @param {string} id
 * @returns {Promise<State>}
 */
export const gameState = (id) => look(gamePath(id));
/**
 * @param {string} id
 * @returns {Promise<State>}
 */
export const freshState = (id) => fresh(gamePath(id));
/**
 * @param {string} id
 * @returns {Promise<History>}
 */
export const history = (id) => look(`${gamePath(id)}/history`);
/** Returns what scores on this phone, where somebody has fetched it; else null. */
export async function phoneScorer() {
  const isThere = await globalThis.caches?.has("scorer").catch(() => false);
  return isThere ? import("../scorer/phone-scorer.js") : null;
}

/**
 * @param {object} body
 * @param {AbortSignal=} signal
 * @param {boolean=} explain
 * @returns {Promise<Scored>}
 */
export const scoreThere = (body, signal, explain = false) =>
  call(`/scores${explain ? "?explain=true" : ""}`, { method: "POST", body, signal });

/**
 * Scores a hand: by the service, or on this phone where that does not answer.
 *
 * @param {object} body
 * @param {AbortSignal=} signal
 * @param {boolean=} explain
 * @returns {Promise<Scored>}
 */
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

/**
 * Lets another phone write, by a link of its own.
 *
 * @param {string} id
 * @param {string | null} token
 * @param {string} name
 * @returns {Promise<GivenLink>}
 */
export const giveLink = (id, token, name) => make(`${gamePath(id)}/links`, { body: { name }, token });

/**
 * Says whether a token is the owner's, who may give links, take them back and delete the game.
 *
 * @param {string} id
 * @param {string | null} token
 * @returns {Promise<boolean>}
 */
export const isOwner = (id, token) =>
  call(`${gamePath(id)}/links`, { token }).then(({ links }) =>
    links.some((/** @type {SeenLink} */ { role, yours }) => yours && role === "owner"),
  );

/**
 * @param {string} id
 * @returns {Promise<Statistics>}
 */
export const statistics = (id) => look(`/games/${id}/statistics`);
/**
 * Returns the statistics of a game and of all that it follows.
 *
 * @param {string} id
 * @returns {Promise<Statistics>}
 */
export const eveningStatistics = (id) => look(`/games/${id}/statistics?earlier=true`);
/**
 * @param {string} id
 * @returns {Promise<Settlement>}
 */
export const settlement = (id) => look(`/games/${id}/settlement`);

/**
 * Returns who owes whom after a game and all that it follows.
 *
 * @param {string} id
 * @returns {Promise<Settlement>}
 */
export const eveningSettlement = (id) => look(`/games/${id}/settlement?earlier=true`);

/** @param {string[]} ids */
const together = ([id, ...others], what = "") =>
  `/games/${id}/${what}?${new URLSearchParams(others.map((other) => ["with", other]))}`;
/**
 * @param {string[]} ids
 * @returns {Promise<Statistics>}
 */
export const statisticsOf = (ids) => look(together(ids, "statistics"));
/**
 * @param {string[]} ids
 * @returns {Promise<Settlement>}
 */
export const settlementOf = (ids) => look(together(ids, "settlement"));
/** @param {string[]} ids */
export const statisticsTable = (ids) => `${BASE}${together(ids, "statistics.csv")}`;

/**
 * Asks what a hand, or the correction of an event `seq` by it, would do to the table; nothing is recorded.
 *
 * @param {string} id
 * @param {string | null} token
 * @param {object} body
 * @param {AbortSignal} signal
 * @returns {Promise<Added | CorrectionPreview>}
 */
export const previewHand = (id, token, body, signal) =>
  "seq" in body
    ? previewCorrection(id, token, body, signal)
    : call(`/games/${id}/hands/preview`, { method: "POST", body, token, signal });

/**
 * @param {string} id
 * @param {string | null} token
 * @param {object} body
 * @param {AbortSignal=} signal
 * @returns {Promise<CorrectionPreview>}
 */
export const previewCorrection = (id, token, body, signal) =>
  call(`/games/${id}/corrections/preview`, { method: "POST", body, token, signal });
/** @param {string} id */
export const historyTable = (id) => `${BASE}/games/${id}/history.csv?plain=true`;
/**
 * Where several games are followed, with the wins being entered at their tables.
 *
 * @param {string[]} ids
 */
export const liveEvents = (ids) => `${BASE}/events?${new URLSearchParams(ids.map((id) => ["game", id]))}`;

/**
 * @param {string} id
 * @param {string | null} token
 * @param {DraftChange} body
 * @returns {Promise<SharedDraft>}
 */
export const changeDraft = (id, token, body) => call(`/games/${id}/draft`, { method: "PATCH", body, token });
/**
 * @param {string} id
 * @param {string | null} token
 * @param {number} player
 * @param {Blob} picture
 * @param {number} seq
 * @returns {Promise<DraftPicture>}
 */
export const putDraftPicture = (id, token, player, picture, seq) =>
  ask(`${gamePath(id)}/draft/pictures/${player}?expected_seq=${seq}`, {
    method: "PUT",
    type: picture.type || "image/heic",
    body: picture,
    token,
    patience: UPLOADING,
  });
/**
 * @param {string} id
 * @param {string | null} token
 * @param {string} picture
 * @returns {Promise<Blob>}
 */
export const draftPicture = (id, token, picture) => ask(`${gamePath(id)}/draft/pictures/${picture}`, { token }, "blob");
/**
 * @param {string} id
 * @param {string | null} token
 */
export const dropDraft = (id, token) => call(`/games/${id}/draft`, { method: "DELETE", token });

/**
 * Sends what has a key, and once more where only the answer may be lost: the key makes asking again harmless.
 *
 * @template Answer
 * @param {() => Promise<Answer>} send
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
 * Has something made, and made once.
 *
 * @param {string} path
 * @param {{ body: object, token?: string | null, key?: string }} given
 * @returns {Promise<any>} as the caller knows
 */
const make = (path, { body, token, key = newKey() }) =>
  twice(() => call(path, { method: "POST", body, token, key, patience: CONFIRMING }));

/**
 * Records a hand, an undo or an adjustment (`what`) once, however often the same key is sent.
 *
 * @param {string} id
 * @param {string} what
 * @param {object} body
 * @param {{ token: string | null, key: string }} given
 * @returns {Promise<Added>}
 */
export const record = (id, what, body, { token, key }) => make(`${gamePath(id)}/${what}`, { body, token, key });

/** Returns a fresh idempotency key; also on plain http, where crypto.randomUUID is missing. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns a function that gives one key for as long as it is asked with the same content, so that who sends it again means the same. */
export function keys() {
  let last = { text: "", key: "" };
  return (/** @type {object} */ content) => {
    const text = JSON.stringify(content);
    if (last.text !== text) last = { text, key: newKey() };
    return last.key;
  };
}

/**
 * Keeps a photo with event `seq` for so many days, once, however often the same key is sent.
 *
 * @param {string} id
 * @param {string | null} token
 * @param {Blob} blob
 * @param {{ days: number, seq: number, key: string }} given
 */
export function keepPhoto(id, token, blob, { days, seq, key }) {
  const form = new FormData();
  form.append("photo", blob, "photo.jpg");
  form.append("days", String(days));
  form.append("seq", String(seq));
  return ask(`/games/${id}/photos`, { method: "POST", type: null, body: form, token, key, patience: UPLOADING });
}

/**
 * @param {string} id
 * @param {string | null} token
 * @returns {Promise<KeptPhotos>}
 */
export const keptPhotos = (id, token) => call(`/games/${id}/photos`, { token });
/**
 * @param {string} id
 * @param {string} photo
 * @param {string | null} token
 * @returns {Promise<Blob>}
 */
export const photoPicture = (id, photo, token) => ask(`/games/${id}/photos/${photo}`, { token }, "blob");
/**
 * @param {string} id
 * @param {string} photo
 * @param {string | null} token
 * @returns {Promise<string>}
 */
export const forgetPhoto = (id, photo, token) =>
  ask(`/games/${id}/photos/${photo}`, { method: "DELETE", token }, "text");

/**
 * The tile sets that a table was shown.
 *
 * @param {string} id
 * @returns {Promise<TileSetList>}
 */
export const tileSets = (id) => call(`/tile-sets?game=${id}`);
/**
 * Shows a tile set: photos of its faces in rows. Sent again with the same key, it is learned once.
 *
 * @param {string} id
 * @param {string | null} token
 * @param {{ photos: Blob[], name: string, key: string }} given
 * @returns {Promise<TileSetAnswer>}
 */
export function learnTiles(id, token, { photos, name, key }) {
  const form = new FormData();
  for (const photo of photos) form.append("photo", photo, "rows.jpg");
  form.append("name", name);
  form.append("game", id);
  return ask("/tile-sets", { method: "POST", type: null, body: form, token, key, patience: UPLOADING });
}
/**
 * Takes a tile set from the file that another table saved.
 *
 * @param {string} id
 * @param {string | null} token
 * @param {{ file: File, key: string }} given
 * @returns {Promise<TileSetAnswer>}
 */
export function takeTiles(id, token, { file, key }) {
  const form = new FormData();
  form.append("file", file);
  form.append("game", id);
  return ask("/tile-sets", { method: "POST", type: null, body: form, token, key });
}
/**
 * @param {string} set
 * @param {string | null} token
 * @param {string} name
 * @returns {Promise<TileSetAnswer>}
 */
export const renameTiles = (set, token, name) => call(`/tile-sets/${set}`, { method: "PATCH", body: { name }, token });
/** @param {string} set */
export const tilesFile = (set) => `${BASE}/tile-sets/${set}/file`;
/**
 * Answers what a lesson asked: codes by the numbers of the questions.
 *
 * @param {string} set
 * @param {string | null} token
 * @param {Record<string, string | null>} answers
 * @returns {Promise<TileSetAnswer>}
 */
export const answerTiles = (set, token, answers) =>
  call(`/tile-sets/${set}`, { method: "PATCH", body: { answers }, token });
/**
 * Teaches a tile set a tile that was corrected, by a picture of it alone.
 *
 * @param {string} set
 * @param {string | null} token
 * @param {{ key: string, code: string, picture: Blob }} given
 * @returns {Promise<TileSetAnswer>}
 */
export function teachTile(set, token, { key, code, picture }) {
  const form = new FormData();
  form.append("photo", picture, "tile.jpg");
  form.append("tile", code);
  return ask(`/tile-sets/${set}/samples/${key}`, { method: "PUT", type: null, body: form, token });
}
/**
 * @param {string} set
 * @param {string | null} token
 * @returns {Promise<string>}
 */
export const forgetTiles = (set, token) => ask(`/tile-sets/${set}`, { method: "DELETE", token }, "text");

/**
 * Has a small picture of the viewfinder looked at: {size, tiles, corners, advice}; nothing of it is kept.
 *
 * @param {Blob} picture
 * @param {AbortSignal} signal
 * @returns {Promise<Frame>}
 */
export const lookAt = (picture, signal) =>
  ask("/frames", { method: "POST", type: "image/jpeg", body: picture, signal });

/**
 * Sends a photo to be read; `onProgress` gets 0 to 1, and 1 means that it is being read. Abort by `signal`.
 *
 * @param {Blob} blob
 * @param {string} rules
 * @param {{ onProgress: (progress: number | null) => void, signal: AbortSignal, tileSet?: string | null }} given
 * @returns {Promise<Reading>}
 */
export function readPhoto(blob, rules, { onProgress, signal, tileSet }) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", `${BASE}/readings`);
    request.timeout = UPLOADING;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.upload.onload = () => onProgress(1);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(problemFrom(request.status, request.responseText, request.getResponseHeader("Content-Language")));
    };
    request.onerror = request.ontimeout = () => reject(unreachable());
    request.onabort = () => reject(new DOMException("given up", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    const form = new FormData();
    form.append("photo", blob, blob instanceof File ? blob.name : "photo.jpg");
    form.append("rules", rules);
    if (tileSet) form.append("tile_set", tileSet);
    request.send(form);
  });
}

const PASSING = new Set([408, 429, 502, 503, 504, 507]); // these may be over in a moment

/**
 * Says whether a problem may be over by itself, so that the same can be sent again.
 *
 * @param {{ code: string, status?: number }} given
 */
export const isTemporary = ({ code, status }) => code === "not_reached" || PASSING.has(status ?? 0);
