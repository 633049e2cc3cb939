// The screen of a win as a value with its changes: the draft, the table, the photos in memory, and whose hand is shown.

import { allowedEvents } from "./circumstances.js";
import { entryOf, isWinner, winnersOf, withEntry, withWinner } from "./draft.js";
import { HAND_SIZE, tileCount } from "./hand.js";
import { everyoneScores } from "./rules.js";

/** @import { Draft, HandView, Shot, Win, WinState } from "../types" */

/** @type {Shot} */
const NO_SHOT = { blob: null, url: null, size: null, problem: null };

/**
 * Open a draft at its table. One of faan, as an older page may have stored it, means nothing if all hands are scored.
 * @param {Pick<WinState, "draft" | "now" | "state" | "rules" | "events">} given @returns {WinState}
 */
export function openWin({ draft: stored, ...table }) {
  const isOutdated = stored.mode === "faan" && everyoneScores(table.rules);
  const draft = isOutdated ? { ...stored, mode: null, faan: undefined } : stored;
  const isKnown = draft.winner !== null && draft.win && draft.step !== "who" && !isFaanShown(draft);
  return {
    ...table,
    draft: { ...draft, step: isKnown ? "hand" : "who" },
    sending: false,
    isMomentOver: Boolean(draft.correcting),
    otherDraft: null,
    shots: {},
    views: {},
  };
}

/** Return the player whose hand is shown, null before a winner is named. @param {WinState} win */
export const shownPlayer = ({ draft }) => draft.at ?? draft.winner;

/** Return a player's role; null is the winner who is not named yet. @param {Draft} draft @param {number | null} player */
export const roleOf = (draft, player) => (player === null || isWinner(draft, player) ? "winner" : "loser");

/** Return the photo of a hand if it is in this phone's memory. @param {WinState} win @param {number | null} player */
export function shotOf({ draft, shots }, player) {
  const { shot: key } = entryOf(draft, player);
  return key && shots[key] ? { ...shots[key], key } : null;
}

/**
 * Return the player whose hand a photo shows: null before a winner is named, undefined once no hand has it.
 * @param {WinState} win @param {string} key of the photo
 */
export function ownerOf({ draft }, key) {
  if (draft.shot === key) return draft.winner;
  const found = Object.entries(draft.others ?? {}).find(([, { shot }]) => shot === key);
  return found && Number(found[0]);
}

/** @param {WinState} win @param {number | null} player @returns {HandView} */
export const viewOf = ({ views }, player) => views[player ?? ""] ?? {};

/** @param {WinState} win @param {number | null} player @param {HandView} patch @returns {WinState} */
export const withView = (win, player, patch) => ({
  ...win,
  views: { ...win.views, [player ?? ""]: { ...viewOf(win, player), ...patch } },
});

/** @param {WinState} win @param {string} key @param {Partial<Shot>} patch @returns {WinState} */
export const withShot = (win, key, patch) => ({
  ...win,
  shots: { ...win.shots, [key]: { ...NO_SHOT, ...win.shots[key], ...patch } },
});

/**
 * Return the win with another draft and what follows from it. A hand is only shown once it is known who won and how.
 * @param {WinState} win @param {Draft} draft @param {string=} step @returns {WinState}
 */
export function withDraft(win, draft, step = draft.step) {
  const moved = { ...draft, step: draft.win && !isFaanShown(draft) ? step : "who" };
  const players = [draft.winner, ...Object.keys(draft.others ?? {}).map(Number)];
  return players.reduce(
    (after, player) => withViewAfter(after, win.draft, player),
    /** @type {WinState} */ ({ ...win, draft: withAllowedEvents(win, moved) }),
  );
}

/** Name the winner, whose hand is shown as that of the one before. @param {WinState} win @param {number} winner */
export const pickWinner = (win, winner) =>
  withView(withDraft(win, withWinner(win.draft, winner)), winner, viewOf(win, win.draft.winner));

/** Say how the hand was won, and show it if it was begun. @param {WinState} win @param {Win} how @param {number | null} from */
export function pickWin(win, how, from) {
  const draft = { ...win.draft, win: how, from, events: [], also: [] };
  return withDraft(win, draft, everyoneScores(win.rules) || isEntered(draft) ? "hand" : draft.step);
}

/** Take a draft that other phones have changed, and show what they have said or entered. @param {WinState} win @param {Draft} draft */
export function takeShared(win, draft) {
  const { winner, win: how, mode } = win.draft;
  const isNews = draft.winner !== winner || draft.win !== how || (draft.mode && draft.mode !== mode);
  return withDraft(win, draft, isNews ? "hand" : draft.step);
}

/** Return whether the winner's faan are shown, which the first step asks for. @param {Draft} draft */
const isFaanShown = ({ mode, at, winner }) => mode === "faan" && (at ?? winner) === winner;

/** Return whether the winner's tiles were entered, or a photo of them is being read. @param {Draft} draft */
export const isEntered = ({ mode }) => Boolean(mode) && mode !== "camera" && mode !== "faan";

/** Drop the events that a draft no longer allows. @param {WinState} win @param {Draft} draft @returns {Draft} */
function withAllowedEvents({ state, rules }, draft) {
  if (draft.winner === null) return draft;
  return winnersOf(draft).reduce(
    (after, player) => withEntry(after, player, { events: allowedEvents({ state, draft, rules, player }) }),
    draft,
  );
}

/**
 * Close the palette once the winning tile is marked, and clear the selected tile of a hand that has changed.
 * @param {WinState} win @param {Draft} before @param {number | null} player
 */
function withViewAfter(win, before, player) {
  const [old, hand] = [entryOf(before, player).hand, entryOf(win.draft, player).hand];
  if (!hand || hand === old) return win;
  return withView(win, player, {
    selected: null,
    ...(hand.winning !== null && hand.winning !== old?.winning && { isAdding: false }),
    ...(tileCount(hand) < HAND_SIZE && { isClosed: false }),
  });
}
