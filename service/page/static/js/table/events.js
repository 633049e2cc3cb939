// What the entries of a ledger mean: in words, and what counts of them today.

import { list, phrases, rowName, series, t } from "../i18n/translation.js";
import { everybody } from "../state/players.js";
import { WINDS } from "../state/tiles.js";
import { earns } from "../ui/breakdown.js";
import { windName } from "../ui/tiles.js";
import { faanWords, pointWords } from "../ui/words.js";

/** @import { LedgerEvent, State, Wind } from "../types" */

/** @param {LedgerEvent} event @returns {any[]} each with who won, what it was worth and its answer */
export const winsOf = (event) => (event.wins?.length ? event.wins : [event]);
/** @param {LedgerEvent} event @param {(player: number) => string} name */
const winners = (event, name) =>
  list(winsOf(event).map((/** @type {{ winner: number }} */ { winner }) => name(winner)));

/** @type {Record<string, (event: LedgerEvent, name: (player: number) => string) => string>} */
const TITLES = {
  started: () => t("game-begins"),
  hand_drawn: () => t("nobody-won"),
  hand_won: (event, name) =>
    event.win === "self-draw"
      ? t("name-won-self-drawn", { name: winners(event, name) })
      : (event.events ?? event.wins?.[0]?.events ?? []).includes("robbing-kong")
        ? t("name-won-by-robbing-others", { name: winners(event, name), other: name(event.from) })
        : event.from === null
          ? t("name-won", { name: winners(event, name) })
          : t("name-won-off-other", { name: winners(event, name), other: name(event.from) }),
  undo: () => t("last-entry-taken-back"),
  adjusted: (event) => event.reason || t("points-moved"),
  false_win: (event, name) => t("name-declared-win-none", { name: name(event.player) }),
  players_swapped: () => t("players-changed-seats"),
  rules_changed: (event) => t("other-rules-from-hand-n", { n: event.from_hand ?? event.hand_number + event.after }),
  ended: (event) => event.reason || t("table-ended-game"),
  corrected: () => t("older-hand-corrected"),
};

/** @param {LedgerEvent} event @param {State} state */
export function eventTitle(event, state) {
  return TITLES[event.kind]?.(event, (/** @type {number} */ k) => state.players[k].name) ?? event.kind;
}

/**
 * Returns in short what a win was worth: "7 faan", or nothing.
 *
 * @param {LedgerEvent} event
 */
export function eventWorth(event) {
  if (Number.isInteger(event.faan)) return faanWords(event.faan);
  return event.kind === "hand_won" && Number.isInteger(event.score) ? pointWords(event.score) : "";
}

/**
 * Returns in a line what an event was and what it was worth, of several winners what each had.
 *
 * @param {LedgerEvent} event
 * @param {State} state
 */
export function eventLine(event, state) {
  const worths = winsOf(event)
    .map((win) => eventWorth({ ...event, ...win }))
    .filter(Boolean);
  return phrases([eventTitle(event, state), list(worths)]);
}

/**
 * Names a hand by its round and its number: "East 3".
 *
 * @param {LedgerEvent} event
 */
export const handName = ({ round_wind: round, hand_number: hand }) => `${windName(round)} ${hand}`;

/** @param {LedgerEvent} event @param {State} state */
export function eventDetail(event, state) {
  const rows = event.answer?.rows?.filter(earns).map(rowName) ?? [];
  const unpaid = (event.unpaid ?? []).flatMap((/** @type {number} */ points, /** @type {number} */ k) =>
    points ? [t("name-could-not-pay-points", { name: state.players[k].name, points })] : [],
  );
  const short = event.lacking ?? [];
  const lacking =
    short.filter(Boolean).length > 1 ||
    (event.due ?? []).filter((/** @type {number} */ points) => points > 0).length > 1 // else it is the one receiver's
      ? short.flatMap((/** @type {number} */ points, /** @type {number} */ k) =>
          points ? [t("name-got-points-less", { name: state.players[k].name, points })] : [],
        )
      : [];
  const whose = winsOf(event).length > 1 && eventWorth(event) ? `${state.players[event.winner].name}: ` : ""; // the others' follow
  return [whose + eventWorth(event), series([...new Set(rows)]), ...unpaid, ...lacking].filter(Boolean).join(" · ");
}

/** @param {LedgerEvent[]} events @returns {Set<number>} */
export const takenBack = (events) => new Set(events.filter(({ kind }) => kind === "undo").map(({ undoes }) => undoes));

const UNDOABLE = ["hand_won", "hand_drawn", "false_win", "players_swapped", "rules_changed", "ended"];

/**
 * Returns the event that an undo would take back: moved points only where they have ended the game.
 *
 * @param {LedgerEvent[]} events
 * @param {boolean} finished
 */
