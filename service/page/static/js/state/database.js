// The page's IndexedDB database: photos to be kept, and confirmations that wait to be sent.
//
// A browser may refuse it, be full, or never answer, so every operation ends after a timeout at the latest.

const NAME = "tableside";
const VERSION = 2;
const STORES = /** @type {const} */ (["photos", "outbox"]);
const TIMEOUT = 4000; // milliseconds: a slow phone writes within tens of them

/** @typedef {typeof STORES[number]} StoreName */

/** @param {AbortSignal} signal @returns {Promise<IDBDatabase>} */
function openDatabase(signal) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const name of STORES)
        if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name);
    };
    request.onsuccess = () => {
      if (signal.aborted) request.result.close();
      else resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

/**
 * Run `work` in one transaction and return what it passes to `setResult`, once that is on the disk. If this throws,
 * nothing was written.
 *
 * @template Answer
 * @param {StoreName} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore, setResult: (value: Answer) => void) => void} work
 */
async function inTransaction(name, mode, work) {
  const signal = AbortSignal.timeout(TIMEOUT);
  const database = await openDatabase(signal);
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode, { durability: "strict" });
      /** @type {Answer} */
      let result;
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error ?? signal.reason);
      signal.addEventListener("abort", () => {
        try {
          transaction.abort();
        } catch {
          // already complete
        }
      });
      work(transaction.objectStore(name), (value) => {
        result = value;
      });
    });
  } finally {
    database.close();
  }
}

/** @param {StoreName} name @param {string} key @returns {Promise<any>} undefined if there is no value */
export const get = (name, key) =>
  inTransaction(name, "readonly", (store, setResult) => {
    const request = store.get(key);
    request.onsuccess = () => setResult(request.result);
  });

/**
 * Replace the value of a key by what `change` returns for it, and return that. No other tab writes in between.
 * @template Value
 * @param {StoreName} name
 * @param {string} key
 * @param {(stored: any) => Value} change
 */
export const update = (name, key, change) =>
  inTransaction(name, "readwrite", (store, setResult) => {
    const request = store.get(key);
    request.onsuccess = () => {
      try {
        const value = change(request.result);
        store.put(value, key);
        setResult(value);
      } catch {
        store.transaction.abort();
      }
    };
  });

/** @param {StoreName} name @param {string} key */
export const remove = (name, key) => inTransaction(name, "readwrite", (store) => store.delete(key));
