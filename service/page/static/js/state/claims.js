// Which sets of a hand were called: claimed from a discard, so that they lie open and may make the hand worth less.
//
// What a photo says of it is a guess, however sure its reader is: two photos of one hand laid alike tell nothing apart. What
// was tapped in as single tiles says nothing. So a set is as it was read, else closed, and where the price differs the table
// is asked.

import { count, layDown, setKind, takeBack } from "./hand.js";
import { codesOf } from "./notation.js";
import { order } from "./tiles.js";

/** @import { CalledSet, Hand, Reading, Scored, SetKind, Tile } from "../types" */

const CALLED = 0.5; // of a set that was more likely called than not, by the reading
const WHOLE = 14; // tiles of a winner, a kong counting as three

/** @param {Tile[]} tiles */
const isKong = (tiles) => tiles.length === 4;
/** @param {SetKind} kind */
const isOpen = (kind) => kind !== "concealed_kong";

/**
 * Finds tiles of these faces among others, or null.
 *
 * @param {string[]} codes
 * @param {Tile[]} tiles
 */
function pick(codes, tiles) {
  /** @type {Tile[]} */
  const picked = [];
  for (const code of codes) {
    const found = tiles.find((tile) => tile.code === code && !picked.includes(tile));
    if (!found) return null;
    picked.push(found);
  }
  return picked;
}

/**
 * Returns the sets that may have been called, in the order of their faces: those that lie on the table, and of the
 * others those of the reading that counts (`sets` of an answer) that were complete without the winning tile.
 *
 * @param {Hand} hand
 * @param {string[]} sets
 * @returns {CalledSet[]}
 */
export function callable(hand, sets) {
  let free = hand.concealed.filter(({ id }) => id !== hand.winning);
  /** @type {CalledSet[]} */
  const closed = [];
  for (const text of sets) {
    const codes = codesOf(text);
    const picked = /[[(]/.test(text) || codes.length !== 3 ? null : pick(codes, free);
    if (!picked) continue;
    free = free.filter((tile) => !picked.includes(tile));
    closed.push({ codes, ids: picked.map(({ id }) => id), index: null, open: false });
  }
  const laid = hand.sets
    .map(({ kind, tiles }, index) => ({
      codes: tiles.map(({ code }) => code),
      ids: tiles.map(({ id }) => id),
      index,
      open: isOpen(kind),
    }))
    .filter(({ codes }) => codes.length > 2);
  return [...closed, ...laid].sort((a, b) => order(a.codes[0]) - order(b.codes[0]) || a.codes.length - b.codes.length);
}

/**
 * Says of a set on the table that it was called, or that it was not after all.
 *
 * @param {Hand} hand
 * @param {number} index
 */
function flipLaid(hand, index) {
  const { kind, tiles } = hand.sets[index];
  if (!isOpen(kind)) return setKind(hand, index, "exposed");
  return isKong(tiles) ? setKind(hand, index, "concealed_kong") : takeBack(hand, index);
}

/**
 * Says of a set that it was called, or that it was not after all.
 *
 * @param {Hand} hand
 * @param {CalledSet} set
 */
export const flipCalled = (hand, { ids, index }) =>
  index === null ? layDown(hand, ids, "exposed") : flipLaid(hand, index);

/** @param {Hand} hand @returns the hand with nothing called */
export const uncalled = (hand) =>
  hand.sets.reduceRight((rest, { kind }, index) => (isOpen(kind) ? flipLaid(rest, index) : rest), hand);

/**
 * Returns the hands that it would be otherwise: with nothing called where something is, else with each of the sets
 * called, one at a time.
 *
 * @param {Hand} hand
 * @param {CalledSet[]} sets
 */
export const otherwiseCalled = (hand, sets) =>
  sets.some(({ open }) => open) ? [uncalled(hand)] : sets.map((set) => flipCalled(hand, set));

/**
 * Lays down the kongs that the number of tiles makes certain: a hand has one tile too many for each, and as many
 * faces four times. Nobody else knows whether they were called: they are closed.
 *
 * @param {Hand} hand
 */
export function withCertainKongs(hand) {
  const four = [...new Set(hand.concealed.map(({ code }) => code))].filter(
    (code) => hand.concealed.filter((tile) => tile.code === code).length === 4,
  );
  if (!four.length || count(hand) !== WHOLE + four.length) return hand;
  return four.reduce((rest, code) => {
    const ids = rest.concealed.filter((tile) => tile.code === code).map(({ id }) => id);
    return layDown(rest, ids, "concealed_kong");
  }, hand);
}

/**
 * Returns a hand with the sets called that its reading takes for called.
 *
 * @param {Hand} hand whose tiles have the numbers of the reading as their ids
 * @param {Reading} reading
 * @returns {Hand}
 */
export function asCalled(hand, reading) {
  /** @type {{ tiles: number[], exposed: number }[]} */
  const called = reading.called ?? [];
  return called.reduce((rest, { tiles, exposed }) => {
    const index = rest.sets.findIndex((set) => set.tiles.every(({ id }) => tiles.includes(id)));
    const open = exposed >= CALLED;
    if (index >= 0) return isOpen(rest.sets[index].kind) === open ? rest : flipLaid(rest, index);
    const inHand = tiles.every((id) => id !== rest.winning && rest.concealed.some((tile) => tile.id === id));
    return open && inHand ? layDown(rest, tiles, "exposed") : rest;
  }, hand);
}

/**
 * Says whether what was called changes what is paid: six faan and four may be the same step of a ladder.
 *
 * @param {Scored | null} answer
 * @param {Scored[] | null} others
 */
export const isPriceOpen = (answer, others) =>
  Boolean(answer?.valid && others?.some((other) => !other.valid || isPaidOtherwise(other, answer)));

// Of a hand of the limit somebody may have to pay for all.
/** @param {Scored} one @param {Scored} other */
const isPaidOtherwise = (one, other) =>
  one.points !== other.points || one.score !== other.score || one.limit !== other.limit;

/** @param {Scored} answer */
export const worthOf = ({ faan, score }) => faan ?? score ?? 0;
