// The texts of refusals: plainer ones by the code, or else the service's own, which are in the reader's language.

import { t, textOf } from "./translation.js";

/** @import { Refusal } from "../types" */

// Codes that a page gets from a service of another version.
const OF_OTHER_VERSIONS = [
  ...["not_found", "method_not_allowed", "malformed_json", "bad_request", "unknown_field", "missing_field"],
  ...["bad_key", "headers_too_large", "metrics_closed"],
];

/**
 * Return the problems of a hand that are shown: which tile won does not matter if the hand cannot win with any.
 *
 * @param {string[]} problems
 */
export function shownProblems(problems) {
  const others = problems.filter((name) => name !== "no_winning_tile");
  return others.length ? others : problems;
}

/** Return the text of a refusal: a plainer one for players, or else the service's own. @param {Refusal} given */
export function refusal({ code, detail, problems = [] }) {
  if (OF_OTHER_VERSIONS.includes(code)) return t("page-and-service-of-different");
  const [first] = code === "invalid_hand" ? shownProblems(problems) : [];
  return textOf("refusal", code) ?? textOf("hand-problem", first) ?? (detail || t("something-went-wrong-try-again"));
}
