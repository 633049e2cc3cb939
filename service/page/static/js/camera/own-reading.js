// The phone's own reading of a photo, in the shape of the service's readings.

import { t } from "../i18n/translation.js";
import { tilesText } from "../state/notation.js";
import { NON_HAND_GROUPS } from "../state/reading.js";
import { isBonus } from "../state/tiles.js";
import { notice } from "../ui/page.js";

/** @import { OwnReading, Reading, Sighting } from "../types" */

const DOUBTFUL = 0.9; // confidence below which a tile is marked

/** Return tiles as a text, without bonus tiles, whose characters only the service reads. @param {string[]} codes */
const comparableTiles = (codes) => tilesText(codes.filter((code) => !isBonus(code)));

/** Return the tiles of a reading's hand. @param {Reading} reading @returns {string[]} */
const handTiles = ({ tiles, groups }) =>
  tiles.filter(({ group }) => !NON_HAND_GROUPS.has(groups[group]?.kind)).map(({ tile }) => tile);

/** @param {Sighting} seen @param {[number, number]} size pixels @returns {OwnReading} */
export function ownReading({ tiles, beside, isWhole }, size) {
  return {
    reading(photo) {
      const to = photo ?? size;
      // A photo of another aspect ratio shows another part of the table.
      const isSame = Math.abs(to[0] / to[1] - size[0] / size[1]) < 0.01;
      const scale = to[0] / size[0];
      const read = [...tiles, ...beside].map(({ code, confidence, quad, isOwn }) => ({
        tile: code,
        confidence,
        corners: isSame ? [0, 2, 4, 6].map((k) => [quad[k] * scale, quad[k + 1] * scale]) : undefined,
        unsure: confidence < DOUBTFUL,
        alternatives: [],
        group: isOwn ? 0 : 1,
      }));
      const groups = ["row", "other"].map((kind, group) => ({
        kind,
        tiles: read.flatMap((tile, k) => (tile.group === group ? [k] : [])),
      }));
      return /** @type {any} */ ({
        tiles: read,
        groups,
        hand: null,
        size: to,
        problems: [],
        advice: [],
        as_seen: null,
      });
    },
    tell(reading) {
      const own = comparableTiles(tiles.map(({ code }) => code));
      if (!reading) notice(() => t("only-phone-looked-at-tiles"));
      else if (isWhole && own !== comparableTiles(handTiles(reading)))
        notice(() => t("phones-own-look-saw-other"), { alarm: true });
    },
  };
}
