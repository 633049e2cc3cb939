// A game's table as this phone knows it: followed as it changes, with what happened last and what other phones enter.

import { gameState, history, ruleSet } from "../api/client.js";
import { follow, followDraft } from "../api/stream.js";
import { phoneScorer } from "../scorer/score.js";
import { observable } from "./observable.js";
import { confirm, forgetGame, onWaiting, sendWaiting, waitingAt } from "./outbox.js";
import { sameRules } from "./rules.js";
import * as storage from "./storage.js";

/** @import { LedgerEvent, Refusal, RulesDetail, SharedDraft, State } from "../types" */

/**
 * What is known of a table: nothing without its `state`, and no more once it is `lost`.
 *
 * @typedef {object} KnownTable
 * @property {State | null} state
 * @property {Refusal | null} lost
 * @property {RulesDetail | null} rules without which it is shown, too
 * @property {boolean} linked
 * @property {SharedDraft | null} shared a win that other phones are entering
 * @property {LedgerEvent[]} events
 * @property {LedgerEvent | null} latest the last of them, with what it changed
 * @property {LedgerEvent[] | null} since what happened, where an entry of this phone waits that the table has left behind
 */

/** @typedef {ReturnType<typeof holdTable>} TableHolder */

/**
 * Holds a table and follows it: `begun` tells when there is something to show. `onLatest` is told of what happens there, whether this phone knew nothing of it before, and whether it did it,
 * `onLink` when the connection comes or goes, `onRefused` what could not be done.
 *
 * @param {string} id
 * @param {{ onLatest: (event: LedgerEvent, state: State, news: { isNew: boolean, isOwn: boolean }) => void, onLink: (up: boolean) => void, onRefused: (problem: Refusal) => void }} given
 */
export function holdTable(id, { onLatest, onLink, onRefused }) {
  /** @type {KnownTable} */
  const nothing = {
    state: null,
    lost: null,
    rules: null,
    linked: true,
    shared: null,
    events: [],
    latest: null,
    since: null,
  };
  const { value, change, subscribe } = observable(nothing);
  let gone = false;
  let own = 0; // the last event that this phone has made here
  /** @type {Promise<RulesDetail> | null} */
  let asked = null; // the rules, while they are on their way
  /** @type {(() => void)[]} */
  const ends = [];

  function stop() {
    gone = true;
    for (const end of ends) end();
  }
  /** @param {Refusal} problem */
  function lose(problem) {
    if (gone) return;
    stop();
    if (problem.code === "game_deleted") forgetGame(id);
    change({ lost: problem });
  }
  /** @param {State} of */
  function askRules(of) {
    const asking = asked ?? ruleSet(of.rules, of.options);
    asked = asking;
    return asking.finally(() => {
      if (asked === asking) asked = null;
    });
  }
  /** @param {State} of */
  function learnRules(of) {
    if (storage.isHouse(of.rules)) phoneScorer().then((here) => here?.keepHouseFile(of.rules));
    askRules(of).then(
      (rules) => {
        const { state } = value();
        if (!state || sameRules(state, of)) change({ rules });
      },
      () => {}, // whoever needs them asks again
    );
  }
  /** @param {State} state */
  function take(state) {
    if (gone) return;
    const known = value().state;
    const isOther = known !== null && !sameRules(known, state);
    change({ state, latest: null, ...(isOther && { rules: null }) });
    if (isOther) {
      asked = null;
      learnRules(state);
    }
    storage.keepGame(id, { names: state.players.map(({ name }) => name), finished: state.finished });
    storage.keepHouse(state.rules);
    askLatest(state);
    askSince();
  }
  /** @param {State} state */
  async function askLatest(state) {
    const { events } = await history(id).catch(() => ({ events: null })); // only an adornment: the table itself stands
    if (gone || !events || value().state !== state) return;
    const known = events[events.length - 1];
    const unmoving = ["hand_noted", "players_named"]; // change no table
    const happened = events.filter((/** @type {LedgerEvent} */ { kind }) => !unmoving.includes(kind));
    const last = happened[happened.length - 1];
    const isLatest = known.seq === state.seq && last.kind !== "started";
    const isOpened = value().events.length > 0; // else this is what was found, or what this phone has come back from entering
    const seen = storage.seenUpTo(id);
    storage.keepSeen(id, last.seq);
    change({ events, latest: isLatest ? last : null });
    const isNew = seen !== null && last.seq > seen;
    if (isLatest && last === known) onLatest(last, state, { isNew, isOwn: last.seq === own || !isOpened });
  }
  async function askSince() {
    const waits = waitingAt(id).some(({ problem }) => problem);
    const since = waits ? await history(id).catch(() => null) : null;
    if (!gone && (since || value().since)) change({ since: since?.events ?? null });
  }
  /** @param {boolean} up */
  function link(up) {
    if (value().linked !== up) onLink(up);
    change({ linked: up });
    if (up) sendWaiting();
  }

  const begun = gameState(id).then(
    (state) => {
      if (gone) return;
      ends.push(
        onWaiting(() => {
          change({});
          askSince();
        }),
        followDraft(id, (shared) => change({ shared })),
        follow(id, {
          onState: take,
          onLink: link,
          onDeleted: () => lose({ code: "game_deleted" }),
          seq: state.seq,
        }),
      );
      learnRules(state);
      take(state);
    },
    (problem) => lose(problem),
  );

  return {
    value,
    subscribe,
    begun,
    stop,
    isLeft: () => gone && !value().lost,
    /** Returns the rules of the table; null where they could not be had, or are not wanted any more. */
    async rules() {
      try {
        const rules = value().rules ?? (await askRules(/** @type {State} */ (value().state)));
        change({ rules });
        return gone ? null : rules;
      } catch (problem) {
        onRefused(problem);
        return null;
      }
    },
    /**
     * Records something at the table.
     *
     * @param {string} what
     * @param {object} body
     */
    async send(what, body) {
      try {
        const answer = await confirm(id, what, body, { seq: /** @type {State} */ (value().state).seq });
        own = answer?.seq ?? own;
        if (answer) take(answer.state);
      } catch (problem) {
        onRefused(problem);
        gameState(id).then(take, () => {});
      }
    },
  };
}
