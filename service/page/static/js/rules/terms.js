// The words of the table: what they are called in Cantonese, how that is said (Jyutping), and what they mean.
//
// Words and sources are those of docs/rules/terms.md; the readings are of The Linguistic Society of Hong Kong's scheme.

/** @import { TextId } from "../i18n/text-ids" */

/** @typedef {{ id: string, zh: string, said: string, en: string, name: TextId, means: TextId }} Term with its name in English and in the reader's language */

/** @type {[string, string, string, string, TextId, TextId][]} */
const TERMS = [
  ["faan", "番", "faan1", "Faan", "faan-label", "what-hand-counts-each-row"],
  ["minimum", "起糊", "hei2 wu2", "Minimum", "minimum-label", "faan-win-needs-with-fewer"],
  ["limit", "封頂", "fung1 deng2", "Limit", "limit-label", "most-hand-counts-what-more"],
  ["closed", "門清", "mun4 cing1", "Closed", "closed-label", "nothing-of-hand-claimed"],
  ["called", "落地", "lok6 dei6", "Called, open", "called-open", "set-claimed-from-discard-lies"],
  ["dealer", "莊", "zong1", "Dealer", "dealer-label", "east-of-hand-deal-goes"],
  ["first", "先行", "sin1 hang4", "Goes first", "goes-first", "who-takes-first-turn-dealer"],
  ["round", "圈", "hyun1", "Round", "round-label", "turn-of-deal-round-table"],
  ["round-wind", "圈風", "hyun1 fung1", "Round wind", "round-wind-label", "wind-of-round-pung"],
  ["seat-wind", "門風", "mun4 fung1", "Seat wind", "seat-wind-label", "wind-of-ones-own-seat"],
  ["self-draw", "自摸", "zi6 mo1", "Self-draw", "self-draw-label", "win-on-tile-from-wall"],
  ["discard", "出銃", "ceot1 cung3", "Feeding a win", "feeding-win", "to-throw-away-tile-another"],
  ["robbing", "搶槓", "coeng2 gong3", "Robbing a kong", "robbing-a-kong", "to-win-on-tile-another"],
  ["chow", "順子", "seon6 zi2", "Chow", "chow-label", "three-numbers-claimed-by-chow"],
  ["pung", "刻子", "hak1 zi2", "Pung", "pung-label", "three-tiles-alike-claimed"],
  ["kong", "槓", "gong3", "Kong", "kong-label", "four-tiles-alike-with-further"],
  ["eyes", "眼", "ngaan5", "Eyes", "eyes-label", "pair-of-complete-hand"],
  ["honours", "番子", "faan1 zi2", "Honours", "honours-label", "winds-and-dragons-sentence"],
  ["terminals", "幺九", "jiu1 gau2", "Terminals", "terminals-label", "ones-and-nines-of-suits"],
  ["flowers", "花", "faa1", "Flowers and seasons", "flowers-and-seasons", "tiles-laid-aside-and-replaced"],
  ["draw", "流局", "lau4 guk6", "Draw", "draw-label", "wall-used-up"],
  ["false-win", "詐糊", "zaa3 wu2", "False win", "false-win-label", "win-declared-and-none"],
  ["pay-for-all", "包牌", "baau1 paai4", "Paying for all", "paying-for-all", "who-fed-hand-in-way"],
  ["chicken", "雞糊", "gai1 wu2", "Chicken hand", "chicken-hand", "win-no-faan-at-all"],
  ["half-gun", "半銃", "bun3 cung3", "Half gun", "half-gun-label", "for-discard-discarder-pays-double"],
  ["full-gun", "全銃", "cyun4 cung3", "Full gun", "full-gun-label", "for-discard-discarder-alone-pays"],
];

export const terms = () =>
  TERMS.map(([id, zh, said, en, name, means]) => /** @type {Term} */ ({ id, zh, said, en, name, means }));

/**
 * Returns a term by its id; null for what has no card.
 *
 * @param {string} id
 */
export const termOf = (id) => terms().find((term) => term.id === id) ?? null;
