// Feeds frames of the camera to the networks on the phone, and none while nothing moves.

import { EVERY } from "./known-tiles.js";
import { median, shortSide, sides } from "./quads.js";
import { sighting } from "./sighting.js";

/** @import { Box, Look, PhoneNetworks, Sighting } from "../types" */

const LONG_SIDE = 1280; // pixels of a frame, from which tiles are cut out; the detector gets it smaller
const SIDES = [640, 512, 416, 352, 288]; // long sides for the detector in pixels, smaller ones for slow phones
const SMALLEST = 17; // of these pixels: short side of a tile that is still detected well
const SLOW = 190; // milliseconds of a look: five a second beside the page's own work
const TRIES = 3; // looks before the phone counts as slow, as the first ones also compile
const THUMBNAIL = [32, 24]; // pixels
const CHANGED = 14; // of 255: change of its pixels that is motion, not noise
const FEWEST = 2; // such pixels, as many as one tile covers
const AGAIN = 1000; // milliseconds after which a look is repeated although nothing moved
const STEADY = 500; // milliseconds for which the same whole hand must be seen
const LOOKS = EVERY; // looks that must see it, so that every name is fresh
const PARTS = EVERY - 1; // looks at the part with the tiles after one at the whole frame
const ROOM = 1; // long sides of a tile, around that part
const STEP = 30; // milliseconds between two checks for motion

/** Resolve after a time. @param {number} time milliseconds */
export const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Return a canvas, and a function (picture, width, height) => ImageData that draws on it and reads the pixels. */
function pixelReader() {
  const canvas = document.createElement("canvas");
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  /** @param {HTMLVideoElement | ImageBitmap | HTMLCanvasElement} picture @param {number} width @param {number} height */
  const read = (picture, width, height) => {
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.drawImage(picture, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  };
  return { canvas, read };
}

/** Return the size of the frame for a picture. @param {number} width @param {number} height @returns {[number, number]} */
const frameSize = (width, height) => {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
  return [Math.round(width * scale), Math.round(height * scale)];
};

/** Return the frame of a photo. @param {Blob} photo */
export async function frameOf(photo) {
  const bitmap = await createImageBitmap(photo, { imageOrientation: "from-image" });
  const frame = pixelReader().read(bitmap, ...frameSize(bitmap.width, bitmap.height));
  bitmap.close();
  return frame;
}

/** Return whether something moved between two thumbnails. @param {Uint8ClampedArray} one @param {Uint8ClampedArray | null} other */
function hasMotion(one, other) {
  if (!other) return false;
  let changed = 0;
  for (let k = 1; k < one.length; k += 4) if (Math.abs(one[k] - other[k]) > CHANGED) changed += 1; // green is enough
  return changed >= FEWEST;
}

/**
 * Return a smaller side for the detector when looks take too long: the largest that makes them short enough, or else the
 * smallest at which these tiles are still detected well.
 *
 * @param {number} side an index of SIDES
 * @param {number} took milliseconds of a look at this side
 * @param {number} short short side of a tile, in long sides of the frame
 * @returns {number} an index of SIDES, the same if no smaller one will do
 */
export function fasterSide(side, took, short) {
  const smaller = SIDES.flatMap((pixels, k) => (k > side && short * pixels >= SMALLEST ? [k] : []));
  const isFast = (/** @type {number} */ k) => took * (SIDES[k] / SIDES[side]) ** 2 <= SLOW;
  return smaller.find(isFast) ?? smaller.at(-1) ?? side;
}

/** Return the part of a frame with its tiles and room around them; null for the whole frame. @param {Look} look @returns {Box | null} */
export function tilesPart({ tiles, size }) {
  if (!tiles.length) return null;
  const room = ROOM * median(tiles.map(({ quad }) => Math.max(...sides(quad))));
  /** @param {number} axis @returns {[number, number]} */
  const range = (axis) => {
    const places = tiles.flatMap(({ quad }) => quad.filter((_, k) => k % 2 === axis));
    const [from, to] = [Math.min(...places) - room, Math.max(...places) + room];
    return [Math.floor(Math.max(0, from)), Math.ceil(Math.min(size[axis], to))];
  };
  const [[x, right], [y, below]] = [range(0), range(1)];
  return { x, y, width: right - x, height: below - y };
}

/**
 * Look at a video until `over` is aborted; throw the error that ends the networks.
 *
 * `onSight` gets what each look has seen. `onSteady` is called repeatedly while the same whole hand is seen for half a
 * second or more; the next look waits for it.
 *
 * @param {HTMLVideoElement} video
 * @param {{ networks: PhoneNetworks, size: number, over: AbortSignal, onSight: (seen: Sighting, size: [number, number]) => void, onSteady: (seen: Sighting) => unknown }} given
 */
export async function watchFrames(video, { networks, size, over, onSight, onSteady }) {
  const [small, large] = [pixelReader(), pixelReader()];
  // Of the frame where one is drawn, as drawing the video again would take as long.
  const readThumbnail = (/** @type {HTMLVideoElement | HTMLCanvasElement} */ picture) =>
    small.read(picture, THUMBNAIL[0], THUMBNAIL[1]).data;
  /** @type {Uint8ClampedArray | null} */
  let before = null;
  /** @type {{ seen: Sighting, size: [number, number] } | null} */
  let last = null;
  let isMoving = false;
  /** @type {Box | null} */
  let part = null;
  let [since, same, at, looks, parts, side] = [0, 0, -Infinity, 0, 0, 0]; // times in milliseconds, counts, an index of SIDES
  while (!over.aborted) {
    if (video.videoWidth && document.visibilityState === "visible") {
      const shape = frameSize(video.videoWidth, video.videoHeight);
      const drawn = isMoving ? large.read(video, ...shape) : null; // it will probably be looked at
      const thumbnail = readThumbnail(drawn ? large.canvas : video);
      const isMoved = hasMotion(thumbnail, before);
      const isClear = last?.seen.isWhole && !last.seen.advice.length;
      if (isMoved || (isClear && same < LOOKS) || performance.now() - at >= AGAIN) {
        at = performance.now();
        const picture = drawn ?? large.read(video, ...shape);
        before = isMoved ? readThumbnail(large.canvas) : thumbnail;
        const look = await networks.look(picture, SIDES[side], part);
        if (over.aborted) return;
        [looks, parts] = [looks + 1, part ? parts + 1 : 0];
        // If fewer are seen than before, some may have moved elsewhere.
        const isAll =
          parts < PARTS && look.tiles.length >= (last ? last.seen.tiles.length + last.seen.beside.length : 0);
        part = isAll ? tilesPart(look) : null;
        const short = median(look.tiles.map(({ quad }) => shortSide(quad))) / Math.max(...look.size);
        const took = performance.now() - at;
        if (short * SIDES[side] < SMALLEST) side = Math.max(0, side - 1);
        else if (looks >= TRIES && took > SLOW) [side, looks] = [fasterSide(side, took, short), 0];
        const seen = sighting(look, size);
        if (seen.key === last?.seen.key && !seen.advice.length) same += 1;
        else [since, same] = [at, 1];
        last = { seen, size: look.size };
        onSight(seen, look.size);
      }
      if (isMoved) isMoving = true;
      else if (isMoving)
        [isMoving, before] = [false, null]; // the two kinds of thumbnails cannot be compared
      else before ??= thumbnail;
      const isSteady = last?.seen.isWhole && !last.seen.advice.length && same >= LOOKS;
      if (last && isSteady && performance.now() - since >= STEADY) await onSteady(last.seen);
    }
    await pause(STEP);
  }
}
