// Tiles whose names are known from earlier looks: each is named again every third look, or as soon as it moves, because
// naming fifteen tiles takes half of a look's time. After three looks every name is fresh.

import { shortSide } from "./quads.js";

/** @import { KnownTile, Name, Quad } from "../types" */

export const EVERY = 3; // looks
const MOVED = 0.3; // short sides that a corner may move

/** @param {Quad} one @param {Quad} other */
const isSame = (one, other) => {
  const reach = MOVED * shortSide(one);
  return [0, 2, 4, 6].every((k) => Math.hypot(one[k] - other[k], one[k + 1] - other[k + 1]) < reach);
};

/**
 * Return the known tile at each quad, or null for one that has to be named.
 * @param {Quad[]} quads @param {KnownTile[]} known @returns {(KnownTile | null)[]}
 */
export const matchKnown = (quads, known) =>
  quads.map((quad) => known.find((tile) => tile.age + 1 < EVERY && isSame(quad, tile.quad)) ?? null);

/**
 * Return the known tiles after a look, in the order of the quads: the earlier ones, a look older, and the new ones. The
 * first ones get different ages, so that they are not all named again at the same look.
 *
 * @param {Quad[]} quads
 * @param {(KnownTile | null)[]} before
 * @param {Name[]} names of the others
 */
export function updateKnown(quads, before, names) {
  const isFirst = before.every((tile) => !tile);
  let next = 0;
  return quads.map((quad, k) => {
    const tile = before[k];
    if (tile) return { quad, name: tile.name, age: tile.age + 1 };
    next += 1;
    return { quad, name: names[next - 1], age: isFirst ? k % EVERY : 0 };
  });
}
