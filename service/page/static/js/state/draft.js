// A win being entered: a value, a reducer that puts another in its place, and what of it goes to the service.
//
// Of the winner's hand the draft itself has what was entered, of each other player's an entry in `others`.

import { newKey } from "../api/key.js";
import { changeTile, doubtfulTiles, emptyHand } from "./hand.js";
import { handText, parseHand } from "./notation.js";
import { MOST, PLAYERS } from "./players.js";
import { everyoneScores } from "./rules.js";

/** @import { Draft, DraftAction, Entry, Hand, HandSteps, LedgerEvent, RulesDetail, State, WinSteps } from "../types" */

/** What an entry has of a photo, before there is one. */
const UNSEEN = { shot: null, size: null, picture: null, otherwise: null, isCalledKnown: false };

/** @param {Entry["mode"]} mode @returns an entry that begins anew in this way */
const newEntry = (mode) => ({ mode, hand: null, events: [], ...UNSEEN });

/** What a draft has of the winner's hand, before anything was entered. */
const UNENTERED = { hand: null, mode: null, ...UNSEEN, scores: undefined, at: null };

/**
 * Returns a draft in which nothing is entered yet, but perhaps who won, or how it will be entered: "camera" photographs the
 * tiles first, "faan" asks for no tiles. `apart` says that it is another win than the one that another phone enters.
 *
 * @param {{ game: string, seq: number, winner?: number | null, mode?: "camera" | "faan" | null, apart?: boolean }} given
 */
export const newDraft = ({ game, seq, winner = null, mode = null, apart = false }) => ({
  game,
  seq,
  winner,
  win: null,
  from: null,
  mode,
  events: [],
  key: newKey(),
  apart,
});

/** @param {State} state @param {LedgerEvent} event @returns {Draft} as it was recorded, to set it right */
export function recordedDraft(state, event) {
  const draft = {
    ...newDraft({ game: state.id, seq: state.seq, winner: event.winner ?? null }),
    win: event.win ?? null,
    from: event.from ?? null,
    events: event.events ?? [],
    correcting: event.seq,
    step: "who",
    ...recordedEntry(event),
  };
  const others = (event.hands ?? []).flatMap((/** @type {string | null} */ text, /** @type {number} */ k) =>
    text && k !== event.winner ? [[k, { mode: "palette", hand: parseHand(text), isCalledKnown: true }]] : [],
  );
  return { ...draft, others: Object.fromEntries(others) };
}

/** @param {LedgerEvent} event @returns {Partial<Draft>} */
function recordedEntry(event) {
  if (event.hand) return { mode: "palette", hand: parseHand(event.hand), isCalledKnown: true };
  if (Number.isInteger(event.faan)) return { mode: "faan", faan: event.faan };
  if (!event.scores || event.hands) return {};
  const known = (/** @type {number} */ score, /** @type {number} */ k) => (event.unknown?.includes(k) ? null : score);
  return { mode: "scores", scores: event.scores.map(known) };
}

/**
 * Puts a refused win up to be looked at again; its photos wait under `held`.
 * @param {Draft} draft @param {{ seq: number, held: string }} given @returns {Draft}
 */
export const refusedDraft = (draft, { seq, held }) => ({ ...draft, seq, sent: undefined, step: "score", held });

/**
 * @type {{ [Type in keyof WinSteps]: (draft: Draft, action: WinSteps[Type]) => Partial<Draft> }} what changes of a win
 * as a whole
 */
