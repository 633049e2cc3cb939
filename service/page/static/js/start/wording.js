// What the options of a rule set and the answers to them are called.

import { t, translated } from "../i18n/translation.js";
import { PLAIN_VALUES, VALUE_WORDS } from "./rule-sets.js";

/** @import { TextId } from "../i18n/text-ids" */
/** @import { RuleOption } from "../types" */

/**
 * The question as the rule set asks it, without its reference into the rules: "(A7)".
 *
 * @param {RuleOption} option
 */
export const question = (option) => translated(option.question.replace(/ \((?:[A-Z]\d+|包)\)$/, ""));

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {string[]}
 */
export const valueWords = (name, value) => {
  const words = VALUE_WORDS[name]?.[String(value)] ?? PLAIN_VALUES[String(value)];
  return words ? [words].flat().map((id) => t(id)) : [String(value)];
};

/**
 * @param {string} name
 * @param {unknown} value
 */
export function answerWords(name, value) {
  if (value === null || value === "none") return valueWords(name, "none")[0];
  const [, kind, n] = /^(fixed|bank):(.+)$/.exec(String(value)) ?? [];
  if (kind) return kind === "bank" ? t("n-points-to-bank", { n }) : t("n-points-to-each", { n });
  return typeof value === "boolean" ? t(value ? "yes" : "no") : valueWords(name, value)[0];
}

/** @type {Record<string, TextId>} */
const MISTAKES = {
  nobody_wins: "nobody-could-ever-win",
  free_false_win: "false-win-would-cost-nothing",
  ladder_falls: "n-faan-pay-less",
};

/** @param {ReturnType<typeof import("./agreement.js").mistakeIn>} found */
export const mistakeWords = (found) => (found ? t(MISTAKES[found.mistake], found.values) : "");

/** @type {[string, TextId, TextId | null][]} */
export const LADDERS = [
  ["", "as-rule-sheet", null],
  ["half_spicy", "half-spicy", "doubles-up-to-4-then-half"],
  ["full_spicy", "full-spicy", "every-faan-doubles"],
  ["tiers", "in-steps", "doubles-up-to-4-faan"],
  ["own", "our-own-list", "amount-for-every-number"],
];
/** @type {[number, TextId][]} */
export const UNITS = [
  [0.25, "0-25-share"],
  [0.5, "0-5-share"],
  [1, "1-share"],
];
/** @type {[string, TextId, TextId][]} */
export const DISCARDS = [
  ["half_gun", "half-gun-label", "discarder-pays-double-others-single"],
  ["full_gun", "full-gun-label", "discarder-alone-pays"],
  ["three_shares", "all-of-self-draw", "discarder-alone-pays-what-self"],
  ["everybody_equal", "everybody-same", "whoever-discarded-all-pay-same"],
];
