// What is wrong with a house's rules, for who reads another language than English: by the kind of mistake and the place that the service names.

import { refusal } from "../i18n/refusals.js";
import { isEnglish, ownName, rowName, t } from "../i18n/translation.js";
import { question } from "./agreements.js";

/** @import { RulesDetail } from "../types" */

/**
 * What a kind of mistake says, with what to do.
 *
 * @type {Record<string, string>}
 * @texts
 */
export const MISTAKES = {
  other: "This cannot be played. Change it, or leave it as the rule sheet has it.",
  text: "Give a short text on one line.",
  number: "This number is not possible here. Give another.",
  decimals: "Give whole points, or at most two decimals where points are money.",
  unknown_name: "There is nothing of this name. Choose another.",
  name_taken: "This name is taken. Choose another.",
  option: "This answer is not possible here. Choose another.",
  nobody_wins: "Nobody could ever win: a win needs more faan than a hand counts. Ask for fewer, or count more.",
  ladder_falls: "A list never goes down: more faan pay at least as much.",
  nobody_paid: "Nobody would be paid anything. Give a number above 0.",
  not_reached: "No hand counts so many faan. Count more, or take this away.",
  points_unsaid: "Some faan win and it is not said what they pay. Give an amount for each, or ask for more faan.",
  too_much: "This would pay more than any table. Lower the cap or the unit.",
  total: "The shares do not make their total. Correct one of them.",
  no_value: "This row has no value. Give it one.",
  no_limit: "This row is worth the limit, and none is agreed. Agree on a limit, or give the row points.",
};

/** @type {Record<string, string>} @texts */
const PLACES = {
  name: "What do you call them?",
  points: "What is a faan worth?",
  unit: "What each loser pays for no faan, as a single share",
  cap: "Most faan that count",
  minimum: "Least faan to win",
  discard: "Who pays for a discard?",
  self_draw: "self-drawn",
  most: "The most that one player pays for a hand",
  responsibility: "Does anybody pay for all?",
};

/**
 * Returns what a place of the rules is called on the page: an option by its question, a row by its name, else a field.
 *
 * @param {string[]} at
 * @param {RulesDetail} base
 * @param {{ id: string, name: string, zh: string }[]} ready
 * @param {any[]} own
 */
function placeName([table, ...rest], base, ready, own) {
  const [key] = rest;
  if (table === "options") {
    const option = base.options.find(({ name }) => name === key);
    return option ? question(option) : "";
  }
  if (table === "rows") {
    const row = [...base.rows, ...ready].find(({ id }) => id === key);
    return row ? rowName(row) : "";
  }
  if (table === "row") {
    const name = own[Number(key)]?.name;
    return typeof name === "object" ? (ownName(name) ?? "") : (name ?? "");
  }
  if (table === "points" && /^\d+$/.test(key ?? "")) return t("{n} faan", { n: key });
  return t(PLACES[rest.at(-1) ?? ""] ?? PLACES[table] ?? "");
}

/**
 * Says what is wrong with a house's rules: in English as the service does, which names the nearest and the numbers.
 *
 * @param {any} problem
 * @param {{ base: RulesDetail, ready?: any[], own?: any[] }} given
 */
export function houseMistake(problem, { base, ready = [], own = [] }) {
  if (isEnglish() || problem.code !== "bad_house_file")
    return problem.detail && isEnglish() ? problem.detail : refusal(problem);
  const place = placeName(problem.at ?? [], base, ready, own);
  const mistake = t(MISTAKES[problem.mistake] ?? MISTAKES.other);
  return place ? t("{place}: {mistake}", { place: place.replace(/[？?]$/, ""), mistake }) : mistake;
}
