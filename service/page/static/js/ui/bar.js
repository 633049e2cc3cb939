// The head of a screen: the way home, and the menu of languages.

import { html } from "../vendor/preact.js";
import { languageMenu } from "./language.js";
import { tileImage } from "./tiles.js";

/** @import { VNode } from "../vendor/preact.js" */

/**
 * Returns the head of a screen.
 *
 * @param {{ label: string, redraw: () => void, href?: string, between?: VNode<any> }} given `label`: what the way home, to `href`,
 *   is called; `between` stands before the menu
 */
export const bar = ({ label, redraw, href = "#", between = html`<span class="link-room" />` }) => html`
  <header class="bar">
    <a class="home" href=${href} aria-label=${label}>
      ${tileImage("7z", { silent: true })}
      <b>Tableside</b>
    </a>
    ${between}
    ${languageMenu(redraw)}
  </header>
`;
