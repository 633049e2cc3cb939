// Follows a game: its state after every change on any phone and whenever the phone wakes up, and the win being entered.

import { keepSeen, touch } from "./cache.js";
import { freshState, gamePath } from "./client.js";
import { listen, listenAgain } from "./event-stream.js";

/** @import { SharedDraft, State } from "../types" */

const GRACE = 1500; // milliseconds before an interruption is shown: most are over by then
const QUIET = 30_000; // milliseconds without an event, after which the state is fetched

/**
 * Calls `onState` with states newer than `seq`, `onLink` with whether there is a connection, and `onDeleted` once the game
 * is deleted; returns a function that stops it.
 *
 * @param {string} id
 * @param {{ onState: (state: State) => void, onLink: (up: boolean) => void, onDeleted?: () => void, seq?: number }} given
 */
export function follow(id, { onState, onLink, onDeleted, seq = -1 }) {
  let newest = seq;
  /** @type {boolean | null} */
  let linked = null;
  let heardAt = Date.now();
  let grace = 0;
  let doubt = 0;
  let isLost = false; // by the phone's own account, until the service answers

  /** @param {boolean} up */
  const report = (up) => {
    if (up === linked) return;
    linked = up;
    onLink(up);
  };
  /** @param {boolean} up */
  const link = (up) => {
    heardAt = Date.now();
    if (up) {
      clearTimeout(grace);
      grace = 0;
      report(true);
      if (isLost) fetchSoon(); // the message may have been sent before
    } else if (!grace) {
      touch(gamePath(id)); // until now the stored state was current
      grace = setTimeout(report, GRACE, false);
    }
  };
  /** @param {State} state */
  const take = (state) => {
    link(true);
    if (state.seq <= newest) return;
    newest = state.seq;
    keepSeen(gamePath(id), state);
    onState(state);
  };
  /** @param {{ code: string }} given */
  const onRefusal = ({ code }) => {
    if (code === "game_deleted") leave();
    else link(false);
  };
  const unlisten = listen(id, { state: take, refused: onRefusal, link });
  const fetchState = () =>
    freshState(id).then((state) => {
      isLost = false;
      take(state);
      listenAgain();
    }, onRefusal);
  const wake = () => {
    if (document.visibilityState === "visible") fetchState();
  };
  const fetchSoon = () => {
    clearTimeout(doubt);
    doubt = setTimeout(fetchState, GRACE);
  };
  const lose = () => {
    link(false);
    isLost = true;
    fetchSoon();
  };
  const watch = setInterval(() => {
    if (Date.now() - heardAt > QUIET) wake();
  }, QUIET / 3);

  function stop() {
    unlisten();
    clearTimeout(grace);
    clearTimeout(doubt);
    clearInterval(watch);
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", fetchState);
    window.removeEventListener("offline", lose);
  }
  function leave() {
    stop();
    onDeleted?.();
  }

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", fetchState);
  window.addEventListener("offline", lose);
  return stop;
}

/** Returns a function that stops it. @param {string} id @param {(draft: SharedDraft) => void} onDraft */
export const followDraft = (id, onDraft) => listen(id, { draft: onDraft });
