// What the browser remembers of this page by a key, as far as it does: it may refuse, be full, or forget.

/**
 * @param {string} key @param {unknown} fallback @param {"localStorage" | "sessionStorage"=} place
 * @returns {any} as it was kept, by whatever version of this page
 */
export function recall(key, fallback, place = "localStorage") {
  try {
    return JSON.parse(globalThis[place].getItem(key) ?? "null") ?? fallback;
  } catch {
    return fallback; // storage switched off, or not ours: the page works on, it only forgets
  }
}

/**
 * @param {string} key @param {unknown} value @param {"localStorage" | "sessionStorage"=} place
 * @returns {boolean} whether the browser has taken it
 */
export function remember(key, value, place = "localStorage") {
  try {
    if (value === null) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // private windows may refuse; losing the memory must not stop the game
  }
}
