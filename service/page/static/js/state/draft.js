// A win being entered: a value, its reducer, and the request bodies made from it.
//
// The draft itself has what was entered of the winner's hand; `others` has an entry for each other player.

import { newKey } from "../api/key.js";
import { changeTile, doubtfulTiles, emptyHand } from "./hand.js";
import { handText, parseHand } from "./notation.js";
import { PLAYERS } from "./players.js";
import { everyoneScores } from "./rules.js";

/** @import { Draft, DraftAction, Entry, Hand, HandSteps, LedgerEvent, RulesDetail, State, WinSteps } from "../types" */

/** Return what is known of a hand before anything is entered in this way. @param {Entry["mode"]} mode */
export const newEntry = (mode) => ({
  ...{ mode, hand: null, faan: undefined, scores: undefined, events: [] },
  ...{ shot: null, size: null, picture: null, otherwise: null, notes: [], isCalledKnown: false },
});

/**
 * Return a draft without tiles. The mode "camera" begins with a photo, "faan" asks for no tiles; `apart` marks another
 * win than the one that another phone is entering.
 *
 * @param {{ game: string, seq: number, winner?: number | null, mode?: "camera" | "faan" | null, apart?: boolean }} given
 */
export const newDraft = ({ game, seq, winner = null, mode = null, apart = false }) => ({
  ...{ game, seq, winner, win: null, from: null, mode, events: [], key: newKey(), apart },
});

/** Return the draft that corrects a recorded hand. @param {State} state @param {LedgerEvent} event @returns {Draft} */
export function recordedDraft(state, event) {
  const hands = (event.hands ?? []).flatMap((/** @type {string | null} */ text, /** @type {number} */ k) =>
    text && k !== event.winner ? [[k, recordedHand(text)]] : [],
  );
  /** @type {Record<number, Entry>} */
  const others = Object.fromEntries(hands);
  const [, ...also] = event.wins ?? [];
  for (const win of also) others[win.winner] = { ...others[win.winner], ...recordedEntry(win), events: win.events };
  return {
    ...newDraft({ game: state.id, seq: state.seq, winner: event.winner ?? null }),
    win: event.win ?? null,
    from: event.from ?? null,
    events: event.events ?? [],
    correcting: event.seq,
    step: "who",
    ...recordedEntry(event),
    others,
    also: also.map((/** @type {{ winner: number }} */ { winner }) => winner),
    responsible: event.responsible ?? null,
  };
}

/** @param {string} text */
const recordedHand = (text) => ({ mode: /** @type {const} */ ("palette"), hand: parseHand(text), isCalledKnown: true });

/** @param {LedgerEvent} event @returns {Partial<Draft>} */
function recordedEntry(event) {
  if (event.hand) return recordedHand(event.hand);
  if (Number.isInteger(event.faan)) return { mode: "faan", faan: event.faan };
  if (!event.scores || event.hands) return {};
  const known = (/** @type {number} */ score, /** @type {number} */ k) => (event.unknown?.includes(k) ? null : score);
  return { mode: "scores", scores: event.scores.map(known) };
}

/**
 * Reopen a refused win, whose photos are stored under the key `held`.
 * @param {Draft} draft @param {{ seq: number, held: string }} given @returns {Draft}
 */
export const refusedDraft = (draft, { seq, held }) => ({ ...draft, seq, sent: undefined, step: "hand", held });

