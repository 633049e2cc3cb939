// The events of a ledger: in words, and as corrections and undos have left them.

import { list, phrases, rowName, series, t } from "../i18n/translation.js";
import { everybody } from "../state/players.js";
import { isNote } from "../state/table.js";
import { WINDS } from "../state/tiles.js";
import { earns } from "../ui/breakdown.js";
import { windName } from "../ui/tiles.js";
import { faanWords, pointWords } from "../ui/words.js";

/** @import { LedgerEvent, State, Wind } from "../types" */

/** @param {LedgerEvent} event @returns {any[]} one for each winner, with what the hand was worth and its answer */
export const winsOf = (event) => (event.wins?.length ? event.wins : [event]);

/** @param {LedgerEvent} event @param {(player: number) => string} name */
const winnerNames = (event, name) =>
  list(winsOf(event).map((/** @type {{ winner: number }} */ { winner }) => name(winner)));

/** @type {Record<string, (event: LedgerEvent, name: (player: number) => string) => string>} */
const TITLES = {
  started: () => t("game-begins"),
  hand_drawn: () => t("nobody-won"),
  hand_won: (event, name) =>
    event.win === "self-draw"
      ? t("name-won-self-drawn", { name: winnerNames(event, name) })
      : (event.events ?? []).includes("robbing-kong")
        ? t("name-won-by-robbing-others", { name: winnerNames(event, name), other: name(event.from) })
        : event.from === null
          ? t("name-won", { name: winnerNames(event, name) })
          : t("name-won-off-other", { name: winnerNames(event, name), other: name(event.from) }),
  undo: () => t("last-entry-taken-back"),
  adjusted: (event) => event.reason || t("points-moved"),
  false_win: (event, name) => t("name-declared-win-none", { name: name(event.player) }),
  players_swapped: () => t("players-changed-seats"),
  rules_changed: (event) => t("other-rules-from-hand-n", { n: event.from_hand ?? event.hand_number + event.after }),
  players_named: () => t("players-were-named"),
  ended: (event) => event.reason || t("table-ended-game"),
  corrected: () => t("older-hand-corrected"),
};

/** @param {LedgerEvent} event @param {State} state */
export function eventTitle(event, state) {
  return TITLES[event.kind]?.(event, (/** @type {number} */ k) => state.players[k].name) ?? event.kind;
}

/** Return what a win was worth: "7 faan", or "". @param {LedgerEvent} event */
export function eventWorth(event) {
  if (Number.isInteger(event.faan)) return faanWords(event.faan);
  return event.kind === "hand_won" && Number.isInteger(event.score) ? pointWords(event.score) : "";
}

/** Return an event's title and what each win was worth. @param {LedgerEvent} event @param {State} state */
export function eventLine(event, state) {
  const worths = winsOf(event)
    .map((win) => eventWorth({ ...event, ...win }))
    .filter(Boolean);
  return phrases([eventTitle(event, state), list(worths)]);
}

/** Return a hand's round and number: "East 3", or "" if it was never played. @param {LedgerEvent} event */
export const handName = ({ kind, round_wind: round, hand_number: hand }) =>
  kind === "struck" ? "" : `${windName(round)} ${hand}`;

/** @param {LedgerEvent} event @param {State} state @param {boolean=} isExplained whether its rows are listed below */
export function eventDetail(event, state, isExplained = false) {
  const rows = event.answer?.rows?.filter(earns).map(rowName) ?? [];
  const unpaid = (event.unpaid ?? []).flatMap((/** @type {number} */ points, /** @type {number} */ k) =>
    points ? [t("name-could-not-pay-points", { name: state.players[k].name, points })] : [],
  );
  const lacking = event.lacking ?? [];
  const receivers = (event.due ?? []).filter((/** @type {number} */ points) => points > 0);
  const shortfalls =
    lacking.filter(Boolean).length > 1 || receivers.length > 1 // a single receiver's shortfall is what was unpaid
      ? lacking.flatMap((/** @type {number} */ points, /** @type {number} */ k) =>
          points ? [t("name-got-points-less", { name: state.players[k].name, points })] : [],
        )
      : [];
  const worth = eventWorth(event);
  const owner = winsOf(event).length > 1 && worth ? `${state.players[event.winner].name}: ` : "";
  const worths = isExplained && rows.length && !owner ? [] : [owner + worth, series([...new Set(rows)])];
  return [...worths, ...unpaid, ...shortfalls].filter(Boolean).join(" · ");
}

/** @param {LedgerEvent[]} events @returns {Set<number>} their `seq` */
export const undoneEvents = (events) =>
  new Set(events.filter(({ kind }) => kind === "undo").map(({ undoes }) => undoes));

const UNDOABLE = ["hand_won", "hand_drawn", "false_win", "players_swapped", "rules_changed", "ended"];

/**
 * Return the event that an undo would take back: moved points only if they ended the game.
 *
 * @param {LedgerEvent[]} events
 * @param {boolean} finished
 */
