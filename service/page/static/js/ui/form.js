// A form in a panel.

import { html, useState } from "../vendor/preact.js";
import { openSheet } from "./sheet.js";

/** @import { Child, UiEvent } from "../types" */

/**
 * What is asked, what the button says, and what is done with the values by the names of their fields: `take` returns what is
 * wrong with them, or what to run once the panel is closed.
 *
 * @typedef {{ fields: Child, label: string, take: (values: Record<string, string>) => string | (() => void) }} Asked
 */

/** @param {Asked & { close: () => void }} given */
function Form({ fields, label, take, close }) {
  const [wrong, complain] = useState("");
  /** @param {UiEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(event.currentTarget)));
    const taken = take(values);
    if (typeof taken === "string") {
      complain(taken);
      return;
    }
    close();
    taken();
  };
  return html`<form class="fields" onsubmit=${submit}>
    ${fields}
    ${wrong && html`<p role="alert" class="loss">${wrong}</p>`}
    <button class="primary" type="submit">${label}</button>
  </form>`;
}

/**
 * @param {string} title
 * @param {Asked} asked
 */
export const openForm = (title, asked) => openSheet(title, (close) => html`<${Form} ...${asked} close=${close} />`);
