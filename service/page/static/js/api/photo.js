// Photos before they are sent: upright, and no larger than needed.

import { tileSets } from "./client.js";

const LONG_SIDE = 2048;
const QUALITY = 0.9;

/**
 * Return the photo upright as JPEG, with a long side of at most `side` pixels, its URL and size.
 *
 * A file that the browser cannot open (HEIC outside Safari) is returned as it is, without URL and size.
 *
 * @param {Blob} file
 * @param {{ side?: number, quality?: number }=} given
 */
export async function prepare(file, { side = LONG_SIDE, quality = QUALITY } = {}) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return { blob: file, url: null, size: null };
  }
  const canvas = scaledCanvas(bitmap, bitmap, side);
  bitmap.close();
  const blob = await jpegOf(canvas, quality);
  if (!blob) return { blob: file, url: null, size: null };
  return { blob, url: URL.createObjectURL(blob), size: [canvas.width, canvas.height] };
}

/**
 * Return a canvas with a picture whose long side has at most `side` pixels.
 * @param {CanvasImageSource} picture @param {{ width: number, height: number }} size @param {number} side
 */
export function scaledCanvas(picture, { width, height }, side) {
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @param {number} quality @returns {Promise<Blob | null>} */
export const jpegOf = (canvas, quality) => new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));

const SHARED_SIDE = 1280; // pixels of a photo that other phones look at
const SHARED_BYTES = 25_000_000; // of one that only the service can open

/** Return a photo for the other phones of the table, or null if it is too large. @param {Blob} blob */
export async function sharedPhoto(blob) {
  const { blob: small, url } = await prepare(blob, { side: SHARED_SIDE, quality: 0.75 });
  if (url) URL.revokeObjectURL(url);
  return small.size <= SHARED_BYTES ? small : null;
}

/** Return whether a photo that was not read is to be sent again. @param {{ code: string, status?: number }} problem */
export const isRetryable = ({ code, status }) =>
  ["not_reached", "busy"].includes(code) || (code === "unknown" && [502, 503, 504].includes(status ?? 0)); // a proxy's own words

/** Return the id of a table's newest tile set; null if there is none or the service does not answer. @param {string} game */
export async function newestTileSet(game) {
  try {
    return (await tileSets(game)).tile_sets.at(-1)?.id ?? null;
  } catch {
    return null; // the photo is read without it
  }
}
