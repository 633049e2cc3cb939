// What of a win being entered is shared with the other phones of the table, and how their changes are applied.

import { entryOf, isKnown, winnersOf, withEntry } from "./draft.js";
import { ownTiles } from "./hand.js";
import { handText, parseHand } from "./notation.js";
import { PLAYERS } from "./players.js";
import { handFromTiles } from "./reading.js";
import { order } from "./tiles.js";

/**
 * @import { Draft, DraftChange, Entry, Hand, SeenHand, SeenTile } from "../types"
 * @import { SharedAgreements, SharedDraft, SharedWin, Tile } from "../types"
 */

const WIN_FIELDS = /** @type {const} */ (["winner", "win", "from"]);
const MAX_ALTERNATIVES = 5; // that are shared of a tile
/** @type {SharedAgreements} */
const NO_AGREEMENTS = { faan: {}, scores: null, also: [], responsible: null };

/** What all know before anyone has begun. @type {SharedWin} */
export const NOTHING_SHARED = {
  ...{ winner: null, win: null, from: null, events: [], agreed: NO_AGREEMENTS },
  hands: [null, null, null, null],
  seen: [null, null, null, null],
  called: [false, false, false, false],
};

/** @param {unknown} a @param {unknown} b */
const isEqual = (a, b) => JSON.stringify(a) === JSON.stringify(b);
/** @param {unknown} a @param {unknown} b */
const isConflict = (a, b) => a !== null && b !== null && !isEqual(a, b);

/** Return whether two entries cannot be of the same win. @param {SharedWin} mine @param {SharedWin} all */
export const contradicts = (mine, all) =>
  isConflict(mine.winner, all.winner) ||
  isConflict(mine.win, all.win) ||
  (mine.win === all.win && isConflict(mine.from, all.from)) ||
  PLAYERS.some((player) => isConflict(mine.hands[player], all.hands[player])) ||
  (!isEqual(mine.agreed, NO_AGREEMENTS) && isConflict(mine.agreed, all.agreed));

/**
 * Return the fields that phones change one at a time. A hand changes together with its called sets, its photo separately.
 * @param {SharedWin} shared @returns {Record<string, any>}
 */
function fieldsOf({ winner, win, from, events, agreed, hands, seen, called }) {
  const handFields = PLAYERS.flatMap((player) => {
    const { picture = null, ...tiles } = seen[player] ?? {};
    return [
      [`hand${player}`, { text: hands[player] ?? "", seen: seen[player] && tiles, called: called[player] }],
      [`picture${player}`, seen[player] && { size: seen[player]?.size, picture }],
    ];
  });
  return { winner, win, from, events, agreed, ...Object.fromEntries(handFields) };
}

/**
 * Return the fields that others have changed and this phone has not. A hand counts, too, if both have the same tiles
 * and only the others know what was called.
 *
 * @param {{ all: SharedWin, before: SharedWin, mine: SharedWin }} given
 */
export function incomingFields({ all, before, mine }) {
  const [theirs, old, own] = [all, before, mine].map(fieldsOf);
  return Object.keys(theirs).filter((name) => {
    const [a, b] = [theirs[name], own[name]];
    const isOnlyCalledThere = a?.called && !b.called && a.text === b.text;
    return !isEqual(a, old[name]) && (isEqual(b, old[name]) || isOnlyCalledThere);
  });
}

/** Return what this phone has to send to the others. @param {SharedWin} all @param {SharedWin} mine */
export function draftChange(all, mine) {
  const [known, own] = [fieldsOf(all), fieldsOf(mine)];
  const isChanged = (/** @type {string} */ name) => !isEqual(own[name], known[name]);
  /** @type {Omit<DraftChange, "expected_seq">} */
  const change = {};
  const { winner, win, from, events, agreed } = mine;
  if (WIN_FIELDS.some(isChanged)) Object.assign(change, { winner, win, from });
  if (isChanged("events")) change.events = events;
  if (isChanged("agreed")) change.agreed = agreed;
  for (const player of PLAYERS) {
    const { text, seen, called } = own[`hand${player}`];
    const { picture = null } = own[`picture${player}`] ?? {};
    if (isChanged(`hand${player}`)) {
      change.hands = { ...change.hands, [player]: text };
      change.seen = { ...change.seen, [player]: seen };
      change.called = { ...change.called, [player]: called };
    }
    if (seen && picture !== (known[`picture${player}`]?.picture ?? null))
      change.pictures = { ...change.pictures, [player]: picture };
  }
  return change;
}

/** Return whether any phone has begun. @param {SharedDraft | null} shared */
export const isBegun = (shared) => shared !== null && (shared.winner !== null || shared.hands.some(Boolean));

/** Return the tiles in the order of the hand text, which is the same on every phone. @param {Hand} hand */
function tilesInOrder({ concealed, sets, bonus, winning }) {
  /** @param {Tile[]} tiles */
  const sorted = (tiles) =>
    [...tiles].sort((a, b) => order(a.code) - order(b.code) || Number(a.id === winning) - Number(b.id === winning));
  return [...sorted(concealed), ...sets.flatMap(({ tiles }) => sorted(tiles)), ...sorted(bonus)];
}

/** @param {Tile} tile @returns {SeenTile | null} */
const seenTile = ({ code, corners, unsure, alternatives }) =>
  corners
    ? {
        tile: code,
        corners: corners.map((corner) => corner.map(Math.round)),
        unsure: Boolean(unsure),
        alternatives: (alternatives ?? []).slice(0, MAX_ALTERNATIVES),
      }
    : null;

