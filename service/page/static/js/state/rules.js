// What a table has agreed on.

/** @import { RulesDetail, State } from "../types" */

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
 *
 * @param {State} state @param {RulesDetail} rules @param {boolean} isLimit whether the hand reaches the limit
 * @returns {{ id: string, name: string, zh: string }[]}
 */
export function payForAllWays(state, rules, isLimit) {
  const ways = (rules.payment?.responsibility ?? []).filter(
    (/** @type {{ id: string, decides: string }} */ way) =>
      way.decides === "table" && (isLimit || way.id !== "limit_hand"),
  );
  const isAgreed = isLimit && houseOption(state, rules, "responsibility") === "limit";
  return ways.length || !isAgreed ? ways : [{ id: "limit_hand", name: "Limit hand fed", zh: "包牌" }];
}

/** Return whether all four hands are counted, not only the winner's. @param {RulesDetail} rules */
export const everyoneScores = (rules) => rules.roles.includes("loser");

/** Return the value of the house option. @param {State} state @param {RulesDetail} rules */
export const falseWinCost = (state, rules) => houseOption(state, rules, "false_win") ?? "none";

/** @param {State} one @param {State} other */
export const hasSameRules = (one, other) =>
  one.rules === other.rules && JSON.stringify(one.options) === JSON.stringify(other.options);
