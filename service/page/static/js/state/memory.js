// Reads and writes JSON values in the browser's storage, which may refuse, be full, or be cleared.

/** @typedef {"localStorage" | "sessionStorage"} StorageName */

/** @param {string} key @param {unknown} fallback @param {StorageName=} storage @returns {any} as any version wrote it */
export function recall(key, fallback, storage = "localStorage") {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? "null") ?? fallback;
  } catch {
    return fallback; // switched off, or not written by the page: it works without
  }
}

/** @param {string} key @param {unknown} value null removes it @param {StorageName=} storage @returns whether that succeeded */
export function remember(key, value, storage = "localStorage") {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // as in some private windows: the game goes on
  }
}
