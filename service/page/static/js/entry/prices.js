// What the hands of a win that is being entered are worth, and what it pays: asked of the service after every change.

import { callable, otherwiseCalled } from "../state/claims.js";
import { entryOf, isWinner, reduceDraft, scoreBody } from "../state/draft.js";
import { allTiles, emptyHand } from "../state/hand.js";
import { PLAYERS } from "../state/players.js";
import { anyWinner, everyWinner, isWinnerUnsaid } from "../state/winning-tile.js";

/** @import { Draft, Hand, Result, Scored, State } from "../types" */

/** @type {Result<any>} */
const WAITING = { answer: null, problem: null, waiting: true };
/** @type {Result<any>} */
const NOTHING = { answer: null, problem: null, waiting: false };
const PAUSE = 120; // milliseconds in which a change that follows another waits for one more
const KEPT = 200; // answers, of some kilobytes each

/** What the screen asks, by its text: each question once, as long as it is wanted. */
class Questions {
  /** @type {Map<string, { group: string, send: (signal: AbortSignal) => Promise<any> }>} */
  #wanted = new Map();
  /** @type {Map<string, Result<any>>} */
  #known = new Map();
  /** @type {Map<string, AbortController>} */
  #running = new Map();
  #timer = 0;
  #changed = Number.NEGATIVE_INFINITY; // when something else was asked last, in milliseconds of the page
  #isAnswering = false;

  /** @param {() => void} onAnswer */
  constructor(onAnswer) {
    this.onAnswer = onAnswer;
  }

  /** Wants nothing more; what is wanted again goes on. */
  begin() {
    this.#wanted.clear();
  }

  /**
   * Returns what is known of a question, which is asked by `send`; the answers to a `group` come together.
   * @param {string} name @param {object} body @param {(body: object, signal: AbortSignal) => Promise<any>} send
   */
  want(name, body, send, group = name) {
    const text = name + JSON.stringify(body);
    this.#wanted.set(text, { group, send: (signal) => send(body, signal) });
    return this.#known.get(text) ?? WAITING;
  }

