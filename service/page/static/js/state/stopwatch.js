// Measures how long entering a win takes and how many taps. The times stay on this phone and are never sent.

import { changeGame, entryTimes } from "./storage.js";

const MAX_TIMES = 100; // wins of a table that are stored

/**
 * Start measuring the entry of one win. `photograph` and `read` frame the wait for a photo, in which nobody can do
 * anything.
 *
 * @param {string} game
 */
export function startWatch(game) {
  const startedAt = performance.now();
  let taps = 1; // the one that opened the screen
  let waited = 0; // milliseconds for readings
  /** @type {number | null} */
  let photographedAt = null;
  let isPhoto = false;
  const countTap = () => {
    taps += 1;
  };
  document.addEventListener("click", countTap, { capture: true });
  const stop = () => document.removeEventListener("click", countTap, { capture: true });
  return {
    stop,
    photograph() {
      isPhoto = true;
      photographedAt = performance.now();
    },
    read() {
      if (photographedAt !== null) waited += performance.now() - photographedAt;
      photographedAt = null;
    },
    /** Stop, and store the time. */
    confirm() {
      stop();
      const seconds = (performance.now() - startedAt - waited) / 1000;
      const time = { taps, seconds: round(seconds), waited: round(waited / 1000), isPhoto };
      changeGame(game, { times: [...entryTimes(game), time].slice(-MAX_TIMES) });
    },
  };
}

/** @param {number} seconds */
const round = (seconds) => Math.round(seconds * 10) / 10;

/** Return the median, of an even number the lower one. @param {number[]} numbers */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
