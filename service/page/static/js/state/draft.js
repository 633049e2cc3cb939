// A win being entered, and what of it goes to the service.

import { handText } from "./notation.js";
import { everyoneScores } from "./rules.js";

/** @import { Draft, Entry, RulesDetail, State } from "../types" */

/**
 * Returns what was entered of a player's hand: the draft itself for the winner, else one of `others`.
 *
 * @param {Draft} draft
 * @param {number} player
 * @returns {Entry}
 */
export const entryOf = (draft, player) => (player === draft.winner ? draft : (draft.others?.[player] ?? {}));

/**
 * Returns who won: the winner, then those who won on the same discard.
 *
 * @param {Draft} draft
 * @returns {number[]}
 */
export const winnersOf = (draft) => [/** @type {number} */ (draft.winner), ...(draft.also ?? [])];

/**
 * @param {Draft} draft
 * @param {number} player
 */
export const isWinner = (draft, player) => winnersOf(draft).includes(player);
/**
 * @param {Entry} entry
 * @returns {string | null}
 */
const textOf = (entry) =>
  entry.hand && (entry.hand.concealed.length || entry.hand.sets.length || entry.hand.bonus.length)
    ? handText(entry.hand)
    : null;

/**
 * Says whether anything is known of a hand: tiles, or a number of faan without them.
 *
 * @param {Entry} entry
 */
export const isKnown = (entry) => entry.mode === "faan" || textOf(entry) !== null;

/** @param {Entry} given */
const claimOf = ({ mode, faan, hand, events = [] }) =>
  mode === "faan" ? { faan } : { hand: hand ? handText(hand) : "", events };

/**
 * Returns the body of POST …/hands for a draft; `limit` says whether somebody may have to pay for all.
 *
 * @param {Draft} draft
 * @param {RulesDetail} rules
 * @param {{ limit?: boolean }=} given
 * @returns {object}
 */
export function handBody(draft, rules, { limit = false } = {}) {
  /** @type {Record<string, unknown>} */
  const body = { winner: draft.winner, win: draft.win };
  if (draft.win === "discard") body.from = draft.from;
  const also = draft.also ?? [];
  if (everyoneScores(rules)) {
    if (also.length) body.also = also.map((winner) => ({ winner, events: entryOf(draft, winner).events ?? [] }));
    if (draft.mode === "scores") return { ...body, scores: draft.scores };
    return { ...body, hands: [0, 1, 2, 3].map((player) => textOf(entryOf(draft, player))), events: draft.events ?? [] };
  }
  if (also.length) body.also = also.map((winner) => ({ winner, ...claimOf(entryOf(draft, winner)) }));
  if (limit && Number.isInteger(draft.responsible)) body.responsible = draft.responsible;
  return { ...body, ...claimOf(draft) };
}

/**
 * Returns the body of POST /scores for one player's hand, or null while there is none.
 *
 * @param {{ state: State, draft: Draft, player: number }} given
 * @returns {object | null}
 */
export function scoreBody({ state, draft, player }) {
  const entry = entryOf(draft, player);
  if (!entry.hand || !draft.win || ["faan", "scores"].includes(entry.mode ?? "") || draft.mode === "scores")
    return null;
  const { seat_wind: seat } = state.players[player];
  /** @type {Record<string, unknown>} */
  const body = {
    hand: handText(entry.hand),
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
