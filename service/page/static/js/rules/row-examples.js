// What each row asks for, in one plain sentence, with tiles that have it; rows of a house's own have none.
//
// Fourteen tiles are a whole hand, fewer the part of one that the row is about. The sentences say what all rule sets with
// a row of this name share; where a sheet has its own finer points, its wording stands beside them.

/** @typedef {{ tiles: string | null, asks: string }} Example */

/** @type {Record<string, [string | null, string]>} @texts */
const EXAMPLES = {
  thirteen_orphans: ["119m19p19s1234567z", "One of each 1, 9, wind and dragon, and one of them twice."],
  nine_gates: ["11123455678999s", "1112345678999 of one suit and one more tile of it, nothing called."],
  eight_treasures: ["1234f1234g", "All eight flowers and seasons."],
  seven_pairs: ["1133m5577p99s22z66z", "Seven different pairs."],
  first_draw: [null, "A win with the winner's very first tile."],
  last_wall_draw: [null, "A win with the last tile of the wall."],
  last_discard: [null, "A win with the discard after which the hand would end."],
  dead_wall_draw: [null, "A win with the tile that replaces a kong or a flower."],
  rob_small_kong: [null, "A win with the tile that another player adds to a pung on the table."],
  self_draw_closed: [null, "The hand has called nothing, and its last tile is drawn."],
  all_seasons: ["1234g", "All four seasons."],
  all_flowers: ["1234f", "All four flowers."],
  seat_bonus: ["1f1g", "The flower or season whose number is the seat's: East 1, South 2, West 3, North 4."],
  no_bonus: [null, "The winner has no flower and no season."],
  full_flush: ["123p345p678p999p22p", "All tiles of one suit."],
  half_flush: ["123345p789p111z66z", "Tiles of one suit, with winds or dragons."],
  pure_straight: ["123456789s", "123, 456 and 789 of one suit."],
  three_suit_chow: ["234m234p234s", "The same chow in all three suits."],
  two_double_chow: ["223344m667788p", "Two times two chows alike."],
  double_chow: ["223344m", "Two chows alike, of one suit."],
  four_kongs: ["(2222m)(7777p)(1111s)(4444z)99m", "Four kongs."],
  three_kongs: ["(2222m)(7777p)(1111s)", "Three kongs."],
  four_pungs: ["222m777p111s444z99m", "Four pungs or kongs, and eyes."],
  three_closed_pungs: ["222m777p111s", "Three pungs of tiles that were drawn, none called."],
  three_same_number: ["555m555p555s", "Pungs of the same number in all three suits."],
  little_dragons: ["555z666z77z", "Pungs of two dragons and eyes of the third."],
  big_winds: ["111z222z333z44z", "Pungs of three winds, and the fourth as eyes or pung."],
  big_dragons: ["555z666z777z", "Pungs of all three dragons."],
  only_honours: ["111z222z333z555z66z", "Winds and dragons only."],
  only_terminals: ["111m999m111p999s99p", "Ones and nines only."],
  terminal_in_each_meld: ["123m789p111s789s55p", "A 1 or a 9 in each of the four sets."],
  terminals_and_honours: ["111m999p111s222z77z", "Ones, nines, winds and dragons only."],
  all_simples: ["234m567p456s678s55m", "Only tiles from 2 to 8."],
  dragon_pung: ["666z", "A pung of a dragon, for each of them."],
  prevalent_wind: ["111z", "A pung of the wind of the round."],
  seat_wind: ["222z", "A pung of the winner's own wind."],
  set_of_flowers: ["1234f", "All four flowers, or all four seasons."],
  all_chows: ["123m456m234p678s55s", "Four chows and eyes."],
  self_pick: [null, "The last tile is drawn from the wall."],
  little_four_winds: ["111z222z333z44z123m", "Pungs of three winds and eyes of the fourth."],
  big_four_winds: ["111z222z333z444z55m", "Pungs of all four winds."],
  jade_dragon: ["666z222s444s888s66s", "A pung of green dragons; all the rest pungs and eyes of bamboo."],
  ruby_dragon: ["777z222m444m888m66m", "A pung of red dragons; all the rest pungs and eyes of characters."],
  pearl_dragon: ["555z222p444p888p66p", "A pung of white dragons; all the rest pungs and eyes of dots."],
  hidden_treasure: ["222m777p111s444z99m", "Four pungs without a claim, the last tile drawn."],
  heavenly_hand: [null, "East wins with the tiles as they were dealt."],
  earthly_hand: [null, "A win with East's very first discard."],
  chow: ["456p", "Three numbers in a row of one suit."],
  pung: ["888m", "Three tiles alike; of ones, nines, winds and dragons they count double."],
  kong: ["(8888m)", "Four tiles alike; of ones, nines, winds and dragons they count double."],
  pair: ["66z", "Eyes of a dragon or of the player's own wind."],
  bonus_tile: ["3f", "Each flower or season."],
  going_out: [null, "For winning the hand."],
  own_wind_set: ["222z", "A pung or kong of the player's own wind."],
  one_suit_honour_pair: ["123345p789p111p66z", "One suit only, and eyes of a wind or dragon."],
  only_possible_piece: [null, "No other tile could have completed the hand."],
  no_scoring_value: ["123m456m234p678s55s", "Nothing in the hand scores anything."],
  original_hand: [null, "Ready from the deal, without changing a tile."],
  eyes_middle_or_terminal: [null, "The drawn tile completes the eyes, the middle of a chow or a chow's end at 1 or 9."],
  first_discard: [null, "A win with the very first discard."],
  dealer_first_draw: [null, "East wins with the very first draw."],
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
  return found ? { tiles: found[0], asks: found[1] } : null;
}