/** @param {Entry} entry @returns {SeenHand | null} */
function seenHand({ hand, size, picture, otherwise }) {
  if (!hand || !size || !handText(hand)) return null;
  /** @type {SeenHand} */
  const seen = {
    size,
    tiles: tilesInOrder(hand).map(seenTile),
    beside: hand.other.map(seenTile).filter((tile) => tile !== null),
  };
  if (picture) seen.picture = picture;
  if (otherwise) seen.otherwise = { hand: handText(otherwise.hand), as_seen: otherwise.seen };
  return seen;
}

/** @param {Draft} draft @returns {SharedAgreements} */
function agreementsOf(draft) {
  if (draft.winner === null) return NO_AGREEMENTS;
  const faan = winnersOf(draft)
    .map((player) => ({ player, ...entryOf(draft, player) }))
    .filter((entry) => entry.mode === "faan" && isKnown(entry));
  return {
    faan: Object.fromEntries(faan.map((entry) => [entry.player, entry.faan ?? 0])),
    scores: draft.mode === "scores" ? (draft.scores ?? null) : null,
    also: (draft.also ?? []).map((winner) => ({ winner, events: entryOf(draft, winner).events ?? [] })),
    responsible: draft.responsible ?? null,
  };
}

/** Return what the other phones may know of a draft. @param {Draft} draft @returns {SharedWin} */
export function sharedWinOf(draft) {
  const { winner, win, from, events = [] } = draft;
  const entries = PLAYERS.map((player) => (winner === null && !draft.others?.[player] ? {} : entryOf(draft, player)));
  const texts = entries.map(({ hand }) => (hand && handText(hand)) || null);
  return {
    ...{ winner, win, from: from ?? null, events, agreed: agreementsOf(draft) },
    hands: texts,
    seen: entries.map(seenHand),
    called: entries.map(({ isCalledKnown }, player) => Boolean(texts[player] && isCalledKnown)),
  };
}

/** @param {SeenTile} tile */
const tileFrom = ({ tile, corners, unsure, alternatives }) => ({ code: tile, corners, unsure, alternatives });

/**
 * Return a player's entry with its tiles and, from a photo, where they lie and which are doubtful.
 * @param {SharedWin} shared @param {number} player @returns {Entry}
 */
function entryFrom({ hands, seen: seenHands, called }, player) {
  const [text, seen] = [hands[player], seenHands[player]];
  /** @type {Entry} */
  const empty = { mode: null, hand: null, size: null, otherwise: null, notes: [], isCalledKnown: called[player] };
  if (!text) return empty;
  const hand = parseHand(text);
  const tiles = tilesInOrder(hand);
  if (seen?.tiles.length !== tiles.length) return { ...empty, mode: "palette", hand };
  seen.tiles.forEach((tile, k) => {
    if (tile) Object.assign(tiles[k], tileFrom(tile), { code: tiles[k].code });
  });
  hand.other = (seen.beside ?? []).map((tile, k) => ({ id: tiles.length + k, ...tileFrom(tile) }));
  const { hand: other = "", as_seen: isSeen = false } = seen.otherwise ?? {};
  const read = { own: ownTiles(hand), beside: hand.other };
  const otherwise = other ? { hand: handFromTiles(other, read), seen: isSeen } : null;
  return { ...empty, mode: "photo", hand, size: seen.size, otherwise };
}

/**
 * Return a draft with these fields as all know them, and what else was entered here.
 * @param {Draft} draft
 * @param {string[]} fields
 * @param {{ all: SharedWin, before: SharedWin }} given
 * @returns {Draft}
 */
export function withShared(draft, fields, { all, before }) {
  const taken = /** @type {const} */ ([...WIN_FIELDS, "events"]).filter((name) => fields.includes(name));
  /** @type {Draft} */
  let changed = { ...draft, ...Object.fromEntries(taken.map((name) => [name, all[name]])) };
  /** @param {number} player @param {Entry} values */
  const enter = (player, values) => {
    changed = withEntry(changed, player, values);
  };
  for (const player of PLAYERS) {
    if (fields.includes(`hand${player}`)) enter(player, entryFrom(all, player));
    if (fields.includes(`picture${player}`)) enter(player, { picture: all.seen[player]?.picture ?? null });
  }
  if (!fields.includes("agreed")) return changed;
  const { faan, scores, also, responsible } = all.agreed;
  changed = { ...changed, also: also.map((each) => each.winner), responsible };
  for (const each of also) enter(each.winner, { events: each.events });
  for (const player of Object.keys(before.agreed.faan).map(Number))
    if (!(player in faan) && !all.hands[player]) enter(player, { mode: null, faan: undefined });
  for (const [player, number] of Object.entries(faan))
    enter(Number(player), { mode: "faan", faan: number, hand: null });
  if (scores) return { ...changed, mode: "scores", scores, hand: null };
  return changed.mode === "scores" && before.agreed.scores ? { ...changed, mode: null, scores: undefined } : changed;
}

/** @param {SharedDraft} shared @param {Draft} draft @returns {Draft} of the win that other phones are entering */
export function joinDraft(shared, draft) {
  const all = /** @type {SharedWin} */ (shared);
  const before = NOTHING_SHARED;
  const fields = [...WIN_FIELDS, "events", "agreed", ...incomingFields({ all, before, mine: before })];
  return {
    ...withShared(draft, fields, { all, before }),
    shared: { seq: shared.seq, all },
    step: all.winner !== null && all.win ? "hand" : "who",
  };
}
