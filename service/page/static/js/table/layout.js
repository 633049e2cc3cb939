// Where each player sits on the screen, seen from above.

import { MAX_PLAYERS } from "../state/players.js";

/** @import { Side } from "../types" */

/** @type {Record<string, Side[]>} */
const WAYS_ROUND = { ccw: ["bottom", "right", "top", "left"], cw: ["bottom", "left", "top", "right"] };
// The sides that are left empty where fewer than four play: nobody sits across, or at either hand.
/** @type {Record<number, Side[]>} */
const EMPTY = { 3: ["top"], 2: ["left", "right"] };

/**
 * Returns the side of the n-th chair after the one at the bottom; counter-clockwise play goes to the right.
 *
 * @param {number} n
 * @param {string} direction
 * @param {number=} players
 */
export function sideAfter(n, direction, players = MAX_PLAYERS) {
  const sides = (WAYS_ROUND[direction] ?? WAYS_ROUND.ccw).filter((side) => !EMPTY[players]?.includes(side));
  return sides[((n % players) + players) % players];
}

/**
 * Returns the side of a player when `me` sits at the bottom.
 *
 * @param {{ seats: number[], direction: string }} given
 * @param {number} player
 * @param {number=} me
 */
export function sideOf({ seats, direction }, player, me = seats[0]) {
  return sideAfter(seats.indexOf(player) - seats.indexOf(me), direction, seats.length);
}
