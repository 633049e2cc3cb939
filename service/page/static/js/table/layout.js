// Where each player sits on the screen, seen from above.

/** @import { Side } from "../types" */

/** @type {Record<string, Side[]>} */
const WAYS_ROUND = { ccw: ["bottom", "right", "top", "left"], cw: ["bottom", "left", "top", "right"] };

/**
 * Returns the side of the n-th chair after the one at the bottom; counter-clockwise play goes to the right.
 *
 * @param {number} n
 * @param {string} direction
 */
export const sideAfter = (n, direction) => (WAYS_ROUND[direction] ?? WAYS_ROUND.ccw)[((n % 4) + 4) % 4];

/**
 * Returns the side of a player when `me` sits at the bottom.
 *
 * @param {{ seats: number[], direction: string }} given
 * @param {number} player
 * @param {number=} me
 */
export function sideOf({ seats, direction }, player, me = seats[0]) {
  return sideAfter(seats.indexOf(player) - seats.indexOf(me), direction);
}