/** @type {{ [Type in keyof WinSteps]: (draft: Draft, action: WinSteps[Type]) => Partial<Draft> }} */
const WIN_REDUCERS = {
  set: (_, { patch }) => patch,
  /**
   * Set who won and clear how. Tiles that were entered for the previous winner become the new winner's, unless that
   * player's hand is known already.
   */
  pickWinner(draft, { winner }) {
    const cleared = { winner, win: null, from: null, events: [], also: [] };
    if (winner === draft.winner) return cleared;
    const { [winner]: own = {}, ...others } = draft.others ?? {};
    if (!isKnown(own)) return { ...cleared, others, at: null, responsible: null };
    if (draft.winner !== null) others[draft.winner] = winnerEntry(draft);
    return { ...cleared, ...newEntry(null), ...own, at: null, events: [], others, responsible: null };
  },
  pickWin: (_, { win, from }) => ({ win, from, events: [], also: [] }),
  /** Set how the hand was won and the faan that the table agreed on without tiles. */
  agree: (_, { win, from, faan }) => ({ win, from, ...newEntry("faan"), faan }),
  /** Add or remove a player who won on the same discard. */
  toggleAlso({ also = [], others, mode }, { player }) {
    const isWinning = also.includes(player);
    return {
      also: isWinning ? also.filter((each) => each !== player) : [...also, player],
      others: { ...others, [player]: mode === "faan" && !isWinning ? { mode } : {} }, // without tiles, like the first
      responsible: null,
    };
  },
  /** Show a step, and a player's hand (`at`). */
  go: (_, { step, at = null }) => ({ step, at }),
  /** Apply what other phones have changed (`patchFromShared`). */
  takeShared: (_, { patch }) => patch,
  /**
   * Store what all phones know, or that they know nothing. It is part of the draft, so that a page that is opened again
   * can tell its own changes from older ones.
   */
  setShared: ({ seq }, { all }) => ({ shared: all && { seq, all } }),
  /** Store the body that is about to be sent, under a new key if another body was sent before. */
  noteSent: ({ sent: before, key }, { sent }) => ({ sent, key: before && before !== sent ? newKey() : key }),
};

/**
 * @type {{ [Type in keyof HandSteps]: (entry: Entry, action: HandSteps[Type] & { player: number | null }) =>
 * Partial<Draft> }}
 */
const HAND_REDUCERS = {
  setEntry: (_, { patch }) => patch,
  /** Wait for the reading of a photo; `shot` is the photo's key on this phone. */
  awaitPhoto: (_, { shot }) => ({ ...newEntry("photo"), shot }),
  takeReading: (_, { reading }) => ({ ...reading, picture: null, events: [], isCalledKnown: false }),
  /**
   * Replace the hand, by `completed` if its number of tiles makes more certain. Changing the sets on the table also
   * says which ones were called.
   */
  changeHand: (entry, { hand, completed = hand }) =>
    tableSets(hand) === tableSets(entry.hand ?? emptyHand())
      ? { hand: completed }
      : { hand: completed, isCalledKnown: true },
  enterByHand: ({ hand }) => ({ ...newEntry("palette"), hand: hand ?? emptyHand() }),
  enterFaan: () => newEntry("faan"),
  enterScores: () => ({ ...newEntry("scores"), scores: [null, null, null, null] }),
  /** Confirm the tiles that are marked as unsure. */
  confirmTiles({ hand }) {
    if (!hand) return {};
    return {
      hand: doubtfulTiles(hand).reduce((all, { id, code }) => changeTile(all, id, code), hand),
      otherwise: null,
    };
  },
  /** Exchange the two readings of the photo. */
  swapReading: ({ hand, otherwise }) =>
    hand && otherwise ? { hand: otherwise.hand, otherwise: { hand, seen: !otherwise.seen } } : {},
  /** Clear the hand and its mode; before a winner is named the mode is the camera again. */
  restart: (_, { player }) => newEntry(player === null ? "camera" : null),
};

/**
 * @param {Draft} draft
 * @param {DraftAction} action on one hand it names the `player`, or null for the winner before one is named
 */
export function reduceDraft(draft, action) {
  if (!(action.type in HAND_REDUCERS))
    return { ...draft, .../** @type {any} */ (WIN_REDUCERS)[action.type](draft, action) };
  const { player } = /** @type {{ player: number | null }} */ (action);
  const entry = entryOf(draft, player);
  const patch = /** @type {any} */ (HAND_REDUCERS)[action.type](entry, action);
  if (player === draft.winner || player === null) return { ...draft, ...patch };
  return { ...draft, others: { ...draft.others, [player]: { ...entry, ...patch } } };
}

