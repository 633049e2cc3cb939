// Follows a game: a new state after every change on any phone, and after every time the phone slept; and the win being entered there.

import { keepSeen, touch } from "./cache.js";
import { freshState, gamePath } from "./client.js";
import { listen, listenAgain } from "./shared-stream.js";

/** @import { SharedDraft, State } from "../types" */

const GRACE = 1500; // milliseconds before a break is told: most are over by then
const QUIET = 30_000; // of a stream, after which the service is asked whether it is still there

/**
 * Calls `onState` with newer states than `seq`, `onLink` with true or false, and `onDeleted` when the game is no more;
 * returns a function that stops it.
 *
 * After a break, and after a time out of sight, the newest state comes first.
 *
 * @param {string} id
 * @param {{ onState: (state: State) => void, onLink: (up: boolean) => void, onDeleted?: () => void, seq?: number }} given
 */
export function follow(id, { onState, onLink, onDeleted, seq = -1 }) {
  let newest = seq;
  /** @type {boolean | null} */
  let linked = null;
  let heard = Date.now();
  let grace = 0;
  let doubt = 0;
  let isLost = false; // the phone says so, and the service has not been asked since

  /** @param {boolean} up */
  const tell = (up) => {
    if (up === linked) return;
    linked = up;
    onLink(up);
  };
  /** @param {boolean} up */
  const link = (up) => {
    heard = Date.now();
    if (up) {
      clearTimeout(grace);
      grace = 0;
      tell(true);
      if (isLost) askSoon(); // a message that was on its way says nothing of now
    } else if (!grace) {
      touch(gamePath(id)); // so far the table was known to be as it is shown
      grace = setTimeout(tell, GRACE, false);
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
  const refused = ({ code }) => {
    if (code === "game_deleted") leave();
    else link(false);
  };
  const unlisten = listen(id, { state: take, refused, link });
  const look = () =>
    freshState(id).then(
      (state) => {
        isLost = false;
        take(state);
        listenAgain();
      },
      (problem) => refused(problem),
    );
  const wake = () => {
    if (document.visibilityState === "visible") look();
  };
  const askSoon = () => {
    clearTimeout(doubt);
    doubt = setTimeout(look, GRACE);
  };
  const lose = () => {
    link(false);
    isLost = true;
    askSoon();
  };
  const watch = setInterval(() => {
    if (Date.now() - heard > QUIET) wake();
  }, QUIET / 3);

  function stop() {
    unlisten();
    clearTimeout(grace);
    clearTimeout(doubt);
    clearInterval(watch);
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", look);
    window.removeEventListener("offline", lose);
  }
  function leave() {
    stop();
    onDeleted?.();
  }

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", look);
  window.addEventListener("offline", lose);
  return stop;
}

/** Returns a function that stops it. @param {string} id @param {(draft: SharedDraft) => void} onDraft */
export const followDraft = (id, onDraft) => listen(id, { draft: onDraft });
