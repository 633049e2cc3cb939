// What this phone remembers: its games with their write tokens, and a win that is being entered.
//
// A phone may discard the page while its camera is open, so an unfinished win is stored, too. A browser may refuse or
// forget all of this; what must not be lost is in the outbox.

import { forgetSeen } from "../api/cache.js";
import { recall, remember } from "./memory.js";

/** @import { Draft, KnownGame, PlayerState, OutboxEntry } from "../types" */

/** @typedef {Record<string, { game: string, seq: number | null }>} PhotoMarks by confirmation key, without `seq` before it is recorded */
/** @typedef {Omit<KnownGame, "id"> & { isJoined?: boolean, seen?: number }} Game `isJoined` by a link, by nobody known yet */
/** @typedef {{ id: string, players: PlayerState[] }} Table */

const MAX_HOUSES = 20; // as many as one request to the service can name

/**
 * Return the two functions that read and write a value; writing null removes it.
 * @template Value
 * @param {string} name
 * @param {Value} fallback
 * @param {import("./memory.js").StorageName=} storage
 * @returns {[() => Value, (value: Value | null) => boolean]}
 */
const storedValue = (name, fallback, storage) => [
  () => recall(`tableside.${name}`, fallback, storage),
  (value) => remember(`tableside.${name}`, value, storage),
];

const [knownGames, keepGames] = storedValue("games", /** @type {Record<string, Game>} */ ({}));
const [storedDraft, keepDraft] = storedValue("draft", /** @type {Draft | null} */ (null));
const [owner, keepOwner] = storedValue("me", /** @type {{ at?: Record<string, number>, name?: string }} */ ({}));
const [photoMarks, keepMarks] = storedValue("held", /** @type {PhotoMarks} */ ({}));
const [lastRules, keepLastRules] = storedValue("rules", /** @type {string | null} */ (null));
const [overview, keepOverview] = storedValue("overview", "#", "sessionStorage"); // the last one that this tab showed
/** Whether a new table offers to photograph its tile set. */
export const [isTileSetOffered, keepTileSetOffered] = storedValue("tiles", true);
/** Confirmations that an earlier version of the page stored here. */
export const [legacyOutbox, keepLegacyOutbox] = storedValue("outbox", /** @type {OutboxEntry[]} */ ([]));
/** The ids of the house rules that tables of this phone used or stored, the latest first. */
export const [houses, keepHouses] = storedValue("houses", /** @type {string[]} */ ([]));
export const [names, keepNames] = storedValue("names", ["", "", "", ""]);
/** How tables of this phone begin a new round, null until that was asked. */
export const [roundChange, keepRoundChange] = storedValue("round-change", /** @type {string | null} */ (null));
export const [isAutoCapture, keepAutoCapture] = storedValue("takes-itself", true);
export { keepDraft, keepOverview, lastRules, photoMarks };

/** Return whether this tab came to the table from the list of all tables. */
export const isFromClub = () => overview() === "#club";

/** Return the known games, the latest first. @returns {KnownGame[]} */
export const games = () =>
  Object.entries(knownGames())
    .map(([id, game]) => ({ id, ...game }))
    .reverse();

/** Change a known game without making it the latest. @param {string} id @param {Partial<Game>} patch */
export function changeGame(id, patch) {
  const known = knownGames();
  if (known[id]) keepGames({ ...known, [id]: { ...known[id], ...patch } });
}

/** @param {string} id @returns {Game | undefined} */
export const knownGame = (id) => knownGames()[id];

/** Return the write token of a game, or null if this phone only watches it. @param {string} id */
export const token = (id) => knownGame(id)?.token ?? null;

/**
 * Store a game as the latest. Values that are null do not replace known ones, as when a link without a token is opened.
 * @param {string} id
 * @param {{ [name in keyof Game]?: Game[name] | null }} given
 */
export function keepGame(id, given) {
  const patch = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  const { [id]: _, ...others } = knownGames();
  const before = { token: null, names: [], finished: false, isJoined: false, ...knownGame(id) };
  keepGames({ ...others, [id]: { ...before, ...Object.fromEntries(patch), at: Date.now() } });
}

/** Store the next game of a table, with this phone's access to the last one. @param {string} id @param {string} next */
export function keepNext(id, next) {
  const { token, invitation, names } = knownGame(id) ?? {};
  const known = knownGame(next);
  keepGame(next, { names, ...known, token: known?.token ?? token, invitation: known?.invitation ?? invitation });
}

/** Return the link that this phone shows to others. @param {string} id */
export const invitation = (id) => knownGame(id)?.invitation ?? null;

/** Forget a game on this phone only. @param {string} id */
export function forgetGame(id) {
  forgetSeen(`/games/${id}`);
  const { [id]: _, ...others } = knownGames();
  keepGames(others);
}

/** @param {string} id @returns {Draft | null} */
export const draft = (id) => (storedDraft()?.game === id ? storedDraft() : null);

/** @param {PhotoMarks} marks of the confirmations whose photos are stored here */
export const keepPhotoMarks = (marks) => keepMarks(Object.keys(marks).length ? marks : null);

/** @param {string} id */
export const keepRules = (id) => {
  keepLastRules(id);
  keepHouse(id);
};

/** Return whether the id is a house's: the hash of its file. @param {string} id */
export const isHouse = (id) => /^[0-9a-f]{64}$/.test(id);

/** Store the id of rules that a table uses, if they are a house's. @param {string} id */
export function keepHouse(id) {
  if (isHouse(id) && houses()[0] !== id)
    keepHouses([id, ...houses().filter((each) => each !== id)].slice(0, MAX_HOUSES));
}

/** Return the player whose phone this is, at a new table by name; null if unknown. @param {Table} table */
export function phonePlayer({ id, players }) {
  const { at = {}, name = null } = owner();
  const player = at[id] ?? players.findIndex((each) => each.name === name);
  return player >= 0 ? player : null;
}

/** @param {Table} table @param {number} player */
export const keepPhonePlayer = ({ id, players }, player) =>
  keepOwner({ name: players[player].name, at: { ...owner().at, [id]: player } });
