// What this phone last saw of the service: shown while the table's computer cannot be reached.
//
// Kept by the page itself, for a service worker is only allowed where the address is secure, and most tables' is not.

import { recall, remember } from "../state/memory.js";

const INDEX = "tableside.seen"; // when each was seen, in milliseconds, by its path
const MOST = 24; // answers kept, the latest asked for
/** @param {string} path */
const place = (path) => `${INDEX}:${path}`;

/** @returns {Record<string, number>} */
const index = () => recall(INDEX, {});

/** @param {Record<string, number>} times @param {string[]} paths that are forgotten */
function drop(times, paths) {
  for (const path of paths) {
    delete times[path];
    remember(place(path), null);
  }
  return remember(INDEX, times);
}

/**
 * Keeps an answer; where the storage is full, older answers make room for it.
 * @param {string} path @param {object} answer
 */
export function keepSeen(path, answer) {
  const times = { ...index(), [path]: Date.now() };
  const order = Object.keys(times).sort((a, b) => times[b] - times[a]);
  // Where it is full or refused, better nothing than a table and a history that do not belong together.
  if (!remember(place(path), answer) || !drop(times, order.slice(MOST))) forgetSeen();
}

/** @param {string} path @returns {any} the answer last seen there, or null */
export const lastSeen = (path) => recall(place(path), null);

/** @param {string} path @returns {number | null} when it was seen, in milliseconds */
export const seenAt = (path) => index()[path] ?? null;

/** Marks what was last seen as still valid, if anything was. @param {string} path */
export function touch(path) {
  const last = lastSeen(path);
  if (last) keepSeen(path, last);
}

/** Forgets all that was seen, or what belongs to one game. */
export function forgetSeen(within = "") {
  const times = index();
  drop(
    times,
    Object.keys(times).filter((path) => path.startsWith(within)),
  );
}
