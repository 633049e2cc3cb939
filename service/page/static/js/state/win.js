// The screen of a win as a value: the draft, the table, the photos in memory and whose hand is shown; and the reducer
// that puts another in its place.

import { keepPossible } from "./circumstances.js";
import { withCertainKongs } from "./claims.js";
import { entryOf, isWinner, reduceDraft } from "./draft.js";
import { count } from "./hand.js";
import { everyoneScores, faanLimits, house } from "./rules.js";

/** @import { Draft, DraftAction, Hand, HandView, ScreenSteps, Shot, WinAction, WinState, WonDraft } from "../types" */

/** What a draft goes through that nobody did on the screen. */
const UNSEEN = new Set(["know", "makeRoom", "send"]);

/** What begins to enter a hand. */
const BEGINS = new Set(["awaitPhoto", "enterByHand", "enterFaan", "enterScores"]);

/** @type {Shot} */
const NO_SHOT = { blob: null, url: null, size: null, problem: null };

/**
 * @param {Pick<WinState, "draft" | "now" | "state" | "rules" | "events">} given
 * @returns {WinState} the screen as it opens
 */
export const openWin = ({ draft, ...table }) => ({
  ...table,
  draft: {
    ...draft,
    // Where all four hands count no faan are agreed, but the points of all four.
    ...(draft.mode === "faan" && everyoneScores(table.rules) && { mode: "scores", scores: [null, null, null, null] }),
    step: draft.winner !== null && draft.win && draft.step !== "who" ? "hand" : "who",
  },
  sending: false,
  isShown: Boolean(draft.correcting),
  beside: null,
  shots: {},
  views: {},
});

/** @param {WinState} win @returns whose hand is on the screen, null where it is not known yet who won */
export const shownPlayer = ({ draft }) => draft.at ?? draft.winner;

/**
 * @param {Draft} draft @param {number | null} player
 * @returns the part in a win; a hand is the winner's before one is named
 */
export const roleOf = (draft, player) => (player === null || isWinner(draft, player) ? "winner" : "loser");

/**
 * @param {WinState} win @param {number | null} player
 * @returns {Shot & { key: string } | null} the photo of a hand in this phone's memory
 */
export function shotOf({ draft, shots }, player) {
  const { shot: key } = entryOf(draft, player);
  return key && shots[key] ? { ...shots[key], key } : null;
}

/**
 * @param {WinState} win @param {string} key of a photo
 * @returns whose it is: null before one is named, undefined for nobody any more
 */
export function ownerOf({ draft }, key) {
  if (draft.shot === key) return draft.winner;
  const found = Object.entries(draft.others ?? {}).find(([, { shot }]) => shot === key);
  return found && Number(found[0]);
}

/** @param {WinState} win @param {number | null} player @returns {HandView} */
export const viewOf = ({ views }, player) => views[player ?? ""] ?? {};

/** @param {WinState} win @param {number | null} player @param {HandView} patch @returns {WinState} */
const withView = (win, player, patch) => ({
  ...win,
  views: { ...win.views, [player ?? ""]: { ...viewOf(win, player), ...patch } },
});

/**
 * @type {{ [Type in keyof ScreenSteps]: (win: WinState, action: ScreenSteps[Type]) => WinState }} what is done to the
 * screen alone
 */
const OF_SCREEN = {
  show: (win, { patch }) => ({ ...win, ...patch }),
  view: (win, { player, patch }) => withView(win, player, patch),
  /** Notes what is known of a photo. */
  changeShot: (win, { key, shot }) => ({
    ...win,
    shots: { ...win.shots, [key]: { ...NO_SHOT, ...win.shots[key], ...shot } },
  }),
};

/** @param {WinState} win @param {WinAction} action of this phone or another of the table @returns {WinState} */
export function reduceWin(win, action) {
  if (action.type in OF_SCREEN) return /** @type {any} */ (OF_SCREEN)[action.type](win, action);
  const asked = /** @type {DraftAction} */ (action);
  const known =
    asked.type === "changeHand" ? { ...asked, whole: wholeHand(win.draft, asked.player, asked.hand) } : asked;
  const draft = reduceDraft(win.draft, known);
  if (UNSEEN.has(asked.type)) return { ...win, draft };
  const moved = { ...draft, step: stepAfter(win, draft, asked) };
  return withViewAfter({ ...win, draft: withPossible(win, moved) }, win, asked);
}

/**
 * @param {Draft} draft @param {number | null} player @param {Hand} hand
 * @returns it with what its number of tiles makes certain
 */
export const wholeHand = (draft, player, hand) => (roleOf(draft, player) === "winner" ? withCertainKongs(hand) : hand);

/**
 * @param {WinState} win @param {Draft} draft @param {DraftAction} action
 * @returns the tiles once it is known who won and how, and something of them is there
 */
function stepAfter({ draft: before, rules, state }, draft, action) {
  const { step = "who", mode } = draft;
  if (!draft.win) return "who";
  if (action.type === "takeShared") {
    const { winner, win } = action.patch;
    return winner !== undefined || win || (mode && mode !== before.mode) ? "hand" : step;
  }
  if (BEGINS.has(action.type)) return "hand";
  if (action.type === "pickWin")
    return everyoneScores(rules) || isEntered(draft) || (mode === "faan" && draft.correcting) ? "hand" : step;
  if (action.type === "agree") return draft.correcting || asksMore({ state, rules, draft }) ? "hand" : "who";
  return step;
}

/** @param {Draft} draft @returns whether something of the winner's tiles is there, or on its way */
export const isEntered = ({ mode }) => Boolean(mode) && mode !== "camera" && mode !== "faan";

/**
 * @param {Pick<WinState, "state" | "rules" | "draft">} given
 * @returns whether more than its faan is to be said: who pays for all, who else won
 */
function asksMore({ state, rules, draft }) {
  const isLimit =
    (draft.faan ?? 0) >= faanLimits(state, rules).cap && house(state, rules, "responsibility") === "limit";
  return isLimit || (draft.win === "discard" && house(state, rules, "multiple_winners") === "all");
}

/** @param {WinState} win @param {Draft} draft @returns {Draft} a draft with the events only that it still allows */
function withPossible({ state, rules }, draft) {
  if (draft.winner === null) return draft;
  /** @param {number} player */
  const possible = (player) => keepPossible({ state, draft, rules, player });
  const others = { ...draft.others };
  for (const player of draft.also ?? [])
    if (others[player]) others[player] = { ...others[player], events: possible(player) };
  return { ...draft, events: possible(/** @type {WonDraft} */ (draft).winner), others };
}

/**
 * @param {WinState} win @param {WinState} before @param {DraftAction} action
 * @returns it with the palette and the tapped tile as they are after that
 */
function withViewAfter(win, before, action) {
  if (action.type === "pickWinner" && before.draft.winner !== action.winner)
    return withView(win, action.winner, viewOf(before, before.draft.winner));
  if (action.type === "enterByHand") return withView(win, action.player, { adding: true });
  if (!["changeHand", "settle", "swapReading"].includes(action.type) || !("player" in action)) return win;
  const { player } = action;
  const [old, hand] = [entryOf(before.draft, player).hand, entryOf(win.draft, player).hand];
  if (!hand) return win;
  const isMarked = action.type === "changeHand" && hand.winning !== null && old?.winning !== hand.winning;
  return withView(win, player, {
    selected: null,
    ...(isMarked && { adding: false }),
    ...(count(hand) < 14 && { isClosed: false }),
  });
}
