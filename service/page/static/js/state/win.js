// The screen of a win as a value with its reducer: the draft, the table, the photos in memory, and whose hand is shown.

import { allowedEvents } from "./circumstances.js";
import { withCertainKongs } from "./claims.js";
import { entryOf, isWinner, reduceDraft } from "./draft.js";
import { HAND_SIZE, tileCount } from "./hand.js";
import { everyoneScores } from "./rules.js";

/** @import { Draft, DraftAction, HandView, Shot, WinState, WonDraft } from "../types" */

/** Actions that change nothing on the screen. */
const BACKGROUND_ACTIONS = new Set(["setShared", "noteSent"]);

/** Actions that start to enter a hand. */
const ENTRY_ACTIONS = new Set(["awaitPhoto", "enterByHand", "enterFaan", "enterScores"]);

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

/** @param {WinState} win @param {DraftAction} action of this phone or another of the table @returns {WinState} */
export function reduceWin(win, action) {
  const isWinners = action.type === "changeHand" && roleOf(win.draft, action.player) === "winner";
  const draft = reduceDraft(win.draft, isWinners ? { ...action, completed: withCertainKongs(action.hand) } : action);
  if (BACKGROUND_ACTIONS.has(action.type)) return { ...win, draft };
  const moved = { ...draft, step: stepAfter(win, draft, action) };
  return withViewAfter({ ...win, draft: withAllowedEvents(win, moved) }, win, action);
}

/**
 * Return the step after an action: the hand once it is known who won and how, and something of it was entered.
 * @param {WinState} win @param {Draft} draft @param {DraftAction} action
 */
function stepAfter({ draft: before, rules }, draft, action) {
  const { step = "who", mode } = draft;
  if (!draft.win || isFaanShown(draft)) return "who";
  if (action.type === "takeShared") {
    const { winner, win } = action.patch;
    return winner !== undefined || win || (mode && mode !== before.mode) ? "hand" : step;
  }
  if (ENTRY_ACTIONS.has(action.type)) return "hand";
  if (action.type === "pickWin") return everyoneScores(rules) || isEntered(draft) ? "hand" : step;
  return step;
}

/** Return whether the winner's faan are shown, which the first step asks for. @param {Draft} draft */
const isFaanShown = ({ mode, at, winner }) => mode === "faan" && (at ?? winner) === winner;

/** Return whether the winner's tiles were entered, or a photo of them is being read. @param {Draft} draft */
export const isEntered = ({ mode }) => Boolean(mode) && mode !== "camera" && mode !== "faan";

/** Drop the events that a draft no longer allows. @param {WinState} win @param {Draft} draft @returns {Draft} */
function withAllowedEvents({ state, rules }, draft) {
  if (draft.winner === null) return draft;
  /** @param {number} player */
  const allowed = (player) => allowedEvents({ state, draft, rules, player });
  const others = { ...draft.others };
  for (const player of draft.also ?? [])
    if (others[player]) others[player] = { ...others[player], events: allowed(player) };
  return { ...draft, events: allowed(/** @type {WonDraft} */ (draft).winner), others };
}

/**
 * Open or close the palette and clear the selected tile after an action.
 * @param {WinState} win @param {WinState} before @param {DraftAction} action
 */
function withViewAfter(win, before, action) {
  if (action.type === "pickWinner" && before.draft.winner !== action.winner)
    return withView(win, action.winner, viewOf(before, before.draft.winner));
  if (action.type === "enterByHand") return withView(win, action.player, { isAdding: true });
  if (!["changeHand", "confirmTiles", "swapReading"].includes(action.type) || !("player" in action)) return win;
  const { player } = action;
  const [old, hand] = [entryOf(before.draft, player).hand, entryOf(win.draft, player).hand];
  if (!hand) return win;
  const isMarked = action.type === "changeHand" && hand.winning !== null && old?.winning !== hand.winning;
  return withView(win, player, {
    selected: null,
    ...(isMarked && { isAdding: false }),
    ...(tileCount(hand) < HAND_SIZE && { isClosed: false }),
  });
}
