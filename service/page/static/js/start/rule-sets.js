// The five rule sets in plain words, and what each table is asked before its first hand.

/** @import { RulesOffered } from "../types" */

/**
 * An option that a table is asked about, and the answers that are usual.
 *
 * @typedef {{ name: string, values?: any[] }} Asked
 */

/** @type {{ id: string, title: string, text: string, asked: Asked[] }[]} @texts */
export const RULE_SETS = [
  {
    id: "hk-500",
    title: "Hong Kong Old Style, 500 points",
    text: "The winner counts faan, for straights, matching chows and closed hands too. Everybody begins with 500 points.",
    asked: [
      { name: "minimum", values: [0, 1, 2, 3] },
      { name: "cap", values: [7, 10, 13] },
      { name: "rounds", values: [1, 2, 3, 4] },
      { name: "round_change", values: ["conventional", "sheet_literal"] },
    ],
  },
  {
    id: "hk-majlife",
    title: "Cantonese quick reference",
    text: "Hong Kong Old Style by a short list: all chows, all pungs, one suit, special hands of 10 faan. For points or for chips.",
    asked: [
      { name: "minimum", values: [0, 1, 2, 3] },
      { name: "rounds", values: [1, 2, 3, 4] },
    ],
  },
  {
    id: "classical-20",
    title: "Classical, 20 points for going out",
    text: "Points and doubles. All four hands are counted, and each loser pays the winner the difference.",
    asked: [{ name: "rounds", values: [1, 2, 3, 4] }, { name: "difference" }, { name: "half_flush_honours" }],
  },
  {
    id: "classical-british",
    title: "Classical, with doubles and trebles",
    text: "All four hands are counted, and everybody settles with everybody. Everybody begins with 2000 points.",
    asked: [{ name: "rounds", values: [1, 2, 3, 4] }, { name: "treble" }, { name: "pairs" }],
  },
  {
    id: "simplified-300",
    title: "Simplified, up to 300 points",
    text: "Points up to 300 a hand, added up over eight hands. Every hand counts; play goes clockwise.",
    asked: [{ name: "rounds", values: [4, 8, 12, 16] }, { name: "settlement" }, { name: "direction" }],
  },
];

/**
 * Returns the rule set of this id in plain words; a house's own has its name, and is asked what its base is asked.
 *
 * @param {string} id
 * @param {RulesOffered | null=} rules
 * @returns {{ id: string, title: string, text: string, asked: Asked[] }}
 */
export function inWords(id, rules = null) {
  const known = RULE_SETS.find((each) => each.id === id);
  if (known) return known;
  const base = RULE_SETS.find((each) => each.id === rules?.base);
  const asked = (base?.asked ?? []).filter(({ name }) => rules?.options?.some((option) => option.name === name));
  return { id, title: rules?.name ?? id, text: base?.title ?? rules?.document ?? "", asked };
}

// What the values of an option mean to a player; a pair is a title and a sentence.
/** @type {Record<string, Record<string, string | string[]>>} @texts */
export const VALUE_WORDS = {
  round_change: {
    sheet_literal: [
      "By the rule sheet: seats stay, only the round changes",
      "Whoever was East last stays East for one more hand, and the player sitting in the new round's wind goes first.",
    ],
    conventional: [
      "As most tables play: East goes back to the first dealer",
      "The first East is East again, and East always goes first.",
    ],
  },
  closed_scope: { hand: "A closed hand", pattern_melds: "Closed sets in the pattern" },
  terminal_meld_pair: { free: "Free", terminal: "Terminals too" },
  dragon_pung_per: { each: "For each pung", one: "One in all" },
  eight_treasures: { any_time: "At any time", with_complete_hand: "Only with a complete hand", off: "Never" },
  false_win: {
    none: "Nothing",
    pay_max_selfdraw_each: "As much as a self-drawn limit hand",
    fixed: "A number of points to each",
    bank: "A number of points to the bank",
  },
  short_payment: { pay_available: "Pays what there is", go_negative: "Goes below zero" },
  chow_reuse: { free: "In several", once: "Once" },
  bonus_map: { printed: "As printed", swap_flowers_3_4: "Flowers 3 and 4 swapped" },
  earthly: { east_first_discard: "East's first discard", own_first_turn: "Or the own first turn" },
  half_flush_honours: { pair_only: "Honours as eyes only", any: "Any honours" },
  difference: { clamp: "Nothing is paid", signed: "The winner pays the difference" },
  loser_pairs: { all: "All", one: "One", none: "None" },
  treble: { x3: "Three times", x8: "Eight times" },
  seven_pairs: { none: "No winning hand", limit: "A limit hand" },
  pairs: { winner: "For the winner only", all: "For everybody" },
  only_piece: { kind: "The only kind of tile", physical: "The only tile left", off: "Not scored" },
  direction: { cw: "Clockwise, to the left", ccw: "To the right" },
  flower_doubles: { total: "The total", base: "The base score only" },
  first_discard: { add: "Added", flat: "The whole score" },
  dealer: { winner: "The winner deals", rotate: "The deal goes round" },
  settlement: {
    none: "Scores only add up",
    pairwise: "Every pair settles",
    winner_only: "Losers pay the winner",
    winner_in_full: "Losers pay the winner's full score",
  },
  multiple_winners: { first_in_turn: "The first in turn", all: "All of them" },
  responsibility: { none: "No", limit: "Yes, for a hand of the limit" },
  dice: { "3d6": "Three", "2d6": "Two" },
};

// The one agreement whose name a player would not use.
/** @type {Record<string, string>} @texts */
export const PRESET_WORDS = { "The sheet": "All as the rule sheet has it" };

// Shorter questions than the rule set's own, for what is asked of every table.
/** @type {Record<string, string>} @texts */
export const QUESTIONS = {
  difference: "If a loser's hand is worth more than the winner's, what is paid?",
  minimum: "Least faan to win",
  cap: "Most faan that count",
  round_change: "When everybody has been East, the round wind changes. Who is East then?",
};

// Customs in which this page has no part: the training course.
export const NOT_HERE = ["blocks", "double_excludes"];
