// What a number of faan moves that the table agrees on without tiles: by the rules of the table, also without a connection.
//
// The service counts again; what it is not told here, such as two winners of one discard, is left to it.

import { everyoneScores, house } from "./rules.js";

/** @import { RulesDetail, State, Win } from "../types" */

/**
 * An agreed win: `also` and `responsible` as in a draft.
 *
 * @typedef {{ winner: number, win: Win | null, from?: number | null, faan: number, also?: unknown[], responsible?: number | null }} Agreed
 */

/**
 * @param {State} state @param {RulesDetail | null} rules @param {Agreed} agreed
 * @returns {number[] | null} what each player gets or pays, null where that is not known here
 */
export function agreedChanges(state, rules, { winner, win, from = null, faan, also = [], responsible = null }) {
  if (!rules?.payments || everyoneScores(rules) || also.length || responsible !== null) return null;
  const isDrawn = win === "self-draw";
  if (!isDrawn && from === null) return null;
  const step = rules.payments.filter((/** @type {{ faan: number }} */ { faan: least }) => least <= faan).at(-1);
  if (!step) return null;
  const owed = isDrawn ? step.self_draw : step.discard; // between players none of whom is East
  const { dealer = 1, most = null } = rules.payment ?? {};
  const isBounded = house(state, rules, "short_payment") === "pay_available";
  const changes = state.players.map(({ points }, player) => {
    if (player === winner) return 0;
    const isEasts = player === state.dealer || winner === state.dealer;
    const single = player === from ? owed.discarder : owed.each_other;
    const due = Math.min(single * (isEasts ? dealer : 1), most ?? Infinity);
    return -(isBounded ? Math.max(0, Math.min(due, points)) : due);
  });
  changes[winner] = -changes.reduce((sum, points) => sum + points, 0);
  return changes;
}
