// The parts of an agreement as a sentence: the words of each, and the choices that change it.

import { languageTag, plural, t } from "../i18n/translation.js";
import {
  agreedValue,
  countsFaan,
  ladderOf,
  optionOf,
  withLadder,
  withOption,
  withPayment,
  withTerms,
} from "./agreement.js";
import { NAMED_BASE } from "./new-table.js";
import { answerWords, CAP, DISCARDS, LADDERS, QUESTIONS, START, UNITS, valueWords } from "./rule-sets.js";

/** @import { Agreement } from "./agreement.js" */
/** @import { Question } from "./rule-sets.js" */
/** @import { RuleOption } from "../types" */
/** @import { TextId } from "../i18n/text-ids" */

/**
 * A part of the sentence: its words, the question, the choices by value, title and explanation, and the bounds of
 * another number if one may be entered.
 *
 * @typedef {{ name: string, words: string, legend: string, choices: [any, string, string?][], chosen: any,
 *   pick: (value: any) => Agreement, least?: number, step?: string | number }} Part
 */

const HAN = [..."〇一二三四五六七八九十", "十一", "十二", "十三"];

/** @param {number} number in the languageTag language's numerals */
const numeral = (number) => (languageTag().startsWith("zh") ? (HAN[number] ?? number) : number);

/** Return the words of a choice in the sentence. @param {[any, TextId, ...any][]} choices @param {any} chosen */
const wordsOf = (choices, chosen) => choices.find(([value]) => value === chosen)?.[1];

/** @type {Record<string, (value: any, agreement: Agreement) => string>} */
const OPTION_WORDS = {
  minimum: (n) => (n > 0 ? t("n-faan-to-win", { n: numeral(n) }) : t("any-hand-wins")),
  cap: (n) => (Number.isInteger(n) ? t("n-faan-at-most", { n: numeral(n) }) : t("no-most")),
  rounds: (n, { base }) => plural(n, base.id === "simplified-300" ? "n-hands-of-game" : "n-rounds", { n: numeral(n) }),
  start: (n) => plural(n, "n-points-each"),
  round_change: (value) => t(value === "conventional" ? "round-as-most" : "round-as-sheet"),
};

/** Return the usual values with the agreed one, which may be another. @param {any[]} usual @param {any} agreed */
function withAgreed(usual, agreed) {
  if (agreed === undefined || usual.includes(agreed)) return usual;
  const all = [...usual, agreed];
  return all.every(Number.isFinite) ? all.sort((a, b) => a - b) : all;
}

/** @param {Agreement} agreement @param {RuleOption} option @param {Question} question @returns {Part} */
function optionPart(agreement, option, question) {
  const { name, values } = option;
  const chosen = agreedValue(agreement, name);
  const isNumber = !Array.isArray(values);
  const usual = question.values ?? (isNumber ? [option.default] : values);
  const legend = t(question.text);
  return {
    name,
    legend,
    words:
      OPTION_WORDS[name]?.(chosen, agreement) ??
      t("question-answer", { question: legend.replace(/[?？]$/, ""), answer: answerWords(name, chosen) }),
    choices: withAgreed(usual, chosen).map((value) => {
      const [title, text] = typeof value === "boolean" ? [answerWords(name, value)] : valueWords(name, value);
      return [value, title, text];
    }),
    chosen,
    pick: (value) => withOption(agreement, name, value),
    ...(isNumber && { least: /from 1 on/.test(String(values)) ? 1 : 0, step: 1 }),
  };
}

/** @param {Agreement} agreement @param {any[]=} payments @returns {Part} */
export function ladderPart(agreement, payments) {
  const chosen = ladderOf(agreement.terms.points);
  return {
    name: "ladder",
    words: t(wordsOf(LADDERS, chosen === "" && agreement.base.id === NAMED_BASE ? "tiers" : chosen) ?? "paid-by-sheet"),
    legend: t("what-faan-worth"),
    choices: LADDERS.map(([id, , title, text]) => [id, t(title), text ? t(text) : undefined]),
    chosen,
    pick: (ladder) => withLadder(agreement, ladder, payments),
  };
}

/** @param {Agreement} agreement @returns {Part} */
export function discardPart(agreement) {
  const chosen = agreement.terms.payment?.discard ?? "half_gun";
  const id = wordsOf(DISCARDS, chosen);
  const words = id ? t(id) : Object.values(/** @type {any} */ (chosen)).join(" · ");
  return {
    name: "discard",
    words,
    legend: t("who-pays-for-discard"),
    choices: DISCARDS.map(([each, , title, text]) => [each, t(title), t(text)]),
    chosen,
    pick: (discard) => withPayment(agreement, { discard: discard === "half_gun" ? undefined : discard }),
  };
}

/** @param {Agreement} agreement @returns {Part | null} null without a named ladder */
export function unitPart(agreement) {
  const { points } = agreement.terms;
  if (!points?.ladder) return null;
  const chosen = Number(points.unit ?? 1);
  const words = wordsOf(UNITS, chosen);
  const usual = UNITS.map(([value]) => value);
  return {
    name: "unit",
    words: words ? t(words) : t("n-a-share", { n: chosen }),
    legend: t("what-each-loser-pays"),
    choices: withAgreed(usual, chosen).map((value) => {
      const title = UNITS.find(([unit]) => unit === value)?.[2];
      return [value, title ? t(title) : t("n-a-share", { n: value })];
    }),
    chosen,
    pick: (unit) => withTerms(agreement, { points: { ...points, unit } }),
    least: 0.01,
    step: "any",
  };
}

/** @param {Agreement} agreement @returns {Part[]} */
export function parts(agreement) {
  const isFaan = countsFaan(agreement);
  const questions = QUESTIONS[agreement.base.id] ?? [];
  const lacksCap = isFaan && questions.every(({ name }) => name !== "cap");
  const options = [...questions, ...(lacksCap ? [CAP] : []), START].flatMap((question) => {
    const option = optionOf(agreement.base, question.name);
    return option ? [optionPart(agreement, option, question)] : [];
  });
  if (!isFaan) return options;
  const isBound = (/** @type {Part} */ { name }) => ["minimum", "cap"].includes(name);
  const unit = unitPart(agreement);
  return [
    ...options.filter(isBound),
    ladderPart(agreement),
    discardPart(agreement),
    ...(unit ? [unit] : []),
    ...options.filter((part) => !isBound(part)),
  ];
}
