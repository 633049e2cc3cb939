// The calls of the service.

import { keepSeen } from "./cache.js";
import { ask, BASE, begin, call, fresh, hold, look, make, problemFrom, UPLOADING, unreachable } from "./http.js";

/** @import { HouseChoice, Reading, RulesDetail, State } from "../types" */
/** @import { Calls } from "./calls" */

/** @param {string} id */
export const gamePath = (id) => `/games/${id}`;

/** @param {Record<string, any>} options */
const optionQuery = (options) =>
  new URLSearchParams(Object.entries(options).map(([name, value]) => ["option", `${name}=${JSON.stringify(value)}`]));

/** @param {string} id @param {Record<string, any>} options */
const rulesPath = (id, options) =>
  `/rules/${encodeURIComponent(id)}${Object.keys(options).length ? `?${optionQuery(options)}` : ""}`;

/** @param {string[]} ids */
const together = ([id, ...others], what = "") =>
  `/games/${id}/${what}?${new URLSearchParams(others.map((other) => ["with", other]))}`;

/** @param {string} id of an element in which the page brings something along */
const broughtAlong = (id) => JSON.parse(document.getElementById(id)?.textContent || "null");

/** @param {Record<string, string | number | Blob | Blob[]>} fields */
function formOf(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      if (one instanceof Blob) form.append(name, one, one instanceof File ? one.name : `${name}.jpg`);
      else form.append(name, String(one));
  return form;
}

/** @param {string} path @param {string | null} token */
const remove = (path, token) => ask(path, { method: "DELETE", token }, "text");

/**
 * @param {string} path
 * @param {Parameters<typeof formOf>[0]} fields
 * @param {{ method?: string, token: string | null, key?: string }} given
 */
const upload = (path, fields, given) =>
  ask(path, { method: "POST", type: null, body: formOf(fields), patience: UPLOADING, ...given });

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
  hold(gamePath(state.id), state);
  if (rules) hold(rulesPath(state.rules, state.options), rules);
}

/** @type {Calls["houseRules"]} what came with the page, if that is all */
export async function houseRules(known) {
  const brought = broughtAlong("houses");
  if (brought) /** @type {HTMLElement} */ (document.getElementById("houses")).textContent = "";
  if (brought && known.every((id) => brought.some((/** @type {HouseChoice} */ { hash }) => hash === id)))
    return brought;
  const asked = new URLSearchParams(known.map((id) => ["hash", id]));
  return look(`/house-rules${known.length ? `?${asked}` : ""}`);
}

/** @type {Calls["ruleSets"]} */
export const ruleSets = async () => broughtAlong("rules") ?? look("/rules");
/** @type {Calls["ruleSet"]} */
export const ruleSet = (id, options = {}) => look(rulesPath(id, options));
/** @type {Calls["keepHouseRules"]} */
export const keepHouseRules = (body) => make("/house-rules", { body });
/** @type {Calls["previewHouseRules"]} */
export const previewHouseRules = (body) => call("/house-rules/preview", { method: "POST", body });
/** @type {Calls["keptHouseRules"]} */
export const keptHouseRules = (hash) => look(`/house-rules/${hash}`);
/** @type {Calls["patterns"]} */
export const patterns = () => look("/patterns");
/** @type {Calls["setup"]} */
export const setup = (rules, { dice = [], options = {} } = {}) => {
  const asked = optionQuery(options);
  if (dice.length) asked.set("dice", dice.join(","));
  return call(`/rules/${encodeURIComponent(rules)}/setup?${asked}`);
};
/** @type {Calls["scoreThere"]} */
export const scoreThere = (body, signal, explain = false) =>
  call(`/scores${explain ? "?explain=true" : ""}`, { method: "POST", body, signal });
/** @type {Calls["startGame"]} */
export const startGame = (body, token, key) => make("/games", { body, token, key });
/** @type {Calls["deleteGame"]} */
export const deleteGame = (id, token) => remove(gamePath(id), token);
/** @type {Calls["nextGame"]} */
export const nextGame = (id) => call(`/games/${id}/draft`).then(({ next }) => next ?? null);
/** @type {Calls["gameState"]} */
export const gameState = (id) => look(gamePath(id));
/** @type {Calls["freshState"]} */
export const freshState = (id) => fresh(gamePath(id));
/** @type {Calls["history"]} */
export const history = (id) => look(`/games/${id}/history`);
/** @type {Calls["record"]} */
export const record = (id, what, body, { token, key }) => make(`/games/${id}/${what}`, { body, token, key });
/** @type {Calls["previewHand"]} */
export const previewHand = (id, token, body, signal) =>
  call(`/games/${id}/${"seq" in body ? "corrections" : "hands"}/preview`, { method: "POST", body, token, signal });
/** @type {Calls["previewCorrection"]} */
export const previewCorrection = (id, token, body, signal) =>
  call(`/games/${id}/corrections/preview`, { method: "POST", body, token, signal });
