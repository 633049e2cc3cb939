// How long it takes a person to enter a win, and how many taps: kept on this phone with its table, never sent anywhere.

import { changeGame, entryTimes } from "./storage.js";

/** @import { EntryTime } from "../types" */

const KEPT = 100; // wins of a table that are remembered

/**
 * Starts the watch of one win; its taps are counted from now on. `read` is told when a photo went off and when its tiles
 * were there, as nobody can do anything meanwhile.
 *
 * @param {string} game
 */
export function startWatch(game) {
  const begun = performance.now();
  let taps = 1; // the one that led here: somebody won
  let waited = 0; // milliseconds in which a photo was read
  /** @type {number | null} */
  let sent = null;
  let isPhoto = false;
  const count = () => {
    taps += 1;
  };
  document.addEventListener("click", count, { capture: true });
  const stop = () => document.removeEventListener("click", count, { capture: true });
  return {
    stop,
    /** A photo was taken and is on its way. */
    photograph() {
      isPhoto = true;
      sent = performance.now();
    },
    /** Its tiles are there, or it was given up. */
    read() {
      if (sent !== null) waited += performance.now() - sent;
      sent = null;
    },
    /** The win was confirmed. */
    confirm() {
      stop();
      const seconds = (performance.now() - begun) / 1000;
      /** @type {EntryTime} */
      const told = { taps, seconds: round(seconds - waited / 1000), waited: round(waited / 1000), isPhoto };
      changeGame(game, { times: [...entryTimes(game), told].slice(-KEPT) });
    },
  };
}

/** @param {number} seconds */
const round = (seconds) => Math.round(seconds * 10) / 10;

/** @param {number[]} numbers @returns the middle of some numbers, of an even number of them the lower */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
