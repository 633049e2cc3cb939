// Figures side by side, each row with a head: on a narrow screen what has no room is scrolled to.

import { html } from "../vendor/preact.js";

/** @import { Child } from "../types" */

/**
 * @param {string} label
 * @param {{ heads: Child[], rows: Child[][], kind?: string }} given a head that is "" is an empty corner; a row begins with its own head
 */
export const dataTable = (
  label,
  { heads, rows, kind },
) => html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
  <table class=${kind}>
    <thead>
      <tr>${heads.map((each) => (each === "" ? html`<td />` : html`<th scope="col">${each}</th>`))}</tr>
    </thead>
    <tbody>
      ${rows.map(([head, ...cells]) => html`<tr><th scope="row">${head}</th>${cells.map((each) => html`<td>${each}</td>`)}</tr>`)}
    </tbody>
  </table>
</div>`;
