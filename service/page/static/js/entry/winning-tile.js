// Which tile won: a question under the thumb, apart from the hand, so that a tap at a tile of the hand only ever corrects it.

import { t } from "../i18n/translation.js";
import { order } from "../state/tiles.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { html } from "../vendor/preact.js";

/** @import { Hand } from "../types" */

/**
 * Returns the faces that the hand holds closed, to choose from; `onPick` gets the id of a tile.
 *
 * @param {Hand} hand
 * @param {(id: number) => void} onPick
 */
export function whichWon({ concealed }, onPick) {
  const faces = [...new Map(concealed.map((tile) => [tile.code, tile])).values()].sort(
    (a, b) => order(a.code) - order(b.code),
  );
  return html`<div class="which-won" role="group" aria-label=${t("which-tile-won")}>
    <p class="score-line"><b>${t("which-tile-won")}</b></p>
    <div class="which-tiles">
      ${faces.map(
        ({ code, id }) => html`<button
          type="button"
          key=${code}
          data-code=${code}
          aria-label="${t("tile-won")}: ${tileName(code)}"
          onclick=${() => onPick(id)}
        >
          ${tileImage(code, { silent: true })}
        </button>`,
      )}
    </div>
  </div>`;
}
