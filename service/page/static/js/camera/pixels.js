// Pixels of frames as the networks take them: RGB, one byte each.

import { longestEdge } from "./quads.js";

/** @import { Box, Pixels, Quad } from "../types" */

const MULTIPLE = 32; // pixels, by the strides of the detector
const GREY = 128;
const FINEST = 8; // largest factor by which a tile is cut out larger than its crop

/** @param {number} length */
const roundUp = (length) => Math.ceil(length / MULTIPLE) * MULTIPLE;

/** Return a picture at half its size. @param {Pixels} picture @returns {Pixels} */
function halve({ data, width, height, step }) {
  const [w, h] = [width >> 1, height >> 1];
  const half = new Uint8Array(w * h * 3);
  for (let y = 0, to = 0; y < h; y += 1) {
    let from = 2 * y * width * step;
    const below = width * step;
    for (let x = 0; x < w; x += 1, from += 2 * step) {
      for (let c = 0; c < 3; c += 1, to += 1) {
        const at = from + c;
        half[to] = (data[at] + data[at + step] + data[at + below] + data[at + below + step] + 2) >> 2;
      }
    }
  }
  return { data: half, width: w, height: h, step: 3 };
}

/**
 * Write a picture into a batch at another size, with bilinear interpolation.
 * @param {Pixels} picture @param {Uint8Array} batch @param {{ width: number, height: number, stride: number }} target
 */
function resizeInto({ data, width: w, height: h, step }, batch, { width, height, stride }) {
  const [across, down] = [w / width, h / height];
  const [left, right, share] = [new Int32Array(width), new Int32Array(width), new Float32Array(width)];
  for (let x = 0; x < width; x += 1) {
    const at = Math.min(w - 1, Math.max(0, (x + 0.5) * across - 0.5));
    left[x] = Math.floor(at) * step;
    right[x] = Math.min(w - 1, Math.floor(at) + 1) * step;
    share[x] = at - Math.floor(at);
  }
  for (let y = 0; y < height; y += 1) {
    const at = Math.min(h - 1, Math.max(0, (y + 0.5) * down - 0.5));
    const above = Math.floor(at) * w * step;
    const below = Math.min(h - 1, Math.floor(at) + 1) * w * step;
    const low = at - Math.floor(at);
    for (let x = 0, to = y * stride * 3; x < width; x += 1) {
      const [l, r, s] = [left[x], right[x], share[x]];
      for (let c = 0; c < 3; c += 1, to += 1) {
        const top = data[above + l + c] * (1 - s) + data[above + r + c] * s;
        const bottom = data[below + l + c] * (1 - s) + data[below + r + c] * s;
        batch[to] = top * (1 - low) + bottom * low + 0.5;
      }
    }
  }
}

/** Return a part of a picture. @param {Pixels} picture @param {Box} part @returns {Pixels} */
function crop({ data, width, step }, { x, y, width: w, height: h }) {
  const part = new Uint8Array(w * h * step);
  for (let row = 0; row < h; row += 1) {
    const from = ((y + row) * width + x) * step;
    part.set(data.subarray(from, from + w * step), row * w * step);
  }
  return { data: part, width: w, height: h, step };
}

/**
 * Grow a part of a frame to the size that padding would give it.
 * @param {Box} part @param {Pixels} frame @param {number} side pixels @returns {Box}
 */
export function growToPadding(part, frame, side) {
  const factor = side / Math.max(frame.width, frame.height);
  /** @param {number} from @param {number} length @param {number} whole @returns {[number, number]} */
  const range = (from, length, whole) => {
    const grown = Math.min(whole, Math.floor(roundUp(Math.ceil(length * factor)) / factor));
    return [Math.max(0, Math.min(whole - grown, Math.round(from - (grown - length) / 2))), grown];
  };
  const [x, width] = range(part.x, part.width, frame.width);
  const [y, height] = range(part.y, part.height, frame.height);
  return { x, y, width, height };
}

