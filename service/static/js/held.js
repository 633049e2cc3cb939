// Photos that are to be kept with a hand, held on this phone until the hand is recorded and they are sent.
//
// Local storage is too small for them: they are in the browser's database, by the key of the confirmation.

import { keepPhoto } from "./api.js";
import { notice } from "./dom.js";
import { t } from "./i18n.js";
import { DAYS } from "./keepsake.js";
import * as memory from "./memory.js";
import { passing } from "./outbox.js";
import { refusal } from "./words.js";

const PLACE = "photos";
const loose = new Map(); // where nothing can be stored: they last as long as the page is open
let sending = false;

function open() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open("tableside", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(PLACE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function inStore(mode, run) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(PLACE, mode);
      const asked = run(transaction.objectStore(PLACE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

const put = (key, photos) => inStore("readwrite", (store) => store.put(photos, key)).catch(() => loose.set(key, photos));
const held = async (key) => loose.get(key) ?? await inStore("readonly", (store) => store.get(key)).catch(() => null) ?? [];

/** Returns the photo that is held for a confirmation, where it is one that every browser shows; null where there is none such. */
export async function heldPhoto(key) {
  const photos = key ? await held(key) : [];
  return photos.length === 1 && photos[0].type === "image/jpeg" ? photos[0] : null;
}

function mark(key, patch) {
  const marks = memory.held();
  if (patch) marks[key] = { ...marks[key], ...patch };
  else delete marks[key];
  memory.keepHeld(marks);
}

async function forget(key) {
  mark(key, null);
  loose.delete(key);
  await inStore("readwrite", (store) => store.delete(key)).catch(() => {});
}

async function send(key, { game, seq }) {
  const photos = [...await held(key)];
  while (photos.length) {
    await keepPhoto(game, memory.token(game), photos[0], { days: DAYS, seq });
    photos.shift();
    await put(key, photos); // what is kept is not sent again
  }
}

/** Sends the photos of hands that are recorded by now, and forgets those of hands that were thrown away. */
export async function sendHeld() {
  if (sending) return;
  sending = true;
  try {
    for (const [key, entry] of Object.entries(memory.held())) {
      if (entry.seq === null && memory.isAwaited(key)) continue;
      try {
        if (entry.seq !== null) await send(key, entry);
      } catch (problem) {
        if (passing(problem)) return;
        notice(t("The photo could not be kept: {reason}", { reason: refusal(problem) }), { alarm: true });
      }
      await forget(key);
    }
  } finally {
    sending = false;
  }
}

/**
 * Has photos kept with the hand that was confirmed under `key`: now, where it is recorded as event `seq`, else when it is.
 *
 * `before` is the key of an earlier confirmation of the same hand that was refused: without photos of its own it keeps those.
 */
export async function keepPhotos(key, { game, seq, photos, before = null }) {
  const earlier = before && before in memory.held() ? before : null;
  if (!photos.length && !earlier) return;
  mark(key, { game, seq });
  await put(key, photos.length ? photos : await held(earlier));
  if (earlier && earlier !== key) await forget(earlier);
  if (memory.held()[key]?.seq !== null) await sendHeld();
}
