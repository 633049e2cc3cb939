// The one line above the button: what the hand is worth so far, or what is wrong with it.

import { h } from "./dom.js";
import { count } from "./hand.js";
import { faanLimits } from "./limits.js";
import { handProblem, refusal } from "./words.js";

/** Returns what is wrong with a scored hand, in plain words. */
export function problemWords({ hand, answer, state, rules }) {
  const { minimum } = faanLimits(state, rules);
  return answer.problems.map((problem) => {
    const name = typeof problem === "string" ? problem : problem.code ?? problem.name;
    return handProblem(name, { hand, answer, minimum, details: answer.details?.[name] ?? problem.detail });
  });
}

/** Returns the line for a hand being entered. */
export function scoreLine({ hand, result, state, rules }) {
  const { answer, problem } = result;
  if (problem) return h("p", { class: "score-line wrong", role: "alert" }, refusal(problem));
  if (!answer || !count(hand)) return h("p", { class: "score-line" }, `${count(hand)} of 14 tiles`);
  if (answer.valid) return h("p", { class: "score-line good" }, h("b", {}, `${answer.faan} faan`), ` · ${answer.points} points${answer.limit ? " · limit" : ""}`);
  return h("p", { class: "score-line wrong" }, problemWords({ hand, answer, state, rules })[0]);
}
