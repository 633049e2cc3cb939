// Tiles whose names are known from the looks before: each is named anew at every third look, or as soon as it moves.
//
// Naming fifteen tiles takes half of a look's time. Whoever waits for three looks that agree has every name fresh.

import { shortSide } from "./quads.js";

/** @import { KnownTile, Name, Quad } from "../types" */

export const EVERY = 3; // looks
const MOVED = 0.3; // short sides: a corner that moved farther belongs to a tile to be named anew

/** @param {Quad} one @param {Quad} other */
const isSame = (one, other) => {
  const reach = MOVED * shortSide(one);
  return [0, 2, 4, 6].every((k) => Math.hypot(one[k] - other[k], one[k + 1] - other[k + 1]) < reach);
};

/**
 * @param {Quad[]} quads @param {KnownTile[]} known
 * @returns {(KnownTile | null)[]} the tile that is known to lie at each quad, null where it is to be named now
 */
export const stillKnown = (quads, known) =>
  quads.map((quad) => known.find((tile) => tile.age + 1 < EVERY && isSame(quad, tile.quad)) ?? null);

/**
 * Returns what is known after a look: those that were known, a look older, and the new names, in the order of the quads.
 *
 * What is seen for the first time gets different ages, so that not all are named anew at the same look.
 *
 * @param {Quad[]} quads
 * @param {(KnownTile | null)[]} before
 * @param {Name[]} names of those that were not known
 */
export function knownNow(quads, before, names) {
  const isFirst = before.every((tile) => !tile);
  let next = 0;
  return quads.map((quad, k) => {
    const tile = before[k];
    if (tile) return { quad, name: tile.name, age: tile.age + 1 };
    next += 1;
    return { quad, name: names[next - 1], age: isFirst ? k % EVERY : 0 };
  });
}
