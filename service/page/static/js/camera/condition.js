// The light of a frame, and advice for a better photo, as in vision/photo/photo.py, advice.py and reader.py.

import { median, shortSide } from "./quads.js";

/** @import { Advice, Pixels, Quad } from "../types" */

// Found by degrading good photos step by step until names went wrong (models/JOURNAL.md).
const FAR = 22; // pixels of a frame whose long side is SIDE: short side of a tile
const SIDE = 640;
const DARK = 25; // of 255: lightness of the tiles' bodies, before the frame was brightened
const DARK_FRAME = 40; // the same of a whole frame without tiles
const BLURRED = 0.1; // steepest edges, in contrasts per pixel of a crop
const CONTRAST = 40; // of 255, which a print must have to judge its sharpness
const SOBEL = 8; // response of the filter to a slope of one per pixel
const JUDGED = 8; // tiles of a frame, spread over all of them
// A frame whose brightest hundredth is darker than DIM is brightened until it is BRIGHT, of 255.
const [BRIGHTEST, DIM, BRIGHT] = [0.99, 180, 245];
const MOST_GAIN = 12; // beyond that, noise hides what is printed on a tile
const SAMPLED = 4; // every fourth pixel of a row and of a column is looked at

/**
 * Return a quantile by counting, as sorting would take longer than a network.
 * @param {ArrayLike<number>} values whole numbers from 0 @param {number} share
 */
function quantile(values, share) {
  const counts = new Uint32Array(4 * 256); // lightness, or responses of the filter
  for (let k = 0; k < values.length; k += 1) counts[values[k]] += 1;
  let [value, left] = [0, Math.floor(share * (values.length - 1))];
  for (; counts[value] <= left; value += 1) left -= counts[value];
  return value;
}

/** Return the lightness of every n-th pixel along both sides. @param {Pixels} picture @param {number} every */
function greys({ data, width, height, step }, every) {
  const [across, down] = [Math.ceil(width / every), Math.ceil(height / every)];
  const lights = new Uint8Array(across * down);
  for (let y = 0, to = 0; y < height; y += every)
    for (let x = 0; x < width; x += every, to += 1) {
      const at = (y * width + x) * step;
      lights[to] = 0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2] + 0.5;
    }
  return lights;
}

/** Brighten a dark frame in place, and return the factor. @param {Pixels} frame */
export function brighten(frame) {
  const bright = quantile(greys(frame, SAMPLED), BRIGHTEST);
  if (bright >= DIM) return 1;
  const gain = Math.min(BRIGHT / Math.max(bright, 1), MOST_GAIN);
  for (let k = 0; k < frame.data.length; k += 1) frame.data[k] *= gain; // rounded and clamped by the array
  return gain;
}

/**
 * Return how steep the edges of a square are, in lightness per pixel, in the duller direction: motion blurs only one.
 * @param {Uint8Array} grey @param {number} size
 */
function edgeSteepness(grey, size) {
  const inner = size - 2;
  const [across, down] = [new Uint16Array(inner * inner), new Uint16Array(inner * inner)];
  for (let y = 1, to = 0; y <= inner; y += 1)
    for (let x = 1, at = y * size + 1; x <= inner; x += 1, at += 1, to += 1) {
      const falling = grey[at + size + 1] - grey[at - size - 1];
      const rising = grey[at - size + 1] - grey[at + size - 1];
      across[to] = Math.abs(falling + rising + 2 * (grey[at + 1] - grey[at - 1]));
      down[to] = Math.abs(falling - rising + 2 * (grey[at + size] - grey[at - size]));
    }
  return Math.min(quantile(across, 0.97), quantile(down, 0.97)) / SOBEL;
}

/**
 * Return advice, the most urgent first, on a frame that was brightened by `gain`.
 * @param {Pixels} frame @param {Quad[]} quads @param {{ batch: Uint8Array, count: number, size: number, gain: number }} crops
 * @returns {Advice[]}
 */
export function advise(frame, quads, { batch, count, size, gain }) {
  if (!quads.length) {
    const every = Math.max(1, Math.round(Math.max(frame.width, frame.height) / 120));
    return quantile(greys(frame, every), 0.9) < DARK_FRAME * gain ? ["more_light"] : [];
  }
  const bytes = size * size * 3;
  const every = Math.ceil(count / JUDGED);
  const some = Array.from({ length: count }, (_, k) => k).filter((k) => k % every === 0);
  const measured = some.map((k) => {
    const crop = { data: batch.subarray(k * bytes, (k + 1) * bytes), width: size, height: size, step: 3 };
    const grey = greys(crop, 1);
    const contrast = quantile(grey, 0.98) - quantile(grey, 0.02);
    return {
      light: quantile(grey, 0.75),
      sharpness: contrast < CONTRAST ? null : edgeSteepness(grey, size) / contrast,
    };
  });
  const sharp = measured.flatMap(({ sharpness }) => (sharpness === null ? [] : [sharpness]));
  const side = (median(quads.map(shortSide)) * SIDE) / Math.max(frame.width, frame.height);
  /** @type {Advice[]} */
  const advice = [];
  if (count && median(measured.map(({ light }) => light)) < DARK * gain) advice.push("more_light");
  if (side < FAR) advice.push("closer");
  else if (sharp.length && median(sharp) < BLURRED) advice.push("hold_still");
  return advice;
}
