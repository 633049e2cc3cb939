// The five rule sets in plain words, their questions to a new table, and the words of options and their values.

import { t, translate } from "../i18n/translation.js";

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

/** @type {{ id: string, title: TextId, text: TextId, questions: Question[] }[]} */
export const RULE_SETS = [
  {
    id: "hk-500",
    title: "hong-kong-old-style-500",
    text: "winner-counts-faan-for-straights",
    questions: [
      MINIMUM,
      CAP,
      ROUNDS,
      {
        name: "round_change",
        text: "when-everybody-east-round-wind",
        values: ["conventional", "sheet_literal"],
      },
    ],
  },
  {
    id: "hk-majlife",
    title: "cantonese-quick-reference",
    text: "hong-kong-old-style",
    questions: [MINIMUM, ROUNDS],
  },
  {
    id: "classical-20",
    title: "classical-20-points-for-going",
    text: "points-and-doubles-all-four",
    questions: [
      ROUNDS,
      { name: "difference", text: "if-losers-hand-worth-more" },
      { name: "half_flush_honours", text: "honours-that-double-one-suit" },
    ],
  },
  {
    id: "classical-british",
    title: "classical-with-doubles-and-trebles",
    text: "all-four-hands-counted",
    questions: [ROUNDS, { name: "treble", text: "how-much-is-a-treble" }, { name: "pairs", text: "whose-pairs-count" }],
  },
  {
    id: "simplified-300",
    title: "simplified-up-to-300-points",
    text: "points-up-to-300-hand",
    questions: [
      { name: "rounds", text: "how-many-hands", values: [4, 8, 12, 16] },
      { name: "settlement", text: "who-settles-with-whom" },
      { name: "direction", text: "which-way-play-goes" },
    ],
  },
];

/** Return the title and text of a rule set or house. @param {string} id @param {RulesOffered | null=} rules */
export function ruleSetWords(id, rules = null) {
  const known = RULE_SETS.find((each) => each.id === id);
  if (known) return { title: t(known.title), text: t(known.text) };
  const base = RULE_SETS.find((each) => each.id === rules?.base);
  return { title: rules?.name ?? id, text: base ? t(base.title) : (rules?.document ?? "") };
}

// The words of an option's values; a pair is a title and an explanation.
/** @type {Record<string, Record<string, TextId | TextId[]>>} */
export const VALUE_WORDS = {
  round_change: {
    sheet_literal: ["by-rule-sheet-seats-stay", "whoever-east-last-stays-east"],
    conventional: ["as-most-tables-play-east", "first-east-east-again"],
  },
  closed_scope: { hand: "closed-hand", pattern_melds: "closed-sets-in-pattern" },
  terminal_meld_pair: { free: "free", terminal: "terminals-too" },
  dragon_pung_per: { each: "for-each-pung", one: "one-in-all" },
  eight_treasures: { any_time: "at-any-time", with_complete_hand: "only-with-complete-hand", off: "never" },
  false_win: {
    none: "nothing-label",
    pay_max_selfdraw_each: "as-much-as-self-drawn",
    fixed: "number-of-points-to-each",
    bank: "number-of-points-to-bank",
  },
  short_payment: { pay_available: "pays-what", go_negative: "goes-below-zero" },
  chow_reuse: { free: "in-several", once: "once" },
  bonus_map: { printed: "as-printed", swap_flowers_3_4: "flowers-3-and-4-swapped" },
  earthly: { east_first_discard: "easts-first-discard", own_first_turn: "or-own-first-turn" },
  half_flush_honours: { pair_only: "honours-as-eyes-only", any: "any-honours" },
  difference: { clamp: "nothing-paid", signed: "winner-pays-difference" },
  loser_pairs: { all: "all-label", one: "one-label", none: "none-label" },
  treble: { x3: "three-times", x8: "eight-times" },
  seven_pairs: { none: "no-winning-hand", limit: "limit-hand" },
  pairs: { winner: "for-winner-only", all: "for-everybody" },
  only_piece: { kind: "only-kind-of-tile", physical: "only-tile-left", off: "not-scored" },
  direction: { cw: "clockwise-to-left", ccw: "to-right" },
  flower_doubles: { total: "the-total", base: "base-score-only" },
  first_discard: { add: "added", flat: "whole-score" },
  dealer: { winner: "winner-deals", rotate: "deal-goes-round" },
  settlement: {
    none: "scores-only-add-up",
    pairwise: "every-pair-settles",
    winner_only: "losers-pay-winner",
    winner_in_full: "losers-pay-winners-full-score",
  },
  multiple_winners: { first_in_turn: "first-in-turn", all: "all-of-them" },
  responsibility: { none: "no", limit: "yes-for-hand-of-limit" },
  dice: { "3d6": "three", "2d6": "two" },
};

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

/** @param {string} name @param {unknown} value @returns {string[]} */
export const valueWords = (name, value) => {
  const words = VALUE_WORDS[name]?.[String(value)] ?? PLAIN_VALUES[String(value)];
  return words ? [words].flat().map((id) => t(id)) : [String(value)];
};

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
