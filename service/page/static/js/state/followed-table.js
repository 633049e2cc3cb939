// Follows a game's table: the service's state, the outbox as the phone's own scorer counts it, and what is recorded
// here.

import { gameState, history, listLinks, ruleSet } from "../api/client.js";
import { isRefused, onRefusedToken } from "../api/http.js";
import { follow, followDraft } from "../api/stream.js";
import { phoneScorer } from "../scorer/score.js";
import { observable } from "./observable.js";
import { confirm, forgetGame, onWaiting, sendWaiting, waitingAt } from "./outbox.js";
import { hasSameRules } from "./rules.js";
import * as storage from "./storage.js";
import { latestOf, stateAfter, UNKNOWN_TABLE } from "./table.js";

/** @import { KnownTable, LedgerEvent, Move, OutboxEntry, Refusal, RulesDetail, State } from "../types" */

/**
 * Return the moves of the waiting entries, up to the first that this phone cannot count.
 * @param {State} state @param {OutboxEntry[]} entries @returns {Promise<Move[]>}
 */
async function countWaiting(state, entries) {
  const sendable = entries.filter(({ problem }) => !problem);
  const scorer = sendable.length ? await phoneScorer() : null;
  return (await scorer?.movesAfter(state, sendable)) ?? [];
}

/**
 * Return the table after the entries in the outbox; `isBehind` if not all of them can be counted here.
 * @param {State} last as the service sent it
 */
export async function currentState(last) {
  const entries = waitingAt(last.id).filter(({ problem }) => !problem);
  const moves = await countWaiting(last, entries);
  return { state: stateAfter(last, moves), isBehind: moves.length < entries.length };
}

/**
 * @typedef {object} Listener
 * @property {(event: LedgerEvent, state: State, news: { isNew: boolean, isOwn: boolean }) => void} onLatest the latest event,
 * whether this phone sees it for the first time, and whether this phone made it
 * @property {(isUp: boolean) => void} onLink the connection was lost or is back
 * @property {(problem: Refusal) => void} onRefused something could not be done
 */

/** A table that is followed until its screen is left, or the table lost. */
export class FollowedTable {
  #known = observable(UNKNOWN_TABLE);
  #ownSeq = 0; // of the last event that this phone made here
  /** @type {State | null} */
  #stateOfRequest = null; // the state whose events are being fetched
  #over = new AbortController();

  /** @param {string} id @param {Listener} listener @param {AbortSignal} left */
  constructor(id, listener, left) {
    this.id = id;
    this.listener = listener;
    this.left = left;
    left.addEventListener("abort", () => this.#over.abort());
    this.subscribe = this.#known.subscribe;
    this.value = this.#known.value;
    /** Settles when there is something to show. */
    this.ready = gameState(id).then(
      (state) => this.#begin(state),
      (problem) => this.#lose(problem),
    );
  }

  /** @param {Partial<KnownTable>} patch */
  #set(patch) {
    if (!this.left.aborted) this.#known.change(patch);
  }

