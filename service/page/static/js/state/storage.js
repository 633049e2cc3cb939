// What this phone remembers: its games with their write tokens, and a win that is being entered.
//
// A phone may throw the page away while its camera is open, so an unfinished win is kept too. Nothing here is promised: a
// browser may refuse or forget it. What is promised is in the outbox.

import { forgetSeen } from "../api/cache.js";
import { recall, remember } from "./memory.js";

/** @import { Draft, EntryTime, KnownGame, PlayerState, OutboxEntry } from "../types" */

const GAMES = "tableside.games";
const OVERVIEW = "tableside.overview"; // of this tab
const DRAFT = "tableside.draft";
const OUTBOX = "tableside.outbox";
const PHOTOS = "tableside.held";
const NAMES = "tableside.names";
const RULES = "tableside.rules";
const HOUSES = "tableside.houses";
const ROUND_CHANGE = "tableside.round-change";
const OWNER = "tableside.me";
const TILES = "tableside.tiles";
const TAKES_ITSELF = "tableside.takes-itself";
const HOUSES_KEPT = 20; // as many as the service is asked for at once

/**
 * Keeps which overview of this tab was looked at last: the way back from a table leads there.
 *
 * @param {"#" | "#club"} hash
 */
export const keepOverview = (hash) => remember(OVERVIEW, hash, "sessionStorage");
/** Says whether the table was come to by way of all tables. */
export const isFromClub = () => recall(OVERVIEW, "#", "sessionStorage") === "#club";

/** @returns {KnownGame[]} the games known here, the latest first: [{id, token, names, at}] */
export function games() {
  return Object.entries(recall(GAMES, {}))
    .map(([id, game]) => ({ id, ...game }))
    .sort((a, b) => b.at - a.at);
}

/** @param {string} id @returns {Record<string, any> | undefined} what is known of a game */
const game = (id) => recall(GAMES, {})[id];

/** @param {string} id of a game that is known, which does not become the latest by that @param {object} patch */
function changeGame(id, patch) {
  const known = recall(GAMES, {});
  if (known[id]) remember(GAMES, { ...known, [id]: { ...known[id], ...patch } });
}

/** @param {string} id @returns {string | null} the write token of a game, or null for those who only watch */
export const token = (id) => game(id)?.token ?? null;

/**
 * Keeps a game; a token that is known already is not lost when a link without one is opened.
 *
 * @param {string} id
 * @param {{ token?: string | null, names?: string[] | null, finished?: boolean | null, isJoined?: boolean | null }=} given
 */
export function keepGame(id, { token: given = null, names = null, finished = null, isJoined = null } = {}) {
  const known = recall(GAMES, {});
  const before = known[id] ?? {};
  known[id] = {
    ...before,
    token: given ?? before.token ?? null,
    names: names ?? before.names ?? [],
    finished: finished ?? before.finished ?? false,
    isJoined: isJoined ?? before.isJoined ?? false,
    at: Date.now(),
  };
  remember(GAMES, known);
}

/**
 * Says whether a game came to this phone by a link, and nobody has said yet whose phone it is.
 *
 * @param {string} id
 */
export const isJoined = (id) => game(id)?.isJoined ?? false;

/**
 * Keeps whether a game is over, without making it the latest.
 *
 * @param {string} id
 * @param {boolean} finished
 */
export const keepFinished = (id, finished) => changeGame(id, { finished });

/** @param {string} id @returns {EntryTime[]} what entering the wins of a game took on this phone */
export const entryTimes = (id) => game(id)?.times ?? [];

/** @param {string} id @param {EntryTime[]} times */
export const keepEntryTimes = (id, times) => changeGame(id, { times });

/**
 * Returns the last event of a game that this phone has shown, or null where it has shown none yet.
 *
 * @param {string} id
 * @returns {number | null}
 */
export const seenUpTo = (id) => game(id)?.seen ?? null;

/**
 * Keeps up to which event this phone has shown a game.
 *
 * @param {string} id
 * @param {number} seq
 */
export const keepSeen = (id, seq) => changeGame(id, { seen: seq });

/**
 * Keeps the game that a table has gone on to from `id`: who wrote that one writes the next one, too.
 *
 * @param {string} id
 * @param {string} next
 */
export function keepNext(id, next) {
  const known = recall(GAMES, {});
  const before = known[id] ?? {};
  const there = known[next] ?? {};
  known[next] = {
    token: there.token ?? before.token ?? null,
    invitation: there.invitation ?? before.invitation,
    names: there.names ?? before.names ?? [],
    at: Date.now(),
  };
  remember(GAMES, known);
}

