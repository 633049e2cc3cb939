// A panel that slides up from the bottom edge, where the thumb is.

import { t } from "../i18n/translation.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @import { Child } from "../types" */

/**
 * Opens a panel; `content(close)` returns its elements. Tapping outside or Escape closes it.
 *
 * @param {string} title
 * @param {(close: () => void) => Child} content
 */
export function openSheet(title, content) {
  const dialog = h("dialog", { class: "sheet", "aria-label": title });
  const close = () => dialog.close();
  dialog.append(
    h(
      "header",
      { class: "sheet-head" },
      h("h2", {}, title),
      h("button", { class: "icon", "aria-label": t("Close"), onclick: close }, icon("close")),
    ),
    h("div", { class: "sheet-body" }, content(close)),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  dialog.addEventListener("close", () => dialog.remove());
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
    h("p", { class: "lead" }, text),
    h(
      "div",
      { class: "actions" },
      h("button", { class: "quiet", onclick: close }, t("No, go back")),
      h(
        "button",
        {
          class: "primary",
          onclick: () => {
            close();
            run();
          },
        },
        label,
      ),
    ),
  ]);
}
