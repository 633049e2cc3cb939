// Follows a game's table: what the service sends, what waits on this phone, as its own scorer counts it, and what is recorded there.

import { gameState, history, listLinks, ruleSet } from "../api/client.js";
import { isRefused, onRefusedToken } from "../api/http.js";
import { follow, followDraft } from "../api/stream.js";
import { phoneScorer } from "../scorer/score.js";
import { observable } from "./observable.js";
import { confirm, forgetGame, onWaiting, sendWaiting, waitingAt } from "./outbox.js";
import { sameRules } from "./rules.js";
import * as storage from "./storage.js";
import { stateAfter, tableReducer, UNKNOWN_TABLE } from "./table.js";

/** @import { KnownTable, LedgerEvent, Move, OutboxEntry, Refusal, State, TableAction } from "../types" */

/**
 * Counts up to the first that this phone cannot.
 * @param {State} state @param {OutboxEntry[]} entries @returns {Promise<Move[]>} what they do to the table
 */
async function countWaiting(state, entries) {
  const open = entries.filter(({ problem }) => !problem);
  const here = open.length ? await phoneScorer() : null;
  return (await here?.movesAfter(state, open)) ?? [];
}

/**
 * @param {State} last as the service sent it
 * @returns the table after what waits there; `isBehind`: not all of that can be counted here
 */
export async function stateNow(last) {
  const entries = waitingAt(last.id).filter(({ problem }) => !problem);
  const moves = await countWaiting(last, entries);
  return { state: stateAfter(last, moves), isBehind: moves.length < entries.length };
}

/**
 * Who hears of a table: `onLatest` of what happens there, whether this phone knew nothing of it before, and whether it did
 * it; `onLink` when the connection comes or goes; `onRefused` of what could not be done.
 *
 * @typedef {object} Listener
 * @property {(event: LedgerEvent, state: State, news: { isNew: boolean, isOwn: boolean }) => void} onLatest
 * @property {(up: boolean) => void} onLink
 * @property {(problem: Refusal) => void} onRefused
 */

/** A table that is followed until it is left or lost. */
export class FollowedTable {
  #known = observable(UNKNOWN_TABLE);
  #own = 0; // the last event that this phone has made here
  /** @type {State | null} */
  #asked = null; // the table whose last events are on their way
  /** @type {(() => void)[]} */
  #ends = [];
  isLeft = false;

  /** @param {string} id @param {Listener} listener */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    this.subscribe = this.#known.subscribe;
    this.value = this.#known.value;
    /** Settles when there is something to show. */
    this.begun = gameState(id).then(
      (state) => this.#begin(state),
      (problem) => this.#lose(problem),
    );
  }

  /** @param {Partial<KnownTable>} patch */
  #set(patch) {
    if (!this.isLeft) this.#known.change(patch);
  }

  /** @param {TableAction} action */
  #dispatch(action) {
    this.#set(tableReducer(this.value(), action));
  }

  /** @param {State} state */
  #begin(state) {
    if (this.isLeft) return;
    const token = storage.token(this.id);
    this.#ends.push(
      onWaiting(() => this.#takeWaiting()),
      followDraft(this.id, (shared) => this.#set({ shared })),
      follow(this.id, {
        onState: (newer) => this.#take(newer),
        onLink: (up) => this.#link(up),
        onDeleted: () => this.#lose({ code: "game_deleted" }),
        seq: state.seq,
      }),
      onRefusedToken(() => this.#set({ refused: isRefused(token) })),
    );
    this.#set({ refused: isRefused(token) });
    this.#learnRules(state);
    this.#take(state);
    this.#takeWaiting();
  }

  leave() {
    this.isLeft = true;
    for (const end of this.#ends) end();
  }

  /** @param {Refusal} problem */
  #lose(problem) {
    if (problem.code === "game_deleted") forgetGame(this.id);
    this.#set({ lost: problem });
    for (const end of this.#ends) end();
  }

  /** @param {State} of */
  #learnRules(of) {
    if (storage.isHouse(of.rules)) phoneScorer().then((here) => here?.keepHouseFile(of.rules));
    ruleSet(of.rules, of.options).then(
      (rules) => this.#dispatch({ type: "rules", of, rules }),
      () => {}, // whoever needs them asks again
    );
  }

  /** @param {State} state */
  #take(state) {
    if (this.isLeft) return;
    const before = this.value().state;
    this.#dispatch({ type: "state", state });
    if (before && !sameRules(before, state)) this.#learnRules(state);
    storage.keepGame(this.id, { names: state.players.map(({ name }) => name), finished: state.finished });
    storage.keepHouse(state.rules);
    this.#askLatest(state);
    this.#count();
  }

  /** @param {State} state */
  async #askLatest(state) {
    this.#asked = state;
    const { events } = await history(this.id).catch(() => ({ events: null })); // only an adornment: the table itself stands
    if (this.#asked === state) this.#asked = null;
    if (this.isLeft || !events || this.value().state !== state) return;
    const isOpened = this.value().events.length > 0; // else this is what was found, or what this phone has come back from entering
    this.#dispatch({ type: "events", of: state, events });
    const { latest } = this.value();
    const seen = storage.knownGame(this.id)?.seen ?? null;
    const isNew = seen !== null && latest !== null && latest.seq > seen;
    storage.changeGame(this.id, { seen: latest?.seq ?? state.seq });
    if (latest && latest === events.at(-1))
      this.listener.onLatest(latest, state, { isNew, isOwn: latest.seq === this.#own || !isOpened });
  }

  /** Asks for the last events once more, where they could not be had, or came from before the connection was lost. */
  #catchUp() {
    const { state, events } = this.value();
    if (state && this.#asked !== state && events.at(-1)?.seq !== state.seq) this.#askLatest(state);
  }

  #takeWaiting() {
    this.#dispatch({ type: "waiting", entries: waitingAt(this.id) });
    this.#catchUp();
    this.#count();
  }

  /** Counts what waits, on the table as it is now. */
  async #count() {
    const { state, waiting: entries } = this.value();
    if (!state || !entries.length) return;
    const moves = await countWaiting(state, entries);
    if (moves.length) this.#dispatch({ type: "counted", of: state, entries, moves });
  }

  /** @param {boolean} up */
  #link(up) {
    if (this.value().linked !== up) this.listener.onLink(up);
    this.#set({ linked: up });
    if (!up) return;
    this.#catchUp();
    sendWaiting();
    const token = storage.token(this.id);
    if (token) listLinks(this.id, token).catch(() => {}); // who is refused hears of it by onRefusedToken
  }

  /** Returns the rules of the table; null where they could not be had, or are not wanted any more. */
  async rules() {
    try {
      const of = /** @type {State} */ (this.value().state);
      const rules = this.value().rules ?? (await ruleSet(of.rules, of.options));
      this.#dispatch({ type: "rules", of, rules });
      return this.isLeft ? null : rules;
    } catch (problem) {
      this.listener.onRefused(problem);
      return null;
    }
  }

  /** Records something at the table. @param {string} what @param {object} body */
  async send(what, body) {
    try {
      const answer = await confirm(this.id, what, body, { seq: /** @type {State} */ (this.value().state).seq });
      this.#own = answer?.seq ?? this.#own;
      if (answer) this.#take(answer.state);
    } catch (problem) {
      this.listener.onRefused(problem);
      gameState(this.id).then(
        (state) => this.#take(state),
        () => {},
      );
    }
  }
}