/**
 * Returns the link that this phone gives to others, or null before the first time; a release before kept its token alone.
 *
 * @param {string} id
 * @returns {{ id: string, token: string } | null}
 */
export const invitation = (id) => {
  const kept = game(id)?.invitation;
  return typeof kept === "object" ? kept : null;
};

/** @param {string} id @param {{ id: string, token: string } | null} given */
export const keepInvitation = (id, given) => changeGame(id, { invitation: given });

/**
 * Forgets a game on this phone only.
 *
 * @param {string} id
 */
export function forgetGame(id) {
  forgetSeen(`/games/${id}`);
  const known = recall(GAMES, {});
  delete known[id];
  remember(GAMES, known);
}

/** @param {string} id @returns {Draft | null} */
export const draft = (id) => {
  const kept = recall(DRAFT, null);
  return kept?.game === id ? kept : null;
};

/** @param {Draft} value */
export const keepDraft = (value) => remember(DRAFT, value);
export const dropDraft = () => remember(DRAFT, null);

/** @returns {OutboxEntry[]} what an earlier version of this page kept here of confirmations on their way */
export const earlierOutbox = () => recall(OUTBOX, []);
export const dropEarlierOutbox = () => remember(OUTBOX, null);

/**
 * Returns of which confirmations photos are held here, by key: the `game` and the event `seq`, null until it is recorded.
 *
 * @returns {Record<string, { game: string, seq: number | null }>}
 */
export const photoMarks = () => recall(PHOTOS, {});
/** @param {Record<string, { game: string, seq: number | null }>} marks */
export const keepPhotoMarks = (marks) => remember(PHOTOS, Object.keys(marks).length ? marks : null);

/**
 * Says whether the win that is being entered is one that was confirmed under this key before.
 *
 * @param {string} key
 */
export const isEnteredAgain = (key) => recall(DRAFT, null)?.held === key;

/** @returns {string[]} */
export const names = () => recall(NAMES, ["", "", "", ""]);
/** @param {string[]} value */
export const keepNames = (value) => remember(NAMES, value);
/** @returns {string | null} */
export const lastRules = () => recall(RULES, null);

/** @param {string} id */
export const keepRules = (id) => {
  remember(RULES, id);
  keepHouse(id);
};

/** @returns {string | null} how tables of this phone begin a new round, or null before it was asked */
export const roundChange = () => recall(ROUND_CHANGE, null);
/** @param {string} value */
export const keepRoundChange = (value) => remember(ROUND_CHANGE, value);

/** @param {string} id @returns whether rules are a house's, named by the hash of its file */
export const isHouse = (id) => /^[0-9a-f]{64}$/.test(id);

/**
 * Returns the house rules that tables of this phone have played by or kept, by their hash, the latest first.
 *
 * @returns {string[]}
 */
export const houses = () => {
  const known = recall(HOUSES, []);
  const last = lastRules();
  return last && isHouse(last) && !known.includes(last) ? [last, ...known].slice(0, HOUSES_KEPT) : known;
};

/**
 * Keeps which house rules a table plays by; the rules of a document need no keeping.
 *
 * @param {string} id
 */
export function keepHouse(id) {
  if (isHouse(id) && houses()[0] !== id)
    remember(HOUSES, [id, ...houses().filter((each) => each !== id)].slice(0, HOUSES_KEPT));
}

/**
 * Returns the player of this phone at a table, known again at every table by the name, or null before anybody said so.
 *
 * @param {{ id: string, players: PlayerState[] }} given
 * @returns {number | null}
 */
export function phonePlayer({ id, players }) {
  const { at = {}, name = null } = recall(OWNER, {});
  const found = at[id] ?? players.findIndex((player) => player.name === name);
  return found >= 0 ? found : null;
}

/** @param {{ id: string, players: PlayerState[] }} given @param {number} player */
export function keepPhonePlayer({ id, players }, player) {
  const { at = {} } = recall(OWNER, {});
  remember(OWNER, { name: players[player].name, at: { ...at, [id]: player } });
}

/** Says whether this phone may still ask a new table to show its tiles. */
export const asksTiles = () => recall(TILES, true);
/** Asks no new table any more: it is among the table's further choices. */
export const stopAskingTiles = () => remember(TILES, false);
/** Says whether the viewfinder takes the photo by itself; it does until somebody says otherwise. */
export const takesItself = () => recall(TAKES_ITSELF, true);
/** @param {boolean} on */
export const keepTakesItself = (on) => remember(TAKES_ITSELF, on);
