// What a table has agreed on, and what it pays for faan that were agreed on without tiles, also without a connection.

/** @import { RulesDetail, State, Win } from "../types" */

/** Return the table's answer to a house option. @param {State} state @param {RulesDetail} rules @param {string} name */
export const houseOption = (state, rules, name) =>
  state.options?.[name] ?? rules.options.find((option) => option.name === name)?.default;

/** Return the least and the most faan at this table. @param {State} state @param {RulesDetail} rules */
export function faanLimits(state, rules) {
  const [minimum, cap] = [houseOption(state, rules, "minimum"), houseOption(state, rules, "cap")];
  return { minimum: Number.isInteger(minimum) ? minimum : 0, cap: Number.isInteger(cap) ? cap : 26 };
}

/**
 * Return the reasons for which one player may have to pay for all (包).
 * @param {RulesDetail} rules of the table @param {boolean} isLimit whether the hand reaches the limit
 * @returns {{ id: string, name: string, zh: string }[]}
 */
export const payForAllWays = (rules, isLimit) =>
  (rules.payment?.responsibility ?? []).filter(
    (/** @type {{ id: string, decides: string }} */ way) =>
      way.decides === "table" && (isLimit || way.id !== "limit_hand"),
  );

/** Return whether all four hands are counted, not only the winner's. @param {RulesDetail} rules */
export const everyoneScores = (rules) => rules.roles.includes("loser");

/** @param {State} one @param {State} other */
export const hasSameRules = (one, other) =>
  one.rules === other.rules && JSON.stringify(one.options) === JSON.stringify(other.options);

/**
 * An agreed win: `also` and `responsible` as in a draft.
 * @typedef {{ winner: number, win: Win | null, from?: number | null, faan: number, also?: unknown[], responsible?: number | null }} Agreed
 */

/**
 * Return what each player gets or pays in points. Null if that is left to the service, as with two winners of one discard.
 * @param {State} state @param {RulesDetail | null} rules @param {Agreed} agreed @returns {number[] | null}
 */
export function agreedChanges(state, rules, { winner, win, from = null, faan, also = [], responsible = null }) {
  if (!rules?.payments || everyoneScores(rules) || also.length || responsible !== null) return null;
  const isSelfDraw = win === "self-draw";
  if (!isSelfDraw && from === null) return null;
  const step = rules.payments.filter((/** @type {{ faan: number }} */ { faan: least }) => least <= faan).at(-1);
  if (!step) return null;
  const share = isSelfDraw ? step.self_draw : step.discard; // if neither player is the dealer
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
