// A win being entered: a value, its changes, and the request bodies made from it.
//
// The draft itself has what was entered of the winner's hand; `others` has an entry for each other player.

import { newKey } from "../api/key.js";
import { withCertainKongs } from "./claims.js";
import { changeTile, doubtfulTiles, emptyHand } from "./hand.js";
import { handText, parseHand } from "./notation.js";
import { PLAYERS } from "./players.js";
import { everyoneScores } from "./rules.js";

/** @import { Draft, Entry, Hand, LedgerEvent, RulesDetail, State } from "../types" */

/** Return what is known of a hand before anything is entered in this way. @param {Entry["mode"]} mode */
export const newEntry = (mode) => ({
  ...{ mode, hand: null, faan: undefined, events: [] },
  scores: mode === "scores" ? PLAYERS.map(() => null) : undefined,
  ...{ shot: null, size: null, picture: null, otherwise: null, notes: [], isCalledKnown: false },
});

/**
 * Return a draft of which nothing is known; `apart` marks another win than the one that another phone is entering.
 *
 * @param {{ game: string, seq: number, winner?: number | null, apart?: boolean }} given @returns {Draft}
 */
export const newDraft = ({ game, seq, winner = null, apart = false }) => ({
  ...{ game, seq, winner, win: null, from: null, mode: null, events: [], key: newKey(), apart },
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

/**
 * Return whether a draft is a correction that changes nothing yet.
 * @param {Draft} draft @param {{ state: State, rules: RulesDetail, events: LedgerEvent[] | null }} given
 */
export function isUnchanged(draft, { state, rules, events }) {
  const event = events?.find(({ seq }) => seq === draft.correcting);
  if (!event) return false;
  const given = { forAll: true, players: state.players.length };
  const [before, after] = [recordedDraft(state, event), draft].map((each) => handBody(each, rules, given));
  return JSON.stringify(before) === JSON.stringify(after);
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
 * Reopen a refused win, which waits with its photos under the key `held` until it is recorded.
 * @param {Draft} draft @param {{ seq: number, held: string }} given @returns {Draft}
 */
export const refusedDraft = (draft, { seq, held }) => ({
  ...{ ...draft, key: newKey(), seq, sent: undefined, step: "hand", held },
});

/**
 * Return a draft with other values of a player's hand; null is the winner before one is named.
 * @param {Draft} draft @param {number | null} player @param {Partial<Draft>} patch @returns {Draft}
 */
export const withEntry = (draft, player, patch) =>
  player === draft.winner || player === null
    ? { ...draft, ...patch }
    : { ...draft, others: { ...draft.others, [player]: { ...draft.others?.[player], ...patch } } };

/**
 * Return a draft of which it is known who won, not yet how. Tiles that were entered for the previous winner become the
 * new winner's, unless that player's hand is known already.
 * @param {Draft} draft @param {number} winner @returns {Draft}
 */
export function withWinner(draft, winner) {
  const cleared = { ...draft, winner, win: null, from: null, events: [], also: [] };
  if (winner === draft.winner) return cleared;
  const { [winner]: own = {}, ...others } = draft.others ?? {};
  const begun = { ...cleared, others, at: null, responsible: null };
  if (!isKnown(own)) return begun;
  if (draft.winner !== null) others[draft.winner] = winnerEntry(draft);
  return { ...begun, ...newEntry(null), ...own, events: [] };
}

/** Add or remove a player who won on the same discard. @param {Draft} draft @param {number} player @returns {Draft} */
export function withAlsoToggled({ also = [], ...draft }, player) {
  const isWinning = also.includes(player);
  return {
    ...draft,
    also: isWinning ? also.filter((each) => each !== player) : [...also, player],
    // Without tiles, like the first.
    others: { ...draft.others, [player]: draft.mode === "faan" && !isWinning ? { mode: draft.mode } : {} },
    responsible: null,
  };
}

/**
 * Return a draft with the body that is about to be sent, under a new key if another was sent before.
 * @param {Draft} draft @param {string} sent @returns {Draft}
 */
export const withSent = (draft, sent) => ({
  ...draft,
  sent,
  key: draft.sent && draft.sent !== sent ? newKey() : draft.key,
});

/**
 * Return the values of a hand that a person has changed, with the kongs that the number of a winner's tiles makes
 * certain. Changing the sets on the table also says which ones were called.
 * @param {Draft} draft @param {number | null} player @param {Hand} hand @returns {Entry}
 */
export function changedHand(draft, player, hand) {
  const changed = player === null || isWinner(draft, player) ? withCertainKongs(hand) : hand;
  const isSame = tableSets(hand) === tableSets(entryOf(draft, player).hand ?? emptyHand());
  return isSame ? { hand: changed } : { hand: changed, isCalledKnown: true };
}

/** Return the values of a hand of which all tiles that are marked as unsure are right. @param {Entry} entry @returns {Entry} */
export const confirmedTiles = ({ hand }) =>
  hand
    ? { hand: doubtfulTiles(hand).reduce((all, { id, code }) => changeTile(all, id, code), hand), otherwise: null }
    : {};

/** Return the values of a hand with the other reading of its photo. @param {Entry} entry @returns {Entry} */
export const swappedReading = ({ hand, otherwise }) =>
  hand && otherwise ? { hand: otherwise.hand, otherwise: { hand, seen: !otherwise.seen } } : {};

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
