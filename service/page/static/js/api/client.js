// The calls of the service.

import {
  BASE,
  call,
  create,
  fetchFresh,
  fetchOrRecall,
  prefetch,
  problemFrom,
  request,
  UPLOADING,
  unreachable,
} from "./http.js";

/**
 * @import { Added, Code, DraftChange, DraftPicture, Frame, GivenLink, History, HouseChoice } from "../types"
 * @import { HousePreviewed, HouseRules, Invitation, KeptPhotos, PatternDetail, Reading, RulesDetail, Scored } from "../types"
 * @import { SeenLink, Settlement, Setup, SharedDraft, Started, State, Statistics } from "../types"
 * @import { TileCount, TileSetAnswer, TileSetList } from "../types"
 */

/** @typedef {string | null} Token */
/** @typedef {Record<string, any>} Options */

/** @param {string} id */
export const gamePath = (id) => `/games/${id}`;

/** @param {Options} options */
const optionQuery = (options) =>
  new URLSearchParams(Object.entries(options).map(([name, value]) => ["option", `${name}=${JSON.stringify(value)}`]));

/** @param {string} id @param {Options} options */
const rulesPath = (id, options) =>
  `/rules/${encodeURIComponent(id)}${Object.keys(options).length ? `?${optionQuery(options)}` : ""}`;

/**
 * Return the path of something about several games; `earlier` adds the games before them.
 * @param {string[]} ids @param {string} what @param {{ earlier?: boolean }=} options
 */
function joinedPath([id, ...others], what, { earlier = false } = {}) {
  const query = new URLSearchParams(others.map((other) => ["with", other]));
  if (earlier) query.set("earlier", "true");
  return `/games/${id}/${what}${others.length || earlier ? `?${query}` : ""}`;
}

/** Return the JSON in an element of the page, or null. @param {string} id */
const embedded = (id) => JSON.parse(document.getElementById(id)?.textContent || "null");

/** @param {Record<string, string | number | Blob | Blob[]>} fields */
function formOf(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      if (one instanceof Blob) form.append(name, one, one instanceof File ? one.name : `${name}.jpg`);
      else form.append(name, String(one));
  return form;
}

/** @param {string} path @param {Token} token */
const remove = (path, token) => request(path, { method: "DELETE", token }, "text");

/**
 * @param {string} path @param {Parameters<typeof formOf>[0]} fields
 * @param {{ method?: string, token: Token, key?: string }} given
 */
const upload = (path, fields, given) =>
  request(path, { method: "POST", type: null, body: formOf(fields), patience: UPLOADING, ...given });

/** Fetch what a game's table shows while the code of the screen is being fetched. @param {string} id */
export function prefetchTable(id) {
  prefetch(`${gamePath(id)}/history`).catch(() => {}); // the screen reports errors
  prefetch(gamePath(id))
    .then((state) => prefetch(rulesPath(state.rules, state.options)))
    .catch(() => {});
}

/**
 * Return the house rules with these hashes, and those stored from this address. The page itself may contain them, for one
 * call.
 * @param {string[]} hashes @returns {Promise<HouseChoice[]>}
 */
export async function houseRules(hashes) {
  const own = embedded("houses");
  if (own) /** @type {HTMLElement} */ (document.getElementById("houses")).textContent = "";
  if (own && hashes.every((id) => own.some((/** @type {HouseChoice} */ { hash }) => hash === id))) return own;
  const query = new URLSearchParams(hashes.map((id) => ["hash", id]));
  return fetchOrRecall(`/house-rules${hashes.length ? `?${query}` : ""}`);
}

/** Return the documents' rule sets, which the page contains. @returns {Promise<RulesDetail[]>} */
export const ruleSets = async () => embedded("rules") ?? fetchOrRecall("/rules");
/** @param {string} id @param {Options=} options @returns {Promise<RulesDetail>} */
export const ruleSet = (id, options = {}) => fetchOrRecall(rulesPath(id, options));
/** @param {object} body @returns {Promise<HouseRules>} */
export const keepHouseRules = (body) => create("/house-rules", { body });
/** Check house rules without storing them. @param {object} body @returns {Promise<HousePreviewed>} */
export const previewHouseRules = (body) => call("/house-rules/preview", { method: "POST", body });
/** @param {string} hash @returns {Promise<HouseRules>} */
export const keptHouseRules = (hash) => fetchOrRecall(`/house-rules/${hash}`);
/** @returns {Promise<PatternDetail[]>} */
export const patterns = () => fetchOrRecall("/patterns");
/**
 * Return how to set up a table and, with `dice`, where the wall is broken.
 * @param {string} rules @param {{ dice?: number[], options?: Options }=} given @returns {Promise<Setup>}
 */
