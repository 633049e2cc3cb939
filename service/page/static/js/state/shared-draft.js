// What of a win being entered goes to the other phones of the table, and how it is taken from them.

import { entryOf, winnersOf } from "./draft.js";
import { ownTiles } from "./hand.js";
import { handText, parseHand } from "./notation.js";
import { PLAYERS } from "./players.js";
import { ofTiles } from "./reading.js";
import { order } from "./tiles.js";

/**
 * @import { Draft, DraftChange, Entry, Hand, SeenHand, SeenTile } from "../types"
 * @import { SharedAgreements, SharedDraft, SharedWin, Tile } from "../types"
 */

const HOW = /** @type {const} */ (["winner", "win", "from"]);
const LIKELY = 5; // alternatives told of a tile
/** @type {SharedAgreements} */
const UNSAID = { faan: {}, scores: null, also: [], responsible: null };

/** What all know before anybody has begun. @type {SharedWin} */
export const NOTHING_SHARED = {
  winner: null,
  win: null,
  from: null,
  events: [],
  agreed: UNSAID,
  hands: [null, null, null, null],
  seen: [null, null, null, null],
  called: [false, false, false, false],
};

/** @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
/** @param {unknown} a @param {unknown} b */
const bothSay = (a, b) => a !== null && b !== null && !same(a, b);

/**
 * @param {SharedWin} mine @param {SharedWin} all
 * @returns whether they cannot be of one win: something that both say is not the same
 */
export function contradicts(mine, all) {
  return (
    bothSay(mine.winner, all.winner) ||
    bothSay(mine.win, all.win) ||
    (mine.win === all.win && bothSay(mine.from, all.from)) ||
    PLAYERS.some((player) => bothSay(mine.hands[player], all.hands[player])) ||
    (!same(mine.agreed, UNSAID) && bothSay(mine.agreed, all.agreed))
  );
}

/**
 * @param {SharedWin} win
 * @returns {Record<string, any>} that phones change one by one: of each hand its tiles with what was called, and its
 * photo
 */
function fieldsOf({ winner, win, from, events, agreed, hands, seen, called }) {
  const ofHands = PLAYERS.flatMap((player) => {
    const { picture = null, ...shown } = seen[player] ?? {};
    return [
      [`hand${player}`, { text: hands[player] ?? "", seen: seen[player] && shown, called: called[player] }],
      [`picture${player}`, seen[player] && { size: seen[player]?.size, picture }],
    ];
  });
  return { winner, win, from, events, agreed, ...Object.fromEntries(ofHands) };
}

// Or, of the same tiles, of which only the others know what was called.
/**
 * @param {{ all: SharedWin, before: SharedWin, mine: SharedWin }} given
 * @returns the fields that others have changed and this phone has not
 */
export function newsIn({ all, before, mine }) {
  const [theirs, old, own] = [all, before, mine].map(fieldsOf);
  return Object.keys(theirs).filter((name) => {
    const [a, b] = [theirs[name], own[name]];
    const isOnlyCalledThere = a?.called && !b.called && a.text === b.text;
    return !same(a, old[name]) && (same(b, old[name]) || isOnlyCalledThere);
  });
}

/**
 * @param {SharedWin} all @param {SharedWin} mine
 * @returns {Omit<DraftChange, "expected_seq">} what this phone has to tell
 */
