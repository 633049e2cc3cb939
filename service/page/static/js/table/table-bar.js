// What can be looked up or done besides the hand: a bar under the thumb, each with a sign and a word.

import { t } from "../i18n/translation.js";
import { icon } from "../ui/icons.js";
import { html } from "../vendor/preact.js";

/**
 * A tool of the bar: its name, its sign, its word and what a tap does.
 *
 * @typedef {[string, string, string, () => unknown]} Tool
 */

/**
 * Returns the bar of a table.
 *
 * @param {Tool[]} tools
 */
export const tableBar = (tools) => html`<nav class="table-bar" aria-label=${t("more-of-table")}>
  ${tools.map(
    ([name, sign, word, run]) => html`<button type="button" data-tool=${name} onclick=${run}>
      ${icon(sign)}
      <span>${word}</span>
    </button>`,
  )}
</nav>`;