export function lastUndoable(events, finished) {
  const gone = takenBack(events);
  const last = events.at(-1);
  if (finished && last?.kind === "adjusted") return last;
  return events.filter(({ kind, seq }) => UNDOABLE.includes(kind) && !gone.has(seq)).at(-1);
}

/**
 * Returns the line that was written to each hand, by the number of its event; the latest counts.
 *
 * @param {LedgerEvent[]} events
 */
export const notesOf = (events) =>
  new Map(
    events
      .filter(({ kind }) => kind === "hand_noted")
      .map(({ notes, note }) => [/** @type {number} */ (notes), note ?? ""]),
  );

/**
 * Whether an entry only says something of a hand or its players: nothing has happened at the table.
 *
 * @param {LedgerEvent} event
 */
export const isNote = ({ kind }) => kind === "hand_noted" || kind === "players_named";

/**
 * Returns what counts for an event today: itself, or what it was set right to.
 *
 * @param {LedgerEvent} event
 * @param {LedgerEvent[]} events
 * @param {Set<number>} gone
 */
function countedEvent(event, events, gone) {
  const last = events
    .filter(({ kind, corrects, seq }) => kind === "corrected" && corrects === event.seq && !gone.has(seq))
    .at(-1);
  return last
    ? { ...event, ...(last.replacement ?? { kind: "struck", changes: [0, 0, 0, 0] }), seq: event.seq, set_right: true }
    : event;
}

/**
 * Returns all that happened at the table, as it counts today; what was taken back stands there, too.
 *
 * @param {LedgerEvent[]} events
 */
export function happenings(events) {
  const gone = takenBack(events);
  return events.filter((event) => !isNote(event)).map((event) => countedEvent(event, events, gone));
}

/** @param {LedgerEvent} event */
export const isHand = ({ kind }) => [...HANDS, "struck"].includes(kind);

const HANDS = ["hand_won", "hand_drawn"];

/**
 * Returns the last hands that count today, as they count, the latest first.
 *
 * @param {LedgerEvent[]} events
 * @param {number} most
 */
export function lastHands(events, most) {
  const gone = takenBack(events);
  return events
    .filter(({ kind, seq }) => HANDS.includes(kind) && !gone.has(seq))
    .map((event) => countedEvent(event, events, gone))
    .filter(({ kind }) => kind !== "struck")
    .slice(-most)
    .reverse();
}

/**
 * Returns the latest hand that counts today, as it counts; null where there is none.
 *
 * @param {LedgerEvent[]} events
 */
export const standingHand = (events) => lastHands(events, 1)[0] ?? null;

/**
 * Returns what an event changed of an earlier one: "Taken back: Ann won", else null.
 *
 * @param {LedgerEvent} event
 * @param {LedgerEvent[]} events
 * @param {State} state
 */
export function revisedWords(event, events, state) {
  if (event.kind === "corrected") return eventTitle(event, state);
  if (event.kind !== "undo") return null;
  const undone = events.find(({ seq }) => seq === event.undoes);
  return undone ? t("taken-back-what", { what: eventTitle(undone, state) }) : eventTitle(event, state);
}

/**
 * Returns by which rules an older event found the table playing.
 *
 * @param {LedgerEvent[]} events
 * @param {number} seq
 */
function termsBefore(events, seq) {
  const gone = takenBack(events);
  let [now, coming, hands] = [events[0], /** @type {LedgerEvent | null} */ (null), 0];
  for (const told of events.filter((event) => event.seq < seq && !gone.has(event.seq))) {
    if (told.kind === "rules_changed") [coming, hands] = [told, told.after];
    else if (HANDS.includes(countedEvent(told, events, gone).kind)) hands -= 1;
    if (coming && hands <= 0) [now, coming] = [coming, null];
  }
  return { rules: now.rules, options: now.options };
}

/**
 * Returns the table as an older event found it: its rules, winds of the seats and of the round.
 *
 * @param {State} state
 * @param {LedgerEvent[]} events
 * @param {number} seq
 */
export function stateBefore(state, events, seq) {
  const gone = takenBack(events);
  const swaps = events.filter((event) => event.kind === "players_swapped" && event.seq < seq && !gone.has(event.seq));
  const seats = swaps.at(-1)?.seats ?? everybody(state);
  const {
    dealer,
    round_wind: round,
    points,
    changes,
  } = /** @type {LedgerEvent} */ (events.find((event) => event.seq === seq));
  const wind = (/** @type {number} */ player) =>
    WINDS[(seats.indexOf(player) - seats.indexOf(dealer) + seats.length) % seats.length];
  const players = state.players.map((player, k) => ({
    ...player,
    seat_wind: /** @type {Wind} */ (wind(k)),
    points: points[k] - changes[k],
  }));
  const before = events[0].seq === 1 ? termsBefore(events, seq) : {};
  return { ...state, ...before, round_wind: round, players };
}
