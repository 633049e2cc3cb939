// What each row asks for, in one plain sentence, with tiles that have it; rows of a house's own have none.
//
// Fourteen tiles are a whole hand, fewer the part of one that the row is about. The sentences say what all rule sets with
// a row of this name share; where a sheet has its own finer points, its wording stands beside them.

/** @import { TextId } from "../i18n/text-ids" */

/** @typedef {{ tiles: string | null, asks: TextId }} Example */

/** @type {Record<string, [string | null, TextId]>} */
const EXAMPLES = {
  thirteen_orphans: ["119m19p19s1234567z", "one-of-each-terminal-honour"],
  nine_gates: ["11123455678999s", "1112345678999-of-one-suit"],
  eight_treasures: ["1234f1234g", "all-eight-flowers-and-seasons"],
  seven_pairs: ["1133m5577p99s22z66z", "seven-different-pairs"],
  first_draw: [null, "win-with-winners-very-first"],
  last_wall_draw: [null, "win-with-last-tile"],
  last_discard: [null, "win-with-discard-after"],
  dead_wall_draw: [null, "win-with-tile-replaces-kong"],
  rob_small_kong: [null, "win-with-tile-another-player"],
  self_draw_closed: [null, "hand-called-nothing-and-last"],
  all_seasons: ["1234g", "all-four-seasons"],
  all_flowers: ["1234f", "all-four-flowers"],
  seat_bonus: ["1f1g", "flower-or-season-whose-number"],
  no_bonus: [null, "winner-no-flower-and-no"],
  full_flush: ["123p345p678p999p22p", "all-tiles-of-one-suit"],
  half_flush: ["123345p789p111z66z", "tiles-of-one-suit"],
  pure_straight: ["123456789s", "123-456-and-789"],
  three_suit_chow: ["234m234p234s", "same-chow-in-all-three"],
  two_double_chow: ["223344m667788p", "two-times-two-chows-alike"],
  double_chow: ["223344m", "two-chows-alike-of-one"],
  four_kongs: ["(2222m)(7777p)(1111s)(4444z)99m", "four-kongs"],
  three_kongs: ["(2222m)(7777p)(1111s)", "three-kongs"],
  four_pungs: ["222m777p111s444z99m", "four-pungs-or-kongs"],
  three_closed_pungs: ["222m777p111s", "three-pungs-of-tiles-drawn"],
  three_same_number: ["555m555p555s", "pungs-of-same-number"],
  little_dragons: ["555z666z77z", "pungs-of-two-dragons"],
  big_winds: ["111z222z333z44z", "pungs-three-winds-fourth-any"],
  big_dragons: ["555z666z777z", "pungs-of-all-three-dragons"],
  only_honours: ["111z222z333z555z66z", "winds-and-dragons-only"],
  only_terminals: ["111m999m111p999s99p", "ones-and-nines-only"],
  terminal_in_each_meld: ["123m789p111s789s55p", "terminal-in-each-set"],
  terminals_and_honours: ["111m999p111s222z77z", "ones-nines-winds-and-dragons"],
  all_simples: ["234m567p456s678s55m", "only-tiles-2-to-8"],
  dragon_pung: ["666z", "pung-of-dragon"],
  prevalent_wind: ["111z", "pung-of-wind-of-round"],
  seat_wind: ["222z", "pung-of-winners-own-wind"],
  set_of_flowers: ["1234f", "all-four-flowers-or-all-four"],
  all_chows: ["123m456m234p678s55s", "four-chows-and-eyes"],
  self_pick: [null, "last-tile-drawn-from-wall"],
  little_four_winds: ["111z222z333z44z123m", "pungs-of-three-winds"],
  big_four_winds: ["111z222z333z444z55m", "pungs-of-all-four-winds"],
  jade_dragon: ["666z222s444s888s66s", "pung-of-green-dragons"],
  ruby_dragon: ["777z222m444m888m66m", "pung-of-red-dragons"],
  pearl_dragon: ["555z222p444p888p66p", "pung-of-white-dragons"],
  hidden_treasure: ["222m777p111s444z99m", "four-pungs-without-claim-last"],
  heavenly_hand: [null, "east-wins-with-tiles"],
  earthly_hand: [null, "win-with-easts-very-first"],
  chow: ["456p", "three-numbers-in-row"],
  pung: ["888m", "three-tiles-alike-of-ones"],
  kong: ["(8888m)", "four-tiles-alike-of-ones"],
  pair: ["66z", "eyes-of-dragon"],
  bonus_tile: ["3f", "each-flower-or-season"],
  going_out: [null, "for-winning-hand"],
  own_wind_set: ["222z", "pung-or-kong-of-players"],
  one_suit_honour_pair: ["123345p789p111p66z", "one-suit-only-and-eyes"],
  only_possible_piece: [null, "no-other-tile-could-completed"],
  no_scoring_value: ["123m456m234p678s55s", "nothing-in-hand-scores-anything"],
  original_hand: [null, "ready-from-deal-without-changing"],
  eyes_middle_or_terminal: [null, "drawn-tile-completes-eyes-middle"],
  first_discard: [null, "win-with-very-first-discard"],
  dealer_first_draw: [null, "east-wins-with-very-first"],
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
