// Confirmations that could not be sent yet: they are stored on this phone and sent when the connection is back.
//
// An entry counts as stored only after it was read back from the browser's database; if that fails, `confirm` throws.
// Each has an idempotency key, so that one whose answer was lost, or that two tabs or phones send, is recorded once.
// Each names the event that it was confirmed on: if the table has moved on, it is not forced, but shown and offered
// again.

import { history, record } from "../api/client.js";
import { isRefused, isTemporary, Problem } from "../api/http.js";
import { newKey } from "../api/key.js";
import { t } from "../i18n/translation.js";
import { get, update } from "./database.js";
import { observable } from "./observable.js";
import {
  forgetGame as forgetRemembered,
  keepLegacyOutbox,
  keepPhotoMarks,
  legacyOutbox,
  photoMarks,
  token,
} from "./storage.js";
import { isNote } from "./table.js";

/** @import { Draft, OutboxEntry } from "../types" */
/** @typedef {(entries: OutboxEntry[]) => OutboxEntry[]} Change */

const RETRY_INTERVAL = 4000; // milliseconds
const STORE = "outbox";
const KEY = "entries"; // of the row with all entries, in order
// By which the tabs of this browser notify each other of changes.
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("tableside.outbox") : null;
let isSending = false;
const outbox = observable({ entries: /** @type {OutboxEntry[]} */ ([]) }); // as this tab knows it
const waiting = () => outbox.value().entries;
let isStored = true; // whether `waiting` is in the database

const VIBRATION = 15; // milliseconds, felt while the eyes are on the tiles

/** A confirmation that could be neither sent nor stored; `entry` is all of it, for another phone to record. */
export class NotKept extends Problem {
  /** @param {OutboxEntry} entry */
  constructor(entry) {
    super({ code: "not_kept", detail: t("not-recorded-and-not-kept") });
    this.entry = entry;
  }
}

/** Return the entries of a game, in order. @param {string} game */
export const waitingAt = (game) => waiting().filter((entry) => entry.game === game);

/** Return whether the entries would survive closing the page. */
export const isWaitingKept = () => isStored;

/** Call a listener after every change. */
export const onWaiting = outbox.subscribe;

/** @param {OutboxEntry[]} entries */
function show(entries) {
  if (JSON.stringify(entries) !== JSON.stringify(waiting())) outbox.change({ entries });
}

/**
 * Change the stored entries, including those that other tabs have added meanwhile; throw if that fails. If the browser
 * has thrown the row away, start from the entries of this tab.
 *
 * @param {Change} change
 */
async function rewrite(change) {
  const entries = await update(STORE, KEY, (stored) => change(stored ?? waiting()));
  isStored = true;
  show(entries);
  tabs?.postMessage(null);
}

/**
 * Change the stored entries, or only those of this tab. An old entry that comes back is harmless: its key is recorded
 * once.
 *
 * @param {Change} change
 */
async function rewriteIfPossible(change) {
  await rewrite(change).catch(() => {
    isStored = false;
    show(change(waiting()));
  });
}

/** Read the stored entries, move in those of an earlier version, and restore those that the browser has thrown away. */
async function read() {
  try {
    const older = legacyOutbox();
    const stored = await get(STORE, KEY);
    if (older.length || (!stored && waiting().length)) {
      await rewrite((entries) => [
        ...entries,
        ...older.filter(({ key }) => entries.every((entry) => entry.key !== key)),
      ]);
      if (older.length) keepLegacyOutbox(null);
    } else show(stored ?? []);
    isStored = true;
  } catch {
    isStored = !waiting().length;
    if (isStored) show(legacyOutbox());
  }
}
/** Settles once it is known what waits. */
export const firstRead = read();
tabs?.addEventListener("message", read);

/** @param {string} key @param {Partial<OutboxEntry>} patch @returns {Change} */
const patchEntry = (key, patch) => (entries) =>
  entries.map((entry) => (entry.key === key ? { ...entry, ...patch } : entry));
/** @param {string} key @returns {Change} */
const removeEntry = (key) => (entries) => entries.filter((entry) => entry.key !== key);
const STALE = { code: "stale_seq", status: 409, detail: "", problems: [] };

// The later entries of the same game were confirmed on top of this one.
/** @param {string} key @returns {Change} */
const markLaterStale = (key) => (entries) => {
  const index = entries.findIndex((entry) => entry.key === key);
  if (entries[index]?.problem) return entries; // what was confirmed since does not follow it
  return entries.map((entry, k) =>
    k > index && entry.game === entries[index]?.game ? { ...entry, problem: entry.problem ?? STALE } : entry,
  );
};

/** Discard an entry unsent; throw if the browser would bring it back. @param {string} key */
export async function drop(key) {
  /** @type {Change} */
  const change = (entries) => removeEntry(key)(markLaterStale(key)(entries));
  try {
    await rewrite(change);
  } catch {
    if (isStored) throw new Problem({ code: "not_dropped", detail: t("browser-could-not-throw-away") });
    show(change(waiting()));
  }
}

/** Forget a game on this phone only, with its entries. @param {string} id */
export async function forgetGame(id) {
  forgetRemembered(id);
  await rewriteIfPossible((entries) => entries.filter(({ game }) => game !== id));
}

