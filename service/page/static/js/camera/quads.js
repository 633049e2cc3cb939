// Quads of tiles: what vision/quads/geometry.py does, for a phone.
//
// A quad is eight numbers, x and y of its corners clockwise, in pixels of the frame.

/** @import { Quad } from "../types" */

/** @param {Quad} quad @returns {[number, number]} its middle */
export const middle = (quad) => [
  (quad[0] + quad[2] + quad[4] + quad[6]) / 4,
  (quad[1] + quad[3] + quad[5] + quad[7]) / 4,
];

/** @param {Quad} quad @returns {number[]} the lengths of its sides, from each corner to the next */
const edges = (quad) =>
  [0, 2, 4, 6].map((k) => Math.hypot(quad[(k + 2) % 8] - quad[k], quad[(k + 3) % 8] - quad[k + 1]));

/** @param {Quad} quad @returns {[number, number]} the mean lengths along corner 0-1 and along corner 1-2 */
export function sides(quad) {
  const [top, right, bottom, left] = edges(quad);
  return [(top + bottom) / 2, (right + left) / 2];
}

/** @param {Quad} quad */
export const shortSide = (quad) => Math.min(...sides(quad));

/** @param {Quad} quad */
export const longestEdge = (quad) => Math.max(...edges(quad));

/** @param {Quad} quad */
export function area(quad) {
  let sum = 0;
  for (let k = 0; k < 8; k += 2) sum += quad[k] * quad[(k + 3) % 8] - quad[(k + 2) % 8] * quad[k + 1];
  return Math.abs(sum) / 2;
}

/** Starts a quad at another of its corners. @param {Quad} quad @param {number} turns corners on @returns {Quad} */
export function turned(quad, turns) {
  const start = 2 * (((turns % 4) + 4) % 4);
  return [...quad.slice(start), ...quad.slice(0, start)];
}

/**
 * Starts a quad at the corner nearer the frame's top left of those after which its short side runs.
 * @param {Quad} quad @returns {Quad}
 */
export function upright(quad) {
  const [across, down] = sides(quad);
  const standing = across > down ? turned(quad, 1) : quad;
  const flipped = turned(standing, 2);
  return standing[0] + standing[1] <= flipped[0] + flipped[1] ? standing : flipped;
}

/** @param {number[]} numbers @returns {number} the one in the middle, 0 of none */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  if (!sorted.length) return 0;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