/**
 * Scale a frame to a long side of `side` pixels, or a part of it by the same factor, and pad it with grey at the right and
 * the bottom. `scale` has the factors from the frame to the batch along x and y.
 *
 * @param {Pixels} frame
 * @param {number} side pixels
 * @param {Box | null} part
 */
export function letterbox(frame, side, part) {
  const factor = side / Math.max(frame.width, frame.height);
  const from = part ? crop(frame, part) : frame;
  const width = Math.max(1, Math.round(from.width * factor));
  const height = Math.max(1, Math.round(from.height * factor));
  let picture = from;
  while (picture.width >= 2 * width && picture.height >= 2 * height) picture = halve(picture);
  const dims = [1, roundUp(height), roundUp(width), 3];
  const data = new Uint8Array(dims[1] * dims[2] * 3).fill(GREY);
  resizeInto(picture, data, { width, height, stride: dims[2] });
  return { data, dims, scale: [width / from.width, height / from.height] };
}

/**
 * Return a to h of the homography from the unit square to a quad: x is (a u + b v + c) / (g u + h v + 1), y by d, e, f.
 * @param {Quad} quad
 */
function perspective([x0, y0, x1, y1, x2, y2, x3, y3]) {
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [dx1, dx2, dy1, dy2] = [x1 - x2, x3 - x2, y1 - y2, y3 - y2];
  const whole = dx1 * dy2 - dx2 * dy1 || 1e-9;
  const g = (sx * dy2 - dx2 * sy) / whole;
  const h = (dx1 * sy - sx * dy1) / whole;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h];
}

/**
 * Write a quad of a frame into a batch of crops as a flat square; its first corner becomes the top left.
 *
 * A large tile is cut out larger and averaged, which avoids aliasing.
 *
 * @param {Pixels} frame
 * @param {Quad} quad
 * @param {{ batch: Uint8Array, index: number, size: number }} into `size` pixels a side
 */
export function cutOut({ data, width, height, step }, quad, { batch, index, size }) {
  const [a, b, c, d, e, f, g, h] = perspective(quad);
  const fine = Math.max(1, Math.min(FINEST, Math.floor(longestEdge(quad) / size)));
  const [work, many] = [size * fine, fine * fine];
  const sums = new Float32Array(size * 3);
  for (let row = 0, to = index * size * size * 3; row < size; row += 1, to += size * 3) {
    sums.fill(0);
    for (let part = 0; part < fine; part += 1) {
      const v = (row * fine + part + 0.5) / work;
      for (let column = 0; column < work; column += 1) {
        const u = (column + 0.5) / work;
        const depth = g * u + h * v + 1;
        const x = Math.min(width - 1, Math.max(0, (a * u + b * v + c) / depth - 0.5));
        const y = Math.min(height - 1, Math.max(0, (d * u + e * v + f) / depth - 0.5));
        const [left, top] = [Math.floor(x), Math.floor(y)];
        const [sx, sy] = [x - left, y - top];
        const at = (top * width + left) * step;
        const right = left + 1 < width ? step : 0;
        const below = top + 1 < height ? width * step : 0;
        const into = Math.floor(column / fine) * 3;
        for (let k = 0; k < 3; k += 1) {
          const above = data[at + k] * (1 - sx) + data[at + right + k] * sx;
          const under = data[at + below + k] * (1 - sx) + data[at + below + right + k] * sx;
          sums[into + k] += above * (1 - sy) + under * sy;
        }
      }
    }
    for (let k = 0; k < sums.length; k += 1) batch[to + k] = sums[k] / many + 0.5;
  }
}

/**
 * Write a crop, turned upside down, into another batch.
 * @param {{ batch: Uint8Array, index: number }} from @param {{ batch: Uint8Array, index: number }} to
 * @param {number} size pixels a side
 */
export function rotateHalf(from, to, size) {
  const count = size * size;
  for (let pixel = 0; pixel < count; pixel += 1) {
    const source = (from.index * count + pixel) * 3;
    const target = (to.index * count + count - 1 - pixel) * 3;
    for (let k = 0; k < 3; k += 1) to.batch[target + k] = from.batch[source + k];
  }
}
