// The texts for a hand that is being entered: problems of its tiles or its photo, and circumstances.

import { OF_HANDS } from "../i18n/refusals.js";
import { plural, t } from "../i18n/translation.js";
import { tileCount } from "../state/hand.js";

/** @import { TextId } from "../i18n/text-ids" */
/** @import { Hand, Scored } from "../types" */

/**
 * @param {string} name
 * @param {{ hand: Hand, answer: Scored, minimum: number, details: string | undefined, role?: string }} given
 */
export function handProblem(name, { hand, answer, minimum, details, role = "winner" }) {
  switch (name) {
    case "tile_count": {
      const tiles = tileCount(hand);
      if (role === "loser") return t("losing-hand-has-n-tiles", { n: tiles });
      const odd = tiles < 14 ? t("n-missing", { n: 14 - tiles }) : t("n-too-many", { n: tiles - 14 });
      return t("winning-hand-14-tiles-kong", { n: tiles, odd });
    }
    case "below_minimum": {
      const short = answer.missing ?? minimum - (answer.faan ?? 0);
      return short > 0
        ? plural(short, "faan-faan-table-plays", { faan: answer.faan, minimum })
        : t("hand-fewer-faan-than-table");
    }
    case "not_a_winning_hand":
      return /Four alike are not two pairs/.test(details ?? "")
        ? t(/seven_pairs_quads/.test(details ?? "") ? "four-alike-unless-agreed" : "four-alike-not-two")
        : t(OF_HANDS.not_a_winning_hand);
    default:
      return name in OF_HANDS ? t(OF_HANDS[name]) : (details ?? t("hand-refused-name", { name }));
  }
}

/** @type {Record<string, TextId>} */
const OF_READINGS = {
  too_many_copies: "one-tile-appears-more-often",
  no_hand: "no-row-of-tiles-found",
  face_down_tile: "tile-lies-face-down-tap",
  tile_corrected: "marked-tile-taken-for-another",
  out_of_time: "no-time-to-read",
  closer: "tiles-small-in-photo-closer",
  other_tiles: "not-look-like-tiles-table",
  more_light: "photo-dark-with-more-light",
  less_glare: "glare-on-tiles-tilt",
  hold_still: "photo-blurred-hold-phone-still",
};

/**
 * Returns the text for a problem of a photo, or null for one that its tiles show, such as their number.
 *
 * @param {string} name
 */
export function readingProblem(name) {
  return name in OF_READINGS ? t(OF_READINGS[name]) : null;
}

/** @type {Record<string, TextId>} */
export const EVENT_WORDS = {
  "first-draw": "with-very-first-draw",
  "dealt-hand": "with-hand-as-dealt",
  "original-hand": "ready-from-deal",
  "first-discard": "on-very-first-discard",
  "last-wall-tile": "last-tile-of-wall",
  "last-discard": "last-discard-of-hand",
  "kong-replacement": "replacement-after-kong",
  "bonus-replacement": "replacement-after-flower",
  "robbing-kong": "robbed-kong",
  "kong-on-kong": "second-kong-in-row",
};
