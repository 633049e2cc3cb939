// What this table agreed on.

/** @import { RulesDetail, State } from "../types" */

/** @param {State} state @param {RulesDetail} rules @param {string} name @returns what this table plays for an option */
export function house(state, rules, name) {
  return state.options?.[name] ?? rules.options.find((option) => option.name === name)?.default;
}

/** @param {State} state @param {RulesDetail} rules @returns the least and the most faan at this table */
export function faanLimits(state, rules) {
  const [minimum, cap] = [house(state, rules, "minimum"), house(state, rules, "cap")];
  return { minimum: Number.isInteger(minimum) ? minimum : 0, cap: Number.isInteger(cap) ? cap : 26 };
}

/**
 * @param {State} state @param {RulesDetail} rules @param {boolean} limit
 * @returns {{ id: string, name: string, zh: string }[]} by which one player may pay for all (包)
 */
export function waysForAll(state, rules, limit) {
  const agreed = limit && house(state, rules, "responsibility") === "limit";
  const own = (rules.payment?.responsibility ?? []).filter(
    (/** @type {{ id: string, decides: string }} */ way) =>
      way.decides === "table" && (limit || way.id !== "limit_hand"),
  );
  return own.length || !agreed ? own : [{ id: "limit_hand", name: "Limit hand fed", zh: "包牌" }];
}

/** @param {RulesDetail} rules @returns whether all four hands are counted, not the winner's alone */
export const everyoneScores = (rules) => rules.roles.includes("loser");

/**
 * @param {State} state @param {RulesDetail} rules @returns what a false win costs at this table, as the option says it
 */
export const falseWinCost = (state, rules) => house(state, rules, "false_win") ?? "none";

/** @param {State} one @param {State} other @returns whether a table plays by the same rules at two moments */
export const sameRules = (one, other) =>
  one.rules === other.rules && JSON.stringify(one.options) === JSON.stringify(other.options);
