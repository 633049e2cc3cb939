// Fields that several screens share: a menu of long names, a button for files, a search.

import { html } from "../vendor/preact.js";

/** @import { Child, UiEvent } from "../types" */

/**
 * Return a menu whose choice wraps: the browser's own, which would cut it off, lies over it and cannot be seen.
 *
 * @param {{ name?: string, value: string, choices: { id: string, name: string }[], choose: (id: string) => void }} given
 */
export const menu = ({ name, value, choices, choose }) => html`<span class="menu">
  <span aria-hidden="true">${choices.find(({ id }) => id === value)?.name}</span>
  <select name=${name} value=${value} onchange=${({ currentTarget }) => choose(currentTarget.value)}>
    ${choices.map((each) => html`<option key=${each.id} value=${each.id}>${each.name}</option>`)}
  </select>
</span>`;

/**
 * Return a button that opens a choice of files.
 *
 * @param {string} label
 * @param {{ onFiles: (files: File[]) => unknown, class?: string, sign?: Child, [attribute: string]: any }} given and the attributes of the field
 */
export const fileButton = (label, { onFiles, class: kind = "quiet", sign, ...attributes }) => {
  const take = (/** @type {UiEvent} */ { target }) => {
    const files = [...target.files];
    target.value = ""; // so that the same one can be chosen again
    if (files.length) onFiles(files);
  };
  return html`<label class="button ${kind} file-button">
    ${sign} ${label}
    <input type="file" class="hidden-input" ...${attributes} onchange=${take} />
  </label>`;
};

/**
 * Return a search field; `search` gets the text in lower case.
 *
 * @param {string} label
 * @param {(text: string) => void} search
 */
export const searchField = (label, search) => html`<label class="search">
  <span class="unseen">${label}</span>
  <input
    type="search"
    placeholder=${label}
    oninput=${({ target }) => search(target.value.trim().toLowerCase())}
    onkeydown=${(event) => event.key === "Enter" && event.preventDefault()}
  />
</label>`;
