// What is always under the thumb at a table: the shutter, the two other ways a hand ends, and what can be looked up.

import { t } from "../i18n/translation.js";
import { icon } from "../ui/icons.js";
import { html } from "../vendor/preact.js";

/** @import { Child } from "../types" */

/**
 * A tool of the bar: its name, its sign, its word and what a tap does.
 *
 * @typedef {[string, string, string, () => unknown]} Tool
 */

/**
 * Returns the ways in which a hand ends: a photo of it in the middle, always in the same place.
 *
 * @param {{ agreed: string, onPhoto: () => void, onAgreed: () => void, onDraw: () => void }} given `agreed`: how a win without
 *   tiles is called by these rules
 */
export const handEnds = ({ agreed, onPhoto, onAgreed, onDraw }) => html`<div class="hand-ends">
  <button type="button" data-end="agreed" onclick=${onAgreed}>${agreed}</button>
  <button type="button" class="shutter" aria-label=${t("somebody-won")} onclick=${onPhoto}>${icon("camera")}</button>
  <button type="button" data-end="draw" onclick=${onDraw}>${t("nobody-won")}</button>
</div>`;

/** @param {{ ends: Child, tools: Tool[] }} given */
export const tableFoot = ({ ends, tools }) => html`<div class="table-foot">
  ${ends}
  <nav class="table-bar" aria-label=${t("more-of-table")}>
    ${tools.map(
      ([name, sign, word, run]) => html`<button type="button" data-tool=${name} onclick=${run}>
        ${icon(sign)}
        <span>${word}</span>
      </button>`,
    )}
  </nav>
</div>`;
