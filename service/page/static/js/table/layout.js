// Where each player sits on the screen, seen from above.

const WAYS_ROUND = { ccw: ["bottom", "right", "top", "left"], cw: ["bottom", "left", "top", "right"] };

/** Returns the side of the n-th chair after the one at the bottom; counter-clockwise play goes to the right. */
export const sideAfter = (n, direction) => (WAYS_ROUND[direction] ?? WAYS_ROUND.ccw)[((n % 4) + 4) % 4];

/** Returns the side of a player when `me` sits at the bottom. */
export function sideOf({ seats, direction }, player, me = seats[0]) {
  return sideAfter(seats.indexOf(player) - seats.indexOf(me), direction);
}
