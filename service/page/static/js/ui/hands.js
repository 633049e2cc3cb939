// Hands as small pictures: as they were recorded, and as the service divided them.

import { t } from "../i18n/translation.js";
import { allTiles } from "../state/hand.js";
import { codesOf, parseHand } from "../state/notation.js";
import { html } from "../vendor/preact.js";
import { tileImage } from "./tiles.js";

/** @import { Scored } from "../types" */

/**
 * Return the sets of an answer, the pair last; the one completed by another player's tile is underlined.
 *
 * @param {Scored} given
 */
export function handSets({ sets, claimed }) {
  if (!sets?.length) return null;
  return html`<div class="mini-sets" role="img" aria-label=${t("how-hand-divided")}>
    ${sets.map(
      (text, index) => html`<span class=${claimed === index ? "mini-set won" : "mini-set"}>
        ${codesOf(text).map((code) => tileImage(code, { silent: true }))}
      </span>`,
    )}
  </div>`;
}

/** @param {string} text */
export function handPictures(text) {
  const hand = parseHand(text);
  const concealed = hand.concealed.filter(({ id }) => id !== hand.winning);
  const won = hand.concealed.filter(({ id }) => id === hand.winning);
  const groups = [concealed, ...hand.sets.map(({ tiles }) => tiles), won, hand.bonus].filter((tiles) => tiles.length);
  return allTiles(hand).length
    ? html`<div class="mini-sets">
      ${groups.map(
        (tiles) =>
          html`<span class=${tiles === won ? "mini-set won" : "mini-set"}>${tiles.map(({ code }) => tileImage(code))}</span>`,
      )}
    </div>`
    : null;
}
