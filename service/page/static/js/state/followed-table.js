// Follows a game's table: its state after every change on any phone and whenever the phone wakes up, the win being
// entered, the outbox as the phone's own scorer counts it, and what is recorded here.

import { keepSeen, touch } from "../api/cache.js";
import { freshState, gamePath, gameState, history, ruleSet } from "../api/client.js";
import { stream } from "../api/event-stream.js";
import { phoneScorer } from "../scorer/score.js";
import { observable } from "./observable.js";
import { confirm, forgetGame, onWaiting, sendWaiting, waitingAt } from "./outbox.js";
import { hasSameRules } from "./rules.js";
import * as storage from "./storage.js";
import { UNKNOWN_TABLE } from "./table.js";

/** @import { Draft, KnownTable, Refusal, SharedDraft, State } from "../types" */

const GRACE = 1500; // milliseconds before an interruption is shown: most are over by then
const QUIET = 30_000; // milliseconds without an event, after which the state is fetched

/** A table that is followed until a signal, or until it is lost. */
export class FollowedTable {
  #known = observable(UNKNOWN_TABLE);
  #over = new AbortController();
  /** @type {State | null} */
  #stateOfRequest = null; // the state whose events are being fetched
  #heardAt = 0;
  #grace = 0;
  #doubt = 0;
  #isUnreached = true; // the service did not answer the last time, or was not asked yet
  #isLost = false; // by the phone's own account, until the service answers
  ownSeq = 0; // of the last event that this phone made
  counted = Promise.resolve(); // settles when the outbox is counted

