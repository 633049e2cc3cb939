// Quads of tiles, as in vision/quads/geometry.py: eight numbers, x and y of the corners clockwise, in pixels of the frame.

/** @import { Quad } from "../types" */

/** Return the centre. @param {Quad} quad @returns {[number, number]} */
export const middle = (quad) => [
  (quad[0] + quad[2] + quad[4] + quad[6]) / 4,
  (quad[1] + quad[3] + quad[5] + quad[7]) / 4,
];

/** Return the lengths of the four sides. @param {Quad} quad @returns {number[]} */
const edges = (quad) =>
  [0, 2, 4, 6].map((k) => Math.hypot(quad[(k + 2) % 8] - quad[k], quad[(k + 3) % 8] - quad[k + 1]));

/** Return the mean lengths along corner 0-1 and along corner 1-2. @param {Quad} quad @returns {[number, number]} */
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

/** Return a quad that begins some corners later. @param {Quad} quad @param {number} turns @returns {Quad} */
export function rotateCorners(quad, turns) {
  const start = 2 * (((turns % 4) + 4) % 4);
  return [...quad.slice(start), ...quad.slice(0, start)];
}

/**
 * Return a quad that begins with a short side, at the corner nearer the frame's top left.
 * @param {Quad} quad @returns {Quad}
 */
export function upright(quad) {
  const [across, down] = sides(quad);
  const standing = across > down ? rotateCorners(quad, 1) : quad;
  const flipped = rotateCorners(standing, 2);
  return standing[0] + standing[1] <= flipped[0] + flipped[1] ? standing : flipped;
}

/** Return the median, 0 of no numbers. @param {number[]} numbers @returns {number} */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  if (!sorted.length) return 0;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
