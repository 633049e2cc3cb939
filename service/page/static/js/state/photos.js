// Photos that are to be kept with a hand, held on this phone until the hand is recorded and they are sent.
//
// Local storage is too small for them: they are in the browser's database, by the key of the confirmation, for each
// confirmation a list by player, null where there is none.

import { keepPhoto } from "../api/client.js";
import { isTemporary } from "../api/http.js";
import { refusal } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { notice } from "../ui/page.js";
import { get, remove, update } from "./database.js";
import { isAwaited } from "./outbox.js";
import { keepPhotoMarks, photoMarks, token } from "./storage.js";

export const DAYS = 7; // that a photo is kept with its hand, where the table asks for it
const loose = new Map(); // where nothing can be stored: they last as long as the page is open
let sending = false;

/** @param {string} key @param {(Blob | null)[]} photos */
const put = (key, photos) => update("photos", key, () => photos).catch(() => loose.set(key, photos));
/** @param {string} key @returns {Promise<(Blob | null)[]>} */
const held = async (key) => loose.get(key) ?? (await get("photos", key).catch(() => null)) ?? [];

/**
 * @param {string | undefined} key @param {number} player
 * @returns the held photo of a hand, where every browser shows it
 */
export async function heldPhoto(key, player) {
  const photo = key ? (await held(key))[player] : null;
  return photo?.type === "image/jpeg" ? photo : null;
}

/** @param {string} key @param {{ game: string, seq: number | null } | null} patch */
function mark(key, patch) {
  const marks = { ...photoMarks() };
  if (patch) marks[key] = { ...marks[key], ...patch };
  else delete marks[key];
  keepPhotoMarks(marks);
}

/** @param {string} key */
async function forget(key) {
  mark(key, null);
  loose.delete(key);
  await remove("photos", key).catch(() => {});
}

/** @param {string} key @param {{ game: string, seq: number }} given */
async function send(key, { game, seq }) {
  const photos = [...(await held(key))];
  for (const player of photos.keys()) {
    const photo = photos[player];
    if (!photo) continue;
    await keepPhoto(game, token(game), photo, { days: DAYS, seq, key: `${key}-photo-${player}` });
    photos[player] = null;
    await put(key, photos); // what is kept is not sent again
  }
}

/** Sends the photos of hands that are recorded by now, and forgets those of hands that were thrown away. */
export async function sendPhotos() {
  if (sending) return;
  sending = true;
  try {
    for (const [key, entry] of Object.entries(photoMarks())) {
      if (entry.seq === null && isAwaited(key)) continue;
      try {
        if (entry.seq !== null) await send(key, { ...entry, seq: entry.seq });
      } catch (problem) {
        if (isTemporary(problem)) return;
        notice(t("photo-could-not-kept-reason", { reason: refusal(problem) }), { alarm: true });
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
 * `photos` are those of each player's hand, null where there is none to keep. `before` is the key of an earlier
 * confirmation of the same hand that was refused: a player of whom there is no new photo keeps that one's.
 *
 * @param {string} key
 * @param {{ game: string, seq: number | null, photos: (Blob | null)[], before?: string | null }} given
 */
export async function keepPhotos(key, { game, seq, photos, before = null }) {
  const earlier = before && before in photoMarks() ? before : null;
  if (!photos.some(Boolean) && !earlier) return;
  mark(key, { game, seq });
  /** @type {(Blob | null)[]} */
  const older = earlier ? await held(earlier) : [];
  await put(
    key,
    photos.map((photo, player) => photo ?? older[player] ?? null),
  );
  if (earlier && earlier !== key) await forget(earlier);
  if (photoMarks()[key]?.seq !== null) await sendPhotos();
}
