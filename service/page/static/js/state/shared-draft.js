// What of a win being entered goes to the other phones of the table, and how it is taken from them.

import { entryOf, winnersOf } from "./draft.js";
import { ownTiles } from "./hand.js";
import { handText, parseHand } from "./notation.js";
import { PLAYERS } from "./players.js";
import { ofTiles } from "./reading.js";
import { order } from "./tiles.js";

/** @import { Draft, Entry, Hand, SeenHand, SeenTile, SharedDraft, Tile, SharedWin, SharedAgreements } from "../types" */

const SAID = /** @type {const} */ (["winner", "win", "from", "events"]); // of all, and not of one hand
const LIKELY = 5; // alternatives told of a tile
/** @type {SharedAgreements} */
const UNSAID = { faan: {}, scores: null, also: [], responsible: null };

/**
 * What all know before anybody has begun.
 *
 * @type {SharedWin}
 */
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

/**
 * Returns a draft of all phones without its number and revision, also one that an older page or service has not told all of.
 *
 * @param {SharedDraft | SharedWin} shared
 * @returns {SharedWin}
 */
export const withoutRevision = (shared) =>
  /** @type {SharedWin} */ (
    Object.fromEntries(
      Object.entries(NOTHING_SHARED).map(([name, nothing]) => [
        name,
        shared[/** @type {keyof SharedWin} */ (name)] ?? nothing,
      ]),
    )
  );

/** @param {unknown} a @param {unknown} b @param {unknown=} nothing */
const bothSay = (a, b, nothing = null) => a !== nothing && b !== nothing && JSON.stringify(a) !== JSON.stringify(b);

/**
 * Says whether two entries cannot be of one win: something that both say is not the same.
 *
 * @param {SharedWin} mine
 * @param {SharedWin} all
 */
export function contradicts(mine, all) {
  return (
    bothSay(mine.winner, all.winner) ||
    bothSay(mine.win, all.win) ||
    (mine.win === all.win && bothSay(mine.from, all.from)) ||
    PLAYERS.some((player) => bothSay(mine.hands[player], all.hands[player])) ||
    (JSON.stringify(mine.agreed) !== JSON.stringify(UNSAID) && bothSay(mine.agreed, all.agreed))
  );
}

/** @param {SharedWin} win @param {number} player @returns the id of the photo of a hand, or null */
export const pictureOf = ({ seen }, player) => seen[player]?.picture ?? null;

/**
 * Says whether two phones tell of a photo of one size of a hand.
 *
 * @param {SharedWin} a
 * @param {SharedWin} b
 * @param {number} player
 */
export const isOfOnePhoto = ({ seen: a }, { seen: b }, player) =>
  Boolean(a[player]) && String(a[player]?.size) === String(b[player]?.size);

/**
 * Returns what is told of a hand, in the words of the API; the photo is told apart from what it showed.
 *
 * @param {SharedWin} win
 * @param {number} player
 */
export function toldHand({ hands, seen, called }, player) {
  const { picture: _, ...shown } = seen[player] ?? {};
  return { hands: hands[player] ?? "", seen: seen[player] && /** @type {SeenHand} */ (shown), called: called[player] };
}

/**
 * Returns what all know with the photos that only this phone knows of, each where what it showed is there.
 *
 * @param {SharedWin} all
 * @param {SharedWin} before what all knew
 * @param {SharedWin} mine
 * @returns {SharedWin}
 */
export function withMyPictures(all, before, mine) {
  const seen = all.seen.map((shown, player) => {
    const picture = pictureOf(mine, player);
    const isMine = picture !== pictureOf(before, player) && isOfOnePhoto(all, mine, player);
    return shown && isMine ? { ...shown, picture } : shown;
  });
  return { ...all, seen };
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
 * Returns what was entered of one hand elsewhere: its tiles and, from a photo, where they lay and which are doubtful.
 *
 * @param {SharedWin} all
 * @param {number} player
 * @returns {Entry}
 */
function enteredHand({ hands, seen: photos, called }, player) {
  const [text, seen] = [hands[player], photos[player]];
  /** @type {Entry} */
  const nothing = {
    mode: null,
    hand: null,
    size: null,
    picture: null,
    otherwise: null,
    notes: [],
    isCalledKnown: called[player],
  };
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
  return { ...nothing, mode: "photo", hand, size: seen.size, picture: seen.picture ?? null, otherwise };
}

/**
 * Returns the patch of a draft by which it has parts of what all know: names of parts, and the `players` whose hands.
 *
 * What was entered here besides stays.
 *
 * @param {Draft} draft
 * @param {SharedWin} all
 * @param {SharedWin} before
 * @param {{ parts: string[], players: number[], pictures?: number[] }} given `pictures` are players of whom only the photo is new
 * @returns {Partial<Draft>}
 */
export function adopt(draft, all, before, { parts, players, pictures = [] }) {
  /** @type {Partial<Draft>} */
  const patch = {};
  for (const name of SAID.filter((each) => parts.includes(each))) Object.assign(patch, { [name]: all[name] });
  const winner = "winner" in patch ? patch.winner : draft.winner;
  /** @type {Record<number, Entry>} */
  const others = { ...draft.others };
  /** @param {number} player @param {Entry} values */
  const put = (player, values) => {
    if (player === winner) Object.assign(patch, values);
    else others[player] = { ...others[player], ...values };
  };
  for (const player of players) put(player, enteredHand(all, player));
  for (const player of pictures) put(player, { picture: pictureOf(all, player) });
  if (parts.includes("agreed")) {
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
 *
 * @param {SharedDraft} shared
 * @param {Draft} draft
 * @returns {Draft}
 */
export function joinDraft(shared, draft) {
  const all = withoutRevision(shared);
  const players = PLAYERS.filter((player) => all.hands[player]);
  const parts = ["winner", "win", "from", "events", "agreed"];
  return {
    ...draft,
    ...adopt(draft, all, NOTHING_SHARED, { parts, players }),
    shared: { seq: shared.seq, all },
    step: all.winner !== null && all.win ? "hand" : "who",
  };
}
