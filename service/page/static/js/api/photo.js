// A photo on its way from the camera to the service: upright, no larger than needed.

import { tileSets } from "./client.js";

const LONG_SIDE = 2048;
const QUALITY = 0.9;

/**
 * Returns {blob, url, size}: the photo upright, its long side `side` pixels at most, as JPEG.
 *
 * A browser that cannot open the file (HEIC outside Safari) sends it as it is; then `url` is null,
 * because what cannot be opened cannot be shown either.
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
  const canvas = drawn(bitmap, bitmap, side);
  bitmap.close();
  const blob = await jpegOf(canvas, quality);
  if (!blob) return { blob: file, url: null, size: null };
  return { blob, url: URL.createObjectURL(blob), size: [canvas.width, canvas.height] };
}

/**
 * @param {CanvasImageSource} picture @param {{ width: number, height: number }} size of the picture
 * @param {number} side
 */
export function drawn(picture, { width, height }, side) {
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
const SHARED_BYTES = 25_000_000; // of one that this browser cannot make smaller: the service can

/** @param {Blob} blob @returns a photo for the other phones of the table, null where it is too large */
export async function smaller(blob) {
  const { blob: small, url } = await prepare(blob, { side: SHARED_SIDE, quality: 0.75 });
  if (url) URL.revokeObjectURL(url);
  return small.size <= SHARED_BYTES ? small : null;
}

/** @param {{ code: string, status?: number }} given @returns whether a photo that was not read is sent again */
export const isPassing = ({ code, status }) =>
  ["not_reached", "busy"].includes(code) || (code === "unknown" && [502, 503, 504].includes(status ?? 0)); // a proxy's own words

/**
 * @param {string} game
 * @returns the id of the tile set that a table showed last; null where there is none, or none can be asked for
 */
export async function shownTiles(game) {
  try {
    return (await tileSets(game)).tile_sets.at(-1)?.id ?? null;
  } catch {
    return null; // the photo is read all the same
  }
}
