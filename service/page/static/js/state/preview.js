// What a win is worth as entered so far, asked of the service after every change and never computed here.

/** @import { Result } from "../types" */

const PAUSE = 120; // milliseconds in which a change that follows another waits for one more

/**
 * Asks `send(body, signal)` after a change: at once, or where changes follow each other closely, after the last of them;
 * `result` is what is known: {answer, problem, waiting}. What `recall(body)` has an answer to is not asked.
 *
 * @template Answer
 * @param {(body: any, signal: AbortSignal) => Promise<Answer>} send
 * @param {() => void} onResult
 * @param {(body: any) => Answer | null=} recall
 */
export function createPreview(send, onResult, recall = () => null) {
  /** @type {Result<Answer>} */
  const nothing = { answer: null, problem: null, waiting: false };
  /** @type {Result<Answer>} */
  let known = nothing;
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
        known = { ...nothing, answer: kept };
        return;
      }
      known = { ...known, waiting: true };
      const now = performance.now();
      if (now - changed > PAUSE) go(body);
      else timer = setTimeout(() => go(body), PAUSE);
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
