// A win that another phone is entering, as those see it who watch or have one of their own.

import { t } from "../i18n/translation.js";
import { handPictures } from "../ui/hands.js";
import { ask } from "../ui/sheet.js";
import { faanWords, winWords } from "../ui/words.js";
import { html } from "../vendor/preact.js";

/** @import { SharedDraft, State } from "../types" */

/** @param {State} state @param {{ winner: number | null, win: string | null, from: number | null }} given */
function wonWords(state, { winner, win, from }) {
  if (winner === null) return t("who-won-not-entered-yet");
  if (win === "self-draw" || (win && from !== null)) return winWords(state, { winner, win, from });
  return t("name-won", { name: state.players[winner].name });
}

/** @param {State} state @param {number | null} by */
const nameOf = (state, by) => state.players[by ?? -1]?.name ?? null;

/**
 * Returns whose phone enters a win, or nothing where that phone did not say.
 *
 * @param {State} state
 * @param {{ by: number | null }} given
 */
export function byWords(state, { by }) {
  const name = nameOf(state, by);
  return name === null ? null : html`<p class="hint">${t("entered-on-names-phone", { name })}</p>`;
}

/**
 * Shows that this phone and another now enter the same win.
 *
 * @param {State} state
 * @param {number | null} by
 */
export function joinedWords(state, by) {
  const name = nameOf(state, by);
  return name === null ? t("another-phone-entering-win-too") : t("name-entering-win-too-both", { name });
}

/**
 * Returns the win that is being entered, to watch: who won, by whose phone, and the tiles as they come.
 *
 * @param {State} state
 * @param {SharedDraft} shared
 */
export function enteringCard(state, shared) {
  /** @type {Record<number, number | undefined>} */
  const agreed = shared.agreed.faan ?? {};
  const faan = agreed[shared.winner ?? -1];
  const hands = shared.hands.flatMap((text, player) =>
    text
      ? [html`<div class="others-hand"><small>${state.players[player].name}</small>${handPictures(text)}</div>`]
      : [],
  );
  return html`<section class="card entering" aria-label=${t("win-being-entered")}>
    <h2>${t("win-being-entered")}</h2>
    <p><b>${wonWords(state, shared)}</b>${faan === undefined ? null : `, ${faanWords(faan)}`}</p>
    ${byWords(state, shared)}
    ${hands}
  </section>`;
}

/**
 * Returns the word that another phone enters another win than this one; `onJoin` goes on with that one instead.
 *
 * @param {State} state
 * @param {SharedDraft} shared
 * @param {() => void} onJoin
 */
export function besideCard(state, shared, onJoin) {
  const join = () =>
    ask(t("continue-with-other-phones-win"), t("what-entered-on-phone-thrown"), t("continue-with"), onJoin);
  return html`<section class="card beside" role="status">
    <p>${t("another-phone-entering-win")} <b>${wonWords(state, shared)}</b></p>
    ${byWords(state, shared)}
    <button class="quiet" onclick=${join}>${t("continue-with-one")}</button>
  </section>`;
}
