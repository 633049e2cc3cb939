// A win whose worth the table agrees on without its tiles: faan, or the points of all four.

import { t } from "../i18n/translation.js";
import { h } from "../ui/dom.js";

/** @import { Entry, State, WonDraft } from "../types" */

/**
 * Returns the card that asks how many faan.
 *
 * @param {{ entry: Entry, limits: { minimum: number, cap: number }, onFaan: (faan: number) => void, restart: () => void }} given
 */
export function faanPart({ entry, limits, onFaan, restart }) {
  const { faan = limits.minimum } = entry;
  /** @param {number} by */
  const step = (by) => onFaan(Math.min(limits.cap, Math.max(limits.minimum, faan + by)));
  return h(
    "section",
    { class: "card agreed" },
    h("h2", {}, t("How many faan?")),
    h(
      "div",
      { class: "stepper" },
      h("button", { "aria-label": t("One less"), disabled: faan <= limits.minimum, onclick: () => step(-1) }, "−"),
      h("output", { "aria-live": "polite" }, h("b", {}, String(faan)), ` ${t("faan")}`),
      h("button", { "aria-label": t("One more"), disabled: faan >= limits.cap, onclick: () => step(1) }, "+"),
    ),
    h(
      "p",
      { class: "hint" },
      faan >= limits.cap
        ? t("This is the most that counts at this table.")
        : t("From {minimum} to {cap} at this table.", limits),
    ),
    h("button", { class: "quiet", onclick: restart }, t("Enter the tiles instead")),
  );
}

/**
 * Returns what stands in the place of the button that records, while the winner's score is missing: the button, not yet
 * active but within reach of keys and screen readers, and what it waits for. It leads to the field.
 *
 * @param {{ state: State, draft: WonDraft }} given
 */
export function scoresFoot({ state, draft }) {
  const go = () => {
    const field = /** @type {HTMLElement | null} */ (document.querySelector(`[name=score${draft.winner}]`));
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  };
  return [
    h(
      "p",
      { class: "score-line", id: "missing" },
      t("Enter what {name}'s hand is worth.", state.players[draft.winner]),
    ),
    h(
      "button",
      {
        type: "button",
        class: "primary big not-yet",
        "aria-disabled": "true",
        "aria-describedby": "missing",
        onclick: go,
      },
      t("Record"),
    ),
  ];
}

/**
 * Returns the card that asks for four scores, the winner's at least.
 *
 * @param {{ state: State, draft: WonDraft, onScores: (scores: (number | null)[]) => void, restart: () => void }} given
 */
export function scoresPart({ state, draft, onScores, restart }) {
  let { scores = [] } = draft; // as typed: the fields stay while they are filled in
  const order = [0, 1, 2, 3].map((k) => (draft.winner + k) % 4);
  /**
   * @param {number} player
   * @param {{ value: string }} given
   */
  const enter = (player, { value }) => {
    const number = Number.parseInt(value, 10);
    scores = scores.map((score, k) => (k !== player ? score : Number.isNaN(number) || number < 0 ? null : number));
    onScores(scores);
  };
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("What is each hand worth?")),
    order.map((player) =>
      h(
        "label",
        { class: "score-field" },
        h(
          "span",
          {},
          h("b", {}, state.players[player].name),
          h("small", {}, player === draft.winner ? t("won") : t("empty counts 0")),
        ),
        h("input", {
          type: "number",
          inputmode: "numeric",
          min: 0,
          step: 1,
          name: `score${player}`,
          value: scores[player] ?? "",
          oninput: ({ target }) => enter(player, target),
        }),
      ),
    ),
    h("button", { class: "quiet", onclick: restart }, t("Enter the tiles instead")),
  );
}
