// The pictures of the faces, and their names for screen readers.

import { t, textOf } from "../i18n/translation.js";
import { isFaceDown, isUnknown } from "../state/tiles.js";
import { html } from "../vendor/preact.js";

/** @import { TextId } from "../i18n/text-ids" */

/** @type {Record<string, TextId>} */
const WIND_NAMES = { E: "east", S: "south", W: "west", N: "north" };

/** @param {string} code */
export const tileName = (code) => textOf("tile-name", code) ?? code;

/** @param {string} code */
export const picture = (code) => `/static/tiles/${isFaceDown(code) ? "back" : isUnknown(code) ? "unknown" : code}.svg`;

/**
 * Return the address of a tile's picture; the honours share one file, since every screen shows some.
 *
 * @param {string} code
 */
export const joinedPicture = (code) => (code.endsWith("z") ? `/static/tiles/honours.svg#${code}` : picture(code));

/**
 * Return a tile's picture: with its name, unless a label around it has that (`silent`), and loaded when it is visible
 * (`lazy`).
 *
 * @param {string} code
 * @param {{ silent?: boolean, lazy?: boolean }=} given
 */
export function tileImage(code, { silent = false, lazy = false } = {}) {
  return html`<img
    class="tile"
    loading=${lazy ? "lazy" : undefined}
    src=${joinedPicture(code)}
    alt=${silent ? "" : tileName(code)}
    width="60"
    height="80"
    draggable=${false}
  />`;
}

/**
 * Return a small picture of the face that was read, in the lower right corner of a tile of a photo and turned with it.
 *
 * @param {{ code: string, corners: number[][] }} tile
 */
export function tileLabel({ code, corners }) {
  const [a, b, c] = corners;
  const [across, down] = [Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1])];
  const width = Math.min(across * 0.42, down * 0.48);
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const [x, y] = c;
  return html`<image
    href=${picture(code)}
    x=${x - width}
    y=${y - (width * 4) / 3}
    width=${width}
    height=${(width * 4) / 3}
    transform="rotate(${turn} ${x} ${y})"
    class="label"
  />`;
}

/** @param {string} wind */
export const windName = (wind) => t(WIND_NAMES[wind]);
