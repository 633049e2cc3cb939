// Which circumstances a win can have. The service checks again; here only what is possible is offered.
//
// What each needs, and what it shuts out, is said by the rules of the table (`circumstances` of GET /rules/{id}).

import { entryOf } from "./draft.js";
import { copies, emptyHand } from "./hand.js";

/** @import { Draft, Hand, RuleCircumstance, RulesDetail, State, TileSet, Win, Wind } from "../types" */

/**
 * A win as the rules look at it: `seat` and `hand` are the winner's, `from` is the discarder's wind, `chosen` are the events said by now.
 *
 * @typedef {{ win: Win | null, seat: Wind, from: Wind | null | undefined, hand: Hand, chosen: string[] }} Winner
 */

/** @typedef {{ state: State, draft: Draft, rules: RulesDetail, player: number }} AtTable */

/** @param {TileSet} given */
const isKong = ({ tiles }) => tiles.length === 4;
/** @param {TileSet} given */
const isExposed = ({ kind }) => kind !== "concealed_kong";

/** @type {Record<string, (winner: Winner) => boolean>} whether a need is met, by its name in the rules */
const MET = {
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

// Of one tile, and whoever drew it again for a flower that came for a kong drew one tile in the end: it counts once.
const REPLACEMENTS = ["kong-replacement", "bonus-replacement"];

/** @param {string} event @param {string[]} chosen */
const isSaid = (event, chosen) =>
  REPLACEMENTS.includes(event) && !chosen.includes(event) && REPLACEMENTS.some((other) => chosen.includes(other));

/**
 * Returns the events to offer, given those `chosen`: every one that the win, the seat and the tiles allow, less those
 * that a chosen one rules out or says already. `known` are the circumstances that earn something by the rules of the table.
 *
 * @param {Winner & { known: RuleCircumstance[] }} given
 */
export function possibleEvents({ known, ...winner }) {
  const { chosen } = winner;
  // A need that this page does not know yet is left to the service.
  const possible = known.filter(({ needs }) => needs.every((need) => MET[need]?.(winner) ?? true));
  const names = possible.map(({ event }) => event);
  return (
    possible
      // The deal won as dealt is the first draw of whoever deals: where both earn something, one question is enough.
      .filter(({ event }) => event !== "dealt-hand" || !names.includes("first-draw"))
      .filter(({ event }) => !isSaid(event, chosen))
      .filter(({ contradicts }) => !contradicts.some((other) => chosen.includes(other)))
      .map(({ event }) => event)
  );
}

/** @param {AtTable} given @returns {string[]} the events to offer a winner as the table stands, given those chosen */
export function eventsFor({ state, draft, rules, player }) {
  const { hand, events: chosen = [] } = entryOf(draft, player);
  return possibleEvents({
    ...{ win: draft.win, hand: hand ?? emptyHand(), chosen, known: rules.circumstances ?? [] },
    seat: state.players[player].seat_wind,
    from: state.players[draft.from ?? -1]?.seat_wind,
  });
}

/** @param {AtTable} given @returns {string[]} the chosen events that the tiles and the other events still allow */
export function keepPossible({ state, draft, rules, player }) {
  const { hand, events = [] } = entryOf(draft, player);
  if (!hand || !draft.win || !events.length) return events;
  const offered = eventsFor({ state, draft, rules, player });
  return events.filter((event) => offered.includes(event));
}
