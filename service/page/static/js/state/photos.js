// Photos to be kept with a hand, stored on this phone until the hand is recorded and they are sent.
//
// They are too large for local storage, so the browser's database has them: for the key of each confirmation a list by
// player, with null for no photo.

import { keepPhoto } from "../api/client.js";
import { isTemporary } from "../api/http.js";
import { refusal } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { notice } from "../ui/page.js";
import { get, remove, update } from "./database.js";
import { isAwaited, sendWaiting } from "./outbox.js";
import { keepPhotoMarks, photoMarks, token } from "./storage.js";

/** @typedef {(Blob | null)[]} PlayerPhotos */

export const PHOTO_DAYS = 7; // that the service keeps a photo with its hand
const unstored = new Map(); // photos that the browser refuses to store: they last as long as the page is open

/** @param {string} key @param {PlayerPhotos} photos */
const store = (key, photos) => update("photos", key, () => photos).catch(() => unstored.set(key, photos));
/** @param {string} key @returns {Promise<PlayerPhotos>} */
const readPhotos = async (key) => unstored.get(key) ?? (await get("photos", key).catch(() => null)) ?? [];

/** Return a stored photo if every browser can show it. @param {string | undefined} key @param {number} player */
export async function storedPhoto(key, player) {
  const photo = key ? (await readPhotos(key))[player] : null;
  return photo?.type === "image/jpeg" ? photo : null;
}

/** @param {string} key */
async function forget(key) {
  const { [key]: _, ...marks } = photoMarks();
  keepPhotoMarks(marks);
  unstored.delete(key);
  await remove("photos", key).catch(() => {});
}

/** @param {string} key @param {string} game @param {number} seq */
async function send(key, game, seq) {
  const photos = [...(await readPhotos(key))];
  for (const [player, photo] of photos.entries()) {
    if (!photo) continue;
    await keepPhoto(game, token(game), photo, { days: PHOTO_DAYS, seq, key: `${key}-photo-${player}` });
    photos[player] = null;
    await store(key, photos); // so that this one is not sent again
  }
}

/** Send the photos of recorded hands, and forget those of discarded ones. The outbox does so, once at a time. */
export async function sendPhotos() {
  for (const [key, { game, seq }] of Object.entries(photoMarks())) {
    if (seq === null && isAwaited(key)) continue;
    try {
      if (seq !== null) await send(key, game, seq);
    } catch (problem) {
      if (isTemporary(problem)) return;
      notice(() => t("photo-could-not-kept-reason", { reason: refusal(problem) }), { alarm: true });
    }
    await forget(key);
  }
}

/**
 * Keep photos with the hand that was confirmed under `key`: now if it is recorded as event `seq`, else once it is.
 *
 * `before` is the key of an earlier confirmation of the same hand that was refused: its photos are used for players
 * without a new one.
 *
 * @param {string} key
 * @param {{ game: string, seq: number | null, photos: PlayerPhotos, before?: string | null }} given
 */
export async function keepPhotos(key, { game, seq, photos, before = null }) {
  const earlier = before && before in photoMarks() ? before : null;
  if (!photos.some(Boolean) && !earlier) return;
  keepPhotoMarks({ ...photoMarks(), [key]: { game, seq } });
  const earlierPhotos = earlier ? await readPhotos(earlier) : [];
  const merged = photos.map((photo, player) => photo ?? earlierPhotos[player] ?? null);
  await store(key, merged);
  if (earlier && earlier !== key) await forget(earlier);
  if (photoMarks()[key]?.seq !== null) await sendWaiting();
}
