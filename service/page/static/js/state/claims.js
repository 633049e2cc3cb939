// Which sets of a hand were called: claimed from a discard, so that they lie open and may make the hand worth less.
//
// What a photo says of it is a guess, however sure its reader is: two photos of one hand laid alike tell nothing apart. What
// was tapped in as single tiles says nothing. So a set is as it was read, else closed, and where the price differs the table
// is asked.

import { count, layDown, setKind, takeBack, tilesOf, WHOLE } from "./hand.js";
import { codesOf } from "./notation.js";
import { order } from "./tiles.js";

/** @import { CalledSet, Hand, Reading, Scored, SetKind } from "../types" */

const CALLED = 0.5; // of a set that was more likely called than not, by the reading

/** @param {SetKind} kind */
const isOpen = (kind) => kind !== "concealed_kong";

// Those that lie on the table, and those of the reading that counts which were complete without the winning tile.
/**
 * @param {Hand} hand @param {string[]} sets of an answer
 * @returns {CalledSet[]} the sets that may have been called, by face
 */
export function callable(hand, sets) {
  let free = hand.concealed.filter(({ id }) => id !== hand.winning);
  /** @type {CalledSet[]} */
  const closed = [];
  for (const text of sets) {
    const codes = codesOf(text);
    const picked = /[[(]/.test(text) || codes.length !== 3 ? null : tilesOf(codes, free);
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

/** @param {Hand} hand @param {number} index of a set on the table that was called, or was not after all */
function flipLaid(hand, index) {
  const { kind, tiles } = hand.sets[index];
  if (!isOpen(kind)) return setKind(hand, index, "exposed");
  return tiles.length === 4 ? setKind(hand, index, "concealed_kong") : takeBack(hand, index);
}

/** @param {Hand} hand @param {CalledSet} set that was called, or was not after all */
export const flipCalled = (hand, { ids, index }) =>
  index === null ? layDown(hand, ids, "exposed") : flipLaid(hand, index);

/** @param {Hand} hand @returns the hand with nothing called */
export const uncalled = (hand) =>
  hand.sets.reduceRight((rest, { kind }, index) => (isOpen(kind) ? flipLaid(rest, index) : rest), hand);

// With nothing called where something is, else with each of the sets called, one at a time.
/** @param {Hand} hand @param {CalledSet[]} sets @returns the hands that it would be otherwise */
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
 * @param {Hand} hand of a reading, whose numbers its tiles have @param {Reading} reading
 * @returns {Hand} with the sets called that it takes for called
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

// Six faan and four may be the same step of a ladder.
/**
 * @param {Scored | null} answer @param {Scored[] | null} others @returns whether what was called changes what is paid
 */
export const isPriceOpen = (answer, others) =>
  Boolean(answer?.valid && others?.some((other) => !other.valid || isPaidOtherwise(other, answer)));

// Of a hand of the limit somebody may have to pay for all.
/** @param {Scored} one @param {Scored} other */
const isPaidOtherwise = (one, other) =>
  one.points !== other.points || one.score !== other.score || one.limit !== other.limit;

/** @param {Scored} answer */
export const worthOf = ({ faan, score }) => faan ?? score ?? 0;
