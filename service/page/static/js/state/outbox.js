// Confirmations on their way. One that cannot be sent is kept on this phone and sent when the connection returns.
//
// Each keeps its idempotency key: one that was recorded although its answer got lost is not recorded twice. Each names
// the event that it was confirmed on: where the table has moved on meanwhile it is not forced, but shown and offered again.

import { isTemporary, newKey, record } from "../api/client.js";
import { canPhotosGo, keepOutbox, keepPhotoMarks, outbox, photoMarks, token } from "./storage.js";

/** @import { Draft, OutboxEntry } from "../types" */

const AGAIN = 4000; // milliseconds between two tries
const listeners = new Set();
let sending = false;
let sendPhotos = async () => {};

/**
 * Returns what waits at a game, in order: {game, what, body, key, seq, at, draft, problem}.
 *
 * @param {string} game
 */
export const waitingAt = (game) => outbox().filter((entry) => entry.game === game);

/**
 * Calls `run` after every change of what waits; returns a function that stops it.
 *
 * @param {() => void} run
 */
export function onWaiting(run) {
  listeners.add(run);
  return () => listeners.delete(run);
}

/** @param {OutboxEntry[]} entries */
function put(entries) {
  keepOutbox(entries);
  for (const run of listeners) run();
}

/**
 * @param {string} key
 * @param {Partial<OutboxEntry>} patch
 */
const change = (key, patch) => put(outbox().map((entry) => (entry.key === key ? { ...entry, ...patch } : entry)));
const STALE = { code: "stale_seq", status: 409, detail: "", problems: [] };

/**
 * Returns the entries where those after `key` at its game are to be looked at again: they were confirmed on top of it.
 *
 * @param {string} key
 */
function doubtAfter(key) {
  const entries = outbox();
  const at = entries.findIndex((entry) => entry.key === key);
  return entries.map((entry, k) =>
    k > at && entry.game === entries[at]?.game ? { ...entry, problem: entry.problem ?? STALE } : entry,
  );
}

/**
 * Takes an entry away without sending it.
 *
 * @param {string} key
 */
export const drop = (key) => put(doubtAfter(key).filter((entry) => entry.key !== key));

/**
 * @param {string} key
 * @param {number} seq
 */
function sent(key, seq) {
  const marks = photoMarks();
  if (key in marks) keepPhotoMarks({ ...marks, [key]: { ...marks[key], seq } }); // its photos may go, too
  take(key);
}

/** @param {string} key */
const take = (key) => put(outbox().filter((entry) => entry.key !== key));

/**
 * Records `body` at a game now, or keeps it: returns the answer, or null when it waits.
 *
 * `seq` is the event it was confirmed on, `draft` the win it was made from, to go on with should it be refused.
 * Throws the Problem of a refusal.
 *
 * @param {string} game
 * @param {string} what
 * @param {object} body
 * @param {{ key?: string, seq: number, draft?: Draft | null }} given
 */
export async function confirm(game, what, body, { key = newKey(), seq, draft = null }) {
  const ahead = waitingAt(game).filter(({ problem }) => !problem).length;
  const entry = { game, what, body, key, seq: seq + ahead, at: Date.now(), draft, problem: null };
  if (!ahead) {
    try {
      return await deliver(entry);
    } catch (problem) {
      if (!isTemporary(problem)) throw problem;
    }
  }
  put([...outbox(), entry]);
  return null;
}

/** @param {{ game: string, what: string, body: object, key: string, seq: number }} given */
const deliver = ({ game, what, body, key, seq }) =>
  record(game, what, { ...body, expected_seq: seq }, { token: token(game), key });

/**
 * Offers a refused entry again, on the table as it is now.
 *
 * @param {string} key
 * @param {number} seq
 */
export function offerAgain(key, seq) {
  change(key, { key: newKey(), seq, problem: null });
  return sendWaiting();
}

/** @param {string} game */
async function sendFrom(game) {
  for (const entry of waitingAt(game)) {
    if (entry.problem) continue; // it waits to be looked at, as does what was confirmed on top of it
    let answer;
    try {
      answer = await deliver(entry);
    } catch (problem) {
      const { code, status, detail, language, problems } = problem;
      if (!code) throw problem;
      if (!isTemporary(problem))
        put(
          doubtAfter(entry.key).map((each) =>
            each.key === entry.key ? { ...each, problem: { code, status, detail, language, problems } } : each,
          ),
        );
      return;
    }
    sent(entry.key, answer.seq);
  }
}

/** Sends what waits, each game's in its order, then the photos that are to be kept with it. */
export async function sendWaiting() {
  if (sending) return;
  sending = true;
  try {
    for (const game of new Set(outbox().map((entry) => entry.game))) await sendFrom(game);
    if (canPhotosGo()) await sendPhotos().catch(() => {}); // tried again before long
  } finally {
    sending = false;
  }
}

/**
 * Sends what waits whenever there is reason to hope: now, with a connection, on waking, and now and then; `photos` sends
 * those that are to be kept with it.
 *
 * @param {() => Promise<void>} photos
 */
export function keepSending(photos) {
  sendPhotos = photos;
  const hope = () => {
    if (outbox().some(({ problem }) => !problem) || canPhotosGo()) sendWaiting();
  };
  window.addEventListener("online", hope);
  document.addEventListener("visibilitychange", hope);
  setInterval(hope, AGAIN);
  hope();
}
