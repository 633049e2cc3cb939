// Asks the service after every change what the hands being entered are worth, and what the win pays.

import {
  alternativeCalls,
  callableSets,
  equivalentHand,
  handsByWinningTile,
  isWinningTileUnknown,
} from "../state/claims.js";
import { entryOf, isWinner, scoreBody, withEntry } from "../state/draft.js";
import { allTiles, emptyHand } from "../state/hand.js";
import { tilesText } from "../state/notation.js";
import { PLAYERS } from "../state/players.js";

/** @import { WinSession } from "./session.js" */
/** @import { Draft, Hand, Result, Scored } from "../types" */

/** @type {Result<any>} */
const WAITING = { answer: null, problem: null, waiting: true };
/** @type {Result<any>} */
const NOTHING = { answer: null, problem: null, waiting: false };
const QUIET_TIME = 120; // milliseconds without a further change, before a change that follows another is sent
const MAX_RESULTS = 200; // of some kilobytes each

/**
 * The requests behind the screen, by their text: each is sent once and aborted when it is no longer wanted. Call
 * `begin`, then `want` for each request, then `end`.
 */
class Requests {
  /** @type {Map<string, { group: string, send: (signal: AbortSignal) => Promise<any> }>} */
  #wanted = new Map();
  /** @type {Map<string, Result<any>>} */
  #results = new Map();
  /** @type {Map<string, AbortController>} */
  #running = new Map();
  #timer = 0;
  #changedAt = Number.NEGATIVE_INFINITY; // when a person last changed something, in milliseconds of the page
  #isAnswering = false;

  /** @param {() => void} onAnswer */
  constructor(onAnswer) {
    this.onAnswer = onAnswer;
  }

  begin() {
    this.#wanted.clear();
  }

  /**
   * Return the result of a request so far. The answers to a `group` are reported together.
   * @param {string} name @param {object} body @param {(body: object, signal: AbortSignal) => Promise<any>} send
   */
  want(name, body, send, group = name) {
    const text = name + JSON.stringify(body);
    this.#wanted.set(text, { group, send: (signal) => send(body, signal) });
    return this.#results.get(text) ?? WAITING;
  }

