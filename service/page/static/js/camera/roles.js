// The role of each tile, by the network that sees where all of them lie, as in vision/nets/roles.py.

/** @import { RolesNetwork, Sight } from "../types" */

export const ROLES = ["concealed", "winning", "exposed", "back", "bonus", "other", "nothing"];
const HAND_ROLES = ROLES.indexOf("other"); // the roles before it are those of the hand
const UPON = 0; // the probability that a tile lies upon another: that network is not on the phone

/** Return what the network sees of tiles. @param {Sight[]} sights @param {[number, number]} size pixels */
export function inputsOf(sights, size) {
  const count = sights.length;
  /** @param {(sight: Sight) => ArrayLike<number>} values of each tile @param {number[]} dims */
  const tensor = (values, ...dims) => ({
    data: Float32Array.from(sights.flatMap((sight) => Array.from(values(sight)))),
    dims: [count, ...dims],
  });
  return {
    size: { data: Float32Array.from(size), dims: [2] },
    corners: tensor(({ quad }) => quad, 4, 2),
    names: tensor(({ names }) => names, sights[0].names.length),
    sure: tensor(({ found, steady }) => [found, steady, UPON], 3),
    kept: tensor(({ isKept }) => [Number(isKept)]),
  };
}

/**
 * Return which tiles belong to the hand.
 * @param {RolesNetwork} network @param {Sight[]} sights @param {[number, number]} size pixels
 * @returns {Promise<boolean[]>}
 */
export async function handMask(network, sights, size) {
  if (!sights.length) return [];
  const { roles } = await network(inputsOf(sights, size));
  return sights.map(({ isKept }, k) => {
    const likely = Array.from(roles.data.subarray(k * ROLES.length, (k + 1) * ROLES.length));
    return isKept && likely.indexOf(Math.max(...likely)) < HAND_ROLES;
  });
}
