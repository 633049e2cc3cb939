// Both ends of a worker that answers calls.

/** @import { WorkerClient } from "../types" */

/** Return the page's end; the worker answers {id, what, given} with {id, answer} or {id, problem}. @param {Worker} worker @returns {WorkerClient} */
export function workerClient(worker) {
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (problem: Error) => void }>} */
  const pending = new Map();
  let count = 0;
  worker.onmessage = ({ data: { id, answer, problem } }) => {
    const waiting = pending.get(id);
    pending.delete(id);
    if (problem === undefined) waiting?.resolve(answer);
    else waiting?.reject(new Error(problem));
  };
  worker.onerror = (event) => {
    event.preventDefault(); // the caller reports it
    for (const { reject } of pending.values()) reject(new Error(event.message || "The worker ended."));
    pending.clear();
  };
  return {
    ask: (what, given, transfer = []) =>
      new Promise((resolve, reject) => {
        count += 1;
        pending.set(count, { resolve, reject });
        worker.postMessage({ id: count, what, given }, transfer);
      }),
    close() {
      worker.terminate();
      for (const { reject } of pending.values()) reject(new DOMException("closed", "AbortError"));
      pending.clear();
    },
  };
}

/**
 * Answer the page's calls in a worker, by name; the `buffer` of an answer is transferred.
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
