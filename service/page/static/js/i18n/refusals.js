// The texts of refusals: plainer ones by the code, or else the service's own, which are in the reader's language.

import { t } from "./translation.js";

/** @import { TextId } from "./text-ids" */
/** @import { Refusal } from "../types" */

/** @type {TextId} */
const AGAIN = "page-and-service-of-different";

/**
 * The texts by code that replace the service's own, which are for callers of the API and for whoever runs it.
 *
 * @type {Record<string, TextId>}
 */
export const REFUSALS = {
  no_token: "phone-may-only-watch-ask",
  wrong_token: "phones-writing-link-not-valid",
  game_deleted: "game-deleted-by-whoever-started",
  no_such_game: "no-such-game-here-perhaps",
  stale_seq: "somebody-else-recorded-something-meanwhile",
  not_a_hand: "only-hand-can-note",
  idempotency_key_reused: "entry-changed-after-had-sent",
  body_too_large: "photo-too-large-choose-smaller",
  request_timeout: "connection-too-slow",
  too_many_requests: "too-much-in-one-minute",
  models_missing: "service-cannot-read-photos",
  too_many_connections: "too-many-phones",
  upload_not_stored: "tables-computer-no-room",
  database_busy: "service-cannot-write-at-moment",
  database_replaced: "services-database-replaced-while-ran",
  internal_error: "something-went-wrong-in-service",
  damaged_event: "record-of-game-damaged-whoever",
  newer_event: "game-played-with-newer-version",
  no_such_tile_set: "tiles-forgotten-meanwhile",
  face_twice: "tile-looks-like-one-another",
  no_such_tile: "tiles-changed-meanwhile-look-again",
  no_such_question: "tiles-changed-meanwhile-look-again",
  unknown_tile: "no-such-tile",
  no_such_photo: "photo-not-kept-any-more",
  no_such_link: "link-not-valid-any-more",
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
 * The texts for a refused hand by its problem; none mentions the codes of its tiles.
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
 * Returns the problems of a hand to show: which tile won does not matter if the hand cannot win with any.
 *
 * @param {string[]} problems
 */
export function shownProblems(problems) {
  const others = problems.filter((name) => name !== "no_winning_tile");
  return others.length ? others : problems;
}

/** Returns the text of a refusal. @param {Refusal} given */
export function refusal({ code, detail, problems = [] }) {
  if (code in REFUSALS) return t(REFUSALS[code]);
  const [first] = shownProblems(problems);
  return code === "invalid_hand" && first in OF_HANDS
    ? t(OF_HANDS[first])
    : detail || t("something-went-wrong-try-again");
}
