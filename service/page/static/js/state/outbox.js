// Confirmations on their way. One that cannot be sent is kept on this phone and sent when the connection returns.
//
// They are kept in the browser's database. None is said to be kept before it was read back from there; where that fails,
// `confirm` throws. Each keeps its idempotency key: one that was recorded although its answer got lost, or that two tabs
// or two phones send, is recorded once. Each names the event that it was confirmed on: where the table has moved on
// meanwhile it is not forced, but shown and offered again.

import { record } from "../api/client.js";
import { isTemporary, Problem } from "../api/http.js";
import { newKey } from "../api/key.js";
import { t } from "../i18n/translation.js";
import { get, update } from "./database.js";
import { observable } from "./observable.js";
import {
  earlierOutbox,
  forgetGame as forgetRemembered,
  isEnteredAgain,
  keepEarlierOutbox,
  keepPhotoMarks,
  photoMarks,
  token,
} from "./storage.js";

/** @import { Draft, OutboxEntry } from "../types" */

const AGAIN = 4000; // milliseconds between two tries
const PLACE = "outbox";
const ROW = "entries"; // all of them, in order
// Other tabs of this browser say that they have changed what waits.
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("tableside.outbox") : null;
let sending = false;
let sendPhotos = async () => {};
const known = observable({ entries: /** @type {OutboxEntry[]} */ ([]) }); // as far as this tab knows
const waiting = () => known.value().entries;
let isKept = true; // whether they are in the database

const TAP = 15; // milliseconds of vibration, felt where the eyes are on the tiles: something is recorded

/** A confirmation that could be neither sent nor kept: `entry` is all of it, to be recorded by another phone. */
export class NotKept extends Problem {
  /** @param {OutboxEntry} entry */
  constructor(entry) {
    super({
      code: "not_kept",
      detail: t("not-recorded-and-not-kept"),
    });
    this.entry = entry;
  }
}

/** @param {string} game @returns what waits at a game, in order: {game, what, body, key, seq, at, draft, problem} */
export const waitingAt = (game) => waiting().filter((entry) => entry.game === game);

/** Returns whether what waits would be there after the page was closed. */
export const isWaitingKept = () => isKept;

/** Calls `run` after every change of what waits; returns a function that stops it. @param {() => void} run */
export const onWaiting = (run) => known.subscribe(run);

/** @param {OutboxEntry[]} now */
function show(now) {
  if (JSON.stringify(now) !== JSON.stringify(waiting())) known.change({ entries: now });
}

/**
 * Changes what waits in the database, whichever tab has added to it meanwhile; throws where that fails.
 *
 * Where nothing is there at all a browser has thrown it away: it is what this tab knows.
 *
 * @param {(kept: OutboxEntry[]) => OutboxEntry[]} change
 */
async function rewrite(change) {
  const now = await update(PLACE, ROW, (kept) => change(kept ?? waiting()));
  isKept = true;
  show(now);
  tabs?.postMessage(null);
}

/**
 * What comes back does no harm: its key has it recorded once.
 * @param {(kept: OutboxEntry[]) => OutboxEntry[]} change
 */
async function rewriteIfPossible(change) {
  await rewrite(change).catch(() => {
    isKept = false;
    show(change(waiting()));
  });
}

/**
 * Takes what waits from the database, with what an earlier version kept elsewhere; puts back what a browser has thrown
 * away.
 */
async function read() {
  try {
    const older = earlierOutbox();
    const kept = await get(PLACE, ROW);
    if (older.length || (!kept && waiting().length)) {
      await rewrite((there) => [...there, ...older.filter(({ key }) => there.every((entry) => entry.key !== key))]);
      if (older.length) keepEarlierOutbox(null);
    } else show(kept ?? []);
    isKept = true;
  } catch {
    isKept = !waiting().length;
    if (!waiting().length) show(earlierOutbox());
  }
}
const opened = read();
tabs?.addEventListener("message", read);

/** @param {string} key @param {Partial<OutboxEntry>} patch @returns {(kept: OutboxEntry[]) => OutboxEntry[]} */
const changed = (key, patch) => (kept) => kept.map((entry) => (entry.key === key ? { ...entry, ...patch } : entry));
/** @param {string} key @returns {(kept: OutboxEntry[]) => OutboxEntry[]} */
const without = (key) => (kept) => kept.filter((entry) => entry.key !== key);
const STALE = { code: "stale_seq", status: 409, detail: "", problems: [] };

/**
 * Has those after `key` at its game looked at again: they were confirmed on top of it.
 * @param {string} key @returns {(kept: OutboxEntry[]) => OutboxEntry[]}
 */
const doubtAfter = (key) => (kept) => {
  const at = kept.findIndex((entry) => entry.key === key);
  return kept.map((entry, k) =>
    k > at && entry.game === kept[at]?.game ? { ...entry, problem: entry.problem ?? STALE } : entry,
  );
};