  /** Take rules unless the table has others by now. @param {State} of @param {RulesDetail} rules */
  #takeRules(of, rules) {
    const { state } = this.value();
    if (!state || hasSameRules(state, of)) this.#set({ rules });
  }

  /** @param {State} state */
  #begin(state) {
    if (this.left.aborted) return;
    const token = storage.token(this.id);
    const { signal } = this.#over;
    onWaiting(() => this.#readOutbox(), signal);
    followDraft(this.id, (shared) => this.#set({ shared }), signal);
    const listeners = {
      onState: (/** @type {State} */ newer) => this.#takeState(newer),
      onLink: (/** @type {boolean} */ isUp) => this.#setLinked(isUp),
      onDeleted: () => this.#lose({ code: "game_deleted" }),
      seq: state.seq,
    };
    follow(this.id, listeners, signal);
    onRefusedToken(() => this.#set({ refused: isRefused(token) }), signal);
    this.#set({ refused: isRefused(token) });
    this.#fetchRules(state);
    this.#takeState(state);
    this.#readOutbox();
  }

  /** @param {Refusal} problem */
  #lose(problem) {
    const isUnseen = !storage.knownGame(this.id)?.names.length; // by a link that was cut short
    if (problem.code === "game_deleted" || (problem.code === "no_such_game" && isUnseen)) forgetGame(this.id);
    this.#set({ lost: problem });
    this.#over.abort();
  }

  /** @param {State} of */
  #fetchRules(of) {
    if (storage.isHouse(of.rules)) phoneScorer().then((scorer) => scorer?.keepHouseFile(of.rules));
    ruleSet(of.rules, of.options).then(
      (rules) => this.#takeRules(of, rules),
      () => {}, // fetched again when they are needed
    );
  }

  /** @param {State} state */
  #takeState(state) {
    if (this.left.aborted) return;
    const before = this.value().state;
    const hasOtherRules = before !== null && !hasSameRules(before, state);
    this.#set({ state, latest: null, moves: [], ...(hasOtherRules && { rules: null }) });
    if (hasOtherRules) this.#fetchRules(state);
    storage.keepGame(this.id, { names: state.players.map(({ name }) => name), finished: state.finished });
    storage.keepHouse(state.rules);
    this.#fetchEvents(state);
    this.#count();
  }

  /** @param {State} state */
  async #fetchEvents(state) {
    this.#stateOfRequest = state;
    const { events } = await history(this.id).catch(() => ({ events: null })); // the table is shown without them, too
    if (this.#stateOfRequest === state) this.#stateOfRequest = null;
    if (this.left.aborted || !events || this.value().state !== state) return;
    const isFirst = !this.value().events.length; // then the latest event was found, or made on the screen just left
    const latest = latestOf(events, state);
    this.#set({ events, latest });
    const seen = storage.knownGame(this.id)?.seen ?? null;
    const isNew = seen !== null && latest !== null && latest.seq > seen;
    storage.changeGame(this.id, { seen: latest?.seq ?? state.seq });
    if (latest && latest === events.at(-1))
      this.listener.onLatest(latest, state, { isNew, isOwn: isFirst || latest.seq === this.#ownSeq });
  }

  /** Fetch the events again if that failed, or if they are older than the state. */
  #catchUp() {
    const { state, events } = this.value();
    if (state && this.#stateOfRequest !== state && events.at(-1)?.seq !== state.seq) this.#fetchEvents(state);
  }

  #readOutbox() {
    this.#set({ waiting: waitingAt(this.id), moves: [] });
    this.#catchUp();
    this.#count();
  }

  /** Count the outbox on top of the current state. */
  async #count() {
    const { state, waiting } = this.value();
    if (!state || !waiting.length) return;
    const moves = await countWaiting(state, waiting);
    const now = this.value();
    if (moves.length && now.state === state && now.waiting === waiting) this.#set({ moves });
  }

  /** @param {boolean} isUp */
  #setLinked(isUp) {
    if (this.value().linked !== isUp) this.listener.onLink(isUp);
    this.#set({ linked: isUp });
    if (!isUp) return;
    this.#catchUp();
    sendWaiting();
    const token = storage.token(this.id);
    if (token) listLinks(this.id, token).catch(() => {}); // a refused token is reported by onRefusedToken
  }

  /** Return the rules of the table; null if they cannot be fetched, or the table was left meanwhile. */
  async rules() {
    try {
      const of = /** @type {State} */ (this.value().state);
      const rules = this.value().rules ?? (await ruleSet(of.rules, of.options));
      this.#takeRules(of, rules);
      return this.left.aborted ? null : rules;
    } catch (problem) {
      this.listener.onRefused(problem);
      return null;
    }
  }

  /** Record something at the table. @param {string} what @param {object} body */
  async send(what, body) {
    try {
      const answer = await confirm(this.id, what, body, { seq: /** @type {State} */ (this.value().state).seq });
      this.#ownSeq = answer?.seq ?? this.#ownSeq;
      if (answer) this.#takeState(answer.state);
    } catch (problem) {
      this.listener.onRefused(problem);
      gameState(this.id).then(
        (state) => this.#takeState(state),
        () => {},
      );
    }
  }
}
