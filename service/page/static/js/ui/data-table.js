// A table of figures with a head for each row; it scrolls sideways on a narrow screen.

import { html } from "../vendor/preact.js";

/** @import { Child } from "../types" */

/** @param {Child[]} cells the head of the row first */
const line = ([head, ...cells]) =>
  html`<tr><th scope="row">${head}</th>${cells.map((each) => html`<td>${each}</td>`)}</tr>`;

/**
 * @param {string} label
 * @param {{ heads: Child[], rows: Child[][], feet?: Child[][], kind?: string }} given a head that is "" is an empty corner
 */
export const dataTable = (
  label,
  { heads, rows, feet = [], kind },
) => html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
  <table class=${kind}>
    <thead>
      <tr>${heads.map((each) => (each === "" ? html`<td />` : html`<th scope="col">${each}</th>`))}</tr>
    </thead>
    <tbody>${rows.map(line)}</tbody>
    <tfoot>${feet.map(line)}</tfoot>
  </table>
</div>`;
