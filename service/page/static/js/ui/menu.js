// A menu of long names: a browser cuts the chosen one off where it has no room for it in one line.

import { html } from "../vendor/preact.js";

/**
 * Returns a menu whose choice is written in as many lines as it needs, over the browser's own, which lies on it unseen.
 *
 * @param {{ name?: string, value: string, choices: { id: string, name: string }[], choose: (id: string) => void }} given
 */
export const menu = ({ name, value, choices, choose }) => html`<span class="menu">
  <span aria-hidden="true">${choices.find(({ id }) => id === value)?.name}</span>
  <select name=${name} value=${value} onchange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => choose(currentTarget.value)}>
    ${choices.map((each) => html`<option key=${each.id} value=${each.id}>${each.name}</option>`)}
  </select>
</span>`;
