// The words of rule sets, their questions to a new table, and the words of options and their values.

import { t, textOf, timeWords, translate, withRemark } from "../i18n/translation.js";

/** @import { RuleOption, RulesOffered } from "../types" */
/** @import { TextId } from "../i18n/text-ids" */

/** @typedef {{ name: string, text: TextId, values?: any[] }} Question about an option; `values` are the usual ones */

/** @type {Question} */
const ROUNDS = { name: "rounds", text: "how-many-rounds", values: [1, 2, 3, 4] };
/** @type {Question} */
const MINIMUM = { name: "minimum", text: "least-faan-to-win", values: [0, 1, 2, 3] };
/** @type {Question} asked unless a rule set has its own */
export const CAP = { name: "cap", text: "most-faan-count", values: [7, 8, 10, 13] };
/** @type {Question} */
export const START = { name: "start", text: "how-many-points-to-begin", values: [100, 200, 500, 1000, 2000] };

/** @type {Record<string, Question[]>} to a new table, by rule set */
export const QUESTIONS = {
  "hk-500": [
    ...[MINIMUM, CAP, ROUNDS],
    { name: "round_change", text: "when-everybody-east-round-wind", values: ["conventional", "sheet_literal"] },
  ],
  "hk-majlife": [MINIMUM, ROUNDS],
  "classical-20": [
    ROUNDS,
    { name: "difference", text: "if-losers-hand-worth-more" },
    { name: "half_flush_honours", text: "honours-that-double-one-suit" },
  ],
  "classical-british": [
    ROUNDS,
    { name: "treble", text: "how-much-is-a-treble" },
    { name: "pairs", text: "whose-pairs-count" },
  ],
  "simplified-300": [
    { name: "rounds", text: "how-many-hands", values: [4, 8, 12, 16] },
    { name: "settlement", text: "who-settles-with-whom" },
    { name: "direction", text: "which-way-play-goes" },
  ],
};

/** Return the title and text of a rule set or house. @param {string} id @param {RulesOffered | null=} rules */
export const ruleSetWords = (id, rules = null) => ({
  title: textOf("rule-set", id) ?? rules?.name ?? id,
  text: textOf("rule-set-note", id) ?? textOf("rule-set", rules?.base ?? "") ?? rules?.document ?? "",
});

/** Return the title of rules in a list; houses of one name have the time they were stored. @param {RulesOffered} rules @param {RulesOffered[]} all */
export function titleAmong(rules, all) {
  const { title } = ruleSetWords(rules.id, rules);
  const isShared = all.some(({ id, name }) => id !== rules.id && name === rules.name);
  return isShared && rules.at ? withRemark(title, timeWords(rules.at, "second")) : title;
}

// The words of values whose option has none of its own.
/** @type {Record<string, TextId>} */
const PLAIN_VALUES = { none: "none-word", limit: "limit-word" };

// Presets whose name a player would not use.
/** @type {Record<string, TextId>} */
export const PRESET_WORDS = { "The sheet": "all-as-rule-sheet" };

// Options of the training course, in which this page has no part.
export const HIDDEN_OPTIONS = ["blocks", "double_excludes"];

/** Return an option's question without its reference to the rules, "(A7)". @param {RuleOption} option */
export const questionText = (option) => translate(option.question.replace(/ \((?:[A-Z]\d+|包)\)$/, ""));

/**
 * Return the words of an option's value, with an explanation for some.
 * @param {string} name @param {unknown} value @returns {[string, string | undefined]}
 */
export function valueWords(name, value) {
  const plain = PLAIN_VALUES[String(value)];
  const words = textOf("option-value", `${name}=${value}`) ?? (plain ? t(plain) : String(value));
  return [words, textOf("option-note", `${name}=${value}`)];
}

/** @param {string} name @param {unknown} value */
export function answerWords(name, value) {
  if (value === null || value === "none") return valueWords(name, "none")[0];
  const [, kind, n] = /^(fixed|bank):(.+)$/.exec(String(value)) ?? [];
  if (kind) return kind === "bank" ? t("n-points-to-bank", { n }) : t("n-points-to-each", { n });
  return typeof value === "boolean" ? t(value ? "yes" : "no") : valueWords(name, value)[0];
}

// Values with their words in the sentence, their titles and explanations.
/** @type {[string, TextId, TextId, TextId?][]} */
export const LADDERS = [
  ["", "paid-by-sheet", "as-rule-sheet"],
  ["half_spicy", "paid-half-spicy", "half-spicy", "doubles-up-to-4-then-half"],
  ["full_spicy", "paid-full-spicy", "full-spicy", "every-faan-doubles"],
  ["tiers", "paid-in-steps", "in-steps", "doubles-up-to-4-faan"],
  ["own", "paid-by-own-list", "our-own-list", "amount-for-every-number"],
];
/** @type {[number, TextId, TextId][]} */
export const UNITS = [
  [0.25, "unit-two-five", "0-25-share"],
  [0.5, "unit-five-one", "0-5-share"],
  [1, "unit-one-two", "1-share"],
];
/** @type {[string, TextId, TextId, TextId][]} */
export const DISCARDS = [
  ["half_gun", "discarder-pays-double", "half-gun-label", "discarder-pays-double-others-single"],
  ["full_gun", "discarder-pays-all", "full-gun-label", "discarder-alone-pays"],
  ["three_shares", "discarder-pays-self-draw", "all-of-self-draw", "discarder-alone-pays-what-self"],
  ["everybody_equal", "everybody-pays-same", "everybody-same", "whoever-discarded-all-pay-same"],
];
