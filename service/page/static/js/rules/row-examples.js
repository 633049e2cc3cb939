// What each row asks for, in one plain sentence, with tiles that have it; rows of a house's own have none.
//
// Fourteen tiles are a whole hand, fewer the part of one that the row is about. The sentences say what all rule sets with
// a row of this name share; where a sheet has its own finer points, its wording stands beside them.

/** @typedef {{ tiles: string | null, en: string, zh: string }} Example */

/** @type {Record<string, [string | null, string, string]>} */
const EXAMPLES = {
  thirteen_orphans: [
    "119m19p19s1234567z",
    "One of each 1, 9, wind and dragon, and one of them twice.",
    "齊集各門幺九及七種番子，其中一種成對。",
  ],
  nine_gates: [
    "11123455678999s",
    "1112345678999 of one suit and one more tile of it, nothing called.",
    "同一門 1112345678999，再加任何一張同門牌，全部門清。",
  ],
  eight_treasures: ["1234f1234g", "All eight flowers and seasons.", "摸齊八隻花。"],
  seven_pairs: ["1133m5577p99s22z66z", "Seven different pairs.", "七個不同的對子。"],
  first_draw: [null, "A win with the winner's very first tile.", "第一次摸牌便食糊。"],
  last_wall_draw: [null, "A win with the last tile of the wall.", "摸牌牆最後一張自摸。"],
  last_discard: [null, "A win with the discard after which the hand would end.", "食最後打出的一張牌。"],
  dead_wall_draw: [null, "A win with the tile that replaces a kong or a flower.", "開槓或補花後，以補來的牌自摸。"],
  rob_small_kong: [
    null,
    "A win with the tile that another player adds to a pung on the table.",
    "別家加槓時，搶那張牌食糊。",
  ],
  self_draw_closed: [null, "The hand has called nothing, and its last tile is drawn.", "門清而自摸。"],
  all_seasons: ["1234g", "All four seasons.", "集齊春夏秋冬。"],
  all_flowers: ["1234f", "All four flowers.", "集齊梅蘭菊竹。"],
  seat_bonus: [
    "1f1g",
    "The flower or season whose number is the seat's: East 1, South 2, West 3, North 4.",
    "花牌號數與門風相同：東 1、南 2、西 3、北 4。",
  ],
  no_bonus: [null, "The winner has no flower and no season.", "食糊者沒有花牌。"],
  full_flush: ["123p345p678p999p22p", "All tiles of one suit.", "全副牌只有一門花色，沒有番子。"],
  half_flush: ["123345p789p111z66z", "Tiles of one suit, with winds or dragons.", "一門花色加番子。"],
  pure_straight: ["123456789s", "123, 456 and 789 of one suit.", "同一門的 123、456、789。"],
  three_suit_chow: ["234m234p234s", "The same chow in all three suits.", "三門花色各有一組相同數目的順子。"],
  two_double_chow: ["223344m667788p", "Two times two chows alike.", "兩組一般高。"],
  double_chow: ["223344m", "Two chows alike, of one suit.", "同一門兩組相同的順子。"],
  four_kongs: ["(2222m)(7777p)(1111s)(4444z)99m", "Four kongs.", "四個槓。"],
  three_kongs: ["(2222m)(7777p)(1111s)", "Three kongs.", "三個槓。"],
  four_pungs: ["222m777p111s444z99m", "Four pungs or kongs, and eyes.", "四組刻子加一對眼。"],
  three_closed_pungs: ["222m777p111s", "Three pungs of tiles that were drawn, none called.", "三組沒有碰過的刻子。"],
  three_same_number: [
    "555m555p555s",
    "Pungs of the same number in all three suits.",
    "三門花色各有一組相同數目的刻子。",
  ],
  little_dragons: ["555z666z77z", "Pungs of two dragons and eyes of the third.", "兩組三元刻子，第三種做眼。"],
  big_winds: [
    "111z222z333z44z",
    "Pungs of three winds, and the fourth as eyes or pung.",
    "三組風刻，第四種風做眼或刻子。",
  ],
  big_dragons: ["555z666z777z", "Pungs of all three dragons.", "中、發、白三組刻子。"],
  only_honours: ["111z222z333z555z66z", "Winds and dragons only.", "全副牌只有番子。"],
  only_terminals: ["111m999m111p999s99p", "Ones and nines only.", "全副牌只有幺九。"],
  terminal_in_each_meld: ["123m789p111s789s55p", "A 1 or a 9 in each of the four sets.", "四組牌每組都有幺九。"],
  terminals_and_honours: ["111m999p111s222z77z", "Ones, nines, winds and dragons only.", "全副牌只有幺九及番子。"],
  all_simples: ["234m567p456s678s55m", "Only tiles from 2 to 8.", "全副牌只有 2 至 8，沒有幺九及番子。"],
  dragon_pung: ["666z", "A pung of a dragon, for each of them.", "每組中、發或白刻子。"],
  prevalent_wind: ["111z", "A pung of the wind of the round.", "圈風刻子。"],
  seat_wind: ["222z", "A pung of the winner's own wind.", "門風刻子。"],
  set_of_flowers: ["1234f", "All four flowers, or all four seasons.", "集齊梅蘭菊竹，或春夏秋冬。"],
  all_chows: ["123m456m234p678s55s", "Four chows and eyes.", "四組順子加一對眼。"],
  self_pick: [null, "The last tile is drawn from the wall.", "最後一張是自己摸的。"],
  little_four_winds: [
    "111z222z333z44z123m",
    "Pungs of three winds and eyes of the fourth.",
    "三組風刻，第四種風做眼。",
  ],
  big_four_winds: ["111z222z333z444z55m", "Pungs of all four winds.", "四種風都成刻子。"],
  jade_dragon: [
    "666z222s444s888s66s",
    "A pung of green dragons; all the rest pungs and eyes of bamboo.",
    "發財刻子，其餘全是索子的刻子及眼。",
  ],
  ruby_dragon: [
    "777z222m444m888m66m",
    "A pung of red dragons; all the rest pungs and eyes of characters.",
    "紅中刻子，其餘全是萬子的刻子及眼。",
  ],
  pearl_dragon: [
    "555z222p444p888p66p",
    "A pung of white dragons; all the rest pungs and eyes of dots.",
    "白板刻子，其餘全是筒子的刻子及眼。",
  ],
  hidden_treasure: ["222m777p111s444z99m", "Four pungs without a claim, the last tile drawn.", "四組暗刻，並且自摸。"],
  heavenly_hand: [null, "East wins with the tiles as they were dealt.", "莊家起手即食糊。"],
  earthly_hand: [null, "A win with the very first discard.", "食莊家打出的第一張牌。"],
  chow: ["456p", "Three numbers in a row of one suit.", "同一門三張連續的牌。"],
  pung: [
    "888m",
    "Three tiles alike; of ones, nines, winds and dragons they count double.",
    "三張相同的牌；幺九及番子加倍。",
  ],
  kong: [
    "(8888m)",
    "Four tiles alike; of ones, nines, winds and dragons they count double.",
    "四張相同的牌；幺九及番子加倍。",
  ],
  pair: ["66z", "Eyes of a dragon or of the player's own wind.", "中、發、白或門風做眼。"],
  bonus_tile: ["3f", "Each flower or season.", "每隻花牌。"],
  going_out: [null, "For winning the hand.", "食糊。"],
  own_wind_set: ["222z", "A pung or kong of the player's own wind.", "門風刻子或槓。"],
  one_suit_honour_pair: ["123345p789p111p66z", "One suit only, and eyes of a wind or dragon.", "一門花色，番子做眼。"],
  only_possible_piece: [null, "No other tile could have completed the hand.", "只有這張牌可以食糊。"],
  no_scoring_value: ["123m456m234p678s55s", "Nothing in the hand scores anything.", "手牌沒有任何得分。"],
  original_hand: [null, "Ready from the deal, without changing a tile.", "起手已叫糊，一直沒有換牌。"],
  eyes_middle_or_terminal: [
    null,
    "The drawn tile completes the eyes, the middle of a chow or a chow's end at 1 or 9.",
    "自摸的牌做眼、卡窿，或補順子的幺九。",
  ],
  first_discard: [null, "A win with the very first discard.", "食第一張打出的牌。"],
  dealer_first_draw: [null, "East wins with the very first draw.", "莊家第一摸即食糊。"],
};

