// A panel that slides up from the bottom edge, where the thumb is.

import { t } from "../i18n/translation.js";
import { html, render } from "../vendor/preact.js";
import { icon } from "./icons.js";

/** @import { Child } from "../types" */

/**
 * Opens a panel; `content(close)` returns what is in it. Tapping outside or Escape closes it.
 *
 * @param {string} title
 * @param {(close: () => void) => Child} content
 */
export function openSheet(title, content) {
  const dialog = document.createElement("dialog");
  dialog.className = "sheet";
  dialog.setAttribute("aria-label", title);
  const close = () => dialog.close();
  render(
    html`
      <header class="sheet-head">
        <h2>${title}</h2>
        <button class="icon" aria-label=${t("Close")} onclick=${close}>${icon("close")}</button>
      </header>
      <div class="sheet-body">${content(close)}</div>
    `,
    dialog,
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  dialog.addEventListener("close", () => {
    render(null, dialog);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return close;
}

/**
 * Asks before something is done that others at the table will see.
 *
 * @param {string} title
 * @param {string} text
 * @param {string} label
 * @param {() => unknown} run
 */
export function ask(title, text, label, run) {
  openSheet(title, (close) => [
    html`<p class="lead">${text}</p>`,
    html`<div class="actions">
      <button class="quiet" onclick=${close}>${t("No, go back")}</button>
      <button class="primary" onclick=${() => {
        close();
        run();
      }}>
        ${label}
      </button>
    </div>`,
  ]);
}