export const setup = (rules, { dice = [], options = {} } = {}) => {
  const query = optionQuery(options);
  if (dice.length) query.set("dice", dice.join(","));
  return call(`/rules/${encodeURIComponent(rules)}/setup?${query}`);
};
/** @param {object} body @param {AbortSignal=} signal @param {boolean=} explain @returns {Promise<Scored>} */
export const scoreThere = (body, signal, explain = false) =>
  call(`/scores${explain ? "?explain=true" : ""}`, { method: "POST", body, signal });
/**
 * Start a game; with the token of an earlier one, the phones of that table are led to it.
 * @param {object} body @param {Token} token @param {string} key @returns {Promise<Started>}
 */
export const startGame = (body, token, key) => create("/games", { body, token, key });
/** Delete a game for all phones, which only its owner may. @param {string} id @param {Token} token */
export const deleteGame = (id, token) => remove(gamePath(id), token);
/** Return the game that follows one that is over. @param {string} id @returns {Promise<string | null>} */
export const nextGame = (id) => call(`/games/${id}/draft`).then(({ next }) => next ?? null);
/** @param {string} id @returns {Promise<State>} */
export const gameState = (id) => fetchOrRecall(gamePath(id));
/** Return the current state, never a remembered one. @param {string} id @returns {Promise<State>} */
export const freshState = (id) => fetchFresh(gamePath(id));
/** @param {string} id @returns {Promise<History>} */
export const history = (id) => fetchOrRecall(`/games/${id}/history`);
/**
 * Record an event; the same key records it only once.
 * @param {string} id @param {string} what @param {object} body @param {{ token: Token, key: string }} given
 * @returns {Promise<Added>}
 */
export const record = (id, what, body, { token, key }) => create(`/games/${id}/${what}`, { body, token, key });
/**
 * Return what recording a hand would do (an `Added`), or correcting event `seq` by it (a `CorrectionPreview`).
 * @param {string} id @param {Token} token @param {object} body @param {AbortSignal=} signal @returns {Promise<any>}
 */
export const previewHand = (id, token, body, signal) =>
  call(`/games/${id}/${"seq" in body ? "corrections" : "hands"}/preview`, { method: "POST", body, token, signal });
/** @param {string[]} ids @param {{ earlier?: boolean }=} given @returns {Promise<Statistics>} */
export const statistics = (ids, given) => fetchOrRecall(joinedPath(ids, "statistics", given));
/** @param {string[]} ids @param {{ earlier?: boolean }=} given @returns {Promise<Settlement>} */
export const settlement = (ids, given) => fetchOrRecall(joinedPath(ids, "settlement", given));
/**
 * Create a link by which another phone can write.
 * @param {string} id @param {Token} token @param {string} name @returns {Promise<GivenLink>}
 */
export const createLink = (id, token, name) => create(`/games/${id}/links`, { body: { name }, token });
/**
 * Create six letters by which another phone can write, or only watch.
 * @param {string} id @param {Token} token @param {boolean} write @returns {Promise<Code>}
 */
export const createCode = (id, token, write) => create(`/games/${id}/codes`, { body: { write }, token });
/** @param {string} code @returns {Promise<Invitation>} */
export const acceptInvitation = (code) => call("/invitations", { method: "POST", body: { code } });
/** Return all links for the owner, else the phone's own. @param {string} id @param {Token} token @returns {Promise<SeenLink[]>} */
export const listLinks = (id, token) => call(`/games/${id}/links`, { token }).then(({ links }) => links);
/** Return whether the phone that these links were listed for is the owner's. @param {SeenLink[]} links */
export const isOwnersPhone = (links) => links.some(({ role, yours }) => yours && role === "owner");
/** @param {string} id @param {Token} token @param {string} link */
export const withdrawLink = (id, token, link) => remove(`/games/${id}/links/${link}`, token);
/** @param {string} id @param {Token} token @param {DraftChange} body @returns {Promise<SharedDraft>} */
export const changeDraft = (id, token, body) => call(`/games/${id}/draft`, { method: "PATCH", body, token });
/**
 * @param {string} id @param {Token} token @param {number} player @param {Blob} picture @param {number} seq
 * @returns {Promise<DraftPicture>}
 */
export const putDraftPicture = (id, token, player, picture, seq) =>
  request(`/games/${id}/draft/pictures/${player}?expected_seq=${seq}`, {
    method: "PUT",
    type: picture.type || "image/heic",
    body: picture,
    token,
    patience: UPLOADING,
  });
/** @param {string} id @param {Token} token @param {string} picture @returns {Promise<Blob>} */
export const draftPicture = (id, token, picture) =>
  request(`/games/${id}/draft/pictures/${picture}`, { token }, "blob");
/** @param {string} id @param {Token} token */
export const dropDraft = (id, token) => call(`/games/${id}/draft`, { method: "DELETE", token });
/**
 * Store a photo with event `seq` for some days.
 * @param {string} id @param {Token} token @param {Blob} photo @param {{ days: number, seq: number, key: string }} given
 */
