// Decides which circumstances the page offers for a win. The service checks them again.
//
// What each circumstance needs and rules out comes with the rules of the table (`circumstances` of GET /rules/{id}).

import { entryOf } from "./draft.js";
import { copies, emptyHand, isExposed } from "./hand.js";

/** @import { Draft, Hand, RuleCircumstance, RulesDetail, State, TileSet, Win, Wind } from "../types" */

/**
 * A win as the rules see it: `seat` and `hand` are the winner's, `from` is the discarder's wind, `chosen` the events so
 * far.
 *
 * @typedef {{ win: Win | null, seat: Wind, from: Wind | null | undefined, hand: Hand, chosen: string[] }} Declaration
 */

/** @typedef {{ state: State, draft: Draft, rules: RulesDetail, player: number }} PlayerAtTable */

/** @param {TileSet} set */
const isKong = ({ tiles }) => tiles.length === 4;

/** @type {Record<string, (win: Declaration) => boolean>} whether a win meets a need, by the need's name in the rules */
const NEEDS = {
  "self-draw": ({ win }) => win === "self-draw",
  discard: ({ win }) => win === "discard",
  "seat-east": ({ seat }) => seat === "E",
  "seat-not-east": ({ seat }) => seat !== "E",
  "from-east": ({ from }) => !from || from === "E",
  "nothing-called": ({ hand }) => !hand.sets.some((set) => isExposed(set) || isKong(set)),
  "nothing-exposed": ({ hand }) => !hand.sets.some(isExposed),
  "kong-held": ({ hand }) => hand.sets.some(isKong),
  "two-kongs-held": ({ hand }) => hand.sets.filter(isKong).length >= 2,
  "kong-replacement": ({ chosen }) => chosen.includes("kong-replacement"),
  "bonus-held": ({ hand }) => hand.bonus.length > 0,
  "no-other-copy": ({ hand }) => {
    const winning = hand.concealed.find(({ id }) => id === hand.winning);
    return !winning || copies(hand, winning.code) === 1;
  },
};

// A player who replaces a flower that replaced a kong tile ends up with one tile, so only one of them counts.
const REPLACEMENTS = ["kong-replacement", "bonus-replacement"];

/** @param {string} event @param {string[]} chosen */
const hasOtherReplacement = (event, chosen) =>
  REPLACEMENTS.includes(event) && !chosen.includes(event) && REPLACEMENTS.some((other) => chosen.includes(other));

/**
 * Return the events that the win, seat and tiles allow, except those that a chosen one contradicts or makes redundant.
 * @param {Declaration & { known: RuleCircumstance[] }} given `known` are the circumstances with a value in these rules
 */
export function possibleEvents({ known, ...win }) {
  const { chosen } = win;
  // A need that this version of the page does not know is left to the service.
  const possible = known.filter(({ needs }) => needs.every((need) => NEEDS[need]?.(win) ?? true));
  const hasFirstDraw = possible.some(({ event }) => event === "first-draw");
  return possible
    .filter(
      ({ event, contradicts }) =>
        !(event === "dealt-hand" && hasFirstDraw) && // both mean the dealer's first draw
        !hasOtherReplacement(event, chosen) &&
        !contradicts.some((other) => chosen.includes(other)),
    )
    .map(({ event }) => event);
}

/** Return the events to offer a winner, given those chosen. @param {PlayerAtTable} given */
export function eventsFor({ state, draft, rules, player }) {
  const { hand, events: chosen = [] } = entryOf(draft, player);
  return possibleEvents({
    ...{ win: draft.win, hand: hand ?? emptyHand(), chosen, known: rules.circumstances ?? [] },
    seat: state.players[player].seat_wind,
    from: state.players[draft.from ?? -1]?.seat_wind,
  });
}

/** Return the chosen events that the tiles and the other events still allow. @param {PlayerAtTable} given */
export function allowedEvents(given) {
  const { hand, events = [] } = entryOf(given.draft, given.player);
  if (!hand || !given.draft.win || !events.length) return events;
  const offered = eventsFor(given);
  return events.filter((event) => offered.includes(event));
}
