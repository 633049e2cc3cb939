// The button that switches the language where one is, without losing what was entered.

import { otherLanguage, switchLanguage, t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";
import { notice } from "./page.js";

/**
 * Returns a button with the other language's name; `redraw` draws the screen anew in it.
 *
 * @param {() => void} redraw
 */
export function languageButton(redraw) {
  const { tag, name } = otherLanguage();
  const change = async () => {
    if (await switchLanguage()) redraw();
    else notice(t("The other language could not be fetched. Try again when the connection is back."), { alarm: true });
  };
  return html`<button type="button" class="quiet language" lang=${tag} onclick=${change}>${name}</button>`;
}