const OF_WIN = {
  set: (_, { patch }) => patch,
  /**
   * Sets who won; how is asked again. The tiles that were entered for the winner stay the winner's, unless the hand
   * of that player is known already.
   */
  pickWinner(draft, { winner }) {
    const unsaid = { winner, win: null, from: null, events: [], also: [] };
    if (winner === draft.winner) return unsaid;
    const { [winner]: own = {}, ...others } = draft.others ?? {};
    if (!isKnown(own)) return { ...unsaid, others, at: null, responsible: null };
    if (draft.winner !== null) others[draft.winner] = entered(draft);
    return { ...unsaid, ...UNENTERED, ...own, events: [], others, responsible: null };
  },
  /** Sets how it was won, and from whom. */
  pickWin: (_, { win, from }) => ({ win, from, events: [], also: [] }),
  /** Sets how it was won and by how many faan, as the table has agreed without tiles. */
  agree: (_, { win, from, faan }) => ({ win, from, faan, ...newEntry("faan"), also: [], responsible: null }),
  /** Adds a player who won on the same discard, or removes one who did not. */
  flipAlso({ also = [], others, mode }, { player }) {
    const isOne = also.includes(player);
    return {
      also: isOne ? also.filter((each) => each !== player) : [...also, player],
      others: { ...others, [player]: mode === "faan" && !isOne ? { mode } : {} }, // agreed without tiles, as the first
      responsible: null,
    };
  },
  /** Shows a step, and whose hand. */
  go: (_, { step, at = null }) => ({ step, at }),
  /** Takes what others have changed, as `adopt` tells it. */
  takeShared: (_, { patch }) => patch,
  /** Makes room for a win that another phone is entering. */
  makeRoom: () => ({ ...UNENTERED, apart: false }),
  /**
   * Keeps what all phones know of it, which goes with the draft: so a page opened again still tells what is its own
   * from what is older. Without it the others know nothing.
   */
  know: ({ seq }, { all }) => ({ shared: all && { seq, all } }),
  /** Notes the body that it is sent with: under another key where something else was sent before. */
  send: ({ sent: before, key }, { sent }) => ({ sent, key: before && before !== sent ? newKey() : key }),
};

/**
 * @type {{ [Type in keyof HandSteps]: (entry: Entry, action: HandSteps[Type] & { player: number | null }) =>
 * Partial<Draft> }}
 */
const OF_HAND = {
  setEntry: (_, { patch }) => patch,
  /** A photo of it is on its way; `shot` is its key on this phone. */
  awaitPhoto: (_, { shot }) => ({ ...newEntry("photo"), shot }),
  /** Takes what was read from its photo. */
  takeReading: (_, { reading }) => ({ ...reading, picture: null, events: [], isCalledKnown: false }),
  /**
   * Puts another hand in its place, `whole` where its number of tiles makes more certain. One that lies otherwise on the
   * table says which of its sets were called.
   */
  changeHand: (entry, { hand, whole = hand }) =>
    laid(hand) === laid(entry.hand ?? emptyHand()) ? { hand: whole } : { hand: whole, isCalledKnown: true },
  /** Has it entered by hand, from the tiles on that are there. */
  enterByHand: ({ hand }) => ({ ...newEntry("palette"), hand: hand ?? emptyHand() }),
  enterFaan: (_, { faan }) => ({ ...newEntry("faan"), faan }),
  /** Has the points of all four entered in place of tiles. */
  enterScores: () => ({ ...newEntry("scores"), scores: [null, null, null, null] }),
  /** Confirms the marked tiles. */
  settle({ hand }) {
    if (!hand) return {};
    return {
      hand: doubtfulTiles(hand).reduce((all, { id, code }) => changeTile(all, id, code), hand),
      otherwise: null,
    };
  },
  /** Puts the other reading of its photo in the place of this one, which stays at hand. */
  swapReading: ({ hand, otherwise }) =>
    hand && otherwise ? { hand: otherwise.hand, otherwise: { hand, seen: !otherwise.seen } } : {},
  /** Forgets it, and how it was entered; before it is known whose it is, the camera is at hand again. */
  restart: (_, { player }) => ({
    ...newEntry(player === null ? "camera" : null),
    ...{ faan: undefined, scores: undefined, notes: [] },
  }),
};

/**
 * @param {Draft} draft
 * @param {DraftAction} action what is done to one hand says whose; null is the winner who is still to be named
 */
export function reduceDraft(draft, action) {
  if (!(action.type in OF_HAND)) return { ...draft, .../** @type {any} */ (OF_WIN)[action.type](draft, action) };
  const { player } = /** @type {{ player: number | null }} */ (action);
  const entry = entryOf(draft, player);
  const patch = /** @type {any} */ (OF_HAND)[action.type](entry, action);
  if (player === draft.winner || player === null) return { ...draft, ...patch };
  return { ...draft, others: { ...draft.others, [player]: { ...entry, ...patch } } };
}

