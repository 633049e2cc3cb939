// Works out on the phone what a number of faan that was agreed on without tiles pays, even without a connection.
//
// The service counts again. What is not handled here, such as two winners of one discard, is left to it.

import { everyoneScores, houseOption } from "./rules.js";

/** @import { RulesDetail, State, Win } from "../types" */

/**
 * An agreed win: `also` and `responsible` as in a draft.
 *
 * @typedef {{ winner: number, win: Win | null, from?: number | null, faan: number, also?: unknown[], responsible?: number | null }} Agreed
 */

/**
 * Return what each player gets or pays in points, or null if that cannot be worked out here.
 *
 * @param {State} state @param {RulesDetail | null} rules @param {Agreed} agreed @returns {number[] | null}
 */
export function agreedChanges(state, rules, { winner, win, from = null, faan, also = [], responsible = null }) {
  if (!rules?.payments || everyoneScores(rules) || also.length || responsible !== null) return null;
  const isSelfDraw = win === "self-draw";
  if (!isSelfDraw && from === null) return null;
  const step = rules.payments.filter((/** @type {{ faan: number }} */ { faan: least }) => least <= faan).at(-1);
  if (!step) return null;
  const share = isSelfDraw ? step.self_draw : step.discard; // between players of whom neither is the dealer
  const { dealer: dealerFactor = 1, most = null } = rules.payment ?? {};
  const isLimitedToPoints = houseOption(state, rules, "short_payment") === "pay_available";
  const changes = state.players.map(({ points }, player) => {
    if (player === winner) return 0;
    const factor = [player, winner].includes(state.dealer) ? dealerFactor : 1;
    const due = Math.min(factor * (player === from ? share.discarder : share.each_other), most ?? Infinity);
    return -(isLimitedToPoints ? Math.max(0, Math.min(due, points)) : due);
  });
  changes[winner] = -changes.reduce((sum, points) => sum + points, 0);
  return changes;
}
