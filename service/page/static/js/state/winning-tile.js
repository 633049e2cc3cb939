// Which tile won, where nobody has said so: of most hands it changes neither what they are worth nor why.

import { count, markWinning, WHOLE } from "./hand.js";
import { codesOf } from "./notation.js";

/** @import { Hand, Scored, ScoreRow } from "../types" */

/** @param {Hand} hand @returns whether a winner's hand is whole, and not said yet which of its tiles won */
export const isWinnerUnsaid = (hand) => hand.winning === null && count(hand) === WHOLE;

/** @param {Hand} hand @returns {Hand[]} the hand once for each face that may have won */
export const everyWinner = (hand) =>
  [...new Map(hand.concealed.map((tile) => [tile.code, tile.id])).values()].map((id) => markWinning(hand, id));

/** @param {ScoreRow} row */
const rowMark = ({ id, count: times, excluded_by: by, faan, points, times: factor }) => [
  id,
  times,
  by ?? null,
  faan,
  points,
  factor,
];

/** @param {Scored} answer */
const mark = ({ valid, problems, faan, score, points, limit, rows }) =>
  JSON.stringify([valid, problems, faan, score, points, limit, rows.map(rowMark)]);

/** @param {Scored} answer @returns whether the tiles make a hand, even if it is worth too little */
const isComplete = ({ valid, problems }) => valid || problems.every((name) => name === "below_minimum");

// Of the eyes, where they are: so each of the sets may still be said to have been called.
/**
 * @param {Hand[]} hands @param {Scored[]} answers
 * @returns {Hand | null} one of `everyWinner` to count, where all their answers are the same
 */
export function anyWinner(hands, answers) {
  if (!answers.length || answers.length !== hands.length || !isComplete(answers[0])) return null;
  if (new Set(answers.map(mark)).size > 1) return null;
  const eyes = answers[0].sets?.map(codesOf).find((codes) => codes.length === 2)?.[0];
  return (
    hands.find(({ concealed, winning }) => concealed.some(({ id, code }) => id === winning && code === eyes)) ??
    hands[0]
  );
}
