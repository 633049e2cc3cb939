// The texts for the problems of a hand that is being entered.

import { plural, t, textOf } from "../i18n/translation.js";
import { tileCount } from "../state/hand.js";

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
      return /Four of a kind do not count as two pairs/.test(details ?? "")
        ? t(/seven_pairs_quads/.test(details ?? "") ? "four-alike-unless-agreed" : "four-alike-not-two")
        : textOf("hand-problem", name);
    default:
      return textOf("hand-problem", name) ?? details ?? t("hand-refused-name", { name });
  }
}
