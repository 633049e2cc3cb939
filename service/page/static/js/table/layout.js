// Where each player sits on the screen, seen from above.

/** @import { Side } from "../types" */

/** @type {Record<string, Side[]>} */
const SIDES = { ccw: ["bottom", "right", "top", "left"], cw: ["bottom", "left", "top", "right"] };
/** @type {Record<number, Side[]>} the sides left empty by three players and by two */
const EMPTY = { 3: ["top"], 2: ["left", "right"] };

/**
 * Return the side of the n-th chair from the bottom in the order of play; counter-clockwise play goes to the right.
 *
 * @param {number} n
 * @param {string} direction
 * @param {number} players
 */
export function sideAfter(n, direction, players) {
  const sides = (SIDES[direction] ?? SIDES.ccw).filter((side) => !EMPTY[players]?.includes(side));
  return sides[((n % players) + players) % players];
}

/** @param {{ seats: number[], direction: string }} state @param {number} player @param {number=} me at the bottom */
export function sideOf({ seats, direction }, player, me = seats[0]) {
  return sideAfter(seats.indexOf(player) - seats.indexOf(me), direction, seats.length);
}
