// What the hands of a win that is being entered are worth, and what it pays: asked of the service after every change.

import { callable, otherwiseCalled } from "../state/claims.js";
import { entryOf, isWinner, reduceDraft, scoreBody } from "../state/draft.js";
import { PLAYERS } from "../state/players.js";
import { anyWinner, everyWinner, isWinnerUnsaid } from "../state/winning-tile.js";

/** @import { Draft, Hand, Result, Scored, State } from "../types" */

/** @type {Result<any>} */
const ASKED = { answer: null, problem: null, waiting: true };
const PAUSE = 120; // milliseconds in which a change that follows another waits for one more
const KEPT = 200; // answers, of some kilobytes each

/**
 * Asks `send(body, signal)` after a change: at once, or where changes follow each other closely, after the last of them;
 * `result` is what is known: {answer, problem, waiting}. What `recall(body)` has an answer to is not asked.
 *
 * @template Answer
 * @param {(body: any, signal: AbortSignal) => Promise<Answer>} send
 * @param {() => void} onResult
 * @param {(body: any) => Answer | null=} recall
 */
function createPreview(send, onResult, recall = () => null) {
  /** @type {Result<Answer>} */
  let known = { answer: null, problem: null, waiting: false };
  let timer = 0;
  let changed = Number.NEGATIVE_INFINITY; // when, in milliseconds of the page
  /** @type {AbortController | null} */
  let running = null;
  /** @type {string | null} */
  let asked = null;

  /** @param {object} body */
  async function go(body) {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      const answer = await send(body, signal);
      if (signal.aborted) return;
      known = { answer, problem: null, waiting: false };
    } catch (problem) {
      if (problem.name === "AbortError") return;
      known = { answer: null, problem, waiting: false };
    }
    onResult();
  }

  return {
    result: () => known,
    /** @param {object | null} body */
    ask(body) {
      const text = JSON.stringify(body);
      if (text === asked) return;
      asked = text;
      clearTimeout(timer);
      running?.abort(); // its answer would pass for that of the new question
      const kept = body && recall(body);
      if (!body || kept) {
        known = { answer: kept, problem: null, waiting: false };
        return;
      }
      known = { ...known, waiting: true };
      const now = performance.now();
      timer = setTimeout(() => go(body), now - changed > PAUSE ? 0 : PAUSE); // never in the task of the tap itself
      changed = now;
    },
    /** Lets the same be asked again, where the service could not be reached. */
    retry() {
      if (known.problem?.code === "not_reached") asked = null;
    },
    stop() {
      clearTimeout(timer);
      running?.abort();
    },
  };
}

/**
 * What is known of the worth of a draft; `score` scores a hand, `pay` previews it at the table, `onResult` and `onPaid` are
 * told of answers.
 */
export class Prices {
  /** @type {({ hand: Hand, answer: Scored[], found: Hand | null } | undefined)[]} what `supposed` has found last */
  compared = [];

  /**
   * @param {{ draft: () => Draft, score: typeof import("../scorer/score.js").score, pay: (body: object, signal: AbortSignal) => Promise<any>, onResult: () => void, onPaid: () => void }} given
   */
  constructor({ draft, score, pay, onResult, onPaid }) {
    this.draft = draft;
    /** @type {Map<string, Scored>} */
    const known = new Map(); // a tile that is said to have won was counted before it was asked
    /** @param {object[]} bodies */
    const recall = (bodies) => {
      const answers = bodies.flatMap((body) => known.get(JSON.stringify(body)) ?? []);
      return answers.length === bodies.length ? answers : null;
    };
    /** @param {object} body @param {AbortSignal} signal */
    const scoreOnce = async (body, signal) => {
      const key = JSON.stringify(body);
      const answer = known.get(key) ?? (await score(body, signal));
      if (known.size >= KEPT) known.clear();
      known.set(key, answer);
      return answer;
    };
    /** @param {object[]} bodies @param {AbortSignal} signal */
    const send = (bodies, signal) =>
      Promise.all(
        bodies.map(async (body, k) => {
          if (k) await new Promise((next) => setTimeout(next)); // a slow phone takes long to begin thirteen at once
          return scoreOnce(body, signal);
        }),
      );
    const ofHands = () => PLAYERS.map(() => createPreview(send, onResult, recall));
    this.plain = ofHands();
    this.elsewise = ofHands(); // if other sets had been called
    this.winners = ofHands(); // whichever tile won
    this.explanation = createPreview((body, signal) => score(body, signal, true), onResult);
    this.payments = createPreview(pay, onPaid);
    this.all = [...this.plain, ...this.elsewise, ...this.winners, this.explanation, this.payments];
  }