// The same by another name: what one sheet calls "No flowers" is another's "No bonus tiles".
/** @type {Record<string, string>} */
const LIKE = {
  no_flowers: "no_bonus",
  own_flower: "seat_bonus",
  own_wind: "seat_wind",
  prevailing_wind: "prevalent_wind",
  round_wind_set: "prevalent_wind",
  all_pungs: "four_pungs",
  no_chows: "four_pungs",
  flush: "full_flush",
  one_suit: "full_flush",
  one_suit_with_honours: "half_flush",
  supplement: "dead_wall_draw",
  loose_tile: "dead_wall_draw",
  loose_after_kong: "dead_wall_draw",
  last_wall: "last_wall_draw",
  last_piece: "last_wall_draw",
  last_tile: "last_wall_draw",
  rob_kong: "rob_small_kong",
  from_wall: "self_pick",
  all_honors: "only_honours",
  all_honours: "only_honours",
  all_terminals: "only_terminals",
  little_three_dragons: "little_dragons",
  three_great_scholars: "big_dragons",
  all_kongs: "four_kongs",
  dragon_set: "dragon_pung",
  own_season: "seat_bonus",
  four_seasons: "all_seasons",
  four_flowers: "all_flowers",
  thirteen_odd_majors: "thirteen_orphans",
  calling_nine_tile_hand: "nine_gates",
  woo: "going_out",
};

/**
 * Returns tiles and a sentence for a row, or null for a row of a house's own.
 *
 * @param {string} id
 * @returns {Example | null}
 */
export function exampleOf(id) {
  const found = EXAMPLES[LIKE[id] ?? id];
  return found ? { tiles: found[0], en: found[1], zh: found[2] } : null;
}
