// Reads and writes JSON values in the browser's storage, which may refuse, be full, or be cleared. What it refuses is
// remembered until the page is closed.

/** @typedef {"localStorage" | "sessionStorage"} StorageName */

/** @type {Map<string, string>} */
const refused = new Map(); // JSON by key

/** @param {string} key @param {unknown} fallback @param {StorageName=} storage @returns {any} as any version wrote it */
export function recall(key, fallback, storage = "localStorage") {
  try {
    return JSON.parse(refused.get(key) ?? globalThis[storage].getItem(key) ?? "null") ?? fallback;
  } catch {
    return fallback; // switched off, or not written by the page: it works without
  }
}

/** @param {string} key @param {unknown} value null removes it @param {StorageName=} storage @returns whether it is stored */
export function remember(key, value, storage = "localStorage") {
  refused.delete(key);
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    if (value !== null) refused.set(key, JSON.stringify(value)); // as in some private windows: the game goes on
    return false;
  }
}