  /** @param {number} player @returns {Hand | null} the hand of a winner of which nobody has said yet which tile won */
  unsaid(player) {
    const draft = this.draft();
    const { hand } = entryOf(draft, player);
    return draft.winner !== null && hand && isWinner(draft, player) && isWinnerUnsaid(hand) ? hand : null;
  }

  /**
   * @param {number} player @returns {boolean} whether it is not known yet whether it matters which tile of a hand won
   */
  isWaited(player) {
    return this.unsaid(player) !== null && this.winners[player].result().waiting;
  }

  /** @param {number} player */
  supposed(player) {
    const hand = this.unsaid(player);
    const { answer, waiting } = this.winners[player].result();
    if (!hand || !answer || waiting) return null;
    const last = this.compared[player];
    if (last?.hand === hand && last.answer === answer) return last.found;
    const found = anyWinner(everyWinner(hand), answer);
    this.compared[player] = { hand, answer, found };
    return found;
  }

  /** @returns {Draft} as it counts: where nobody has said which tile won and it is all one, one of them did */
  counted() {
    return PLAYERS.reduce((draft, player) => {
      const hand = this.supposed(player);
      return hand ? reduceDraft(draft, { type: "setEntry", player, patch: { hand } }) : draft;
    }, this.draft());
  }

  /** Asks what each hand of the draft is worth at a table, and otherwise. @param {State} state */
  askHands(state) {
    const draft = this.draft();
    /** @type {(player: number, hands: Hand[]) => object[] | null} */
    const bodies = (player, hands) => {
      const all = hands.map((hand) => scoreBody({ state, draft, player, hand })).filter((body) => body !== null);
      return all.length ? all : null;
    };
    for (const player of PLAYERS) {
      const hand = this.unsaid(player);
      this.winners[player].ask(hand ? bodies(player, everyWinner(hand)) : null);
    }
    const counted = this.counted();
    for (const player of PLAYERS) {
      const isReady = draft.winner !== null && draft.win && !this.isWaited(player);
      const { hand } = entryOf(counted, player);
      this.plain[player].ask(isReady && hand ? bodies(player, [hand]) : null);
      const { answer, waiting } = this.plain[player].result();
      if (hand && waiting) continue;
      const others = hand && answer ? otherwiseCalled(hand, callable(hand, answer[0].sets)) : [];
      this.elsewise[player].ask(bodies(player, others));
    }
  }

  /** @param {object | null} won of which the reasons are asked @param {object | null} sent of which the payments are */
  askPayments(won, sent) {
    this.payments.ask(sent); // first: it is what recording waits for
    this.explanation.ask(won);
  }

  /** @param {number} player @returns {Result} the worth of a hand, nothing while it may matter which tile won */
  of(player) {
    const { answer, ...asked } = this.plain[player].result();
    return this.isWaited(player) ? ASKED : { ...asked, answer: answer?.[0] ?? null };
  }

  /** @param {number} player @returns {Result} the same with what the winner's hand has missed */
  explained(player) {
    const result = this.of(player);
    const full = player === this.draft().winner ? this.explanation.result() : null;
    return full?.answer && !full.waiting
      ? { ...result, answer: result.answer && { ...result.answer, refused: full.answer.refused } }
      : result;
  }

  /** Returns whether the service has refused to count the payments, because the table has moved on. */
  isOutdated() {
    return this.payments.result().problem?.code === "stale_seq";
  }

  /** Returns what the hand pays on the table as it is shown: counted again where that was not the latest. */
  paid() {
    return this.isOutdated() ? ASKED : this.payments.result();
  }

  /** Returns whether what the win pays is on its way for the first time. */
  isFirst() {
    const { answer, problem, waiting } = this.payments.result();
    return waiting && !answer && !problem;
  }

  /**
   * @param {number} player @returns {boolean} whether the hand counts although nobody has said which of its tiles won
   */
  isAllOne(player) {
    return this.supposed(player) !== null;
  }

  retry() {
    for (const each of this.all) each.retry();
  }

  stop() {
    for (const each of this.all) each.stop();
  }
}