/** @type {Calls["statistics"]} */
export const statistics = (id) => look(`/games/${id}/statistics`);
/** @type {Calls["eveningStatistics"]} */
export const eveningStatistics = (id) => look(`/games/${id}/statistics?earlier=true`);
/** @type {Calls["statisticsOf"]} */
export const statisticsOf = (ids) => look(together(ids, "statistics"));
/** @type {Calls["settlement"]} */
export const settlement = (id) => look(`/games/${id}/settlement`);
/** @type {Calls["eveningSettlement"]} */
export const eveningSettlement = (id) => look(`/games/${id}/settlement?earlier=true`);
/** @type {Calls["settlementOf"]} */
export const settlementOf = (ids) => look(together(ids, "settlement"));
/** @type {Calls["giveLink"]} */
export const giveLink = (id, token, name) => make(`/games/${id}/links`, { body: { name }, token });
/** @type {Calls["makeCode"]} */
export const makeCode = (id, token, write) => make(`/games/${id}/codes`, { body: { write }, token });
/** @type {Calls["acceptInvitation"]} */
export const acceptInvitation = (code) => call("/invitations", { method: "POST", body: { code } });
/** @type {Calls["listLinks"]} */
export const listLinks = (id, token) => call(`/games/${id}/links`, { token }).then(({ links }) => links);
/** @type {Calls["withdrawLink"]} */
export const withdrawLink = (id, token, link) => remove(`/games/${id}/links/${link}`, token);
/** @type {Calls["changeDraft"]} */
export const changeDraft = (id, token, body) => call(`/games/${id}/draft`, { method: "PATCH", body, token });
/** @type {Calls["putDraftPicture"]} */
export const putDraftPicture = (id, token, player, picture, seq) =>
  ask(`/games/${id}/draft/pictures/${player}?expected_seq=${seq}`, {
    method: "PUT",
    type: picture.type || "image/heic",
    body: picture,
    token,
    patience: UPLOADING,
  });
/** @type {Calls["draftPicture"]} */
export const draftPicture = (id, token, picture) => ask(`/games/${id}/draft/pictures/${picture}`, { token }, "blob");
/** @type {Calls["dropDraft"]} */
export const dropDraft = (id, token) => call(`/games/${id}/draft`, { method: "DELETE", token });
/** @type {Calls["keepPhoto"]} */
export const keepPhoto = (id, token, photo, { key, ...fields }) =>
  upload(`/games/${id}/photos`, { photo, ...fields }, { token, key });
/** @type {Calls["keptPhotos"]} */
export const keptPhotos = (id, token) => call(`/games/${id}/photos`, { token });
/** @type {Calls["photoPicture"]} */
export const photoPicture = (id, photo, token) => ask(`/games/${id}/photos/${photo}`, { token }, "blob");
/** @type {Calls["forgetPhoto"]} */
export const forgetPhoto = (id, photo, token) => remove(`/games/${id}/photos/${photo}`, token);
/** @type {Calls["tileSets"]} */
export const tileSets = (id) => call(`/tile-sets?game=${id}`);
/** @type {Calls["learnTiles"]} */
export const learnTiles = (id, token, { photos, name, key }) =>
  upload("/tile-sets", { photo: photos, name, game: id }, { token, key });
/** @type {Calls["takeTiles"]} */
export const takeTiles = (id, token, { file, key }) => upload("/tile-sets", { file, game: id }, { token, key });
/** @type {Calls["renameTiles"]} */
export const renameTiles = (set, token, name) => call(`/tile-sets/${set}`, { method: "PATCH", body: { name }, token });
/** @type {Calls["answerTiles"]} */
export const answerTiles = (set, token, answers) =>
  call(`/tile-sets/${set}`, { method: "PATCH", body: { answers }, token });
/** @type {Calls["teachTile"]} */
export const teachTile = (set, token, { key, code, picture }) =>
  upload(`/tile-sets/${set}/samples/${key}`, { photo: picture, tile: code }, { method: "PUT", token });
/** @type {Calls["forgetTiles"]} */
export const forgetTiles = (set, token) => remove(`/tile-sets/${set}`, token);
/** @type {Calls["lookAt"]} */
export const lookAt = (picture, signal) =>
  ask("/frames", { method: "POST", type: "image/jpeg", body: picture, signal });
/** @type {Calls["statisticsTable"]} */
export const statisticsTable = (ids) => `${BASE}${together(ids, "statistics.csv")}`;
/** @type {Calls["historyTable"]} */
export const historyTable = (id) => `${BASE}/games/${id}/history.csv?plain=true`;
/** @type {Calls["liveEvents"]} */
export const liveEvents = (ids) => `${BASE}/events?${new URLSearchParams(ids.map((id) => ["game", id]))}`;
/** @type {Calls["tilesFile"]} */
export const tilesFile = (set) => `${BASE}/tile-sets/${set}/file`;

/**
 * Sends a photo to be read; `onProgress` gets 0 to 1, and 1 means that it is being read. Abort by `signal`.
 *
 * @param {Blob} blob
 * @param {string} rules
 * @param {{ onProgress: (progress: number) => void, signal: AbortSignal, tileSet?: string | null }} given
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
    request.send(formOf({ photo: blob, rules, ...(tileSet && { tile_set: tileSet }) }));
  });
}
