// A win whose worth the table agrees on without its tiles: faan, or the points of all four.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** Returns {body, foot}: how many faan. */
export function faanPart({ draft, limits, set, next, restart }) {
  const step = (by) => set({ faan: Math.min(limits.cap, Math.max(limits.minimum, draft.faan + by)) });
  return {
    body: h("section", { class: "card agreed" },
      h("h2", {}, t("How many faan?")),
      h("div", { class: "stepper" },
        h("button", { "aria-label": t("One less"), disabled: draft.faan <= limits.minimum, onclick: () => step(-1) }, "−"),
        h("output", { "aria-live": "polite" }, h("b", {}, String(draft.faan)), ` ${t("faan")}`),
        h("button", { "aria-label": t("One more"), disabled: draft.faan >= limits.cap, onclick: () => step(1) }, "+")),
      h("p", { class: "hint" }, draft.faan >= limits.cap ? t("This is the most that counts at this table.") : t("From {minimum} to {cap} at this table.", limits)),
      h("button", { class: "quiet", onclick: restart }, t("Enter the tiles instead"))),
    foot: h("button", { class: "primary big", onclick: next }, t("See the payments")),
  };
}

/** Returns {body, foot}: four scores, the winner's at least; `keep` remembers without drawing the screen anew. */
export function scoresPart({ state, draft, keep, next, restart }) {
  const order = [0, 1, 2, 3].map((k) => (draft.winner + k) % 4);
  const button = h("button", { class: "primary big", disabled: draft.scores[draft.winner] === null, onclick: next }, t("See the payments"));
  const enter = (player, { value }) => {
    const number = Number.parseInt(value, 10);
    keep({ scores: draft.scores.map((score, k) => (k !== player ? score : Number.isNaN(number) ? null : number)) });
    button.disabled = draft.scores[draft.winner] === null;
  };
  return {
    body: h("section", { class: "card" },
      h("h2", {}, t("What is each hand worth?")),
      order.map((player) => h("label", { class: "score-field" },
        h("span", {}, h("b", {}, state.players[player].name), h("small", {}, player === draft.winner ? t("won") : t("empty: unknown"))),
        h("input", {
          type: "number", inputmode: "numeric", min: 0, step: 1, name: `score${player}`, value: draft.scores[player] ?? "",
          oninput: ({ target }) => enter(player, target),
        }))),
      h("button", { class: "quiet", onclick: restart }, t("Enter the tiles instead"))),
    foot: button,
  };
}
