// What the tiles alone leave open: which tile won, and which sets were called. A called set was claimed from a discard
// and is exposed, which can lower the worth.
//
// A photo only allows a guess, since called and concealed sets can lie alike, and tiles that were tapped in say
// nothing. So a set is taken as it was read, or else as concealed, and the table is asked where the price depends on
// it.

import { HAND_SIZE, isExposed, layDown, markWinning, pickTiles, setKind, takeBack, tileCount } from "./hand.js";
import { codesOf } from "./notation.js";
import { order } from "./tiles.js";

/** @import { CalledSet, Hand, Reading, Scored } from "../types" */

const CALLED_PROBABILITY = 0.5; // from which the reading takes a set as called

/**
 * Return the sets that may have been called, by face: those on the table, and those of the best reading that were
 * complete without the winning tile.
 *
 * @param {Hand} hand @param {string[]} sets of an answer
 */
export function callableSets(hand, sets) {
  let free = hand.concealed.filter(({ id }) => id !== hand.winning);
  /** @type {CalledSet[]} */
  const concealed = [];
  for (const text of sets) {
    const codes = codesOf(text);
    const tiles = /[[(]/.test(text) || codes.length !== 3 ? null : pickTiles(codes, free);
    if (!tiles) continue;
    free = free.filter((tile) => !tiles.includes(tile));
    concealed.push({ codes, ids: tiles.map(({ id }) => id), index: null, isExposed: false });
  }
  const onTable = hand.sets
    .map((set, index) => ({
      codes: set.tiles.map(({ code }) => code),
      ids: set.tiles.map(({ id }) => id),
      index,
      isExposed: isExposed(set),
    }))
    .filter(({ codes }) => codes.length > 2);
  return [...concealed, ...onTable].sort(
    (a, b) => order(a.codes[0]) - order(b.codes[0]) || a.codes.length - b.codes.length,
  );
}

/** Switch a set on the table between exposed and concealed. @param {Hand} hand @param {number} index of the set */
function toggleTableSet(hand, index) {
  const set = hand.sets[index];
  if (!isExposed(set)) return setKind(hand, index, "exposed");
  return set.tiles.length === 4 ? setKind(hand, index, "concealed_kong") : takeBack(hand, index);
}

/** Switch a set between called and not called. @param {Hand} hand @param {CalledSet} set */
export const toggleCalled = (hand, { ids, index }) =>
  index === null ? layDown(hand, ids, "exposed") : toggleTableSet(hand, index);

/** @param {Hand} hand */
export const withNothingCalled = (hand) =>
  hand.sets.reduceRight((rest, set, index) => (isExposed(set) ? toggleTableSet(rest, index) : rest), hand);

/**
 * Return the hands to compare prices with: with nothing called if any set is exposed, else with each set called in
 * turn.
 *
 * @param {Hand} hand @param {CalledSet[]} sets
 */
export const alternativeCalls = (hand, sets) =>
  sets.some((set) => set.isExposed) ? [withNothingCalled(hand)] : sets.map((set) => toggleCalled(hand, set));

/**
 * Lay down the kongs that the number of tiles makes certain: one tile too many for each face held four times. They are
 * taken as concealed, since nothing says that they were called.
 *
 * @param {Hand} hand
 */
export function withCertainKongs(hand) {
  /** @param {string} code */
  const idsOf = (code) => hand.concealed.filter((tile) => tile.code === code).map(({ id }) => id);
  const kongs = [...new Set(hand.concealed.map(({ code }) => code))].map(idsOf).filter((ids) => ids.length === 4);
  if (!kongs.length || tileCount(hand) !== HAND_SIZE + kongs.length) return hand;
  return kongs.reduce((rest, ids) => layDown(rest, ids, "concealed_kong"), hand);
}

/**
 * Return the hand with the sets exposed that the reading takes as called.
 * @param {Hand} hand whose tiles are numbered as in the reading @param {Reading} reading
 */
export function withReadCalls(hand, reading) {
  /** @type {{ tiles: number[], exposed: number }[]} */
  const called = reading.called ?? [];
  return called.reduce((rest, { tiles, exposed }) => {
    const index = rest.sets.findIndex((set) => set.tiles.every(({ id }) => tiles.includes(id)));
    const isCalled = exposed >= CALLED_PROBABILITY;
    if (index >= 0) return isExposed(rest.sets[index]) === isCalled ? rest : toggleTableSet(rest, index);
    const isConcealed = tiles.every((id) => id !== rest.winning && rest.concealed.some((tile) => tile.id === id));
    return isCalled && isConcealed ? layDown(rest, tiles, "exposed") : rest;
  }, hand);
}

/**
 * Return whether the payment depends on what was called. Different faan can be on the same step of a ladder; at the
 * limit one player may have to pay for all.
 *
 * @param {Scored | null} answer @param {Scored[] | null} others
 */
export const dependsOnCalls = (answer, others) =>
  Boolean(
    answer?.valid &&
      others?.some(
        ({ valid, points, score, limit }) =>
          !valid || points !== answer.points || score !== answer.score || limit !== answer.limit,
      ),
  );

/** @param {Scored} answer */
export const scoredWorth = ({ faan, score }) => faan ?? score ?? 0;

/** Return whether a winner's hand is complete, but not yet which of its tiles won. @param {Hand} hand */
export const isWinningTileUnknown = (hand) => hand.winning === null && tileCount(hand) === HAND_SIZE;

/** Return the hand once for each face that may have won. @param {Hand} hand @returns {Hand[]} */
export const handsByWinningTile = (hand) =>
  [...new Map(hand.concealed.map((tile) => [tile.code, tile.id])).values()].map((id) => markWinning(hand, id));

/** Return a key that is the same for answers with the same worth and rows. @param {Scored} answer */
const scoreKey = ({ valid, problems, faan, score, points, limit, rows }) =>
  JSON.stringify([
    ...[valid, problems, faan, score, points, limit],
    rows.map(({ id, count, excluded_by: by, faan: rowFaan, points: rowPoints, times }) => [
      ...[id, count, by ?? null, rowFaan, rowPoints, times],
    ]),
  ]);

/**
 * Return one of `handsByWinningTile` if all their answers are the same, else null. It is the hand that won on its eyes
 * if possible, so that each set may still have been called.
 *
 * @param {Hand[]} hands @param {Scored[]} answers
 */
export function equivalentHand(hands, answers) {
  if (!answers.length || answers.length !== hands.length || new Set(answers.map(scoreKey)).size > 1) return null;
  const [{ valid, problems, sets }] = answers;
  if (!valid && problems.some((name) => name !== "below_minimum")) return null;
  const eyes = sets?.map(codesOf).find((codes) => codes.length === 2)?.[0];
  return (
    hands.find(({ concealed, winning }) => concealed.some(({ id, code }) => id === winning && code === eyes)) ??
    hands[0]
  );
}
