// The menu that switches the language where one is, without losing what was entered.

import { languages, spoken, switchLanguage, t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";
import { notice } from "./page.js";

/**
 * Returns a menu of the languages by their own names; `redraw` draws the screen anew in the one that was chosen.
 *
 * @param {() => void} redraw
 */
export function languageMenu(redraw) {
  const choose = async (/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget: menu }) => {
    if (await switchLanguage(menu.value)) return redraw();
    menu.value = spoken();
    notice(t("other-language-could-not-fetched"), { alarm: true });
  };
  return html`<select class="quiet language" name="language" aria-label=${t("language-label")} value=${spoken()} onchange=${choose}>
    ${languages().map(
      ({ tag, name }) =>
        html`<option key=${tag} value=${tag} lang=${tag} selected=${tag === spoken()}>${name}</option>`,
    )}
  </select>`;
}
