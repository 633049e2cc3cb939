// Finds and names tiles by the two networks, as vision/nets/detector.py and faces.py do.

import { cutOut, letterbox, overturn, padded } from "./pixels.js";
import { area, middle, shortSide, upright } from "./quads.js";

/** @import { Box, Detection, Name, Network, Pixels, Quad } from "../types" */

const STRIDE = 4; // pixels of the batch to a cell
const CLOSENESS = 0.38; // short sides between the middles of two sights of one tile
const CLEARLY = 1.08; // times as large a quad in the other order of corners must be
const MOST = 240; // tiles; no table shows as many
const SURE_AT_ONCE = 0.98; // a first look this sure of a name is not repeated
const LEAST = 1e-6; // probability of being a tile at all: what is less likely still is taken for as likely
const AT_ONCE = 16; // crops: with more at a time the runtime keeps more memory for good
export const NOT_A_TILE = "-";

/**
 * Finds the tiles of a frame, or of a part of it, best first.
 *
 * @param {Network} network
 * @param {Pixels} frame
 * @param {{ side: number, threshold: number, part?: Box | null }} given `side`: pixels of the whole frame's long side
 * @returns {Promise<Detection[]>}
 */
export async function detect(network, frame, { side, threshold, part }) {
  const seen = part ? padded(part, frame, side) : null;
  const { data, dims, scale } = letterbox(frame, side, seen);
  const from = seen ? [seen.x, seen.y] : [0, 0];
  const { centres, corners, turned: other } = await network(data, dims);
  const [, , height, width] = centres.dims;
  const found = peaks(centres.data, width, height, threshold).map((cell) => ({
    quad: quadAt(cell, width, width * height, [corners.data, other.data]),
    confidence: centres.data[cell],
  }));
  return separate(found)
    .slice(0, MOST)
    .map(({ quad, confidence }) => ({
      quad: upright(quad.map((value, k) => value / scale[k % 2] + from[k % 2])),
      confidence,
    }));
}

/** @param {Float32Array} heat @param {number} width @param {number} height @param {number} threshold */
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
 * Takes the order of the larger quad, the first if in doubt.
 * @param {number} cell @param {number} width @param {number} plane cells @param {Float32Array[]} orders
 */
function quadAt(cell, width, plane, orders) {
  const centre = [(cell % width) + 0.5, Math.floor(cell / width) + 0.5];
  const [first, second] = orders.map((given) =>
    Array.from({ length: 8 }, (_, k) => (centre[k % 2] + given[k * plane + cell]) * STRIDE),
  );
  return area(second) > CLEARLY * area(first) ? second : first;
}

/** Drops weaker sights whose middle lies close to a stronger's. @param {Detection[]} found best first */
function separate(found) {
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

/** @param {Pixels} frame @param {Quad[]} quads @param {number} size pixels a side @returns them one after another */
export function cutOutAll(frame, quads, size) {
  const batch = new Uint8Array(quads.length * size * size * 3);
  for (const [index, quad] of quads.entries()) cutOut(frame, quad, { batch, index, size });
  return batch;
}

/**
 * @param {Network} network
 * @param {Uint8Array} batch
 * @param {{ size: number, labels: string[] }} given
 * @returns {Promise<{ names: Float32Array[], turns: Float32Array[] }>}
 */
async function look(network, batch, { size, labels }) {
  const bytes = size * size * 3;
  const count = batch.length / bytes;
  /** @type {{ names: Float32Array[], turns: Float32Array[] }} */
  const seen = { names: [], turns: [] };
  for (let start = 0; start < count; start += AT_ONCE) {
    const some = Math.min(AT_ONCE, count - start);
    const { names, turns } = await network(batch.subarray(start * bytes, (start + some) * bytes), [
      some,
      size,
      size,
      3,
    ]);
    for (let k = 0; k < some; k += 1) {
      seen.names.push(names.data.slice(k * labels.length, (k + 1) * labels.length));
      seen.turns.push(turns.data.slice(k * 4, (k + 1) * 4));
    }
  }
  return seen;
}

/** @param {ArrayLike<number>} logits @param {number} temperature */
function softmax(logits, temperature) {
  const values = Array.from(logits, (logit) => logit / temperature);
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const sum = powers.reduce((all, each) => all + each, 0);
  return powers.map((power) => power / sum);
}

/** @param {ArrayLike<number>} values @returns {number} where the largest is */
const largest = (values) => Array.from(values).reduce((best, value, k) => (value > values[best] ? k : best), 0);

/**
 * Names tiles that were found in a frame and cut out, in their order.
 *
 * Where one look leaves doubt a second one at the crop turned upside down is averaged in, as logarithms.
 *
 * @param {Network} network
 * @param {Uint8Array} batch
 * @param {{ size: number, labels: string[], temperature: number }} given
 * @returns {Promise<Name[]>}
 */
export async function classify(network, batch, given) {
  const { size, labels, temperature } = given;
  const first = await look(network, batch, given);
  const likely = first.names.map((logits) => softmax(logits, temperature));
  const alone = [...likely];
  const doubted = likely.flatMap((each, k) => (Math.max(...each) < SURE_AT_ONCE ? [k] : []));
  if (doubted.length) {
    const flipped = new Uint8Array(doubted.length * size * size * 3);
    for (const [index, k] of doubted.entries()) overturn({ batch, index: k }, { batch: flipped, index }, size);
    const again = await look(network, flipped, given);
    for (const [index, k] of doubted.entries()) {
      const both = first.names[k].map((logit, label) => (logit + again.names[index][label]) / 2);
      likely[k] = softmax(both, temperature);
      first.turns[k] = first.turns[k].map((vote, turn) => vote + again.turns[index][(turn + 2) % 4]);
    }
  }
  return likely.map((each, k) => {
    const name = largest(each);
    const shares = each.filter((_, label) => labels[label] !== NOT_A_TILE);
    const all = Math.max(
      LEAST,
      shares.reduce((sum, share) => sum + share, 0),
    );
    return {
      code: labels[name],
      confidence: each[name],
      turns: largest(first.turns[k]),
      faces: shares.map((share) => share / all),
      steady: alone[k][name],
    };
  });
}
