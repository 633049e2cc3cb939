// What the service refuses, by its stable codes, in plain words with what to do about it.

import { isEnglish, spoken, t } from "./translation.js";

/** @import { Refusal } from "../types" */

/** @texts */
const AGAIN = "The page and the service are of different versions. Reload the page.";
/** @texts */
const CHECK = "Something you entered is not allowed. Check the numbers.";

/**
 * What is said for a code, in any language.
 *
 * @type {Record<string, string>}
 * @texts
 */
export const REFUSALS = {
  no_token: "This phone may only watch. Ask whoever started the game to share the writing link.",
  wrong_token: "This phone's writing link is not valid for this game. Ask for a new one.",
  owner_only: "Only whoever started the game may do this.",
  game_deleted: "This game was deleted by whoever started it.",
  same_name: "Two players have the same name. Give each their own, so that nobody is mixed up.",
  no_such_game: "There is no such game here. Perhaps the link was cut short: ask for it again.",
  stale_seq: "Somebody else recorded something meanwhile. Look at the table, then confirm again.",
  stale_draft: "Another phone started entering a win at the same time. Look at it, then continue.",
  game_finished: "This game is over. Take the last hand back to play on, or start a new game.",
  game_full: "This game is as long as a game can be. End it, and begin the next game of this table.",
  too_many_corrections: "Too much of this game has been corrected already. Use “Move points” instead.",
  not_a_hand: "Only a hand can have a note.",
  nothing_to_undo: "There is no hand left to take back.",
  idempotency_key_reused: "This entry was changed after it had been sent. Go back one step and confirm again.",
  file_too_large: "The photo is too large. Take it again from a little farther away, or choose a smaller one.",
  body_too_large: "The photo is too large. Choose a smaller one.",
  too_many_pixels: "The photo has too many pixels. Choose a smaller one.",
  photo_too_costly: "This photo takes too much work to open. Choose a smaller one, or take it again.",
  too_many_photos: "These are more photos than one hand needs. Choose fewer.",
  not_an_image: "This file is not a photo that can be read. Choose a JPEG, PNG, WebP or HEIC photo.",
  unsupported_type: "This kind of file cannot be read. Choose a JPEG, PNG, WebP or HEIC photo.",
  empty_file: "The file is empty. Take the photo again.",
  truncated_image: "Only part of the photo arrived. Send it again.",
  request_timeout: "The connection is too slow: not all of it arrived in time. Try again nearer to the router.",
  too_many_requests: "That was too much in one minute. Wait a moment, then try again.",
  models_missing: "This service cannot read photos at the moment. Enter the tiles by hand.",
  busy: "Many photos are being read just now. Try again in a moment.",
  too_many_streams: "Too many phones in this network are following tables. Close tables that nobody is watching.",
  too_many_connections:
    "Too many phones in this network are connected. Close pages that nobody is using, then try again.",
  upload_not_stored: "The table's computer has no room for the photo. Somebody has to make room on its disk.",
  database_busy: "The service cannot write at the moment. Try again: nothing is recorded twice.",
  database_full: "The disk of the table's computer is full. Nothing was changed; somebody has to make room there.",
  database_read_only:
    "The service may not write to its database. Nothing was changed; whoever runs it has to let it write.",
  database_damaged: "The service's database is damaged. Nothing was changed; whoever runs it should restore a backup.",
  database_replaced:
    "The service's database was replaced while it ran. Nothing is written until whoever runs it starts it again.",
  database_failed:
    "The service's database refused this. Nothing was changed; whoever runs the service should look at it.",
  not_storable: "Something you entered has characters that cannot be kept here. Write it differently.",
  internal_error: "Something went wrong in the service. Nothing was changed; try again.",
  damaged_event: "A record of this game is damaged. Whoever runs the service should look at it.",
  newer_event: "This game was played with a newer version of the service. Bring the service up to date.",
  no_tiles: "There are no rows of tiles in this photo. Lay them out face up, and fill the picture with them.",
  no_rows: "These are no rows of faces. Lay one tile of each face out, suit by suit, in order.",
  two_sets: "There are tiles of two sets in these photos. Photograph one set by itself.",
  no_such_tile_set: "These tiles were forgotten meanwhile.",
  face_twice: "This tile looks like one that has another name. Give it the same name, or leave it out.",
  no_such_tile: "These tiles have changed meanwhile. Look again.",
  no_such_question: "These tiles have changed meanwhile. Look again.",
  unknown_tile: "There is no such tile.",
  bad_name: "Give the tiles a name.",
  no_such_photo: "This photo is not kept any more.",
  no_such_link: "This link is not valid any more.",
  shelf_full: "This service keeps no more house rules. Play by some that it has, or set the questions below.",
  too_many_kept: "The game already keeps as many photos as it can. Delete one first.",
  too_many_links: "This game already has as many links as it can have. Take one back first.",
  owner_stays: "The last link that may do everything cannot be taken away.",
  not_found: AGAIN,
  method_not_allowed: AGAIN,
  malformed_json: AGAIN,
  bad_request: AGAIN,
  unknown_field: AGAIN,
  missing_field: AGAIN,
  bad_key: AGAIN,
  headers_too_large: AGAIN,
  metrics_closed: AGAIN,
};

