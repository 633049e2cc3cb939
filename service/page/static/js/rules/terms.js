// The words of the table: what they are called in Cantonese, how that is said (Jyutping), and what they mean.
//
// Words and sources are those of docs/rules/terms.md; the readings are of The Linguistic Society of Hong Kong's scheme.

/** @typedef {{ id: string, zh: string, said: string, en: string, means: string }} Term */

/** @type {[string, string, string, string, string][]} @texts */
const TERMS = [
  ["faan", "番", "faan1", "Faan", "What a hand counts. Each row of the table adds some, and more faan pay more."],
  ["minimum", "起糊", "hei2 wu2", "Minimum", "The faan that a win needs. With fewer the hand does not win."],
  ["limit", "封頂", "fung1 deng2", "Limit", "The most that a hand counts. What is more is not paid."],
  [
    "closed",
    "門清",
    "mun4 cing1",
    "Closed",
    "Nothing of the hand was claimed from a discard before the win. A concealed kong leaves it closed.",
  ],
  ["called", "落地", "lok6 dei6", "Called, open", "A set that was claimed from a discard lies open on the table."],
  ["dealer", "莊", "zong1", "Dealer", "East of this hand. The deal goes on to the next player when East does not win."],
  [
    "first",
    "先行",
    "sin1 hang4",
    "Goes first",
    "Who takes the first turn. It is the dealer, unless the rules say otherwise.",
  ],
  ["round", "圈", "hyun1", "Round", "A turn of the deal round the table: every player has been East."],
  ["round-wind", "圈風", "hyun1 fung1", "Round wind", "The wind of the round. A pung of it counts for everybody."],
  ["seat-wind", "門風", "mun4 fung1", "Seat wind", "The wind of one's own seat in this hand."],
  ["self-draw", "自摸", "zi6 mo1", "Self-draw", "A win on a tile from the wall. All three others pay."],
  ["discard", "出銃", "ceot1 cung3", "Feeding a win", "To throw away the tile that another player wins on."],
  [
    "robbing",
    "搶槓",
    "coeng2 gong3",
    "Robbing a kong",
    "To win on the tile that another player adds to a pung on the table.",
  ],
  [
    "chow",
    "順子",
    "seon6 zi2",
    "Chow",
    "Three numbers in a row of one suit. It is claimed from the player before one, by 上 (soeng5).",
  ],
  ["pung", "刻子", "hak1 zi2", "Pung", "Three tiles alike. It is claimed from anybody, by 碰 (pung3)."],
  ["kong", "槓", "gong3", "Kong", "Four tiles alike, with a further tile drawn. It counts as three tiles."],
  ["eyes", "眼", "ngaan5", "Eyes", "The pair of a complete hand."],
  ["honours", "番子", "faan1 zi2", "Honours", "Winds and dragons."],
  ["terminals", "幺九", "jiu1 gau2", "Terminals", "Ones and nines of the suits."],
  [
    "flowers",
    "花",
    "faa1",
    "Flowers and seasons",
    "Tiles that are laid aside and replaced; one's own are those of the seat's number.",
  ],
  ["draw", "流局", "lau4 guk6", "Draw", "The wall is used up and nobody has won."],
  ["false-win", "詐糊", "zaa3 wu2", "False win", "A win that was declared and is none."],
  [
    "pay-for-all",
    "包牌",
    "baau1 paai4",
    "Paying for all",
    "Who has fed a hand in a way that the table has agreed on pays what all others would.",
  ],
  ["chicken", "雞糊", "gai1 wu2", "Chicken hand", "A win that has no faan at all."],
  [
    "half-gun",
    "半銃",
    "bun3 cung3",
    "Half gun",
    "For a discard the discarder pays double and the other two pay single.",
  ],
  ["full-gun", "全銃", "cyun4 cung3", "Full gun", "For a discard the discarder alone pays, and for all."],
];

export const terms = () => TERMS.map(([id, zh, said, en, means]) => /** @type {Term} */ ({ id, zh, said, en, means }));

/**
 * Returns a term by its id; null for what has no card.
 *
 * @param {string} id
 */
export const termOf = (id) => terms().find((term) => term.id === id) ?? null;
