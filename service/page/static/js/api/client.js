// The calls of the service.

import { keepSeen } from "./cache.js";
import { ask, BASE, begin, call, fresh, hold, look, make, problemFrom, UPLOADING, unreachable } from "./http.js";

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
 * @param {string[]} ids @param {string} what is asked of them together @param {{ earlier?: boolean }=} given with all
 * games that the one follows
 */
function together([id, ...others], what, { earlier = false } = {}) {
  const query = new URLSearchParams(others.map((other) => ["with", other]));
  if (earlier) query.set("earlier", "true");
  return `/games/${id}/${what}${others.length || earlier ? `?${query}` : ""}`;
}

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

/** @param {string} path @param {Token} token */
const remove = (path, token) => ask(path, { method: "DELETE", token }, "text");

/**
 * @param {string} path @param {Parameters<typeof formOf>[0]} fields
 * @param {{ method?: string, token: Token, key?: string }} given
 */
const upload = (path, fields, given) =>
  ask(path, { method: "POST", type: null, body: formOf(fields), patience: UPLOADING, ...given });

/** Asks for what the table of a game shows, while the code that shows it is on its way. @param {string} id */
export function askAhead(id) {
  begin(`${gamePath(id)}/history`).catch(() => {}); // whoever looks at it says what was wrong
  begin(gamePath(id))
    .then((state) => begin(rulesPath(state.rules, state.options)))
    .catch(() => {});
}

/**
 * Holds what is known of a game for the screen that looks at it next.
 * @param {State} state @param {RulesDetail | null=} rules
 */
export function handOn(state, rules = null) {
  keepSeen(gamePath(state.id), state);
  hold(gamePath(state.id), state);
  if (rules) hold(rulesPath(state.rules, state.options), rules);
}

/**
 * @param {string[]} known by their hash
 * @returns {Promise<HouseChoice[]>} those and what was kept from here; what came with the page, if that is all
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
 * @returns {Promise<RulesDetail[]>} the documents' rule sets, which the page brings along: a new game waits for nothing
 */
export const ruleSets = async () => broughtAlong("rules") ?? look("/rules");
/** @param {string} id @param {Options=} options that the table has agreed on @returns {Promise<RulesDetail>} */
export const ruleSet = (id, options = {}) => look(rulesPath(id, options));
/** @param {object} body @returns {Promise<HouseRules>} */
export const keepHouseRules = (body) => make("/house-rules", { body });
/** @param {object} body @returns {Promise<HousePreviewed>} what house rules would be and bring; nothing is kept */
export const previewHouseRules = (body) => call("/house-rules/preview", { method: "POST", body });
/** @param {string} hash @returns {Promise<HouseRules>} */
export const keptHouseRules = (hash) => look(`/house-rules/${hash}`);
/** @returns {Promise<PatternDetail[]>} */
export const patterns = () => look("/patterns");
/**
 * Fetches how a table is set up, with `dice` also where the wall breaks.
 * @param {string} rules @param {{ dice?: number[], options?: Options }=} given @returns {Promise<Setup>}
 */
export const setup = (rules, { dice = [], options = {} } = {}) => {
  const asked = optionQuery(options);
  if (dice.length) asked.set("dice", dice.join(","));
  return call(`/rules/${encodeURIComponent(rules)}/setup?${asked}`);
};
/** @param {object} body @param {AbortSignal=} signal @param {boolean=} explain @returns {Promise<Scored>} */
export const scoreThere = (body, signal, explain = false) =>
  call(`/scores${explain ? "?explain=true" : ""}`, { method: "POST", body, signal });
/**
 * With a token of the game before, the other phones of that table are led on to this one.
 * @param {object} body @param {Token} token @param {string} key @returns {Promise<Started>}
 */
export const startGame = (body, token, key) => make("/games", { body, token, key });
/** Deletes a game for every phone; only its owner may. @param {string} id @param {Token} token */
export const deleteGame = (id, token) => remove(gamePath(id), token);
/** @param {string} id @returns {Promise<string | null>} the game that a table has gone on to after one that is over */
export const nextGame = (id) => call(`/games/${id}/draft`).then(({ next }) => next ?? null);
/** @param {string} id @returns {Promise<State>} */
export const gameState = (id) => look(gamePath(id));
/** @param {string} id @returns {Promise<State>} as the service has it now, never as it was last seen */
export const freshState = (id) => fresh(gamePath(id));
/** @param {string} id @returns {Promise<History>} */
export const history = (id) => look(`/games/${id}/history`);
/**
 * @param {string} id @param {string} what @param {object} body @param {{ token: Token, key: string }} given
 * @returns {Promise<Added>} once for a key
 */
export const record = (id, what, body, { token, key }) => make(`/games/${id}/${what}`, { body, token, key });
/**
 * @param {string} id @param {Token} token @param {object} body of a hand, or of the correction of `seq` by it
 * @param {AbortSignal=} signal @returns {Promise<any>} an `Added`, or a `CorrectionPreview`
 */
export const previewHand = (id, token, body, signal) =>
  call(`/games/${id}/${"seq" in body ? "corrections" : "hands"}/preview`, { method: "POST", body, token, signal });
/** @param {string[]} ids @param {{ earlier?: boolean }=} given @returns {Promise<Statistics>} */
export const statistics = (ids, given) => look(together(ids, "statistics", given));
/** @param {string[]} ids @param {{ earlier?: boolean }=} given @returns {Promise<Settlement>} */
export const settlement = (ids, given) => look(together(ids, "settlement", given));
/**
 * Lets another phone write, by a link of its own.
 * @param {string} id @param {Token} token @param {string} name @returns {Promise<GivenLink>}
 */
