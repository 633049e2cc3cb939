// How the table is set up, by the rule set's own document: seats, walls, dice, the break and the deal.

import { setup } from "./api.js";
import { createDice } from "./dice.js";
import { h } from "./dom.js";
import { isChinese, t } from "./i18n.js";
import { openSheet } from "./sheet.js";
import { windName } from "./tiles.js";
import { meanings, wallsPicture } from "./walls.js";
import { refusal } from "./words.js";

const inWords = (said) => said[isChinese() ? "zh" : "en"];
const TITLES = {
  seats: "Seats", dealer: "Who deals", walls: "The walls", dice: "The dice", break: "Where the wall breaks", reserve: "What stays behind",
  deal: "The deal", bonus: "Flowers, seasons and kongs", first_turn: "The first turn",
};

function figure(answer, options) {
  return h("figure", { class: "setup-figure" }, wallsPicture(answer, options),
    h("figcaption", {}, meanings(answer, options).map(({ kind, words }) => h("span", { class: `meaning ${kind}` }, words))));
}

// The picture that belongs to a step, once there is something to see.
function pictureOf(topic, answer) {
  if (topic === "walls" && !answer.break) return figure(answer);
  if (topic === "break" && answer.break) return figure(answer);
  if (topic === "deal" && answer.break) return figure(answer, { deal: true });
  return null;
}

function stepLine(step, answer) {
  return h("li", { "data-topic": step.topic },
    h("h3", {}, t(TITLES[step.topic] ?? step.topic)),
    h("p", {}, inWords(step)),
    step.topic === "break" && answer.said && h("p", { class: "note", role: "status" }, inWords(answer.said)),
    pictureOf(step.topic, answer),
    step.unclear && h("details", { class: "unclear" },
      h("summary", {}, t("The rule sheet is unclear here")),
      h("p", { class: "hint" }, inWords(step.unclear))));
}

// Who throws: a wind, or whoever's wall the first throw has found.
const thrower = (by, answer) => (by ? t("{wind} throws", { wind: windName(by) })
  : answer.wall ? t("{wind} throws for the stack", { wind: windName(answer.wall) }) : t("Then the owner of that wall throws"));

/** Opens the guide of a rule set; `options` are what the house agreed on. */
export function openSetup(rules, options = {}) {
  openSheet(t("Set up the table"), () => {
    const steps = h("ol", { class: "plain setup-steps" });
    const throws = h("div", { class: "throws" });
    let dice = [];
    let latest = 0; // the newest question: answers may overtake each other

    async function show(values) {
      latest += 1;
      const question = latest;
      let answer;
      try {
        answer = await setup(rules, { dice: values, options });
      } catch (problem) {
        steps.replaceChildren(h("li", { role: "alert" }, refusal(problem)));
        return;
      }
      if (question !== latest) return;
      if (!dice.length) layDice(answer);
      dice.forEach((each, k) => { each.element.querySelector(".dice-label").textContent = thrower(answer.throws[k].by, answer); });
      steps.replaceChildren(...answer.steps.map((step) => stepLine(step, answer)));
    }
    // The first throw alone names the wall; the stack is known when all dice lie.
    function thrown() {
      const known = [];
      for (const each of dice) {
        if (!each.values().every(Boolean)) break;
        known.push(...each.values());
      }
      show(known);
    }
    function layDice(answer) {
      dice = answer.throws.map(({ by, dice: count }) => createDice({ count, label: thrower(by, answer), onChange: thrown }));
      throws.replaceChildren(...dice.map(({ element }) => element),
        h("button", { type: "button", class: "primary", onclick: () => dice.forEach((each) => each.throw()) }, t("Throw the dice")),
        h("p", { class: "hint" }, t("Or throw your own and tap each die until it shows the same.")));
    }
    show([]);
    return [throws, steps];
  });
}
