// The words of the table: what they are called in Cantonese, how that is said (Jyutping), and what they mean.
//
// Words and sources are those of docs/rules/terms.md; the readings are of The Linguistic Society of Hong Kong's scheme.

/** @import { TextId } from "../i18n/text-ids" */

/** @typedef {{ id: string, zh: string, said: string, name: TextId, means: TextId }} Term */

/** @type {[string, string, string, TextId, TextId][]} */
const TERMS = [
  ["faan", "番", "faan1", "faan-label", "what-hand-counts-each-row"],
  ["minimum", "起糊", "hei2 wu2", "minimum-label", "faan-win-needs-with-fewer"],
  ["limit", "封頂", "fung1 deng2", "limit-label", "most-hand-counts-what-more"],
  ["closed", "門清", "mun4 cing1", "closed-label", "nothing-of-hand-claimed"],
  ["called", "落地", "lok6 dei6", "called-open", "set-claimed-from-discard-lies"],
  ["dealer", "莊", "zong1", "dealer-label", "east-of-hand-deal-goes"],
  ["first", "先行", "sin1 hang4", "goes-first", "who-takes-first-turn-dealer"],
  ["round", "圈", "hyun1", "round-label", "turn-of-deal-round-table"],
  ["round-wind", "圈風", "hyun1 fung1", "round-wind-label", "wind-of-round-pung"],
  ["seat-wind", "門風", "mun4 fung1", "seat-wind-label", "wind-of-ones-own-seat"],
  ["self-draw", "自摸", "zi6 mo1", "self-draw-label", "win-on-tile-from-wall"],
  ["discard", "出銃", "ceot1 cung3", "feeding-win", "to-throw-away-tile-another"],
  ["robbing", "搶槓", "coeng2 gong3", "robbing-a-kong", "to-win-on-tile-another"],
  ["chow", "順子", "seon6 zi2", "chow-label", "three-numbers-claimed-by-chow"],
  ["pung", "刻子", "hak1 zi2", "pung-label", "three-tiles-alike-claimed"],
  ["kong", "槓", "gong3", "kong-label", "four-tiles-alike-with-further"],
  ["eyes", "眼", "ngaan5", "eyes-label", "pair-of-complete-hand"],
  ["honours", "番子", "faan1 zi2", "honours-label", "winds-and-dragons-sentence"],
  ["terminals", "幺九", "jiu1 gau2", "terminals-label", "ones-and-nines-of-suits"],
  ["flowers", "花", "faa1", "flowers-and-seasons", "tiles-laid-aside-and-replaced"],
  ["draw", "流局", "lau4 guk6", "draw-label", "wall-used-up"],
  ["false-win", "詐糊", "zaa3 wu2", "false-win-label", "win-declared-and-none"],
  ["pay-for-all", "包牌", "baau1 paai4", "paying-for-all", "who-fed-hand-in-way"],
  ["chicken", "雞糊", "gai1 wu2", "chicken-hand", "win-no-faan-at-all"],
  ["half-gun", "半銃", "bun3 cung3", "half-gun-label", "for-discard-discarder-pays-double"],
  ["full-gun", "全銃", "cyun4 cung3", "full-gun-label", "for-discard-discarder-alone-pays"],
];

export const terms = () =>
  TERMS.map(([id, zh, said, name, means]) => /** @type {Term} */ ({ id, zh, said, name, means }));

/**
 * Returns a term by its id; null for what has no card.
 *
 * @param {string} id
 */
export const termOf = (id) => terms().find((term) => term.id === id) ?? null;