  /** Asks what is wanted and unknown: at once, or where changes follow each other closely, after the last of them. */
  end() {
    for (const [text, running] of this.#running)
      if (!this.#wanted.has(text)) {
        running.abort();
        this.#running.delete(text);
      }
    for (const [text, { problem }] of this.#known)
      if (!this.#wanted.has(text) && (problem || this.#known.size > KEPT)) this.#known.delete(text);
    if (!this.#next() || (this.#isAnswering && this.#timer)) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    const isFollowing = !this.#isAnswering && now - this.#changed < PAUSE;
    if (!this.#isAnswering) this.#changed = now;
    this.#timer = setTimeout(() => this.#ask(), isFollowing ? PAUSE : 0); // never in the task of the tap itself
  }

  #next() {
    return [...this.#wanted].find(([text]) => !this.#known.has(text) && !this.#running.has(text));
  }

  async #ask() {
    this.#timer = 0;
    const [text, wanted] = this.#next() ?? [];
    if (text === undefined || !wanted) return;
    const running = new AbortController();
    this.#running.set(text, running);
    this.#timer = setTimeout(() => this.#ask()); // a slow phone takes long to begin thirteen at once
    /** @type {Result<any>} */
    const result = await wanted.send(running.signal).then(
      (answer) => ({ answer, problem: null, waiting: false }),
      (problem) => ({ answer: null, problem, waiting: false }),
    );
    if (running.signal.aborted) return;
    this.#running.delete(text);
    this.#known.set(text, result);
    if ([...this.#wanted].some(([other, { group }]) => group === wanted.group && !this.#known.has(other))) return;
    this.#isAnswering = true;
    this.onAnswer();
    this.#isAnswering = false;
  }

  /** Forgets that the service could not be reached: what is wanted is asked again. */
  retry() {
    for (const [text, { problem }] of this.#known) if (problem?.code === "not_reached") this.#known.delete(text);
  }

  stop() {
    this.begin();
    this.end();
    clearTimeout(this.#timer);
  }
}

/** @param {Result<any>[]} results @returns {Result<any[]>} as one */
function together(results) {
  if (!results.length) return NOTHING;
  const problem = results.find((each) => each.problem)?.problem ?? null;
  const waiting = !problem && results.some((each) => each.waiting);
  return { answer: problem || waiting ? null : results.map(({ answer }) => answer), problem, waiting };
}

/**
 * Returns a result: while it is waited for, with what is on the screen so far.
 * @template Answer @param {Result<Answer>} before @param {Result<Answer>} now @returns {Result<Answer>}
 */
const keep = (before, now) => (now.waiting ? { ...before, waiting: true } : now);

/** @param {Hand | null} hand */
const facesOf = (hand) =>
  allTiles(hand ?? emptyHand())
    .map(({ code }) => code)
    .sort()
    .join();

/**
 * What a hand is worth: `counted` is the hand as it counts, where nobody has said which tile won and it is all one
 * (`isAllOne`) with one that did. `asIs` and `others` are the last answers that belong together: to the hand `priced`, and to
 * what it would be if other sets had been called.
 *
 * @typedef {object} Worth
 * @property {Hand | null} hand
 * @property {Hand | null} counted
 * @property {boolean} isAllOne
 * @property {boolean} isUnknown whether it matters which tile won
 * @property {boolean} isPending whether it is waited for what may have to be asked of it
 * @property {Result} result
 * @property {Hand | null} priced
 * @property {Scored | null} asIs
 * @property {Scored[] | null} others
 */

/** @type {Worth} */
const UNPRICED = {
  ...{ hand: null, counted: null, isAllOne: false, isUnknown: false, isPending: false, result: NOTHING },
  ...{ priced: null, asIs: null, others: null },
};

/**
 * What is known of the worth of a draft; `score` scores a hand, `pay` previews it at the table, `onResult` is called when
 * an answer has come.
 *
 * While something else is asked of the same tiles, what is on the screen stays: nobody's tap meets another button than
 * the one that was there.
 */
export class Prices {
  /** @type {Worth[]} */
  worths = PLAYERS.map(() => UNPRICED);
  /** @type {Result} */
  #explanation = NOTHING;
  /** @type {Result<any>} */
  #payments = NOTHING;

  /**
   * @param {{ draft: () => Draft, score: typeof import("../scorer/score.js").score, pay: (body: object, signal: AbortSignal) => Promise<any>, onResult: () => void }} given
   */
  constructor({ draft, score, pay, onResult }) {
    this.draft = draft;
    this.score = score;
    this.pay = pay;
    this.questions = new Questions(onResult);
  }

  /** @returns {Draft} as it counts */
  counted() {
    return PLAYERS.reduce((draft, player) => {
      const { hand, counted, isAllOne } = this.worths[player];
      const isMeant = isAllOne && entryOf(draft, player).hand === hand;
      return isMeant ? reduceDraft(draft, { type: "setEntry", player, patch: { hand: counted } }) : draft;
    }, this.draft());
  }

  /** Asks what each hand of the draft is worth at a table, and otherwise. @param {State} state */
  askHands(state) {
    this.questions.begin();
    const draft = this.draft();
    this.worths = PLAYERS.map((player) => {
      /** @type {Scores} */
      const score = (what, hands) => {
        const bodies = hands.map((hand) => scoreBody({ state, draft, player, hand })).filter((body) => body !== null);
        return together(bodies.map((body) => this.questions.want("score", body, this.score, `${what}${player}`)));
      };
      return worthOf(draft, player, this.worths[player], score);
    });
  }

  /** @param {object | null} won of which the reasons are asked @param {object | null} sent of which the payments are */
  askPayments(won, sent) {
    /** @type {typeof this.pay} */
    const explain = (body, signal) => this.score(body, signal, true);
    this.#payments = keep(this.#payments, sent ? this.questions.want("pay", sent, this.pay) : NOTHING);
    this.#explanation = keep(this.#explanation, won ? this.questions.want("explain", won, explain) : NOTHING);
    this.questions.end();
  }

  /** @param {number} player @returns {Result} the same with what the winner's hand has missed */
  explained(player) {
    const { result } = this.worths[player];
    const { answer, waiting } = player === this.draft().winner ? this.#explanation : NOTHING;
    return answer && !waiting && result.answer
      ? { ...result, answer: { ...result.answer, refused: answer.refused } }
      : result;
  }

  /** Returns what the hand pays on the table as it is shown: counted again where that was not the latest. */
  paid() {
    return this.#payments.problem?.code === "stale_seq" ? WAITING : this.#payments;
  }

  retry() {
    this.questions.retry();
  }

  stop() {
    this.questions.stop();
  }
}

/** @typedef {(what: string, hands: Hand[]) => Result<Scored[]>} Scores */

/** @param {Draft} draft @param {number} player @param {Worth} last that was known @param {Scores} score @returns {Worth} */
function worthOf(draft, player, last, score) {
  const { hand = null, isCalledKnown } = entryOf(draft, player);
  const isUnsaid = draft.winner !== null && hand !== null && isWinner(draft, player) && isWinnerUnsaid(hand);
  const ways = isUnsaid ? everyWinner(hand) : [];
  const winners = score("winner", ways);
  const isUnknown = winners.waiting && (last.isUnknown || facesOf(last.hand) !== facesOf(hand));
  const before = last.isAllOne ? (ways.find(({ winning }) => winning === last.counted?.winning) ?? ways[0]) : null;
  const found = winners.waiting ? before : anyWinner(ways, winners.answer ?? []);
  const counted = found ?? hand;
  const isReady = draft.winner !== null && draft.win && counted && !isUnknown;
  const { answer, ...asked } = isReady ? score("hand", [counted]) : NOTHING;
  const result = isUnknown ? WAITING : keep(last.result, { ...asked, answer: answer?.[0] ?? null });
  const known = result.waiting ? null : result.answer;
  const others = score("called", known && counted ? otherwiseCalled(counted, callable(counted, known.sets)) : []);
  const isPriced = !result.waiting && !others.waiting;
  const isPending = winners.waiting || (!isCalledKnown && !isPriced);
  return {
    ...{ hand, counted, isUnknown, isPending, result, isAllOne: Boolean(found) && !isUnknown },
    ...(!isPriced
      ? { priced: last.priced, asIs: last.asIs, others: last.others }
      : { priced: counted, asIs: known, others: others.answer }),
  };
}
