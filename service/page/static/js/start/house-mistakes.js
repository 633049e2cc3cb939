// What is wrong with a house's rules, for who reads another language than English: by the kind of mistake and the place that the service names.

import { refusal } from "../i18n/refusals.js";
import { isEnglish, ownName, rowName, t } from "../i18n/translation.js";
import { question } from "./rule-sets.js";

/** @import { RulesDetail } from "../types" */
/** @import { TextId } from "../i18n/text-ids" */

/**
 * What a kind of mistake says, with what to do.
 *
 * @type {Record<string, TextId>}
 */
export const MISTAKES = {
  other: "cannot-played-change-or-leave",
  text: "give-short-text-on-one",
  number: "number-not-possible-here-give",
  decimals: "give-whole-points",
  unknown_name: "nothing-of-name-choose-another",
  name_taken: "name-taken-choose-another",
  option: "answer-not-possible-here-choose",
  nobody_wins: "nobody-could-ever-win-win",
  ladder_falls: "list-never-goes-down-more",
  nobody_paid: "nobody-would-paid-anything-give",
  not_reached: "no-hand-counts-so-many",
  points_unsaid: "some-faan-win",
  too_much: "would-pay-more",
  total: "shares-not-make-their-total",
  no_value: "row-no-value-give-one",
  no_limit: "row-worth-limit-and-none",
};

/** @type {Record<string, TextId>} */
const PLACES = {
  name: "what-you-call-them",
  points: "what-faan-worth",
  unit: "what-each-loser-pays",
  cap: "most-faan-count",
  minimum: "least-faan-to-win",
  discard: "who-pays-for-discard",
  self_draw: "self-drawn-word",
  most: "most-one-player-pays",
  responsibility: "anybody-pay-for-all",
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
  if (table === "points" && /^\d+$/.test(key ?? "")) return t("n-faan", { n: key });
  const place = PLACES[rest.at(-1) ?? ""] ?? PLACES[table];
  return place ? t(place) : "";
}

/**
 * Returns what is wrong with a house's rules: in English as the service does, which names the nearest and the numbers.
 *
 * @param {any} problem
 * @param {{ base: RulesDetail, ready?: any[], own?: any[] }} given
 */
export function houseMistake(problem, { base, ready = [], own = [] }) {
  if (isEnglish() || problem.code !== "bad_house_file")
    return problem.detail && isEnglish() ? problem.detail : refusal(problem);
  const place = placeName(problem.at ?? [], base, ready, own);
  const mistake = t(MISTAKES[problem.mistake] ?? MISTAKES.other);
  return place ? t("place-mistake", { place: place.replace(/[？?]$/, ""), mistake }) : mistake;
}
