// Leaves out the question which tile won where the answer changes neither the worth of the hand nor its rows.

import { HAND_SIZE, markWinning, tileCount } from "./hand.js";
import { codesOf } from "./notation.js";

/** @import { Hand, Scored } from "../types" */

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