  /** @param {string} id @param {AbortSignal} over */
  constructor(id, over) {
    this.id = id;
    over.addEventListener("abort", () => this.#over.abort());
    this.subscribe = this.#known.subscribe;
    this.value = this.#known.value;
    /** Settles when there is something to show. */
    this.ready = gameState(id).then(
      (state) => this.#begin(state),
      (problem) => this.#lose(problem),
    );
  }

  /** Return whether the state is newer than the events, which are being fetched. */
  get isAwaitingEvents() {
    return this.#stateOfRequest !== null;
  }

  /** @param {Partial<KnownTable>} patch */
  #set(patch) {
    if (!this.#over.signal.aborted) this.#known.change(patch);
  }

  /** @param {State} state */
  #begin(state) {
    const { signal } = this.#over;
    if (signal.aborted) return;
    this.#set({ waiting: waitingAt(this.id) });
    this.#take(state);
    onWaiting(() => this.#readOutbox(), signal);
    const listener = {
      state: (/** @type {State} */ newer) => this.#hear(newer),
      draft: (/** @type {SharedDraft} */ shared) => this.#set({ shared }),
      refused: (/** @type {Refusal} */ problem) => this.#refuse(problem),
      link: (/** @type {boolean} */ isUp) => this.#link(isUp),
    };
    stream.listen(this.id, listener, signal);
    const wake = () => document.visibilityState === "visible" && this.refresh();
    const lose = () => {
      this.#link(false);
      this.#isLost = true;
      this.#refreshSoon();
    };
    document.addEventListener("visibilitychange", wake, { signal });
    window.addEventListener("online", () => this.refresh(), { signal });
    window.addEventListener("offline", lose, { signal });
    this.#heardAt = Date.now();
    const watch = setInterval(() => Date.now() - this.#heardAt > QUIET && wake(), QUIET / 3);
    signal.addEventListener("abort", () => {
      for (const timer of [this.#grace, this.#doubt, watch]) clearTimeout(timer);
    });
  }

  /** @param {Refusal} problem */
  #lose(problem) {
    const isUnseen = !storage.knownGame(this.id)?.names.length; // by a link that was cut short
    if (problem.code === "game_deleted" || (problem.code === "no_such_game" && isUnseen)) forgetGame(this.id);
    this.#set({ lost: problem });
    this.#over.abort();
  }

  /** @param {Refusal} problem */
  #refuse(problem) {
    if (problem.code === "game_deleted" || problem.code === "no_such_game") this.#lose(problem);
    else this.#link(false);
  }

  /** @param {boolean} isUp */
  #link(isUp) {
    this.#heardAt = Date.now();
    if (!isUp) {
      this.#isUnreached = true;
      if (this.#grace) return;
      touch(gamePath(this.id)); // until now the stored state was current
      this.#grace = setTimeout(() => this.#set({ linked: false }), GRACE);
      return;
    }
    clearTimeout(this.#grace);
    this.#grace = 0;
    if (this.#isLost) this.#refreshSoon(); // the message may have been sent before
    this.#catchUp();
    if (!this.#isUnreached) return;
    this.#isUnreached = false;
    this.#set({ linked: true, reached: this.value().reached + 1 });
    sendWaiting();
  }

  /** Fetch the state. */
  refresh = () => {
    const { state: asked } = this.value();
    return freshState(this.id).then(
      (state) => {
        this.#isLost = false;
        this.#hear(state, asked);
        stream.update();
      },
      (problem) => this.#refuse(problem),
    );
  };

  #refreshSoon() {
    clearTimeout(this.#doubt);
    this.#doubt = setTimeout(this.refresh, GRACE);
  }

  /**
   * Take a newer state. Another one that is not newer comes late, or the service has gone back to a backup: that shows in
   * the answer to a request, if the state `asked` about is still the known one.
   *
   * @param {State} state from the service @param {State | null=} asked
   */
  #hear(state, asked) {
    if (this.#over.signal.aborted) return;
    this.#link(true);
    const { state: known } = this.value();
    if (JSON.stringify(state) === JSON.stringify(known)) return;
    if (known && known !== asked && state.seq <= known.seq) return this.#refreshSoon();
    keepSeen(gamePath(this.id), state);
    this.#take(state);
  }

  /** @param {State} state */
  #take(state) {
    const { state: before, rules } = this.value();
    this.#set({ state, moves: [], rules: before && hasSameRules(before, state) ? rules : null });
    this.#fetchEvents(state);
    this.counted = this.#count();
  }

  /** @param {State} state */
  async #fetchEvents(state) {
    this.#stateOfRequest = state;
    const { events } = await history(this.id).catch(() => ({ events: null })); // the table is shown without them, too
    if (this.#stateOfRequest !== state) return;
    this.#stateOfRequest = null;
    this.#set(events ? { events } : {});
  }

  /** Fetch the events again if that failed, or if they are older than the state. */
  #catchUp() {
    const { state, events } = this.value();
    if (state && !this.#stateOfRequest && events.at(-1)?.seq !== state.seq) this.#fetchEvents(state);
  }

  #readOutbox() {
    this.#set({ waiting: waitingAt(this.id), moves: [] });
    this.#catchUp();
    this.counted = this.#count();
  }

  /** Count the entries that wait on top of the current state, up to the first that this phone cannot count. */
  async #count() {
    const { state, waiting } = this.value();
    const sendable = waiting.filter(({ problem }) => !problem);
    if (!state || !sendable.length) return;
    const moves = (await (await phoneScorer())?.movesAfter(state, sendable)) ?? [];
    const now = this.value();
    if (moves.length && now.state === state && now.waiting === waiting) this.#set({ moves });
  }

  /** Return the rules of the table, which are known from then on. */
  async rules() {
    const { state, rules } = /** @type {KnownTable & { state: State }} */ (this.value());
    if (rules) return rules;
    if (storage.isHouse(state.rules)) phoneScorer().then((scorer) => scorer?.keepHouseFile(state.rules));
    const found = await ruleSet(state.rules, state.options);
    if (hasSameRules(state, /** @type {State} */ (this.value().state))) this.#set({ rules: found });
    return found;
  }

  /**
   * Record something at the table. Return the answer, or null if it waits; throw a refusal.
   * @param {string} what @param {object} body @param {{ key?: string, seq?: number, draft?: Draft }=} given
   */
  async send(what, body, { seq = /** @type {State} */ (this.value().state).seq, ...given } = {}) {
    try {
      const answer = await confirm(this.id, what, body, { seq, ...given });
      if (answer) {
        this.ownSeq = answer.seq;
        this.#hear(answer.state);
      }
      return answer;
    } catch (problem) {
      this.refresh();
      throw problem;
    }
  }
}

/** @type {{ table: FollowedTable, over: AbortSignal } | null} */
let followed = null;

/**
 * Return the table of a game, the same for all its screens.
 * @param {string} id @param {AbortSignal} over aborted when the last of them is left
 */
export function followTable(id, over) {
  if (followed?.over !== over || followed.table.value().lost) followed = { table: new FollowedTable(id, over), over };
  return followed.table;
}