/** @param {Draft} draft @returns {Entry} what a draft itself has of a hand, the winner's */
const entered = ({ mode, hand, size, picture, otherwise, notes, isCalledKnown, shot }) => ({
  ...{ mode, hand, size, picture, otherwise, notes, isCalledKnown, shot },
});

/** What lies on the table of a hand, to see whether a person has said something about it. @param {Hand} hand */
const laid = ({ sets }) => sets.map(({ kind, tiles }) => `${kind}:${tiles.length}`).join();

/**
 * @param {Draft} draft @param {number | null} player
 * @returns {Entry} the draft itself for the winner, named or not, else one of `others`
 */
export const entryOf = (draft, player) =>
  player === draft.winner || player === null ? draft : (draft.others?.[player] ?? {});

/** @param {Draft} draft @returns {number[]} who won: the winner, then those who won on the same discard */
export const winnersOf = (draft) => [/** @type {number} */ (draft.winner), ...(draft.also ?? [])];

/** @param {Draft} draft @param {number} player */
export const isWinner = (draft, player) => winnersOf(draft).includes(player);
/** @param {Entry} entry @returns {string | null} */
const textOf = (entry) =>
  entry.hand && (entry.hand.concealed.length || entry.hand.sets.length || entry.hand.bonus.length)
    ? handText(entry.hand)
    : null;

/** @param {Entry} entry @returns whether anything is known of a hand: tiles, or a number of faan without them */
export const isKnown = (entry) => (entry.mode === "faan" ? Number.isInteger(entry.faan) : textOf(entry) !== null);

/** @param {Entry} given */
const claimOf = ({ mode, faan, hand, events = [] }) =>
  mode === "faan" ? { faan } : { hand: hand ? handText(hand) : "", events };

/**
 * Returns the body of POST …/hands for a draft; `forAll` says whether somebody may have to pay for all.
 *
 * @param {Draft} draft
 * @param {RulesDetail} rules
 * @param {{ forAll?: boolean, players?: number }=} given
 */
export function handBody(draft, rules, { forAll = false, players = MOST } = {}) {
  /** @type {Record<string, unknown>} */
  const body = { winner: draft.winner, win: draft.win };
  if (draft.win === "discard") body.from = draft.from;
  const also = draft.also ?? [];
  if (everyoneScores(rules)) {
    if (also.length) body.also = also.map((winner) => ({ winner, events: entryOf(draft, winner).events ?? [] }));
    if (draft.mode === "scores") return { ...body, scores: draft.scores?.slice(0, players) };
    return {
      ...body,
      hands: PLAYERS.slice(0, players).map((player) => textOf(entryOf(draft, player))),
      events: draft.events ?? [],
    };
  }
  if (also.length) body.also = also.map((winner) => ({ winner, ...claimOf(entryOf(draft, winner)) }));
  if (forAll && Number.isInteger(draft.responsible)) body.responsible = draft.responsible;
  return { ...body, ...claimOf(draft) };
}

/**
 * Returns the body of POST /scores for one player's hand, or for what it would be otherwise (`hand`); null while there is none.
 *
 * @param {{ state: State, draft: Draft, player: number, hand?: Hand | null }} given
 */
export function scoreBody({ state, draft, player, hand = entryOf(draft, player).hand }) {
  const entry = entryOf(draft, player);
  if (!hand || !draft.win || ["faan", "scores"].includes(entry.mode ?? "") || draft.mode === "scores") return null;
  const { seat_wind: seat } = state.players[player];
  /** @type {Record<string, unknown>} */
  const body = {
    hand: handText(hand),
    rules: state.rules,
    seat,
    round: state.round_wind,
    options: state.options ?? {},
  };
  if (!isWinner(draft, player)) return { ...body, role: "loser" };
  Object.assign(body, { win: draft.win, events: entry.events ?? [] });
  if (draft.win === "discard") body.from = state.players[draft.from ?? -1]?.seat_wind;
  return body;
}