/**
 * The short of what the service says in more detail: where that is not in the reader's language.
 *
 * @type {Record<string, string>}
 * @texts
 */
export const IN_SHORT = {
  invalid_request: CHECK,
  bad_value: CHECK,
  invalid_hand: "This hand cannot be right. Compare it with the table, tile by tile.",
  below_minimum: "The hand has fewer faan than this table asks for. The win does not count.",
  winner_required: "Say who won.",
  winner_unknown: "The winner's hand or points are missing.",
  winner_is_discarder: "Nobody wins off their own discard. Choose another player.",
  winner_twice: "Each winner is named once.",
  first_in_turn: "At this table only the first in turn wins a discard.",
  from_required: "Say who discarded the winning tile.",
  from_not_allowed: "Nobody discarded a tile that was drawn from the wall.",
  one_result: "Enter the tiles or the points, not both.",
  not_for_these_rules: "These rules do not have that.",
  drawn_hand: "A hand that nobody won has no winner.",
  not_responsible: "By the rules of this table nobody pays for all here.",
  unknown_responsibility: "By the rules of this table nobody pays for all here.",
  not_whole_coins: "This table counts in larger steps. Enter amounts without fractions.",
  not_zero_sum: "Together the changes must make 0.",
  bad_score: "No hand scores less than 0.",
  cannot_resettle: "A later hand cannot be settled in the new winds. Correct that one first.",
  would_have_ended: "After this correction the game would have ended earlier.",
  not_correctable: "This entry cannot be corrected. Take it back instead.",
  one_correction: "Choose one way to correct the entry.",
  same_rules: "These rules are in force already.",
  hand_over: "That hand is over. Choose this hand or a later one.",
  not_ahead: "That hand is over. Choose this hand or a later one.",
  counted_otherwise: "These rules count otherwise than this game does. End it, and play the next by them.",
  finer_coins: "These rules pay smaller parts than this game counts. End it, and play the next by them.",
  would_end_game: "By these rules the game would be over at once, as somebody has nothing left. Move points first.",
  other_players: "These rules are for another number of players.",
  no_such_player: "This player is not at the table.",
  not_a_seating: "Each player sits on one seat only.",
  different_stakes: "These games were played for different stakes and cannot be settled together.",
  too_many_games: "These are more games than can be added up.",
  no_such_rules: "The service does not know these rules.",
  unknown_rules: "The service does not know these rules.",
  unknown_option: "This table's rules do not allow that option.",
  bad_option: "This table's rules do not allow that option.",
  unknown_event: "The circumstances do not fit this hand.",
  bad_dice: "A die shows 1 to 6.",
  one_file: "Choose one file.",
  bad_game_file: "This is not a game file, or it is damaged.",
  game_exists: "This game is here already.",
  bad_house_file: "The file with the house rules has a mistake.",
};

/**
 * What is said of a hand that was refused, by the first of its problems: in no case by the codes of its tiles.
 *
 * @type {Record<string, string>}
 * @texts
 */
export const OF_HANDS = {
  tile_count:
    "A hand has too many tiles or too few. A winning one has 14, a kong counting as three; the others have at most 13.",
  too_many_copies: "There are more of one tile than a set has: four of each, one of each flower and season.",
  no_winning_tile: "Only one thing is missing: the tile that won.",
  not_a_winning_hand: "These tiles do not make a winning hand. Compare them with the table, tile by tile.",
  contradictory_event: "The circumstances do not fit together or do not fit this win. Take one away.",
};

/**
 * Returns the problems of a hand that are to be told: which tile won is no matter where the hand cannot win with any.
 *
 * @param {string[]} problems
 */
export function tellingProblems(problems) {
  const others = problems.filter((name) => name !== "no_winning_tile");
  return others.length ? others : problems;
}

/**
 * Says what went wrong with a request, and what to do.
 *
 * @param {Refusal} given
 */
export function refusal({ code, detail, language, problems = [] }) {
  if (code in REFUSALS) return t(REFUSALS[code]);
  const [first] = tellingProblems(problems);
  if (code === "invalid_hand" && first in OF_HANDS) return t(OF_HANDS[first]);
  if (code in IN_SHORT && (!detail || (language !== spoken() && !isEnglish()))) return t(IN_SHORT[code]);
  return detail || t("Something went wrong. Try again.");
}