export function lastUndoable(events, finished) {
  const undone = undoneEvents(events);
  const last = events.at(-1);
  if (finished && last?.kind === "adjusted") return last;
  return events.filter(({ kind, seq }) => UNDOABLE.includes(kind) && !undone.has(seq)).at(-1);
}

/** Return the latest note on each hand, by `seq`. @param {LedgerEvent[]} events */
export const notesOf = (events) =>
  new Map(
    events
      .filter(({ kind }) => kind === "hand_noted")
      .map(({ notes, note }) => [/** @type {number} */ (notes), note ?? ""]),
  );

/**
 * Return an event as it counts since the last correction that replaced it, or changed what it pays.
 *
 * @param {LedgerEvent} event
 * @param {LedgerEvent[]} events
 * @param {Set<number>} undone
 */
function correctedEvent(event, events, undone) {
  const replacements = events
    .filter(({ kind, seq }) => kind === "corrected" && !undone.has(seq))
    .flatMap(({ corrects, replacement, resettled = [] }) => [{ ...replacement, seq: corrects }, ...resettled]);
  const replacement = replacements.findLast((each) => each.seq === event.seq);
  if (!replacement) return event;
  const { seq, at, hand_number, round_wind, dealer, points, changes } = event;
  const unpaid = { changes: changes.map(() => 0), corrected: true };
  if (!replacement.kind) return { ...event, kind: "struck", ...unpaid };
  return { seq, at, hand_number, round_wind, dealer, points, ...unpaid, ...replacement };
}

const HANDS = ["hand_won", "hand_drawn"];

/**
 * Return the events with corrections applied, undone ones included, notes left out. Hands are numbered anew, since those
 * after a struck one have moved up.
 *
 * @param {LedgerEvent[]} events
 */
export function correctedEvents(events) {
  const undone = undoneEvents(events);
  let number = events[0]?.hand_number;
  return events
    .filter((event) => !isNote(event))
    .map((event) => {
      const corrected = { ...correctedEvent(event, events, undone), hand_number: number };
      if (HANDS.includes(corrected.kind) && !undone.has(event.seq)) number += 1;
      return corrected;
    });
}

/** @param {LedgerEvent} event */
export const isHand = ({ kind }) => [...HANDS, "struck"].includes(kind);

/** Return the last hands that count, latest first. @param {LedgerEvent[]} events @param {number} most */
export function lastHands(events, most) {
  const undone = undoneEvents(events);
  return correctedEvents(events)
    .filter(({ kind, seq }) => HANDS.includes(kind) && !undone.has(seq))
    .slice(-most)
    .reverse();
}

/**
 * Return what an event revises of an earlier one: "Taken back: Ann won"; null for other events.
 *
 * @param {LedgerEvent} event
 * @param {LedgerEvent[]} events
 * @param {State} state
 */
export function revisionWords(event, events, state) {
  if (event.kind === "corrected") return eventTitle(event, state);
  if (event.kind !== "undo") return null;
  const target = events.find(({ seq }) => seq === event.undoes);
  return target ? t("taken-back-what", { what: eventTitle(target, state) }) : eventTitle(event, state);
}

/** Return the rules in force before an event. @param {LedgerEvent[]} events @param {number} seq */
function rulesBefore(events, seq) {
  const undone = undoneEvents(events);
  let [current, next, hands] = [events[0], /** @type {LedgerEvent | null} */ (null), 0];
  for (const event of events.filter((each) => each.seq < seq && !undone.has(each.seq))) {
    if (event.kind === "rules_changed") [next, hands] = [event, event.after];
    else if (HANDS.includes(correctedEvent(event, events, undone).kind)) hands -= 1;
    if (next && hands <= 0) [current, next] = [next, null];
  }
  return { rules: current.rules, options: current.options };
}

/**
 * Return the table as it was before an event: its rules, seat winds, points and round wind.
 *
 * @param {State} state
 * @param {LedgerEvent[]} events
 * @param {number} seq
 */
export function stateBefore(state, events, seq) {
  const undone = undoneEvents(events);
  const swaps = events.filter((event) => event.kind === "players_swapped" && event.seq < seq && !undone.has(event.seq));
  const seats = swaps.at(-1)?.seats ?? everybody(state);
  const event = /** @type {LedgerEvent} */ (events.find((each) => each.seq === seq));
  const { dealer, round_wind: round, points, changes } = event;
  const wind = (/** @type {number} */ player) =>
    WINDS[(seats.indexOf(player) - seats.indexOf(dealer) + seats.length) % seats.length];
  const players = state.players.map((player, k) => ({
    ...player,
    seat_wind: /** @type {Wind} */ (wind(k)),
    points: points[k] - changes[k],
  }));
  const rules = events[0].seq === 1 ? rulesBefore(events, seq) : {};
  return { ...state, ...rules, round_wind: round, players };
}
