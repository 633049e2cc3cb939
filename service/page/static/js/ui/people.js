// Buttons to choose a player, with seat wind and mark.

import { windTile } from "../state/tiles.js";
import { html } from "../vendor/preact.js";
import { Mark } from "./marks.js";
import { tileImage } from "./tiles.js";

/** @import { State } from "../types" */

/** @param {State} state @param {number} k @param {{ label?: string, pressed?: boolean, onpick: () => void }} given */
export function personButton({ players }, k, { label, pressed, onpick }) {
  const { name, seat_wind: wind } = players[k];
  return html`<button type="button" class="person" aria-pressed=${pressed?.toString()} data-player=${k} onclick=${onpick}>
    ${tileImage(windTile(wind), { silent: true })}
    <span>${label && html`<small>${label}</small>`}<b><${Mark} player=${k} /> ${name}</b></span>
  </button>`;
}

/** @param {State} state @param {(player: number) => void} onPick @param {number | null=} chosen */
export const people = (state, onPick, chosen) => html`<div class="people">
  ${state.players.map((_, k) =>
    personButton(state, k, { pressed: chosen === undefined ? chosen : chosen === k, onpick: () => onPick(k) }),
  )}
</div>`;
