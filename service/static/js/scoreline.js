// The one line above the button: what the hand is worth so far, or what is wrong with it.

import { h } from "./dom.js";
import { count } from "./hand.js";
import { t } from "./i18n.js";
import { faanLimits } from "./limits.js";
import { faanWords, handProblem, pointWords, refusal } from "./words.js";

/** Returns what is wrong with a scored hand, in plain words. */
export function problemWords({ hand, answer, state, rules, role }) {
  const { minimum } = faanLimits(state, rules);
  return answer.problems.map((name) => handProblem(name, { hand, answer, minimum, role, details: answer.details?.[name] }));
}

/** Returns the line for a hand being entered; `role` is "winner" or "loser"; `brief` while tiles are still being tapped, `asking` while the winning one is, `supposed` where it wins only with tiles to check. */
export function scoreLine({ hand, result, state, rules, role = "winner", brief = false, asking = false, supposed = false }) {
  const { answer, problem } = result;
  if (asking) return h("p", { class: "score-line wrong" }, h("b", {}, t("Now tap the tile that won.")));
  const tiles = role === "winner" ? t("{n} of 14 tiles", { n: count(hand) }) : t("{n} of 13 tiles", { n: count(hand) });
  if (problem?.code === "not_reached") return h("p", { class: "score-line" }, `${tiles} · ${t("no connection")}`);
  if (problem) return h("p", { class: "score-line wrong", role: "alert" }, refusal(problem));
  if (!answer || !(count(hand) || hand.bonus.length)) return h("p", { class: "score-line" }, tiles);
  if (!answer.valid && brief && role === "winner" && count(hand) < 14) return h("p", { class: "score-line" }, tiles);
  if (!answer.valid) return h("p", { class: "score-line wrong" }, problemWords({ hand, answer, state, rules, role })[0]);
  const limit = answer.limit ? ` · ${t("limit")}` : "";
  const unless = supposed && h("small", {}, t("if the marked tiles are right"));
  if (answer.faan === undefined) return h("p", { class: "score-line good" }, h("b", {}, pointWords(answer.score)), limit, unless);
  return h("p", { class: "score-line good" }, h("b", {}, faanWords(answer.faan)), ` · ${pointWords(answer.points)}${limit}`, unless);
}