/** @param {Draft} draft @returns {Entry} */
const winnerEntry = ({ mode, hand, faan, size, picture, otherwise, notes, isCalledKnown, shot }) => ({
  ...{ mode, hand, faan, size, picture, otherwise, notes, isCalledKnown, shot },
});

/** Return a key that changes when a person changes the sets on the table. @param {Hand} hand */
const tableSets = ({ sets }) => sets.map(({ kind, tiles }) => `${kind}:${tiles.length}`).join();

/**
 * Return the entry of a player: the draft itself for the winner, even before one is named.
 * @param {Draft} draft @param {number | null} player @returns {Entry}
 */
export const entryOf = (draft, player) =>
  player === draft.winner || player === null ? draft : (draft.others?.[player] ?? {});

/** Return the winner, then those who won on the same discard. @param {Draft} draft @returns {number[]} */
export const winnersOf = (draft) => [/** @type {number} */ (draft.winner), ...(draft.also ?? [])];

/** @param {Draft} draft @param {number} player */
export const isWinner = (draft, player) => winnersOf(draft).includes(player);

/** @param {Entry} entry @returns {string | null} */
const enteredText = ({ hand }) => (hand && handText(hand)) || null;

/** Return whether a hand is known: its tiles, or its faan without them. @param {Entry} entry */
export const isKnown = (entry) => (entry.mode === "faan" ? Number.isInteger(entry.faan) : enteredText(entry) !== null);

/** @param {Entry} entry */
const declaration = ({ mode, faan, hand, events = [] }) =>
  mode === "faan" ? { faan } : { hand: hand ? handText(hand) : "", events };

/**
 * Return the body of POST …/hands; `forAll` is whether one player may have to pay for all.
 * @param {Draft} draft
 * @param {RulesDetail} rules
 * @param {{ forAll: boolean, players: number }} given
 */
export function handBody(draft, rules, { forAll, players }) {
  /** @type {Record<string, unknown>} */
  const body = { winner: draft.winner, win: draft.win };
  if (draft.win === "discard") body.from = draft.from;
  const also = draft.also ?? [];
  if (everyoneScores(rules)) {
    if (also.length) body.also = also.map((winner) => ({ winner, events: entryOf(draft, winner).events ?? [] }));
    if (draft.mode === "scores") return { ...body, scores: draft.scores?.slice(0, players) };
    const hands = PLAYERS.slice(0, players).map((player) => enteredText(entryOf(draft, player)));
    return { ...body, hands, events: draft.events ?? [] };
  }
  if (also.length) body.also = also.map((winner) => ({ winner, ...declaration(entryOf(draft, winner)) }));
  if (forAll && Number.isInteger(draft.responsible)) body.responsible = draft.responsible;
  return { ...body, ...declaration(draft) };
}

/**
 * Return the body of POST /scores for a player's hand, or for an alternative `hand`; null if there are no tiles to
 * score.
 *
 * @param {{ state: State, draft: Draft, player: number, hand?: Hand | null }} given
 */
export function scoreBody({ state, draft, player, hand = entryOf(draft, player).hand }) {
  const entry = entryOf(draft, player);
  if (!hand || !draft.win || ["faan", "scores"].includes(entry.mode ?? "") || draft.mode === "scores") return null;
  const { seat_wind: seat } = state.players[player];
  const { rules, round_wind: round, options } = state;
  /** @type {Record<string, unknown>} */
  const body = { hand: handText(hand), rules, seat, round, options: options ?? {} };
  if (!isWinner(draft, player)) return { ...body, role: "loser" };
  Object.assign(body, { win: draft.win, events: entry.events ?? [] });
  if (draft.win === "discard") body.from = state.players[draft.from ?? -1]?.seat_wind;
  return body;
}