/**
 * Record `body` at a game now, or store it. Return the answer, or null if it waits.
 *
 * `seq` is the event it was confirmed on, `draft` the win it was made from, to reopen if it is refused. Throw the
 * Problem of a refusal, and NotKept if it could be neither sent nor stored.
 *
 * @param {string} game
 * @param {string} what
 * @param {object} body
 * @param {{ key?: string, seq: number, draft?: Draft | null }} given
 */
export async function confirm(game, what, body, { key = newKey(), seq, draft = null }) {
  navigator.vibrate?.(VIBRATION);
  await firstRead;
  const ahead = waitingAt(game).filter((entry) => !entry.problem && entry.key !== key).length;
  /** @type {OutboxEntry} */
  const entry = { game, what, body, key, seq: seq + ahead, at: Date.now(), draft, token: token(game), problem: null };
  if (!ahead) {
    try {
      return await deliver(entry);
    } catch (problem) {
      if (!isTemporary(problem)) throw problem;
    }
  }
  await store(entry);
  return null;
}

/** @param {OutboxEntry} entry */
async function store(entry) {
  try {
    navigator.storage?.persist?.().catch(() => {});
    await rewrite((entries) => [...removeEntry(entry.key)(entries), entry]);
    const stored = await get(STORE, KEY);
    if (!stored?.some((/** @type {OutboxEntry} */ { key }) => key === entry.key)) throw new NotKept(entry);
  } catch {
    await rewriteIfPossible(removeEntry(entry.key)); // what is reported as not stored must not be sent later
    throw new NotKept(entry);
  }
}

/** @param {OutboxEntry} entry */
const tokenOf = ({ game, token: stored }) => token(game) ?? stored ?? null;

/** @param {OutboxEntry} entry */
const deliver = (entry) => {
  const { game, what, body, key, seq } = entry;
  return record(game, what, { ...body, expected_seq: seq }, { token: tokenOf(entry), key });
};

/** Return whether an entry waits on: for a connection, for a valid link, or for its game to be there again. @param {Problem} problem */
const isPassing = (problem) => isTemporary(problem) || ["wrong_token", "no_such_game"].includes(problem.code);

/** Send a refused entry again, for the table as it is now. @param {string} key @param {number} seq */
export async function offerAgain(key, seq) {
  await rewriteIfPossible(patchEntry(key, { key: newKey(), seq, problem: null }));
  await sendWaiting();
}

/**
 * Move the entries of a game past notes and new names, which leave the table as it is; return whether there were only
 * such events since an entry was confirmed.
 *
 * @param {OutboxEntry} entry
 */
async function passNotes({ game, what, seq }) {
  if (["players", "notes"].includes(what)) return false; // it might overwrite one of them
  const since = (await history(game)).events.filter((event) => event.seq > seq);
  if (!since.length || !since.every(isNote)) return false;
  await rewriteIfPossible((entries) =>
    entries.map((each) => (each.game === game && !each.problem ? { ...each, seq: each.seq + since.length } : each)),
  );
  return true;
}

/** @param {string} game @returns {Promise<void>} */
async function sendGame(game) {
  for (const entry of waitingAt(game)) {
    const { key } = entry;
    if (isRefused(tokenOf(entry))) return;
    if (entry.problem) continue; // a person has to look at it, and at what was confirmed on top of it
    let answer;
    try {
      answer = await deliver(entry);
    } catch (problem) {
      const { code, status, detail, problems } = problem;
      if (!code) throw problem;
      if (code === STALE.code && (await passNotes(entry).catch(() => false))) return sendGame(game);
      const patch = { problem: { code, status, detail, problems } };
      if (!isPassing(problem))
        await rewriteIfPossible((entries) => patchEntry(key, patch)(markLaterStale(key)(entries)));
      return;
    }
    const marks = photoMarks();
    if (key in marks) keepPhotoMarks({ ...marks, [key]: { ...marks[key], seq: answer.seq } }); // now they can be sent
    await rewriteIfPossible(removeEntry(key));
  }
}

/** Return whether a confirmation waits. @param {string} key */
export const isAwaited = (key) => waiting().some((entry) => entry.key === key);

/** Return whether photos of a hand that was recorded or discarded are still stored here. */
const hasPhotosToSend = () => Object.entries(photoMarks()).some(([key, { seq }]) => seq !== null || !isAwaited(key));

const sendPhotos = async () => (await import("./photos.js")).sendPhotos();

/** Send the entries, in the order of each game, then the photos that are kept with them. */
export async function sendWaiting() {
  await firstRead;
  if (isSending) return;
  isSending = true;
  try {
    for (const game of new Set(waiting().map((entry) => entry.game))) await sendGame(game);
    if (hasPhotosToSend()) await sendPhotos().catch(() => {}); // tried again at the next interval
  } finally {
    isSending = false;
  }
}

/** Send the entries now, when the connection is back, when the page becomes visible, and at intervals. */
export function keepSending() {
  const send = async () => {
    await firstRead;
    if (waiting().length) await read(); // the browser may have thrown them away
    if (waiting().some(({ problem }) => !problem) || hasPhotosToSend()) sendWaiting();
  };
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", send);
  setInterval(send, RETRY_INTERVAL);
  send();
}