/** Takes an entry away without sending it; throws where the browser would bring it back. @param {string} key */
export async function drop(key) {
  /** @param {OutboxEntry[]} kept */
  const change = (kept) => without(key)(doubtAfter(key)(kept));
  try {
    await rewrite(change);
  } catch {
    if (isKept) throw new Problem({ code: "not_dropped", detail: t("browser-could-not-throw-away") });
    show(change(waiting()));
  }
}

/** Forgets a game on this phone only, with what waits to be sent to it. @param {string} id */
export async function forgetGame(id) {
  forgetRemembered(id);
  await rewriteIfPossible((kept) => kept.filter(({ game }) => game !== id));
}

/** @param {string} key @param {number} seq */
async function sent(key, seq) {
  const marks = photoMarks();
  if (key in marks) keepPhotoMarks({ ...marks, [key]: { ...marks[key], seq } }); // its photos may go, too
  await rewriteIfPossible(without(key));
}

/**
 * Records `body` at a game now, or keeps it: returns the answer, or null when it waits.
 *
 * `seq` is the event it was confirmed on, `draft` the win it was made from, to go on with should it be refused.
 * Throws the Problem of a refusal, and NotKept where it could be neither sent nor kept.
 *
 * @param {string} game
 * @param {string} what
 * @param {object} body
 * @param {{ key?: string, seq: number, draft?: Draft | null }} given
 */
export async function confirm(game, what, body, { key = newKey(), seq, draft = null }) {
  navigator.vibrate?.(TAP);
  await opened;
  const ahead = waitingAt(game).filter((each) => !each.problem && each.key !== key).length;
  /** @type {OutboxEntry} */
  const entry = { game, what, body, key, seq: seq + ahead, at: Date.now(), draft, token: token(game), problem: null };
  if (!ahead) {
    try {
      return await deliver(entry);
    } catch (problem) {
      if (!isTemporary(problem)) throw problem;
    }
  }
  await keep(entry);
  return null;
}

/** @param {OutboxEntry} entry */
async function keep(entry) {
  try {
    navigator.storage?.persist?.().catch(() => {}); // asked for once there is something to keep
    await rewrite((kept) => [...without(entry.key)(kept), entry]);
    const there = await get(PLACE, ROW);
    if (!there?.some((/** @type {OutboxEntry} */ { key }) => key === entry.key)) throw new NotKept(entry);
  } catch {
    await rewriteIfPossible(without(entry.key)); // what is said not to be kept is not sent behind anybody's back
    throw new NotKept(entry);
  }
}

/** @param {OutboxEntry} given */
const deliver = ({ game, what, body, key, seq, token: kept }) =>
  record(game, what, { ...body, expected_seq: seq }, { token: token(game) ?? kept ?? null, key });

/** Offers a refused entry again, on the table as it is now. @param {string} key @param {number} seq */
export async function offerAgain(key, seq) {
  await rewriteIfPossible(changed(key, { key: newKey(), seq, problem: null }));
  await sendWaiting();
}

/** @param {string} game */
async function sendFrom(game) {
  for (const entry of waitingAt(game)) {
    if (entry.problem) continue; // it waits to be looked at, as does what was confirmed on top of it
    let answer;
    try {
      answer = await deliver(entry);
    } catch (problem) {
      const { code, status, detail, problems } = problem;
      if (!code) throw problem;
      const refused = { problem: { code, status, detail, problems } };
      if (!isTemporary(problem))
        await rewriteIfPossible((kept) => changed(entry.key, refused)(doubtAfter(entry.key)(kept)));
      return;
    }
    await sent(entry.key, answer.seq);
  }
}

/**
 * Returns whether a confirmation may still be recorded: it waits, or its win is being looked at again.
 * @param {string} key
 */
export const isAwaited = (key) => waiting().some((entry) => entry.key === key) || isEnteredAgain(key);

/** Returns whether photos that are held here may go: their hand is recorded by now, or was thrown away. */
const canPhotosGo = () => Object.entries(photoMarks()).some(([key, { seq }]) => seq !== null || !isAwaited(key));

/** Sends what waits, each game's in its order, then the photos that are to be kept with it. */
export async function sendWaiting() {
  await opened;
  if (sending) return;
  sending = true;
  try {
    for (const game of new Set(waiting().map((entry) => entry.game))) await sendFrom(game);
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
  const hope = async () => {
    await opened;
    if (waiting().length) await read(); // a browser may have thrown it away
    if (waiting().some(({ problem }) => !problem) || canPhotosGo()) sendWaiting();
  };
  window.addEventListener("online", hope);
  document.addEventListener("visibilitychange", hope);
  setInterval(hope, AGAIN);
  hope();
}
