// What the service refuses, by its stable codes, in plain words with what to do about it.

import { isEnglish, spoken, t } from "./translation.js";

/** @import { TextId } from "./text-ids" */
/** @import { Refusal } from "../types" */

/** @type {TextId} */
const AGAIN = "page-and-service-of-different";
/** @type {TextId} */
const CHECK = "something-you-entered-not-allowed";

/**
 * What is said for a code, in any language.
 *
 * @type {Record<string, TextId>}
 */
export const REFUSALS = {
  no_token: "phone-may-only-watch-ask",
  wrong_token: "phones-writing-link-not-valid",
  owner_only: "only-whoever-started-game-may",
  game_deleted: "game-deleted-by-whoever-started",
  same_name: "two-players-same-name-give",
  no_such_game: "no-such-game-here-perhaps",
  stale_seq: "somebody-else-recorded-something-meanwhile",
  stale_draft: "another-phone-started-entering-win",
  game_finished: "game-over-take-last-hand",
  game_full: "game-as-long-as-game",
  too_many_corrections: "too-much-of-game-corrected",
  not_a_hand: "only-hand-can-note",
  nothing_to_undo: "no-hand-left-to-take",
  idempotency_key_reused: "entry-changed-after-had-sent",
  file_too_large: "photo-too-large-take-again",
  body_too_large: "photo-too-large-choose-smaller",
  too_many_pixels: "photo-too-many-pixels-choose",
  photo_too_costly: "photo-takes-too-much-work",
  too_many_photos: "more-photos-than-one-hand",
  not_an_image: "file-not-photo-can-read",
  unsupported_type: "kind-of-file-cannot-read",
  empty_file: "file-empty-take-photo-again",
  truncated_image: "only-part-of-photo-arrived",
  request_timeout: "connection-too-slow",
  too_many_requests: "too-much-in-one-minute",
  models_missing: "service-cannot-read-photos",
  busy: "many-photos-being-read-just",
  too_many_streams: "too-many-phones-in-network",
  too_many_connections: "too-many-phones",
  upload_not_stored: "tables-computer-no-room",
  database_busy: "service-cannot-write-at-moment",
  database_full: "disk-of-tables-computer-full",
  database_read_only: "service-may-not-write",
  database_damaged: "services-database-damaged-nothing-changed",
  database_replaced: "services-database-replaced-while-ran",
  database_failed: "services-database-refused-nothing-changed",
  not_storable: "something-you-entered-characters",
  internal_error: "something-went-wrong-in-service",
  damaged_event: "record-of-game-damaged-whoever",
  newer_event: "game-played-with-newer-version",
  no_tiles: "no-rows-of-tiles",
  no_rows: "no-rows-of-faces-lay",
  two_sets: "tiles-of-two-sets",
  no_such_tile_set: "tiles-forgotten-meanwhile",
  face_twice: "tile-looks-like-one-another",
  no_such_tile: "tiles-changed-meanwhile-look-again",
  no_such_question: "tiles-changed-meanwhile-look-again",
  unknown_tile: "no-such-tile",
  bad_name: "give-tiles-name",
  no_such_photo: "photo-not-kept-any-more",
  no_such_link: "link-not-valid-any-more",
  shelf_full: "service-keeps-no-more-house",
  too_many_kept: "game-already-keeps-as-many",
  no_such_code: "no-table-has-code",
  too_many_links: "game-already-as-many-links",
  owner_stays: "last-link-may-everything",
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
 * @type {Record<string, TextId>}
 */
export const IN_SHORT = {
  invalid_request: CHECK,
  bad_value: CHECK,
  invalid_hand: "hand-cannot-right-compare",
  below_minimum: "hand-fewer-faan-than-table",
  winner_required: "say-who-won",
  winner_unknown: "winners-hand-or-points-missing",
  winner_is_discarder: "nobody-wins-off-their-own",
  winner_twice: "each-winner-named-once",
  first_in_turn: "at-table-only-first",
  from_required: "say-who-discarded-winning-tile",
  from_not_allowed: "nobody-discarded-tile-drawn",
  one_result: "enter-tiles-or-points",
  not_for_these_rules: "rules-not",
  drawn_hand: "hand-nobody-won-no-winner",
  not_responsible: "by-rules-of-table",
  unknown_responsibility: "by-rules-of-table",
  not_whole_coins: "table-counts-in-larger-steps",
  not_zero_sum: "together-changes-must-make-0",
  bad_score: "no-hand-scores-less",
  cannot_resettle: "later-hand-cannot-settled",
  would_have_ended: "after-correction-game-would-ended",
  not_correctable: "entry-cannot-corrected-take-back",
  one_correction: "choose-one-way-to-correct",
  same_rules: "rules-in-force-already",
  hand_over: "hand-over-choose-hand",
  not_ahead: "hand-over-choose-hand",
  counted_otherwise: "rules-count-otherwise-than-game",
  finer_coins: "rules-pay-smaller-parts",
  would_end_game: "by-rules-game-would-over",
  other_players: "rules-for-another-number",
  no_such_player: "player-not-at-table",
  not_a_seating: "each-player-sits-on-one",
  different_stakes: "games-played-for-different-stakes",
  too_many_games: "more-games-than-can-added",
  no_such_rules: "service-not-know-rules",
  unknown_rules: "service-not-know-rules",
  unknown_option: "tables-rules-not-allow-option",
  bad_option: "tables-rules-not-allow-option",
  unknown_event: "circumstances-not-fit-hand",
  bad_dice: "die-shows-1-to-6",
  one_file: "choose-one-file",
  bad_game_file: "not-game-file-or-damaged",
  game_exists: "game-here-already",
  bad_house_file: "file-with-house-rules-mistake",
};

/**
 * What is said of a hand that was refused, by the first of its problems: in no case by the codes of its tiles.
 *
 * @type {Record<string, TextId>}
 */
export const OF_HANDS = {
  tile_count: "hand-too-many-tiles",
  too_many_copies: "more-of-one-tile",
  no_winning_tile: "only-one-thing-missing-tile",
  not_a_winning_hand: "tiles-not-make-winning-hand",
  contradictory_event: "circumstances-not-fit-together",
  face_down_tile: "tile-lies-face-down",
  eyes_claimed: "by-rules-discard-may",
  small_kong_not_allowed: "kong-added-to-pung",
  role_not_scored: "only-winners-hand-scored",
  bad_notation: "set-not-complete-tap-tiles",
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

/** @param {Refusal} given */
export function refusal({ code, detail, language, problems = [] }) {
  if (code in REFUSALS) return t(REFUSALS[code]);
  const [first] = tellingProblems(problems);
  if (code === "invalid_hand" && first in OF_HANDS) return t(OF_HANDS[first]);
  if (code in IN_SHORT && (!detail || (language !== spoken() && !isEnglish()))) return t(IN_SHORT[code]);
  return detail || t("something-went-wrong-try-again");
}
