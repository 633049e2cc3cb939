// The players to choose one from.

import { windTile } from "../state/tiles.js";
import { html } from "../vendor/preact.js";
import { tileImage } from "./tiles.js";

/** @import { State } from "../types" */

/** @param {State} state @param {(player: number) => void} onPick @param {number | null=} chosen */
export const people = ({ players }, onPick, chosen) => html`<div class="people">
  ${players.map(
    ({ name, seat_wind: wind }, k) => html`<button
      type="button"
      class="person"
      data-player=${k}
      aria-pressed=${chosen === undefined ? undefined : String(chosen === k)}
      onclick=${() => onPick(k)}
    >
      ${tileImage(windTile(wind), { silent: true })}
      <b>${name}</b>
    </button>`,
  )}
</div>`;
