// What this phone remembers: its games with their write tokens, and a win that is being entered.
//
// A phone may throw the page away while its camera is open, so an unfinished win is kept too. Nothing here is promised: a
// browser may refuse or forget it. What is promised is in the outbox.

import { forgetSeen } from "../api/cache.js";
import { recall, remember } from "./memory.js";

/** @import { Draft, EntryTime, KnownGame, PlayerState, OutboxEntry } from "../types" */

/**
 * @typedef {Record<string, { game: string, seq: number | null }>} PhotoMarks by the key of a confirmation; `seq` null
 * until it is recorded
 */
/** @typedef {Omit<KnownGame, "id"> & { isJoined?: boolean, times?: EntryTime[], seen?: number }} Game */

const HOUSES_KEPT = 20; // as many as the service is asked for at once

/**
 * Returns two functions: what a name recalls, and what keeps another value under it, null for none.
 *
 * @template Value
 * @param {string} name
 * @param {Value} fallback
 * @param {"localStorage" | "sessionStorage"=} place
 * @returns {[() => Value, (value: Value | null) => boolean]}
 */
const storedValue = (name, fallback, place) => [
  () => recall(`tableside.${name}`, fallback, place),
  (value) => remember(`tableside.${name}`, value, place),
];

const [knownGames, keepGames] = storedValue("games", /** @type {Record<string, Game>} */ ({}));
const [draftHere, keepDraft] = storedValue("draft", /** @type {Draft | null} */ (null));
const [housesHere, keepHouses] = storedValue("houses", /** @type {string[]} */ ([]));
const [owner, keepOwner] = storedValue("me", /** @type {{ at?: Record<string, number>, name?: string }} */ ({}));
const [photoMarks, keepMarks] = storedValue("held", /** @type {PhotoMarks} */ ({}));
const [lastRules, keepLastRules] = storedValue("rules", /** @type {string | null} */ (null));
const [overview, keepOverview] = storedValue("overview", "#", "sessionStorage"); // that this tab looked at last
const [asksTiles, keepAsksTiles] = storedValue("tiles", true);
/** Confirmations on their way that an earlier version of this page kept here. */
export const [earlierOutbox, keepEarlierOutbox] = storedValue("outbox", /** @type {OutboxEntry[]} */ ([]));
export const [names, keepNames] = storedValue("names", ["", "", "", ""]);
/** How tables of this phone begin a new round, null before it was asked. */
export const [roundChange, keepRoundChange] = storedValue("round-change", /** @type {string | null} */ (null));
/** Whether the viewfinder takes the photo by itself; it does until somebody says otherwise. */
export const [takesItself, keepTakesItself] = storedValue("takes-itself", true);
export { asksTiles, keepAsksTiles, keepDraft, keepOverview, lastRules, photoMarks };

/** Returns whether the table was come to by way of all tables. */
export const isFromClub = () => overview() === "#club";

/** @returns {KnownGame[]} the games known here, the latest first */
export const games = () =>
  Object.entries(knownGames())
    .map(([id, game]) => ({ id, ...game }))
    .sort((a, b) => b.at - a.at);

/** @param {string} id of a game that is known, which does not become the latest by that @param {Partial<Game>} patch */
export function changeGame(id, patch) {
  const known = knownGames();
  if (known[id]) keepGames({ ...known, [id]: { ...known[id], ...patch } });
}

/** @param {string} id @returns {Game | undefined} */
export const knownGame = (id) => knownGames()[id];

/** @param {string} id @returns {string | null} the write token of a game, or null for those who only watch */
export const token = (id) => knownGame(id)?.token ?? null;

/**
 * Keeps a game as the latest; a token that is known already is not lost when a link without one is opened.
 *
 * @param {string} id
 * @param {{ [name in "token" | "names" | "finished" | "isJoined"]?: Game[name] | null }} given
 */
export function keepGame(id, given) {
  const news = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  const before = { token: null, names: [], finished: false, isJoined: false, ...knownGame(id) };
  keepGames({ ...knownGames(), [id]: { ...before, ...Object.fromEntries(news), at: Date.now() } });
}

/** @param {string} id @returns whether a game came by a link, and nobody has said yet whose phone this is */
export const isJoined = (id) => knownGame(id)?.isJoined ?? false;

/** @param {string} id @returns {EntryTime[]} what entering the wins of a game took on this phone */
export const entryTimes = (id) => knownGame(id)?.times ?? [];

/** @param {string} id @param {string} next game of that table: who wrote the one before writes this one, too */
export function keepNext(id, next) {
  const { token: writes = null, invitation: link, names: players = [] } = knownGame(id) ?? {};
  const there = knownGame(next);
  keepGames({
    ...knownGames(),
    [next]: {
      token: there?.token ?? writes,
      invitation: there?.invitation ?? link,
      names: there?.names ?? players,
      at: Date.now(),
    },
  });
}

/**
 * @param {string} id
 * @returns {{ id: string, token: string } | null} the link that this phone gives to others; a release before kept its
 * token alone
 */
export const invitation = (id) => {
  const kept = knownGame(id)?.invitation;
  return typeof kept === "object" ? kept : null;
};

/** Forgets a game on this phone only. @param {string} id */
export function forgetGame(id) {
  forgetSeen(`/games/${id}`);
  const { [id]: _, ...others } = knownGames();
  keepGames(others);
}

/** @param {string} id @returns {Draft | null} */
export const draft = (id) => (draftHere()?.game === id ? draftHere() : null);
export const dropDraft = () => keepDraft(null);

/** @param {PhotoMarks} marks of the confirmations of which photos are held here */
export const keepPhotoMarks = (marks) => keepMarks(Object.keys(marks).length ? marks : null);

/** @param {string} key @returns whether the win that is being entered was confirmed under this key before */
export const isEnteredAgain = (key) => draftHere()?.held === key;

/** @param {string} id */
export const keepRules = (id) => {
  keepLastRules(id);
  keepHouse(id);
};

/** @param {string} id @returns whether rules are a house's, named by the hash of its file */
export const isHouse = (id) => /^[0-9a-f]{64}$/.test(id);

/**
 * @returns {string[]} the house rules that tables of this phone have played by or kept, by their hash, the latest first
 */
export const houses = () => {
  const [known, last] = [housesHere(), lastRules()];
  return last && isHouse(last) && !known.includes(last) ? [last, ...known].slice(0, HOUSES_KEPT) : known;
};

/** @param {string} id of rules that a table plays by; those of a document need no keeping */
export function keepHouse(id) {
  if (isHouse(id) && houses()[0] !== id)
    keepHouses([id, ...houses().filter((each) => each !== id)].slice(0, HOUSES_KEPT));
}

/**
 * @param {{ id: string, players: PlayerState[] }} given
 * @returns the player of this phone, known at every table by the name; null before anybody said so
 */
export function phonePlayer({ id, players }) {
  const { at = {}, name = null } = owner();
  const found = at[id] ?? players.findIndex((player) => player.name === name);
  return found >= 0 ? found : null;
}

/** @param {{ id: string, players: PlayerState[] }} given @param {number} player */
export const keepPhonePlayer = ({ id, players }, player) =>
  keepOwner({ name: players[player].name, at: { ...owner().at, [id]: player } });
