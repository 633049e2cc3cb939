// The last answers of the service, shown while the table's computer cannot be reached.
//
// The page stores them itself: a service worker needs https, which most tables do not have.

import { recall, remember } from "../state/memory.js";

const INDEX = "tableside.seen"; // times in milliseconds by path, the latest last
const MOST = 24; // answers stored, the latest ones
/** @param {string} path */
const place = (path) => `${INDEX}:${path}`;

/** @returns {Record<string, number>} */
const index = () => recall(INDEX, {});

/** Remove answers; return whether the index could be stored. @param {Record<string, number>} times @param {string[]} paths */
function drop(times, paths) {
  for (const path of paths) {
    delete times[path];
    remember(place(path), null);
  }
  return remember(INDEX, times);
}

/** Store an answer. @param {string} path @param {object} answer */
export function keepSeen(path, answer) {
  const { [path]: _, ...others } = index();
  const times = { ...others, [path]: Date.now() }; // in their order, which no wrong clock changes
  // In a full storage, a table and a history of different times would be worse than nothing.
  if (!remember(place(path), answer) || !drop(times, Object.keys(times).slice(0, -MOST))) forgetSeen();
}

/** Return the last answer, or null. @param {string} path @returns {any} */
export const lastSeen = (path) => recall(place(path), null);

/** Return the time of the last answer in milliseconds. @param {string} path @returns {number | null} */
export const seenAt = (path) => index()[path] ?? null;

/** Mark the last answer, if there is one, as still current. @param {string} path */
export function touch(path) {
  const last = lastSeen(path);
  if (last) keepSeen(path, last);
}

/** Remove all answers, or those whose path begins with `prefix`. */
export function forgetSeen(prefix = "") {
  const times = index();
  drop(
    times,
    Object.keys(times).filter((path) => path.startsWith(prefix)),
  );
}
