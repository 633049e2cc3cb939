// First step of a win: who won, and from whom. And whose tiles are on the screen, where more than one hand counts.

import { t } from "../i18n/translation.js";
import { entryOf, isKnown, isWinner, winnersOf } from "../state/draft.js";
import { everybody, othersInTurn } from "../state/players.js";
import { windTile } from "../state/tiles.js";
import { tileImage } from "../ui/tiles.js";
import { html } from "../vendor/preact.js";

/** @import { Child, Draft, Result, State, Win, WonDraft } from "../types" */

/**
 * @param {State} state
 * @param {number} k
 * @param {{ label?: string, pressed: boolean, onpick: () => void }} given
 */
function personButton(state, k, { label, pressed, onpick }) {
  const { name, seat_wind: wind } = state.players[k];
  return html`<button type="button" class="person" aria-pressed=${String(pressed)} data-player=${k} onclick=${onpick}>
    ${tileImage(windTile(wind), { silent: true })}
    <span>${label ? html`<small>${label}</small>` : null}<b>${name}</b></span>
  </button>`;
}

/**
 * The step as it is drawn: `faan` are the chips to agree on faan without tiles, `ways` the ways to enter tiles.
 *
 * @typedef {object} Who
 * @property {State} state
 * @property {Draft} draft
 * @property {(player: number) => void} pickWinner
 * @property {(win: Win, from: number | null) => void} pickWin
 * @property {Child} faan
 * @property {Child} ways
 * @property {Child} foot
 */

/**
 * Returns the step as {body, side, foot}; `pickWinner(player)`, then `pickWin(win, from)`.
 *
 * @param {Who} given
 */
export function whoStep({ state, draft, pickWinner, pickWin, faan, ways, foot }) {
  const others = othersInTurn(state, draft.winner ?? 0);
  return {
    body: html`<section class="card who" aria-label=${t("who-won")}>
      <h2>${t("who-won")}</h2>
      <div class=${draft.winner === null ? "people" : "people four"}>
        ${state.players.map((_, k) =>
          personButton(state, k, {
            pressed: draft.winner === k,
            onpick: () => pickWinner(k),
          }),
        )}
      </div>
    </section>`,
    side: draft.winner !== null && [
      html`<section class="card who" aria-label=${t("how")}>
        <h2>${t("how-did-name-get-last", state.players[draft.winner])}</h2>
        <div class="people four">
          <button
            type="button"
            class="person wide"
            aria-pressed=${String(draft.win === "self-draw")}
            onclick=${() => pickWin("self-draw", null)}
          >
            ${tileImage("x", { silent: true })}
            <span><b>${t("drew-it")}</b></span>
          </button>
          ${others.map((k) =>
            personButton(state, k, {
              label: t("from-word"),
              pressed: draft.win === "discard" && draft.from === k,
              onpick: () => pickWin("discard", k),
            }),
          )}
        </div>
        <p class="hint">${t("for-robbed-kong-choose-player")}</p>
      </section>`,
      faan,
      ways,
    ],
    foot,
  };
}

/**
 * Returns who else won on the same discard, to tap; null where only one can.
 *
 * @param {{ state: State, draft: WonDraft, onpick: (player: number) => void }} given
 */
export function alsoWon({ state, draft, onpick }) {
  if (draft.win !== "discard") return null;
  const others = othersInTurn(state, draft.winner).filter((player) => player !== draft.from);
  if (!others.length) return null;
  return html`<section class="card also" aria-label=${t("did-anybody-else-win")}>
    <h2>${t("did-anybody-else-win")}</h2>
    <div class="chips">
      ${others.map((player) => {
        const pressed = isWinner(draft, player);
        return html`<button
          type="button"
          class="chip"
          aria-pressed=${String(pressed)}
          data-also=${player}
          onclick=${() => onpick(player)}
        >
          ${t("name-too", state.players[player])}
        </button>`;
      })}
    </div>
  </section>`;
}

/**
 * Returns the hands to switch between, in any order: all four, or those of the winners; `clashing` do not fit together.
 *
 * @param {{ state: State, draft: Draft, shown: number | null, everyone: boolean, results: (player: number) => Result, clashing: number[], onpick: (player: number) => void }} given
 */
export function handsBar({ state, draft, shown, everyone, results, clashing, onpick }) {
  const players = everyone ? everybody(state) : winnersOf(draft);
  return html`<div class="hands-bar" role="group" aria-label=${t("whose-hand")}>
    ${players.map((k) => {
      const entry = entryOf(draft, k);
      const refused = entry.hand && results(k).answer?.valid === false && (k !== shown || !isWinner(draft, k)); // a winner's is not whole while it is entered
      const wrong = refused || clashing.includes(k);
      const said = wrong
        ? t("please-check")
        : isWinner(draft, k)
          ? t("won-word")
          : isKnown(entry)
            ? t("entered")
            : t("unknown-word");
      return html`<button
        type="button"
        class=${wrong ? "doubtful" : null}
        aria-pressed=${String(k === shown)}
        data-player=${k}
        onclick=${() => onpick(k)}
      >
        <b>${state.players[k].name}</b>
        <small>${said}</small>
      </button>`;
    })}
  </div>`;
}