export const giveLink = (id, token, name) => make(`/games/${id}/links`, { body: { name }, token });
/**
 * Makes six letters that give another phone what a token gives, or only let it watch.
 * @param {string} id @param {Token} token @param {boolean} write @returns {Promise<Code>}
 */
export const makeCode = (id, token, write) => make(`/games/${id}/codes`, { body: { write }, token });
/** @param {string} code @returns {Promise<Invitation>} */
export const acceptInvitation = (code) => call("/invitations", { method: "POST", body: { code } });
/** @param {string} id @param {Token} token @returns {Promise<SeenLink[]>} all for the owner, everybody else's own */
export const listLinks = (id, token) => call(`/games/${id}/links`, { token }).then(({ links }) => links);
/** @param {string} id @param {Token} token @param {string} link */
export const withdrawLink = (id, token, link) => remove(`/games/${id}/links/${link}`, token);
/** @param {string} id @param {Token} token @param {DraftChange} body @returns {Promise<SharedDraft>} */
export const changeDraft = (id, token, body) => call(`/games/${id}/draft`, { method: "PATCH", body, token });
/**
 * @param {string} id @param {Token} token @param {number} player @param {Blob} picture @param {number} seq
 * @returns {Promise<DraftPicture>}
 */
export const putDraftPicture = (id, token, player, picture, seq) =>
  ask(`/games/${id}/draft/pictures/${player}?expected_seq=${seq}`, {
    method: "PUT",
    type: picture.type || "image/heic",
    body: picture,
    token,
    patience: UPLOADING,
  });
/** @param {string} id @param {Token} token @param {string} picture @returns {Promise<Blob>} */
export const draftPicture = (id, token, picture) => ask(`/games/${id}/draft/pictures/${picture}`, { token }, "blob");
/** @param {string} id @param {Token} token */
export const dropDraft = (id, token) => call(`/games/${id}/draft`, { method: "DELETE", token });
/**
 * Keeps a photo with event `seq` for so many days.
 * @param {string} id @param {Token} token @param {Blob} photo @param {{ days: number, seq: number, key: string }} given
 */
export const keepPhoto = (id, token, photo, { key, ...fields }) =>
  upload(`/games/${id}/photos`, { photo, ...fields }, { token, key });
/** @param {string} id @param {Token} token @returns {Promise<KeptPhotos>} */
export const keptPhotos = (id, token) => call(`/games/${id}/photos`, { token });
/** @param {string} id @param {string} photo @param {Token} token @returns {Promise<Blob>} */
export const photoPicture = (id, photo, token) => ask(`/games/${id}/photos/${photo}`, { token }, "blob");
/** @param {string} id @param {string} photo @param {Token} token */
export const forgetPhoto = (id, photo, token) => remove(`/games/${id}/photos/${photo}`, token);
/** @param {string} id @returns {Promise<TileSetList>} the tile sets that a table was shown */
export const tileSets = (id) => call(`/tile-sets?game=${id}`);
/**
 * @param {string} id @param {Token} token @param {{ photos: Blob[], name: string, key: string }} given
 * @returns {Promise<TileSetAnswer>}
 */
export const learnTiles = (id, token, { photos, name, key }) =>
  upload("/tile-sets", { photo: photos, name, game: id }, { token, key });
/** @param {Blob[]} photos of a whole set, each tile in one @returns {Promise<TileCount>} whether it is complete */
export const countTiles = (photos) => upload("/tile-sets/count", { photo: photos }, { token: null });
/**
 * Takes a tile set from the file that another table saved.
 * @param {string} id @param {Token} token @param {{ file: File, key: string }} given @returns {Promise<TileSetAnswer>}
 */
export const takeTiles = (id, token, { file, key }) => upload("/tile-sets", { file, game: id }, { token, key });
/** @param {string} set @param {Token} token @param {string} name @returns {Promise<TileSetAnswer>} */
export const renameTiles = (set, token, name) => call(`/tile-sets/${set}`, { method: "PATCH", body: { name }, token });
/**
 * @param {string} set @param {Token} token @param {Record<string, string | null>} answers
 * @returns {Promise<TileSetAnswer>} by the numbers of the questions
 */
export const answerTiles = (set, token, answers) =>
  call(`/tile-sets/${set}`, { method: "PATCH", body: { answers }, token });
/**
 * @param {string} set @param {Token} token @param {{ key: string, code: string, picture: Blob }} given
 * @returns {Promise<TileSetAnswer>} of a tile that was corrected
 */
export const teachTile = (set, token, { key, code, picture }) =>
  upload(`/tile-sets/${set}/samples/${key}`, { photo: picture, tile: code }, { method: "PUT", token });
/** @param {string} set @param {Token} token */
export const forgetTiles = (set, token) => remove(`/tile-sets/${set}`, token);
/**
 * @param {Blob} picture of the viewfinder, small; nothing of it is kept @param {AbortSignal} signal
 * @returns {Promise<Frame>}
 */
export const lookAt = (picture, signal) =>
  ask("/frames", { method: "POST", type: "image/jpeg", body: picture, signal });
/** @param {string[]} ids */
export const statisticsTable = (ids) => `${BASE}${together(ids, "statistics.csv")}`;
/** @param {string} id */
export const historyTable = (id) => `${BASE}/games/${id}/history.csv?plain=true`;
/** @param {string[]} ids where several games are followed, with the wins being entered at their tables */
export const liveEvents = (ids) => `${BASE}/events?${new URLSearchParams(ids.map((id) => ["game", id]))}`;
/** @param {string} set */
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
      else reject(problemFrom(request.status, request.responseText));
    };
    request.onerror = request.ontimeout = () => reject(unreachable());
    request.onabort = () => reject(new DOMException("given up", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(formOf({ photo: blob, rules, ...(tileSet && { tile_set: tileSet }) }));
  });
}
