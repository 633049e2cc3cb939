// Both ends of a worker that is asked one thing after another, each answered or refused.

/** @import { WorkerClient } from "../types" */

/** @param {Worker} worker it answers {id, what, given} by {id, answer} or {id, problem} @returns {WorkerClient} */
export function workerClient(worker) {
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (problem: Error) => void }>} */
  const asked = new Map();
  let count = 0;
  worker.onmessage = ({ data: { id, answer, problem } }) => {
    const waiting = asked.get(id);
    asked.delete(id);
    if (problem === undefined) waiting?.resolve(answer);
    else waiting?.reject(new Error(problem));
  };
  worker.onerror = (event) => {
    event.preventDefault(); // said in words by who asked
    for (const { reject } of asked.values()) reject(new Error(event.message || "The worker ended."));
    asked.clear();
  };
  return {
    ask: (what, given, handed = []) =>
      new Promise((resolve, reject) => {
        count += 1;
        asked.set(count, { resolve, reject });
        worker.postMessage({ id: count, what, given }, handed);
      }),
    close() {
      worker.terminate();
      for (const { reject } of asked.values()) reject(new DOMException("closed", "AbortError"));
      asked.clear();
    },
  };
}

/**
 * Answers, in a worker, what its page asks by the names of `calls`; the `buffer` of an answer is handed back.
 *
 * @param {Record<string, (given: any) => any>} calls
 */
export function answerCalls(calls) {
  self.onmessage = async ({ data: { id, what, given } }) => {
    try {
      const answer = await calls[what](given);
      self.postMessage({ id, answer }, { transfer: answer?.buffer ? [answer.buffer] : [] });
    } catch (error) {
      self.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
    }
  };
}
