// What this phone last saw of the service: shown while the table's computer cannot be reached.
//
// Kept by the page itself, for a service worker is only allowed where the address is secure, and most tables' is not.

const INDEX = "tableside.seen";
const MOST = 24; // answers kept, the latest asked for
/** @param {string} path */
const place = (path) => `${INDEX}:${path}`;

/** @returns {Record<string, number>} */
function index() {
  try {
    return JSON.parse(localStorage.getItem(INDEX) ?? "{}");
  } catch {
    return {}; // storage switched off, or not ours
  }
}

/** @param {Record<string, number>} times */
function write(times) {
  const order = Object.keys(times).sort((a, b) => times[b] - times[a]);
  for (const path of order.slice(MOST)) {
    delete times[path];
    localStorage.removeItem(place(path));
  }
  localStorage.setItem(INDEX, JSON.stringify(times));
}

/**
 * Keeps an answer; where the storage is full, older answers make room for it.
 *
 * @param {string} path
 * @param {object} answer
 */
export function keepSeen(path, answer) {
  const times = { ...index(), [path]: Date.now() };
  try {
    localStorage.setItem(place(path), JSON.stringify(answer));
    write(times);
  } catch {
    forgetSeen(); // full or refused: better nothing than a table and a history that do not belong together
  }
}

/**
 * Returns the answer last seen at a path, or null.
 *
 * @param {string} path
 */
export function lastSeen(path) {
  try {
    return JSON.parse(localStorage.getItem(place(path)) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Returns when it was seen, in milliseconds, or null.
 *
 * @param {string} path
 */
export const seenAt = (path) => index()[path] ?? null;

/**
 * Says that what was last seen still holds, if anything was.
 *
 * @param {string} path
 */
export function touch(path) {
  const last = lastSeen(path);
  if (last) keepSeen(path, last);
}

/** Forgets all that was seen, or what belongs to one game. */
export function forgetSeen(within = "") {
  const times = index();
  for (const path of Object.keys(times).filter((each) => each.startsWith(within))) {
    delete times[path];
    try {
      localStorage.removeItem(place(path));
      localStorage.setItem(INDEX, JSON.stringify(times));
    } catch {
      return; // nothing can be kept, so nothing is kept
    }
  }
}
