// The role of each tile, by the network that sees where all of them lie, as in vision/nets/roles.py.

import { area, median, middle } from "./quads.js";

/** @import { Quad, RolesNetwork, Sight } from "../types" */

export const ROLES = ["concealed", "winning", "exposed", "back", "bonus", "other", "nothing"];
const HAND_ROLES = ROLES.indexOf("other"); // the roles before it are those of the hand
const [NUMBERS, PAIR_NUMBERS] = [27, 12];
// As in vision/nets/roles.py.
const MOST_ODDS = 9;
const WIDE = 10;
const BESIDE = 0.6;
const NEXT = 4;
const NEAR = 3;
const AXES = [
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
];

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

/** @param {number} share a probability */
function odds(share) {
  const kept = clamp(share, 1e-4, 1 - 1e-4);
  return Math.log(kept / (1 - kept)) / 3;
}

/** Compresses a distance. @param {number} value */
const compress = (value) => Math.sign(value) * Math.log1p((Math.abs(value) / NEAR) * 4);

/** @param {Quad} quad */
function axesOf(quad) {
  const right = [0, 1].map((k) => (quad[2 + k] - quad[k] + quad[4 + k] - quad[6 + k]) / 2);
  const down = [0, 1].map((k) => (quad[6 + k] - quad[k] + quad[4 + k] - quad[2 + k]) / 2);
  return { right, down };
}

/**
 * Returns the place of one tile in the axes of another.
 * @param {{ at: number[], right: number[], down: number[], size: number }} from @param {{ at: number[] }} to
 */
function placeIn({ at, right, down, size }, to) {
  const [x, y] = [to.at[0] - at[0], to.at[1] - at[1]];
  const whole = right[0] * down[1] - right[1] * down[0];
  if (Math.abs(whole) < 1) return [x / size, y / size];
  return [(x * down[1] - y * down[0]) / whole, (y * right[0] - x * right[1]) / whole];
}

/**
 * Returns, for the neighbour to the right, left, below and above, its distance, its offset and its turn.
 *
 * @param {number[][]} places of all tiles in its axes
 * @param {number[]} turns of all tiles against it
 * @param {Sight[]} sights
 */
function nextTo(places, turns, sights) {
  return AXES.flatMap(([axis, way]) => {
    let [nearest, away] = [0, NEXT];
    for (const [k, place] of places.entries()) {
      const along = way * place[axis];
      const isThere = along > 1 - BESIDE && Math.abs(place[1 - axis]) < BESIDE && sights[k].isKept;
      if (isThere && along < away) [nearest, away] = [k, along];
    }
    const isBeside = away < NEXT;
    return [away - 1, isBeside ? places[nearest][1 - axis] * 2 : 0, isBeside ? Math.cos(2 * turns[nearest]) : 1];
  });
}

/** Returns 27 numbers of each tile and 12 of each pair. @param {Sight[]} sights @param {[number, number]} size pixels */
export function measure(sights, [width, height]) {
  const count = sights.length;
  const tiles = sights.map(({ quad }) => {
    const { right, down } = axesOf(quad);
    const turn = Math.atan2(right[1], right[0]);
    return { at: middle(quad), right, down, turn, size: Math.max(1, Math.sqrt(area(quad))) };
  });
  const kept = tiles.filter((_, k) => sights[k].isKept);
  const believed = kept.length ? kept : tiles;
  const unit = median(believed.map((tile) => tile.size));
  const centre = [0, 1].map((k) => median(believed.map(({ at }) => at[k])));
  const [numbers, pairs] = [new Float32Array(count * NUMBERS), new Float32Array(count * count * PAIR_NUMBERS)];
  const places = tiles.map((from) => tiles.map((to) => placeIn(from, to)));
  for (const [i, tile] of tiles.entries()) {
    const { names, found, steady, isKept } = sights[i];
    const turns = tiles.map(({ turn }) => turn - tile.turn);
    const features = [
      Number(isKept),
      odds(Math.max(...Array.from(names))),
      odds(found),
      odds(steady),
      odds(0), // that it lies upon another tile: that network is not on the phone
      ...tile.at.map((value, k) => (value - centre[k]) / (unit * WIDE)),
      (tile.at[0] / width) * 2 - 1,
      (tile.at[1] / height) * 2 - 1,
      ...[...tile.right, ...tile.down].map((value) => value / unit),
      Math.log(tile.size / unit),
      Math.log(Math.max(believed.length, 1)) / 2 - 1,
      ...nextTo(places[i], turns, sights),
    ];
    for (const [k, value] of features.entries()) numbers[i * NUMBERS + k] = clamp(value, -MOST_ODDS, MOST_ODDS);
    for (const [j, other] of tiles.entries()) {
      const [there, back] = [places[i][j], places[j][i]];
      const far = Math.hypot(other.at[0] - tile.at[0], other.at[1] - tile.at[1]) / ((tile.size + other.size) / 2);
      pairs.set(
        [
          ...there.map(compress),
          ...there.map((value) => Math.min(NEAR, Math.abs(value))),
          ...back.map(compress),
          ...back.map((value) => Math.min(NEAR, Math.abs(value))),
          Math.log1p(far),
          Math.cos(2 * turns[j]),
          Math.abs(Math.sin(2 * turns[j])),
          Math.log(other.size / tile.size),
        ],
        (i * count + j) * PAIR_NUMBERS,
      );
    }
  }
  return { numbers, pairs };
}

/**
 * Returns which tiles belong to the hand.
 * @param {RolesNetwork} network @param {Sight[]} sights @param {[number, number]} size pixels
 * @returns {Promise<boolean[]>}
 */
export async function handMask(network, sights, size) {
  const count = sights.length;
  if (!count) return [];
  const { numbers, pairs } = measure(sights, size);
  const faces = sights[0].names.length;
  const names = new Float32Array(count * faces);
  for (const [k, sight] of sights.entries()) names.set(sight.names, k * faces);
  const { roles } = await network({
    names: { data: names, dims: [1, count, faces] },
    numbers: { data: numbers, dims: [1, count, NUMBERS] },
    pairs: { data: pairs, dims: [1, count, count, PAIR_NUMBERS] },
  });
  return sights.map(({ isKept }, k) => {
    const likely = Array.from(roles.data.subarray(k * ROLES.length, (k + 1) * ROLES.length));
    return isKept && likely.indexOf(Math.max(...likely)) < HAND_ROLES;
  });
}
