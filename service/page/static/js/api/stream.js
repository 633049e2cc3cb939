// Follows a game: its state after every change on any phone and whenever the phone wakes up, and the win being entered.

import { keepSeen, touch } from "./cache.js";
import { freshState, gamePath } from "./client.js";
import { stream } from "./event-stream.js";

/** @import { SharedDraft, State } from "../types" */

const GRACE = 1500; // milliseconds before an interruption is shown: most are over by then
const QUIET = 30_000; // milliseconds without an event, after which the state is fetched

/**
 * Call `onState` with states newer than `seq`, `onLink` with whether there is a connection, and `onDeleted` once the game
 * is deleted, until the signal is aborted.
 *
 * @param {string} id
 * @param {{ onState: (state: State) => void, onLink: (up: boolean) => void, onDeleted?: () => void, seq: number }} given
 * @param {AbortSignal} signal
 */
export function follow(id, { onState, onLink, onDeleted, seq }, signal) {
  const over = new AbortController();
  signal.addEventListener("abort", () => over.abort());
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
    if (code !== "game_deleted") return link(false);
    over.abort();
    return onDeleted?.();
  };
  const fetchState = () =>
    freshState(id).then((state) => {
      isLost = false;
      take(state);
      stream.update();
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

  over.signal.addEventListener("abort", () => {
    for (const timer of [grace, doubt, watch]) clearTimeout(timer);
  });
  stream.listen(id, { state: take, refused: onRefusal, link }, over.signal);
  document.addEventListener("visibilitychange", wake, over);
  window.addEventListener("online", fetchState, over);
  window.addEventListener("offline", lose, over);
}

/** @param {string} id @param {(draft: SharedDraft) => void} onDraft @param {AbortSignal} over */
export const followDraft = (id, onDraft, over) => stream.listen(id, { draft: onDraft }, over);
