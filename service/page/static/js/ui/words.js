// Plain words for the service's values.

import { plural, t } from "../i18n/translation.js";

/** @import { State } from "../types" */

/** Round points to cents, as sums of decimals are not exact. @param {number} points */
export const toTheCent = (points) => Math.round(points * 100) / 100;

/** @param {number} points */
export const change = (points) => `${points < 0 ? "−" : points > 0 ? "+" : ""}${toTheCent(Math.abs(points))}`;

/** @param {number} faan */
export const faanWords = (faan) => t("n-faan", { n: faan });

/** @param {number} points */
export const pointWords = (points) => plural(points, "n-point");

/** Return the value of a row as its rule set prints it. @param {{ value: string }} given */
export const printedValue = ({ value }) => value.replace("max", t("limit-word"));

/**
 * Return who won and how: "Ann, from Bob".
 *
 * @param {State} state
 * @param {{ winner: number, win: string | null, from: number | null, events?: string[] }} given
 */
export function winWords(state, { winner, win, from, events = [] }) {
  const { name } = state.players[winner];
  if (win === "self-draw") return t("name-self-drawn", { name });
  const robs = events.includes("robbing-kong");
  return robs
    ? t("name-robbing-others-kong", { name, other: state.players[from ?? -1]?.name })
    : t("name-off-other", { name, other: state.players[from ?? -1]?.name });
}
