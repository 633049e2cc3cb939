// Asks for the worth of a win that the table agrees on without tiles: its faan, or the points of all four hands.

import { t } from "../i18n/translation.js";
import { othersInTurn } from "../state/players.js";
import { agreedChanges, faanLimits } from "../state/rules.js";
import { change, faanWords, winWords } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { bringInSight } from "./frame.js";

/** @import { WinSession } from "./session.js" */
/** @import { WonDraft } from "../types" */

/**
 * Return a button for each number of faan, with what the winner gets.
 * @param {WinSession} session @param {WonDraft} draft
 * @param {{ title: string, onFaan: (faan: number) => void, restart?: () => void }} given
 */
export function faanPart({ win: { state, rules } }, draft, { title, onFaan, restart }) {
  const { winner, win: how, from: discarder, faan: chosen, mode } = draft;
  const { minimum, cap } = faanLimits(state, rules);
  const win = how ?? "self-draw";
  const from = win === "discard" ? discarder : null;
  const faans = Array.from({ length: cap - minimum + 1 }, (_, k) => minimum + k);
  return html`<section class="card faan-chips" aria-label=${title}>
    <h2>
      ${title}
      <small>${winWords(state, { winner, win, from })}</small>
    </h2>
    <div class="faans">
      ${faans.map((faan) => {
        const gain = agreedChanges(state, rules, { winner, win, from, faan })?.[winner];
        return html`<button
          type="button"
          class="faan"
          data-faan=${faan}
          aria-pressed=${String(mode === "faan" && chosen === faan)}
          aria-label=${faanWords(faan)}
          onclick=${() => onFaan(faan)}
        >
          <b class="figure">${faan}</b>
          ${gain !== undefined && html`<small>${change(gain)}</small>`}
        </button>`;
      })}
    </div>
    ${restart && html`<button class="quiet" onclick=${restart}>${t("enter-tiles-instead")}</button>`}
  </section>`;
}

/**
 * Return the record button while the winner's score is missing. It is not disabled, so that keys and screen readers
 * reach it: it leads to the field.
 *
 * @param {WinSession} session
 */
export function scoresFoot({ win: { state }, won }) {
  return [
    html`<p class="score-line" id="missing">${t("enter-what-names-hand-worth", state.players[won.winner])}</p>`,
    html`<button
      type="button"
      class="primary big not-yet"
      aria-disabled="true"
      aria-describedby="missing"
      onclick=${() => bringInSight(`.score-field:has([name=score${won.winner}])`, "input")}
    >
      ${t("record-label")}
    </button>`,
  ];
}

/** Return the card that asks for the scores, of which only the winner's is required. @param {WinSession} session */
export function scoresPart(session) {
  const { state } = session.win;
  const { scores = [], winner } = session.won;
  /** @param {number} player @param {string} value */
  const enter = (player, value) => {
    const number = Number.parseInt(value, 10);
    const entered = Number.isNaN(number) || number < 0 ? null : number;
    session.setEntry(winner, { scores: scores.map((score, k) => (k === player ? entered : score)) });
  };
  return html`<section class="card">
    <h2>${t("what-each-hand-worth")}</h2>
    ${[winner, ...othersInTurn(state, winner)].map(
      (player) => html`<label class="score-field">
        <span>
          <b>${state.players[player].name}</b>
          <small>${player === winner ? t("won-word") : t("empty-counts-0")}</small>
        </span>
        <input
          type="number"
          inputmode="numeric"
          min="0"
          step="1"
          name="score${player}"
          value=${String(scores[player] ?? "")}
          oninput=${({ target }) => enter(player, target.value)}
        />
      </label>`,
    )}
    <button class="quiet" onclick=${() => session.restart(winner)}>${t("enter-tiles-instead")}</button>
  </section>`;
}
