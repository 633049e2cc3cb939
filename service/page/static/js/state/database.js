// The browser's database of this page: photos that are held, and confirmations on their way.
//
// A browser may refuse it, be out of room, or never answer: whatever is asked for here ends, by a deadline if need be.

const NAME = "tableside";
const VERSION = 2; // of the places
const PATIENCE = 4000; // milliseconds: a slow phone writes in tens of them

/** @typedef {"photos" | "outbox"} Place */

/** @param {AbortSignal} signal @returns {Promise<IDBDatabase>} */
function open(signal) {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, VERSION);
    asked.onupgradeneeded = () => {
      for (const place of ["photos", "outbox"])
        if (!asked.result.objectStoreNames.contains(place)) asked.result.createObjectStore(place);
    };
    asked.onsuccess = () => {
      if (signal.aborted) asked.result.close();
      else resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

/**
 * Runs `work` in one transaction of a place and returns what it gave to `answer`, once that is on the disk. Nothing is
 * written where this throws.
 *
 * @template Answer
 * @param {Place} place
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore, answer: (value: Answer) => void) => void} work
 */
async function inTransaction(place, mode, work) {
  const signal = AbortSignal.timeout(PATIENCE);
  const database = await open(signal);
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(place, mode, { durability: "strict" });
      /** @type {Answer} */
      let given;
      transaction.oncomplete = () => resolve(given);
      transaction.onabort = () => reject(transaction.error ?? signal.reason);
      signal.addEventListener("abort", () => {
        try {
          transaction.abort();
        } catch {
          // it was complete by then
        }
      });
      work(transaction.objectStore(place), (value) => {
        given = value;
      });
    });
  } finally {
    database.close();
  }
}

/** @param {Place} place @param {string} key @returns {Promise<any>} what is kept under a key, undefined for nothing */
export const get = (place, key) =>
  inTransaction(place, "readonly", (store, answer) => {
    const asked = store.get(key);
    asked.onsuccess = () => answer(asked.result);
  });

/**
 * Puts what `change` makes of what is kept under a key in its place, and returns it; no other tab comes between.
 *
 * @template Value
 * @param {Place} place
 * @param {string} key
 * @param {(kept: any) => Value} change
 */
export const update = (place, key, change) =>
  inTransaction(place, "readwrite", (store, answer) => {
    const asked = store.get(key);
    asked.onsuccess = () => {
      try {
        const value = change(asked.result);
        store.put(value, key);
        answer(value);
      } catch {
        store.transaction.abort();
      }
    };
  });

/** @param {Place} place @param {string} key */
export const remove = (place, key) => inTransaction(place, "readwrite", (store) => store.delete(key));
