// A win being entered: a value that nobody changes, and the actions that put another in its place; and what of it goes
// to the service.
//
// Of the winner's hand the draft itself has what was entered, of each other player's an entry in `others`.

import { newKey } from "../api/http.js";
import { handText, parseHand } from "./notation.js";
import { MOST } from "./players.js";
import { everyoneScores } from "./rules.js";

/** @import { Draft, Entry, Hand, LedgerEvent, OtherHand, RulesDetail, State, SharedWin, Win } from "../types" */

/** What an entry has of a photo, before there is one. */
const UNSEEN = { size: null, picture: null, otherwise: null, isCalledKnown: false };

/** What is forgotten of a draft when another player has won. */
const UNENTERED = { hand: null, mode: null, ...UNSEEN, scores: undefined, at: null };

/**
 * Returns a draft in which nothing is entered yet, but perhaps who won; `apart` says that it is another win than the one
 * that another phone enters.
 *
 * @param {{ game: string, seq: number, winner?: number | null, apart?: boolean }} given
 * @returns {Draft}
 */
export const newDraft = ({ game, seq, winner = null, apart = false }) => ({
  game,
  seq,
  winner,
  win: null,
  from: null,
  events: [],
  key: newKey(),
  apart,
});

/**
 * Returns the draft of a win as it was recorded, to set it right.
 *
 * @param {State} state
 * @param {LedgerEvent} event
 * @returns {Draft}
 */
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

/**
 * @param {LedgerEvent} event
 * @returns {Partial<Draft>}
 */
function recordedEntry(event) {
  if (event.hand) return { mode: "palette", hand: parseHand(event.hand), isCalledKnown: true };
  if (Number.isInteger(event.faan)) return { mode: "faan", faan: event.faan };
  if (!event.scores || event.hands) return {};
  const known = (/** @type {number} */ score, /** @type {number} */ k) => (event.unknown?.includes(k) ? null : score);
  return { mode: "scores", scores: event.scores.map(known) };
}

/**
 * Returns a draft that was confirmed and refused, to be looked at again on event `seq`; its photos wait under `held`.
 *
 * @param {Draft} draft
 * @param {{ seq: number, held: string }} given
 * @returns {Draft}
 */
export const refusedDraft = (draft, { seq, held }) => ({ ...draft, seq, sent: undefined, step: "score", held });

/**
 * Returns the same value, which can no longer be changed.
 *
 * @template Value
 * @param {Value} value
 * @returns {Value}
 */
