// Dice: thrown by the page, or set to what real ones show.

import { throwDice } from "./chance.js";
import { h, s } from "./dom.js";
import { t } from "./i18n.js";

const [A, B, C] = [25, 50, 75];
const PIPS = {
  1: [[B, B]],
  2: [[A, A], [C, C]],
  3: [[A, A], [B, B], [C, C]],
  4: [[A, A], [C, A], [A, C], [C, C]],
  5: [[A, A], [C, A], [B, B], [A, C], [C, C]],
  6: [[A, A], [C, A], [A, B], [C, B], [A, C], [C, C]],
};

// As on dice of the East: one and four are red, and the one is large.
const face = (number) => s("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" },
  (PIPS[number] ?? []).map(([cx, cy]) => s("circle", { cx, cy, r: number === 1 ? 17 : 10, class: number === 1 || number === 4 ? "pip red" : "pip" })));

/** Dice to throw or to set by tapping: {element, values()}; `onChange` gets the numbers once all are known. */
export function createDice({ count, label, onChange }) {
  let values = Array(count).fill(0);
  const buttons = values.map((_, k) => h("button", { type: "button", class: "die", onclick: () => set(k) }));
  const element = h("div", { class: "dice", role: "group", "aria-label": label },
    h("span", { class: "dice-label" }, label), h("span", { class: "dice-row" }, buttons));

  function render() {
    buttons.forEach((button, k) => {
      button.setAttribute("aria-label", values[k] ? t("Die {k}: {n}. Tap for the next number.", { k: k + 1, n: values[k] }) : t("Die {k}: not thrown. Tap to set it.", { k: k + 1 }));
      button.replaceChildren(values[k] ? face(values[k]) : "?");
    });
  }
  function change(newer) {
    values = newer;
    render();
    if (values.every(Boolean)) onChange(values);
  }
  const set = (die) => change(values.map((value, k) => (k === die ? (value % 6) + 1 : value)));
  render();
  return { element, values: () => values, throw: () => change(throwDice(count)) };
}