export function changeBetween(all, mine) {
  const [known, own] = [fieldsOf(all), fieldsOf(mine)];
  const isChanged = (/** @type {string} */ name) => !same(own[name], known[name]);
  /** @type {Omit<DraftChange, "expected_seq">} */
  const change = {};
  const { winner, win, from, events, agreed } = mine;
  if (HOW.some(isChanged)) Object.assign(change, { winner, win, from });
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

/** @param {SharedDraft | null} shared @returns whether anybody has begun */
export const isBegun = (shared) => shared !== null && (shared.winner !== null || shared.hands.some(Boolean));

/** @param {Hand} given @returns the tiles of a hand as its text has them: the same order on every phone */
function inOrder({ concealed, sets, bonus, winning }) {
  /** @param {Tile[]} tiles */
  const sorted = (tiles) =>
    [...tiles].sort((a, b) => order(a.code) - order(b.code) || Number(a.id === winning) - Number(b.id === winning));
  return [...sorted(concealed), ...sets.flatMap(({ tiles }) => sorted(tiles)), ...sorted(bonus)];
}

/** @param {Tile} given @returns {SeenTile | null} */
const toldTile = ({ code, corners, unsure, alternatives }) =>
  corners
    ? {
        tile: code,
        corners: corners.map((corner) => corner.map(Math.round)),
        unsure: Boolean(unsure),
        alternatives: (alternatives ?? []).slice(0, LIKELY),
      }
    : null;

/** @param {Entry} given @returns {SeenHand | null} */
function seenOf({ hand, size, picture, otherwise }) {
  if (!hand || !size || !handText(hand)) return null;
  /** @type {SeenHand} */
  const seen = {
    size,
    tiles: inOrder(hand).map(toldTile),
    beside: /** @type {SeenTile[]} */ (hand.other.map(toldTile).filter(Boolean)),
  };
  if (picture) seen.picture = picture;
  if (otherwise) seen.otherwise = { hand: handText(otherwise.hand), as_seen: otherwise.seen };
  return seen;
}

/** @param {Draft} draft @returns {SharedAgreements} */
function agreedOf(draft) {
  if (draft.winner === null) return UNSAID;
  const counted = winnersOf(draft)
    .filter((player) => entryOf(draft, player).mode === "faan")
    .sort();
  return {
    faan: Object.fromEntries(counted.map((player) => [player, entryOf(draft, player).faan ?? 0])),
    scores: draft.mode === "scores" ? (draft.scores ?? null) : null,
    also: (draft.also ?? []).map((winner) => ({ winner, events: entryOf(draft, winner).events ?? [] })),
    responsible: draft.responsible ?? null,
  };
}

/** @param {Draft} draft @returns {SharedWin} what the others may know of a draft */
export function shareable(draft) {
  const { winner, win, from, events = [] } = draft;
  const entries = PLAYERS.map((player) => (winner === null && !draft.others?.[player] ? {} : entryOf(draft, player)));
  return {
    winner,
    win,
    from: from ?? null,
    events,
    agreed: agreedOf(draft),
    hands: entries.map(({ hand }) => (hand && handText(hand)) || null),
    seen: entries.map(seenOf),
    called: entries.map(({ hand, isCalledKnown }) => Boolean(hand && handText(hand) && isCalledKnown)),
  };
}

/** @param {SeenTile} given */
const asRead = ({ tile, corners, unsure, alternatives }) => ({ code: tile, corners, unsure, alternatives });

/**
 * @param {SharedWin} all @param {number} player
 * @returns {Entry} its tiles and, from a photo, where they lay and which are doubtful
 */
function enteredHand({ hands, seen: photos, called }, player) {
  const [text, seen] = [hands[player], photos[player]];
  /** @type {Entry} */
  const nothing = { mode: null, hand: null, size: null, otherwise: null, notes: [], isCalledKnown: called[player] };
  if (!text) return nothing;
  const hand = parseHand(text);
  const tiles = inOrder(hand);
  if (seen?.tiles.length !== tiles.length) return { ...nothing, mode: "palette", hand };
  seen.tiles.forEach((tile, k) => {
    if (tile) Object.assign(tiles[k], asRead(tile), { code: tiles[k].code });
  });
  hand.other = (seen.beside ?? []).map((tile, k) => ({ id: tiles.length + k, ...asRead(tile) }));
  const { hand: other = "", as_seen: isSeen = false } = seen.otherwise ?? {};
  const otherwise = other ? { hand: ofTiles(other, { own: ownTiles(hand), beside: hand.other }), seen: isSeen } : null;
  return { ...nothing, mode: "photo", hand, size: seen.size, otherwise };
}

/**
 * Returns the patch of a draft by which it has some fields of what all know; what was entered here besides stays.
 *
 * @param {Draft} draft
 * @param {string[]} fields
 * @param {{ all: SharedWin, before: SharedWin }} given
 */
export function adopt(draft, fields, { all, before }) {
  /** @type {Partial<Draft>} */
  const patch = {};
  for (const name of [...HOW, "events"].filter((each) => fields.includes(each)))
    Object.assign(patch, { [name]: all[/** @type {keyof SharedWin} */ (name)] });
  const { winner } = { ...draft, ...patch };
  /** @type {Record<number, Entry>} */
  const others = { ...draft.others };
  /** @param {number} player @param {Entry} values */
  const put = (player, values) => {
    if (player === winner) Object.assign(patch, values);
    else others[player] = { ...others[player], ...values };
  };
  for (const player of PLAYERS) {
    if (fields.includes(`hand${player}`)) put(player, enteredHand(all, player));
    if (fields.includes(`picture${player}`)) put(player, { picture: all.seen[player]?.picture ?? null });
  }
  if (fields.includes("agreed")) {
    const { faan, scores, also, responsible } = all.agreed;
    Object.assign(patch, { also: also.map((each) => each.winner), responsible });
    for (const each of also) put(each.winner, { events: each.events });
    for (const player of Object.keys(before.agreed.faan))
      if (!(player in faan) && !all.hands[Number(player)]) put(Number(player), { mode: null, faan: undefined });
    for (const [player, number] of Object.entries(faan))
      put(Number(player), { mode: "faan", faan: number, hand: null });
    if (scores) Object.assign(patch, { mode: "scores", scores, hand: null });
    else if (before.agreed.scores) Object.assign(patch, { mode: patch.mode ?? null, scores: undefined });
  }
  return { ...patch, others };
}

/**
 * Makes the draft of a win of what the others have entered.
 * @param {SharedDraft} shared @param {Draft} draft @returns {Draft}
 */
export function joinDraft(shared, draft) {
  const all = /** @type {SharedWin} */ (shared);
  const fields = [...HOW, "events", "agreed", ...newsIn({ all, before: NOTHING_SHARED, mine: NOTHING_SHARED })];
  return {
    ...draft,
    ...adopt(draft, fields, { all, before: NOTHING_SHARED }),
    shared: { seq: shared.seq, all },
    step: all.winner !== null && all.win ? "hand" : "who",
  };
}
