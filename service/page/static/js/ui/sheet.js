// A panel that slides up from the bottom edge, where the thumb is.

import { t } from "../i18n/translation.js";
import { html, render } from "../vendor/preact.js";
import { Later } from "./hooks.js";
import { icon } from "./icons.js";
import { openPanel } from "./navigation.js";

/** @import { Child } from "../types" */

/** @typedef {<Given extends any[]>(run: (...given: Given) => unknown) => (...given: Given) => void} After */

/**
 * Open a panel; `content(close, after)` returns what it contains, drawn in a task of its own. `after(run)` returns a function
 * that closes the panel and then calls `run`. Tapping outside, Escape and Back close it, too.
 *
 * @param {string} title
 * @param {(close: () => void, after: After) => Child} content
 */
export function openSheet(title, content) {
  const dialog = document.createElement("dialog");
  dialog.className = "sheet";
  dialog.setAttribute("aria-label", title);
  const close = () => dialog.close();
  /** @type {After} */
  const after =
    (run) =>
    (...given) => {
      close();
      run(...given);
    };
  render(
    html`
      <header class="sheet-head">
        <h2>${title}</h2>
        <button class="icon" aria-label=${t("close-label")} onclick=${close}>${icon("close")}</button>
      </header>
      <div class="sheet-body"><${Later} draw=${() => content(close, after)} /></div>
    `,
    dialog,
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  showDialog(dialog);
}

/** Show a dialog over the page, and remove it once it is closed. @param {HTMLDialogElement} dialog */
export function showDialog(dialog) {
  const closed = openPanel(() => dialog.close());
  dialog.addEventListener("close", () => {
    render(null, dialog);
    dialog.remove();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Ask for confirmation before something that the others at the table will see.
 *
 * @param {string} title
 * @param {Child} content
 * @param {string} label
 * @param {() => unknown} run
 */
export function ask(title, content, label, run) {
  openSheet(
    title,
    (close, after) => html`
      <div class="lead">${content}</div>
      <div class="actions">
        <button class="quiet" onclick=${close}>${t("no-go-back")}</button>
        <button class="primary" onclick=${after(run)}>${label}</button>
      </div>
    `,
  );
}
