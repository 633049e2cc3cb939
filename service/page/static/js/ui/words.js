// What the page says in plain words for the short names of the service.

import { OF_HANDS } from "../i18n/refusals.js";
import { plural, t } from "../i18n/translation.js";
import { count } from "../state/hand.js";

/** @import { Hand, Scored, State } from "../types" */

/**
 * Returns points that were worked out here without what a browser adds in the far decimals: money is told to the cent.
 *
 * @param {number} points
 */
export const toTheCent = (points) => Math.round(points * 100) / 100;

/**
 * Says a number of points as a change: "+64", "−32".
 *
 * @param {number} points
 */
export const change = (points) => (points < 0 ? `−${toTheCent(-points)}` : `+${toTheCent(points)}`);

/**
 * Says a number of faan.
 *
 * @param {number} faan
 */
export const faanWords = (faan) => t("{n} faan", { n: faan });

/**
 * Says a number of points.
 *
 * @param {number} points
 */
export const pointWords = (points) => plural(points, "{n} point", "{n} points");

/**
 * Returns the value of a row as its table prints it.
 *
 * @param {{ value: string }} given
 */
export const printedValue = ({ value }) => value.replace("max", t("limit"));

/**
 * Says what is wrong with the tiles, and what to do about it.
 *
 * @param {string} name
 * @param {{ hand: Hand, answer: Scored, minimum: number, details: string | undefined, role?: string }} given
 */
export function handProblem(name, { hand, answer, minimum, details, role = "winner" }) {
  switch (name) {
    case "tile_count": {
      const tiles = count(hand);
      if (role === "loser")
        return t("A hand that did not win has at most 13 tiles, a kong counting as three. Here are {n}.", { n: tiles });
      const odd = tiles < 14 ? t("{n} missing", { n: 14 - tiles }) : t("{n} too many", { n: tiles - 14 });
      return t("A winning hand has 14 tiles, a kong counting as three. Here are {n}: {odd}.", { n: tiles, odd });
    }
    case "below_minimum": {
      const short = answer.missing ?? minimum - (answer.faan ?? 0);
      return short > 0
        ? plural(
            short,
            "{faan} faan: this table plays with at least {minimum}, so {n} is missing. The win does not count.",
            "{faan} faan: this table plays with at least {minimum}, so {n} are missing. The win does not count.",
            { faan: answer.faan, minimum },
          )
        : t("The hand has fewer faan than this table asks for. The win does not count.");
    }
    case "not_a_winning_hand":
      return /Four alike are not two pairs/.test(details ?? "")
        ? t(
            /seven_pairs_quads/.test(details ?? "")
              ? "Four alike are not two of seven pairs, unless the table has agreed so under “Our house rules”."
              : "Four alike are not two of seven pairs by these rules.",
          )
        : t(OF_HANDS.not_a_winning_hand);
    case "face_down_tile":
      return t("A tile lies face down. Tap it and say which tile it is.");
    case "eyes_claimed":
      return t("By these rules a discard may not complete the eyes, only a drawn tile may.");
    case "small_kong_not_allowed":
      return t("A kong added to a pung is not allowed by these rules.");
    case "role_not_scored":
      return t("Only the winner's hand is scored in this game.");
    case "bad_notation":
      return t("A set is not complete. Tap its tiles and correct them.");
    default:
      return name in OF_HANDS ? t(OF_HANDS[name]) : (details ?? t("The hand was refused ({name}).", { name }));
  }
}

/** @type {Record<string, string>} @texts */
const OF_READINGS = {
  too_many_copies: "One tile appears more often than it can. Check the marked ones.",
  no_hand: "No row of tiles was found. Lay the hand in a row, fill the picture with it, or enter the tiles by hand.",
  face_down_tile: "A tile lies face down. Tap it and say which it is.",
  tile_corrected:
    "A marked tile was taken for another than it looks like, or can hardly be seen. Compare it with the table.",
  out_of_time: "There was no time to read all of this photo. Check every tile, or photograph the hand alone.",
  closer: "The tiles are small in this photo. A closer photo is read more reliably.",
  other_tiles: "These do not look like the tiles that this table showed. They were read without them.",
  more_light: "The photo is dark. With more light it is read more reliably.",
  less_glare: "There is glare on the tiles. Tilt the phone or shade the lamp for a better photo.",
  hold_still: "The photo is blurred. Hold the phone still for a better one.",
};

/**
 * Says what may be off with a photo that was read; what the tiles show as they are now, such as their number, is left to them.
 *
 * @param {string} name
 */
export function readingProblem(name) {
  return name in OF_READINGS ? t(OF_READINGS[name]) : null;
}

/** @type {Record<string, string>} @texts */
export const EVENT_WORDS = {
  "first-draw": "With the very first draw",
  "dealt-hand": "With the hand as dealt",
  "original-hand": "Ready from the deal",
  "first-discard": "On the very first discard",
  "last-wall-tile": "Last tile of the wall",
  "last-discard": "Last discard of the hand",
  "kong-replacement": "Replacement after a kong",
  "bonus-replacement": "Replacement after a flower",
  "robbing-kong": "Robbed a kong",
  "kong-on-kong": "A second kong in a row",
};

/**
 * Says who won and how: "Ann, from Bob".
 *
 * @param {State} state
 * @param {{ winner: number, win: string | null, from: number | null, events?: string[] }} given
 */
export function winWords(state, { winner, win, from, events = [] }) {
  const { name } = state.players[winner];
  if (win === "self-draw") return t("{name}, self-drawn", { name });
  const robs = events.includes("robbing-kong");
  return robs
    ? t("{name}, robbing {other}'s kong", { name, other: state.players[from ?? -1]?.name })
    : t("{name}, off {other}", { name, other: state.players[from ?? -1]?.name });
}
