// Cards about a win that another phone is entering, for phones that watch or enter one themselves.

import { t } from "../i18n/translation.js";
import { handPictures } from "../ui/hands.js";
import { ask } from "../ui/sheet.js";
import { faanWords, winWords } from "../ui/words.js";
import { html } from "../vendor/preact.js";

/** @import { SharedDraft, State } from "../types" */

/** @param {State} state @param {{ winner: number | null, win: string | null, from: number | null }} draft */
function winSummary(state, { winner, win, from }) {
  if (winner === null) return t("who-won-not-entered-yet");
  if (win === "self-draw" || (win && from !== null)) return winWords(state, { winner, win, from });
  return t("name-won", { name: state.players[winner].name });
}

/** @param {State} state @param {number | null} by */
const ownerName = (state, by) => state.players[by ?? -1]?.name ?? null;

/** @param {State} state @param {{ by: number | null }} shared `by` is null if that phone's owner is unknown */
export function ownerNote(state, { by }) {
  const name = ownerName(state, by);
  return name === null ? null : html`<p class="hint">${t("entered-on-names-phone", { name })}</p>`;
}

/** @param {State} state @param {number | null} by */
export function sameWinNotice(state, by) {
  const name = ownerName(state, by);
  return name === null ? t("another-phone-entering-win-too") : t("name-entering-win-too-both", { name });
}

/** @param {State} state @param {SharedDraft} shared */
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
    <p><b>${winSummary(state, shared)}</b>${faan === undefined ? null : `, ${faanWords(faan)}`}</p>
    ${ownerNote(state, shared)}
    ${hands}
  </section>`;
}

/**
 * Return a card about a different win that another phone is entering; `onJoin` switches to it.
 *
 * @param {State} state
 * @param {SharedDraft} shared
 * @param {() => void} onJoin
 */
export function otherWinCard(state, shared, onJoin) {
  const join = () =>
    ask(t("continue-with-other-phones-win"), t("what-entered-on-phone-thrown"), t("continue-with"), onJoin);
  return html`<section class="card beside" role="status">
    <p>${t("another-phone-entering-win")} <b>${winSummary(state, shared)}</b></p>
    ${ownerNote(state, shared)}
    <button class="quiet" onclick=${join}>${t("continue-with-one")}</button>
  </section>`;
}