export const keepPhoto = (id, token, photo, { key, ...fields }) =>
  upload(`/games/${id}/photos`, { photo, ...fields }, { token, key });
/** @param {string} id @param {Token} token @returns {Promise<KeptPhotos>} */
export const keptPhotos = (id, token) => call(`/games/${id}/photos`, { token });
/** @param {string} id @param {string} photo @param {Token} token @returns {Promise<Blob>} */
export const photoPicture = (id, photo, token) => request(`/games/${id}/photos/${photo}`, { token }, "blob");
/** @param {string} id @param {string} photo @param {Token} token */
export const forgetPhoto = (id, photo, token) => remove(`/games/${id}/photos/${photo}`, token);
/** Return the tile sets of a table. @param {string} id @returns {Promise<TileSetList>} */
export const tileSets = (id) => call(`/tile-sets?game=${id}`);
/**
 * @param {string} id @param {Token} token @param {{ photos: Blob[], name: string, key: string }} given
 * @returns {Promise<TileSetAnswer>}
 */
export const learnTiles = (id, token, { photos, name, key }) =>
  upload("/tile-sets", { photo: photos, name, game: id }, { token, key });
/** Return whether a set is complete, with each tile in one of the photos. @param {Blob[]} photos @returns {Promise<TileCount>} */
export const countTiles = (photos) => upload("/tile-sets/count", { photo: photos }, { token: null });
/**
 * Add a tile set from the file that another table saved.
 * @param {string} id @param {Token} token @param {{ file: File, key: string }} given @returns {Promise<TileSetAnswer>}
 */
export const importTiles = (id, token, { file, key }) => upload("/tile-sets", { file, game: id }, { token, key });
/** @param {string} set @param {Token} token @param {string} name @returns {Promise<TileSetAnswer>} */
export const renameTiles = (set, token, name) => call(`/tile-sets/${set}`, { method: "PATCH", body: { name }, token });
/**
 * Answer questions about tiles, by their numbers.
 * @param {string} set @param {Token} token @param {Record<string, string | null>} answers
 * @returns {Promise<TileSetAnswer>}
 */
export const answerTiles = (set, token, answers) =>
  call(`/tile-sets/${set}`, { method: "PATCH", body: { answers }, token });
/**
 * Add a picture of a tile that was corrected.
 * @param {string} set @param {Token} token @param {{ key: string, code: string, picture: Blob }} given
 * @returns {Promise<TileSetAnswer>}
 */
export const teachTile = (set, token, { key, code, picture }) =>
  upload(`/tile-sets/${set}/samples/${key}`, { photo: picture, tile: code }, { method: "PUT", token });
/** @param {string} set @param {Token} token */
export const forgetTiles = (set, token) => remove(`/tile-sets/${set}`, token);
/**
 * Read a small picture of the viewfinder, which is not stored.
 * @param {Blob} picture @param {AbortSignal} signal @returns {Promise<Frame>}
 */
export const readFrame = (picture, signal) =>
  request("/frames", { method: "POST", type: "image/jpeg", body: picture, signal });
/** @param {string[]} ids */
export const statisticsTable = (ids) => `${BASE}${joinedPath(ids, "statistics.csv")}`;
/** @param {string} id */
export const historyTable = (id) => `${BASE}/games/${id}/history.csv?plain=true`;
/** Return the address of the events of games, and of the wins being entered there. @param {string[]} ids */
export const liveEvents = (ids) => `${BASE}/events?${new URLSearchParams(ids.map((id) => ["game", id]))}`;
/** @param {string} set */
export const tilesFile = (set) => `${BASE}/tile-sets/${set}/file`;

/**
 * Read a photo; `onProgress` gets the share that is sent, and 1 while it is being read.
 *
 * @param {Blob} blob
 * @param {string} rules
 * @param {{ onProgress: (progress: number) => void, signal: AbortSignal, tileSet?: string | null }} given
 * @returns {Promise<Reading>}
 */
export function readPhoto(blob, rules, { onProgress, signal, tileSet }) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const sending = new XMLHttpRequest();
    sending.open("POST", `${BASE}/readings`);
    sending.timeout = UPLOADING;
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    sending.upload.onload = () => onProgress(1);
    sending.onload = () => {
      if (sending.status >= 200 && sending.status < 300) resolve(JSON.parse(sending.responseText));
      else reject(problemFrom(sending.status, sending.responseText));
    };
    sending.onerror = sending.ontimeout = () => reject(unreachable());
    sending.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal?.addEventListener("abort", () => sending.abort());
    sending.send(formOf({ photo: blob, rules, ...(tileSet && { tile_set: tileSet }) }));
  });
}