  /** Send what is wanted and has no result: at once, or after the last of several quick changes. */
  end() {
    for (const [text, running] of this.#running)
      if (!this.#wanted.has(text)) {
        running.abort();
        this.#running.delete(text);
      }
    for (const [text, { problem }] of this.#results)
      if (!this.#wanted.has(text) && (problem || this.#results.size > MAX_RESULTS)) this.#results.delete(text);
    if (!this.#next() || (this.#isAnswering && this.#timer)) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    const isQuick = !this.#isAnswering && now - this.#changedAt < QUIET_TIME;
    if (!this.#isAnswering) this.#changedAt = now;
    this.#timer = setTimeout(() => this.#sendNext(), isQuick ? QUIET_TIME : 0); // never in the task of the tap itself
  }

  #next() {
    return [...this.#wanted].find(([text]) => !this.#results.has(text) && !this.#running.has(text));
  }

  async #sendNext() {
    this.#timer = 0;
    const [text, request] = this.#next() ?? [];
    if (text === undefined || !request) return;
    const running = new AbortController();
    this.#running.set(text, running);
    this.#timer = setTimeout(() => this.#sendNext()); // one per task: starting thirteen at once takes a slow phone long
    /** @type {Result<any>} */
    const result = await request.send(running.signal).then(
      (answer) => ({ answer, problem: null, waiting: false }),
      (problem) => ({ answer: null, problem, waiting: false }),
    );
    if (running.signal.aborted) return;
    this.#running.delete(text);
    this.#results.set(text, result);
    if ([...this.#wanted].some(([other, { group }]) => group === request.group && !this.#results.has(other))) return;
    this.#isAnswering = true;
    this.onAnswer();
    this.#isAnswering = false;
  }

  /** Forget that the service was not reached, so that those requests are sent again. */
  retry() {
    for (const [text, { problem }] of this.#results) if (problem?.code === "not_reached") this.#results.delete(text);
  }

  stop() {
    this.begin();
    this.end();
    clearTimeout(this.#timer);
  }
}

/** Join results into one. @param {Result<any>[]} results @returns {Result<any[]>} */
function joinResults(results) {
  const problem = results.find((each) => each.problem)?.problem ?? null;
  const waiting = !problem && results.some((each) => each.waiting);
  const isAnswered = results.length > 0 && !problem && !waiting;
  return { answer: isAnswered ? results.map(({ answer }) => answer) : null, problem, waiting };
}

/**
 * Return the new result or, while that is waiting, the one on the screen.
 * @template Answer @param {Result<Answer>} before @param {Result<Answer>} now @returns {Result<Answer>}
 */
const latest = (before, now) => (now.waiting ? { ...before, waiting: true } : now);

/** @param {Hand | null} hand */
const tilesOf = (hand) => tilesText(allTiles(hand ?? emptyHand()).map(({ code }) => code));

/**
 * What a hand is worth. `asEntered` and `alternatives` are the last answers that belong together: its score, and its
 * scores if other sets had been called.
 *
 * @typedef {object} Worth
 * @property {Hand | null} hand as entered
 * @property {Hand | null} counted the hand, with a winning tile if that was left open and `isAllOne`
 * @property {boolean} isAllOne whether the hand is worth the same whichever tile won
 * @property {boolean} isUnknown whether that is not known yet
 * @property {boolean} isPending whether answers are missing that may lead to a question
 * @property {Result} result
 * @property {Scored | null} asEntered
 * @property {Scored[] | null} alternatives
 */

/** @type {Worth} */
const UNPRICED = {
  ...{ hand: null, counted: null, isAllOne: false, isUnknown: false, isPending: false, result: NOTHING },
  ...{ asEntered: null, alternatives: null },
};

/**
 * What is known of the worth of a draft.
 *
 * While something else is asked about the same tiles, the screen keeps what it shows, so that no tap meets another
 * button than the one that was there.
 */
export class Prices {
  /** @type {Worth[]} */
  worths = PLAYERS.map(() => UNPRICED);
  /** @type {Result<any>} */
  #payments = NOTHING;

  /** @param {WinSession} session */
  constructor(session) {
    this.session = session;
    this.requests = new Requests(() => session.refresh());
  }

  /** Return the draft with the hands as they count. @returns {Draft} */
  countedDraft() {
    return PLAYERS.reduce((draft, player) => {
      const { hand, counted, isAllOne } = this.worths[player];
      const isCurrent = isAllOne && entryOf(draft, player).hand === hand;
      return isCurrent ? withEntry(draft, player, { hand: counted }) : draft;
    }, this.session.win.draft);
  }

  /** Ask what each hand of the draft is worth and just misses, and what its alternatives are worth. */
  askHands() {
    this.requests.begin();
    const { state, draft } = this.session.win;
    /** @type {typeof this.session.score} */
    const explain = (body, signal) => this.session.score(body, signal, true);
    this.worths = PLAYERS.map((player) => {
      /** @type {Scores} */
      const scores = (what, hands) => {
        const bodies = hands.map((hand) => scoreBody({ state, draft, player, hand })).filter((body) => body !== null);
        const [name, send] = what === "hand" ? ["explain", explain] : ["score", this.session.score];
        return joinResults(bodies.map((body) => this.requests.want(name, body, send, `${what}${player}`)));
      };
      return handWorth(draft, player, this.worths[player], scores);
    });
  }

  /** Ask what the win pays. @param {object | null} sent body of POST …/hands, null if that is not known yet */
  askPayments(sent) {
    this.#payments = latest(this.#payments, sent ? this.requests.want("pay", sent, this.session.preview) : NOTHING);
    this.requests.end();
  }

  /** Return what the win pays; it is asked again if the table has moved on. */
  payments() {
    return this.#payments.problem?.code === "stale_seq" ? WAITING : this.#payments;
  }
}

/** @typedef {(what: string, hands: Hand[]) => Result<Scored[]>} Scores */

/** @param {Draft} draft @param {number} player @param {Worth} last @param {Scores} scores @returns {Worth} */
function handWorth(draft, player, last, scores) {
  const { hand = null, isCalledKnown } = entryOf(draft, player);
  const isOpen = draft.winner !== null && hand !== null && isWinner(draft, player) && isWinningTileUnknown(hand);
  const candidates = isOpen ? handsByWinningTile(hand) : [];
  const outcomes = scores("winner", candidates);
  const isUnknown = outcomes.waiting && (last.isUnknown || tilesOf(last.hand) !== tilesOf(hand));
  const before = last.isAllOne
    ? (candidates.find(({ winning }) => winning === last.counted?.winning) ?? candidates[0])
    : null;
  const equivalent = outcomes.waiting ? before : equivalentHand(candidates, outcomes.answer ?? []);
  const counted = equivalent ?? hand;
  const isReady = draft.winner !== null && draft.win && counted && !isUnknown;
  const { answer, ...rest } = isReady ? scores("hand", [counted]) : NOTHING;
  const result = isUnknown ? WAITING : latest(last.result, { ...rest, answer: answer?.[0] ?? null });
  const asEntered = result.waiting ? null : result.answer;
  const others = asEntered && counted ? alternativeCalls(counted, callableSets(counted, asEntered.sets)) : [];
  const alternatives = scores("called", others);
  const isPriced = !result.waiting && !alternatives.waiting;
  return {
    ...{ hand, counted, isUnknown, result, isAllOne: Boolean(equivalent) && !isUnknown },
    isPending: outcomes.waiting || (!isCalledKnown && !isPriced),
    ...(isPriced
      ? { asEntered, alternatives: alternatives.answer }
      : { asEntered: last.asEntered, alternatives: last.alternatives }),
  };
}