function frozen(value) {
  if (value === null || typeof value !== "object" || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/**
 * How the holder of a draft tells what was done: `onChange` after a change, with what was `taken` from other phones, or
 * null where it was done on this one; `onKeep` where only what is kept beside the win has changed.
 *
 * @typedef {object} Listener
 * @property {(draft: Draft, taken: Partial<Draft> | null) => void} onChange
 * @property {(draft: Draft) => void} onKeep
 * @property {(draft: Draft, player: number) => string[]} possible the events chosen by a winner that the win still allows
 */

/** @typedef {ReturnType<typeof holdDraft>} DraftHolder */

/** @typedef {ReturnType<DraftHolder["handOf"]>} HandHolder */

/**
 * Holds a draft: `value()` is what is entered by now, everything else an action that changes it.
 *
 * @param {Draft} first
 * @param {Listener} listener
 */
export function holdDraft(first, { onChange, onKeep, possible }) {
  let draft = frozen({ ...first });

  /** @param {Partial<Draft>} patch */
  const keep = (patch) => {
    draft = frozen({ ...draft, ...patch });
    onKeep(draft);
  };
  /** @param {Draft} newer */
  const withPossible = (newer) => {
    if (newer.winner === null) return newer;
    const others = { ...newer.others };
    for (const player of newer.also ?? [])
      if (others[player]) others[player] = { ...others[player], events: possible(newer, player) };
    return { ...newer, events: possible(newer, newer.winner), others };
  };
  /**
   * @param {Partial<Draft>} patch
   * @param {Partial<Draft> | null=} taken
   */
  const change = (patch, taken = null) => {
    draft = frozen(withPossible({ ...draft, ...patch }));
    onChange(draft, taken);
  };
  /**
   * @param {number} player
   * @param {Partial<Draft>} patch
   */
  const enter = (player, patch) => {
    if (player === draft.winner) change(patch);
    else change({ others: { ...draft.others, [player]: { ...entryOf(draft, player), ...patch } } });
  };

  return {
    value: () => draft,

    /**
     * Says who won. How is to be said again; what was entered of another winner's hand is forgotten.
     *
     * @param {number} winner
     */
    pickWinner(winner) {
      const other = winner === draft.winner ? {} : { ...UNENTERED, others: {}, responsible: null };
      change({ winner, win: null, from: null, events: [], also: [], ...other });
    },
    /**
     * Says how it was won, and from whom.
     *
     * @param {Win} win
     * @param {number | null} from
     */
    pickWin: (win, from) => change({ win, from, events: [], also: [] }),
    /**
     * Says how it was won and by how many faan, as the table has agreed without tiles.
     *
     * @param {{ win: Win, from: number | null, faan: number }} agreed
     */
    agree: ({ win, from, faan }) =>
      change({ win, from, faan, mode: "faan", hand: null, events: [], also: [], responsible: null, ...UNSEEN }),
    /**
     * Says that a player won on the same discard, or not after all; returns whether it is one more winner now.
     *
     * @param {number} player
     */
    flipAlso(player) {
      const also = draft.also ?? [];
      const isNew = !also.includes(player);
      change({
        also: isNew ? [...also, player] : also.filter((each) => each !== player),
        others: { ...draft.others, [player]: {} },
        responsible: null,
      });
      return isNew;
    },
    /**
     * Says who pays for all, or that nobody does.
     *
     * @param {number | null} responsible
     */
    pickResponsible: (responsible) => change({ responsible }),
    /**
     * Says where the screen is: at which step, at whose hand.
     *
     * @param {string} step
     * @param {number | null} at
     */
    moveTo: (step, at) => change({ step, at }),
    /**
     * Says that the win is still to be entered, on the table as it is at event `seq`.
     *
     * @param {number} seq
     */
    goOnAt: (seq) => change({ seq }),

    /**
     * Returns the actions on what was entered of one player's hand.
     *
     * @param {number} player
     */
    handOf: (player) => ({
      value: () => entryOf(draft, player),
      /** @param {string[]} events */
      chooseEvents: (events) => enter(player, { events }),
      /** A photo of it is on its way. */
      awaitPhoto: () => enter(player, { mode: "photo", hand: null, events: [], ...UNSEEN }),
      /**
       * Takes what was read from its photo.
       *
       * @param {{ hand: Hand, otherwise: OtherHand | null, size: number[], notes: string[] }} reading
       */
      takeReading: (reading) => enter(player, { ...reading, picture: null, events: [], isCalledKnown: false }),
      /**
       * Says by which id the other phones have its photo.
       *
       * @param {string} picture
       */
      sharePhoto: (picture) => enter(player, { picture }),
      /** @param {Hand} hand */
      changeHand: (hand) => enter(player, { hand }),
      /**
       * Says which of its sets were called, by a hand that has them so.
       *
       * @param {Hand} hand
       */
      sayCalled: (hand) => enter(player, { hand, isCalledKnown: true }),
      /**
       * Has it entered by hand, from these tiles on.
       *
       * @param {Hand} hand
       */
      enterByHand: (hand) => enter(player, { mode: "palette", hand, events: [], ...UNSEEN }),
      /** @param {number} faan */
      enterFaan: (faan) => enter(player, { mode: "faan", faan, hand: null, events: [], ...UNSEEN }),
      /** @param {number} faan */
      changeFaan: (faan) => enter(player, { faan }),
      /** Has the points of all four entered in place of tiles. */
      enterScores: () =>
        enter(player, { mode: "scores", scores: [null, null, null, null], hand: null, events: [], ...UNSEEN }),
      /** @param {(number | null)[]} scores */
      changeScores: (scores) => enter(player, { scores }),
      /**
       * Says that the marked tiles are right, by a hand that has them so.
       *
       * @param {Hand} hand
       */
      settle: (hand) => enter(player, { hand, otherwise: null }),
      /** Puts the other reading of its photo in the place of this one, which stays at hand. */
      swapReading() {
        const { hand, otherwise } = entryOf(draft, player);
        if (hand && otherwise) enter(player, { hand: otherwise.hand, otherwise: { hand, seen: !otherwise.seen } });
      },
      /** Forgets it, and how it was entered. */
      restart: () =>
        enter(player, { mode: null, hand: null, faan: undefined, scores: undefined, notes: [], events: [], ...UNSEEN }),
    }),

    /**
     * Takes what others have changed, as `adopt` tells it.
     *
     * @param {Partial<Draft>} patch
     */
    take: (patch) => change(patch, patch),
    /** Makes room for a win that another phone is entering. */
    makeRoom: () => keep({ ...UNENTERED, apart: false }),
    /**
     * Keeps what all phones know of it, which goes with the draft: so a page opened again still tells what is its own
     * from what is older.
     *
     * @param {SharedWin} all
     */
    know: (all) => keep({ shared: { seq: draft.seq, all } }),
    /** Says that the others know nothing of it. */
    forgetKnown: () => keep({ shared: undefined }),
    /**
     * Returns the key to confirm a body under: another one where something else was sent before.
     *
     * @param {object} body
     */
    keyFor(body) {
      const sent = JSON.stringify(body);
      keep({ sent, key: draft.sent && draft.sent !== sent ? newKey() : draft.key });
      return draft.key;
    },
  };
}

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
 * @param {Draft} draft
 * @param {number} players
 */
const handTexts = (draft, players) => Array.from({ length: players }, (_, player) => textOf(entryOf(draft, player)));

/**
 * Returns the body of POST …/hands for a draft; `forAll` says whether somebody may have to pay for all.
 *
 * @param {Draft} draft
 * @param {RulesDetail} rules
 * @param {{ forAll?: boolean, players?: number }=} given
 * @returns {object}
 */
export function handBody(draft, rules, { forAll = false, players = MOST } = {}) {
  /** @type {Record<string, unknown>} */
  const body = { winner: draft.winner, win: draft.win };
  if (draft.win === "discard") body.from = draft.from;
  const also = draft.also ?? [];
  if (everyoneScores(rules)) {
    if (also.length) body.also = also.map((winner) => ({ winner, events: entryOf(draft, winner).events ?? [] }));
    if (draft.mode === "scores") return { ...body, scores: draft.scores?.slice(0, players) };
    return { ...body, hands: handTexts(draft, players), events: draft.events ?? [] };
  }
  if (also.length) body.also = also.map((winner) => ({ winner, ...claimOf(entryOf(draft, winner)) }));
  if (forAll && Number.isInteger(draft.responsible)) body.responsible = draft.responsible;
  return { ...body, ...claimOf(draft) };
}

/**
 * Returns the body of POST /scores for one player's hand, or for what it would be otherwise (`hand`); null while there is none.
 *
 * @param {{ state: State, draft: Draft, player: number, hand?: Hand | null }} given
 * @returns {object | null}
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
