// Finds and names tiles with two networks, as vision/nets/detector.py and faces.py do.

import { cutOut, growToPadding, letterbox, rotateHalf } from "./pixels.js";
import { area, middle, shortSide, upright } from "./quads.js";

/** @import { Box, Detection, Name, Network, Pixels, Quad } from "../types" */

const STRIDE = 4; // pixels of the batch per cell
const CLOSENESS = 0.38; // short sides between the centres of two detections of one tile
const CLEARLY = 1.08; // how many times as large a quad must be in the other order of corners
const MAX_TILES = 240; // more than any table shows
const SURE_AT_ONCE = 0.98; // a name of this probability is not checked by a second look
const LEAST = 1e-6; // lower bound of the probability of being a tile at all
const BATCH = 16; // crops: the runtime never releases the memory of larger batches
export const NOT_A_TILE = "-";

/**
 * Return the tiles of a frame, or of a part of it, best first.
 *
 * @param {Network} network
 * @param {Pixels} frame
 * @param {{ side: number, threshold: number, part?: Box | null }} given `side`: pixels of the whole frame's long side
 * @returns {Promise<Detection[]>}
 */
export async function detect(network, frame, { side, threshold, part }) {
  const region = part ? growToPadding(part, frame, side) : null;
  const { data, dims, scale } = letterbox(frame, side, region);
  const from = region ? [region.x, region.y] : [0, 0];
  const { centres, corners, turned: other } = await network(data, dims);
  const [, , height, width] = centres.dims;
  const found = peaks(centres.data, width, height, threshold).map((cell) => ({
    quad: quadAt(cell, width, width * height, [corners.data, other.data]),
    confidence: centres.data[cell],
  }));
  return suppressOverlaps(found)
    .slice(0, MAX_TILES)
    .map(({ quad, confidence }) => ({
      quad: upright(quad.map((value, k) => value / scale[k % 2] + from[k % 2])),
      confidence,
    }));
}

/** Return the cells with a local maximum, highest first. @param {Float32Array} heat @param {number} width @param {number} height @param {number} threshold */
function peaks(heat, width, height, threshold) {
  const cells = [];
  for (let cell = 0; cell < heat.length; cell += 1) {
    if (heat[cell] < threshold) continue;
    const [x, y] = [cell % width, Math.floor(cell / width)];
    let isPeak = true;
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1) && isPeak; v += 1)
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u += 1)
        if (heat[v * width + u] > heat[cell]) isPeak = false;
    if (isPeak) cells.push(cell);
  }
  return cells.sort((a, b) => heat[b] - heat[a]);
}

/**
 * Return the quad at a cell, in the order of corners that makes it larger, or the first if in doubt.
 * @param {number} cell @param {number} width @param {number} plane cells @param {Float32Array[]} orders
 */
function quadAt(cell, width, plane, orders) {
  const centre = [(cell % width) + 0.5, Math.floor(cell / width) + 0.5];
  const [first, second] = orders.map((given) =>
    Array.from({ length: 8 }, (_, k) => (centre[k % 2] + given[k * plane + cell]) * STRIDE),
  );
  return area(second) > CLEARLY * area(first) ? second : first;
}

/** Remove detections whose centre is close to that of a better one. @param {Detection[]} found best first */
function suppressOverlaps(found) {
  /** @type {(Detection & { at: number[], reach: number })[]} */
  const kept = [];
  for (const each of found) {
    const [at, reach] = [middle(each.quad), shortSide(each.quad) * CLOSENESS];
    const isClose = kept.some(
      (other) => Math.hypot(at[0] - other.at[0], at[1] - other.at[1]) < Math.max(reach, other.reach),
    );
    if (!isClose) kept.push({ ...each, at, reach });
  }
  return kept;
}

/** Return the crops of quads as one batch. @param {Pixels} frame @param {Quad[]} quads @param {number} size pixels a side */
export function cutOutAll(frame, quads, size) {
  const batch = new Uint8Array(quads.length * size * size * 3);
  for (const [index, quad] of quads.entries()) cutOut(frame, quad, { batch, index, size });
  return batch;
}

/**
 * Return the classifier's logits for each crop of a batch.
 *
 * @param {Network} network
 * @param {Uint8Array} batch
 * @param {{ size: number, labels: string[] }} settings
 * @returns {Promise<{ names: Float32Array[], turns: Float32Array[] }>}
 */
async function predict(network, batch, { size, labels }) {
  const bytes = size * size * 3;
  const count = batch.length / bytes;
  /** @type {{ names: Float32Array[], turns: Float32Array[] }} */
  const logits = { names: [], turns: [] };
  for (let start = 0; start < count; start += BATCH) {
    const some = Math.min(BATCH, count - start);
    const { names, turns } = await network(batch.subarray(start * bytes, (start + some) * bytes), [
      some,
      size,
      size,
      3,
    ]);
    for (let k = 0; k < some; k += 1) {
      logits.names.push(names.data.slice(k * labels.length, (k + 1) * labels.length));
      logits.turns.push(turns.data.slice(k * 4, (k + 1) * 4));
    }
  }
  return logits;
}

/** @param {ArrayLike<number>} logits @param {number} temperature */
function softmax(logits, temperature) {
  const values = Array.from(logits, (logit) => logit / temperature);
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const sum = powers.reduce((all, each) => all + each, 0);
  return powers.map((power) => power / sum);
}

/** Return the index of the largest value. @param {ArrayLike<number>} values @returns {number} */
const argmax = (values) => Array.from(values).reduce((best, value, k) => (value > values[best] ? k : best), 0);

/**
 * Return the names of the tiles on crops. A doubtful one is averaged, as logits, with that of the crop upside down.
 *
 * @param {Network} network
 * @param {Uint8Array} batch
 * @param {{ size: number, labels: string[], temperature: number }} settings
 * @returns {Promise<Name[]>}
 */
export async function classify(network, batch, settings) {
  const { size, labels, temperature } = settings;
  const first = await predict(network, batch, settings);
  const likely = first.names.map((logits) => softmax(logits, temperature));
  const firstLook = [...likely];
  const doubtful = likely.flatMap((each, k) => (Math.max(...each) < SURE_AT_ONCE ? [k] : []));
  if (doubtful.length) {
    const flipped = new Uint8Array(doubtful.length * size * size * 3);
    for (const [index, k] of doubtful.entries()) rotateHalf({ batch, index: k }, { batch: flipped, index }, size);
    const again = await predict(network, flipped, settings);
    for (const [index, k] of doubtful.entries()) {
      const both = first.names[k].map((logit, label) => (logit + again.names[index][label]) / 2);
      likely[k] = softmax(both, temperature);
      first.turns[k] = first.turns[k].map((vote, turn) => vote + again.turns[index][(turn + 2) % 4]);
    }
  }
  return likely.map((each, k) => {
    const name = argmax(each);
    const shares = each.filter((_, label) => labels[label] !== NOT_A_TILE);
    const all = Math.max(
      LEAST,
      shares.reduce((sum, share) => sum + share, 0),
    );
    return {
      code: labels[name],
      confidence: each[name],
      turns: argmax(first.turns[k]),
      faces: shares.map((share) => share / all),
      steady: firstLook[k][name],
    };
  });
}
