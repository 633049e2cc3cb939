// The words of the table: what they are called in Cantonese, how that is said (Jyutping), and what they mean.
//
// Words and sources are those of docs/rules/terms.md; the readings are of The Linguistic Society of Hong Kong's scheme.

/** @typedef {{ id: string, zh: string, said: string, en: string, means: string, zhMeans: string }} Term */

/** @type {[string, string, string, string, string, string][]} */
const TERMS = [
  [
    "faan",
    "番",
    "faan1",
    "Faan",
    "What a hand counts. Each row of the table adds some, and more faan pay more.",
    "手牌的大小。每個番種各有番數，加起來便是整副牌的番數，番數愈多，付得愈多。",
  ],
  [
    "minimum",
    "起糊",
    "hei2 wu2",
    "Minimum",
    "The faan that a win needs. With fewer the hand does not win.",
    "食糊最少要有的番數，不足便不能食糊。",
  ],
  [
    "limit",
    "封頂",
    "fung1 deng2",
    "Limit",
    "The most that a hand counts. What is more is not paid.",
    "計番的上限，超過也只計到上限。",
  ],
  [
    "closed",
    "門清",
    "mun4 cing1",
    "Closed",
    "Nothing of the hand was claimed from a discard before the win. A concealed kong leaves it closed.",
    "食糊前沒有上、碰或明槓過。暗槓仍算門清。",
  ],
  [
    "called",
    "落地",
    "lok6 dei6",
    "Called, open",
    "A set that was claimed from a discard lies open on the table.",
    "上、碰、明槓得來的牌組，要攤開放在枱上。",
  ],
  [
    "dealer",
    "莊",
    "zong1",
    "Dealer",
    "East of this hand. The deal goes on to the next player when East does not win.",
    "本局的東家。莊家食糊便連莊，否則由下家做莊。",
  ],
  [
    "first",
    "先行",
    "sin1 hang4",
    "Goes first",
    "Who takes the first turn. It is the dealer, unless the rules say otherwise.",
    "誰先行第一手。通常是莊家，除非規則另有說明。",
  ],
  [
    "round",
    "圈",
    "hyun1",
    "Round",
    "A turn of the deal round the table: every player has been East.",
    "四家各做過莊，便是一圈。",
  ],
  [
    "round-wind",
    "圈風",
    "hyun1 fung1",
    "Round wind",
    "The wind of the round. A pung of it counts for everybody.",
    "本圈的風，任何人有這種風的刻子都計番。",
  ],
  ["seat-wind", "門風", "mun4 fung1", "Seat wind", "The wind of one's own seat in this hand.", "自己座位在本局的風。"],
  [
    "self-draw",
    "自摸",
    "zi6 mo1",
    "Self-draw",
    "A win on a tile from the wall. All three others pay.",
    "食自己摸到的牌，三家都要付。",
  ],
  [
    "discard",
    "出銃",
    "ceot1 cung3",
    "Feeding a win",
    "To throw away the tile that another player wins on.",
    "打出的牌被人食糊。",
  ],
  [
    "robbing",
    "搶槓",
    "coeng2 gong3",
    "Robbing a kong",
    "To win on the tile that another player adds to a pung on the table.",
    "別家加槓時，食那張牌。",
  ],
  [
    "chow",
    "順子",
    "seon6 zi2",
    "Chow",
    "Three numbers in a row of one suit. It is claimed from the player before one, by 上 (soeng5).",
    "同一門三張連續的牌，只可上上家打出的牌。",
  ],
  [
    "pung",
    "刻子",
    "hak1 zi2",
    "Pung",
    "Three tiles alike. It is claimed from anybody, by 碰 (pung3).",
    "三張相同的牌，任何一家打出都可以碰。",
  ],
  [
    "kong",
    "槓",
    "gong3",
    "Kong",
    "Four tiles alike, with a further tile drawn. It counts as three tiles.",
    "四張相同的牌，開槓後補一張，只當三張計。",
  ],
  ["eyes", "眼", "ngaan5", "Eyes", "The pair of a complete hand.", "食糊牌中的一對。"],
  ["honours", "番子", "faan1 zi2", "Honours", "Winds and dragons.", "東南西北、中發白。"],
  ["terminals", "幺九", "jiu1 gau2", "Terminals", "Ones and nines of the suits.", "各門的一與九。"],
  [
    "flowers",
    "花",
    "faa1",
    "Flowers and seasons",
    "Tiles that are laid aside and replaced; one's own are those of the seat's number.",
    "摸到便放在一旁再補牌；號數與門風相同的是正花。",
  ],
  ["draw", "流局", "lau4 guk6", "Draw", "The wall is used up and nobody has won.", "牌摸完仍沒有人食糊。"],
  ["false-win", "詐糊", "zaa3 wu2", "False win", "A win that was declared and is none.", "叫了食糊但其實不能食。"],
  [
    "pay-for-all",
    "包牌",
    "baau1 paai4",
    "Paying for all",
    "Who has fed a hand in a way that the table has agreed on pays what all others would.",
    "按本枱約定，送出大牌的一家要代其他人付款。",
  ],
  ["chicken", "雞糊", "gai1 wu2", "Chicken hand", "A win that has no faan at all.", "沒有番的糊。"],
  [
    "half-gun",
    "半銃",
    "bun3 cung3",
    "Half gun",
    "For a discard the discarder pays double and the other two pay single.",
    "出銃者付雙倍，其餘兩家付一份。",
  ],
  [
    "full-gun",
    "全銃",
    "cyun4 cung3",
    "Full gun",
    "For a discard the discarder alone pays, and for all.",
    "出銃者一人付全數。",
  ],
];

export const terms = () =>
  TERMS.map(([id, zh, said, en, means, zhMeans]) => /** @type {Term} */ ({ id, zh, said, en, means, zhMeans }));

/**
 * Returns a term by its id; null for what has no card.
 *
 * @param {string} id
 */
export const termOf = (id) => terms().find((term) => term.id === id) ?? null;
