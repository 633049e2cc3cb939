// The pictures of the faces, and their names for screen readers.

import { isChinese, t } from "../i18n/translation.js";
import { isFaceDown, SUITS } from "../state/tiles.js";
import { html } from "../vendor/preact.js";

/** @type {Record<string, string>} */
const WIND_NAMES = { E: "East", S: "South", W: "West", N: "North" };
const HONOURS = ["East wind", "South wind", "West wind", "North wind", "White dragon", "Green dragon", "Red dragon"];
const FLOWERS = ["plum", "orchid", "chrysanthemum", "bamboo"];
const SEASONS = ["spring", "summer", "autumn", "winter"];
/** @type {Record<string, string>} */
const CHINESE = { m: "萬", p: "筒", s: "索" };
/** @type {Record<string, string[]>} */
const CHINESE_NAMES = {
  z: ["東", "南", "西", "北", "白板", "發財", "紅中"],
  f: ["梅", "蘭", "菊", "竹"],
  g: ["春", "夏", "秋", "冬"],
};
/**
 * @param {string} suit
 * @param {number} rank
 */
const chineseName = (suit, rank) =>
  CHINESE_NAMES[suit]?.[rank - 1] ?? `${"一二三四五六七八九"[rank - 1]}${CHINESE[suit]}`;

/**
 * Names a tile as a player says it.
 *
 * @param {string} code
 */
export function tileName(code) {
  if (isFaceDown(code)) return t("face-down tile");
  const rank = Number(code[0]);
  if (isChinese()) return chineseName(code[1], rank);
  switch (code[1]) {
    case "z":
      return HONOURS[rank - 1];
    case "f":
      return `flower ${rank}, ${FLOWERS[rank - 1]}`;
    case "g":
      return `season ${rank}, ${SEASONS[rank - 1]}`;
    default:
      return `${rank} of ${SUITS.find(({ id }) => id === code[1])?.name.toLowerCase()}`;
  }
}

/** @param {string} code */
export const picture = (code) => `/static/tiles/${isFaceDown(code) ? "back" : code}.svg`;

/**
 * Returns where a tile's picture is shown from: the honours, of which every screen has some, come as one file.
 *
 * @param {string} code
 */
export const joinedPicture = (code) => (code.endsWith("z") ? `/static/tiles/honours.svg#${code}` : picture(code));

/**
 * Returns a tile's picture, named for those who cannot see it unless a label around it does that; with `after` it comes
 * when the words around it are drawn already.
 *
 * @param {string} code
 * @param {{ silent?: boolean, after?: boolean }=} given
 */
export function tileImage(code, { silent = false, after = false } = {}) {
  return html`<img
    class="tile"
    loading=${after ? "lazy" : undefined}
    src=${joinedPicture(code)}
    alt=${silent ? "" : tileName(code)}
    width="60"
    height="80"
    draggable=${false}
  />`;
}

/**
 * Returns the recognised face of a tile on a photo as a small picture in the tile's lower right corner, turned as the tile lies.
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
