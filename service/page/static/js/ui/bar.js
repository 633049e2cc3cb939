// The header of a screen: the link home and the menu of languages.

import { LANGUAGES, languageTag, switchLanguage, t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";
import { Gradually } from "./hooks.js";
import { notice, redraw } from "./page.js";
import { tileImage } from "./tiles.js";

/** @import { Language } from "../types" */
/** @import { VNode } from "../vendor/preact.js" */

/**
 * Return a menu of the languages by their own names, the current one first.
 *
 * Finding the fonts of all their scripts would take a slow phone longer than the rest of its first screen.
 */
export function languageMenu() {
  const choose = async (/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget: menu }) => {
    if (await switchLanguage(menu.value)) return redraw();
    menu.value = languageTag();
    notice(() => t("other-language-could-not-fetched"), { alarm: true });
  };
  /** @param {Language} given */
  const rank = ({ tag }) => (tag === languageTag() ? 0 : 1);
  /** @param {Language} given */
  const option = ({ tag, name }) =>
    html`<option key=${tag} value=${tag} lang=${tag} selected=${tag === languageTag()}>${name}</option>`;
  return html`<select class="quiet language" name="language" aria-label=${t("language-label")} value=${languageTag()} onchange=${choose}>
    <${Gradually} each=${[...LANGUAGES].sort((one, other) => rank(one) - rank(other))} draw=${option} some=${1} />
  </select>`;
}

/**
 * Return the head of a screen.
 *
 * @param {{ label: string, href?: string, between?: VNode<any> }} given `label`: what the way home, to `href`, is called;
 *   `between` stands before the menu
 */
export const bar = ({ label, href = "#", between = html`<span class="link-room" />` }) => html`
  <header class="bar">
    <a class="home" href=${href} aria-label=${label}>
      ${tileImage("7z", { silent: true })}
      <b>Tableside</b>
    </a>
    ${between}
    ${languageMenu()}
  </header>
`;
