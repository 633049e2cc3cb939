// What a table agrees on before the first hand: four questions always asked, the rule set's others on request.

import { h } from "./dom.js";

const ROUND_CHANGES = [
  {
    value: "sheet_literal", title: "Seats stay, only the round changes",
    text: "As the rule sheet says: whoever was East last stays East for one more hand, and the player sitting in the new round's wind goes first.",
  },
  {
    value: "conventional", title: "East goes back to the first dealer",
    text: "As most tables play: the first East is East again, and East always goes first.",
  },
];
const ASKED = ["minimum", "cap", "rounds", "round_change"];
// Customs of the table itself, in which this page has no part: dice, deal and wall, claims, money.
const NOT_HERE = [
  "dice", "deal_chunk", "kong_on_last_tile", "first_draw_no_calls_by_anyone", "multiple_winners", "false_win", "money_per_point",
];

function choice(name, legend, values, chosen) {
  return h("fieldset", { class: "choice" },
    h("legend", {}, legend),
    h("div", { class: "segments" }, values.map((value) => h("label", {},
      h("input", { type: "radio", name, value, checked: value === chosen }), h("span", {}, String(value))))));
}

function roundChange(chosen) {
  return h("fieldset", { class: "choice" },
    h("legend", {}, "When everybody has been East, the round wind changes. Who is East then?"),
    ROUND_CHANGES.map(({ value, title, text }) => h("label", { class: "option-card" },
      h("input", { type: "radio", name: "round_change", value, checked: value === chosen }),
      h("span", {}, h("b", {}, title), h("small", {}, text)))));
}

// The question as the rule set asks it, without its reference into the rules: "(A7)".
const words = (question) => question.replace(/ \([A-Z]\d+\)$/, "");

function further({ name, values, default: usual, question }) {
  const yesOrNo = values.every?.((value) => typeof value === "boolean");
  const field = yesOrNo
    ? h("input", { type: "checkbox", role: "switch", name, checked: usual })
    : Array.isArray(values)
      ? h("select", { name }, values.map((value) => h("option", { value, selected: value === usual }, String(value).replaceAll("_", " "))))
      : h("input", { type: "number", name, value: usual, min: 1, step: 1, inputmode: "numeric" });
  return h("label", { class: yesOrNo ? "rule" : "rule stacked" }, h("span", {}, words(question)), field);
}

const furtherOptions = (rules) => (rules?.options ?? []).filter(({ name }) => ![...ASKED, ...NOT_HERE].includes(name));

/** Returns the questions of a rule set as form fields. */
export function agreements(rules) {
  const usual = (name, otherwise) => rules?.options.find((option) => option.name === name)?.default ?? otherwise;
  const more = furtherOptions(rules);
  return [
    choice("minimum", "Least faan to win", [0, 1, 2, 3], usual("minimum", 1)),
    choice("cap", "Most faan that count", [7, 10, 13], usual("cap", 10)),
    choice("rounds", "Rounds", [1, 2, 3, 4], usual("rounds", 4)),
    roundChange(usual("round_change", "sheet_literal")),
    more.length ? h("details", { class: "more-rules" },
      h("summary", {}, "More house rules"),
      h("p", { class: "hint" }, "Set as the rule sheet has it. Change only what your table plays differently."),
      more.map(further)) : null,
  ];
}

/** Reads the answers: the four asked always, of the others those that differ from what is usual. */
export function agreed(form, rules) {
  const data = new FormData(form);
  const options = {
    minimum: Number(data.get("minimum")), cap: Number(data.get("cap")), rounds: Number(data.get("rounds")),
    round_change: data.get("round_change"),
  };
  for (const { name, values, default: usual } of furtherOptions(rules)) {
    const field = form.elements[name];
    const answer = field.type === "checkbox" ? field.checked
      : Array.isArray(values) ? values.find((value) => String(value) === field.value) : Number(field.value);
    if (answer !== usual) options[name] = answer;
  }
  return options;
}
