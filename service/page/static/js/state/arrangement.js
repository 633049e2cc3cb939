// The sets of a whole hand, where the service cannot be asked: it alone knows which of several arrangements counts most.

import { order } from "./tiles.js";

/** @typedef {{ sets: string[][], strays: string[], hasEyes: boolean }} Arrangement */

/**
 * Returns tiles without some of them, or null where one of those is missing.
 * @param {string[]} codes @param {string[]} some
 */
function less(codes, some) {
  const left = [...codes];
  for (const code of some) {
    const at = left.indexOf(code);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** @param {string} code @returns the sets that the first of these sorted tiles can lie in: the pung, then the chow */
function setsFrom(code) {
  const [rank, suit] = [Number(code[0]), code[1]];
  const pung = [code, code, code];
  return "mps".includes(suit) && rank < 8 ? [pung, [code, `${rank + 1}${suit}`, `${rank + 2}${suit}`]] : [pung];
}

/**
 * @param {string[]} codes @param {number} most
 * @returns {Arrangement | null} as many sets and one pair as can be; null where `most` tiles or more are left over
 */
function arranged(codes, most) {
  /** @type {Arrangement | null} */
  let best = null;
  let fewest = most;
  /** @param {string[]} left sorted @param {string[][]} sets @param {string[]} strays @param {boolean} hasEyes */
  const search = (left, sets, strays, hasEyes) => {
    if (strays.length >= fewest) return;
    if (!left.length) {
      fewest = strays.length;
      best = { sets, strays, hasEyes };
      return;
    }
    const [code] = left;
    for (const set of setsFrom(code)) {
      const rest = less(left, set);
      if (rest) search(rest, [...sets, set], strays, hasEyes);
    }
    const rest = hasEyes ? null : less(left, [code, code]);
    if (rest) search(rest, sets, strays, true);
    search(left.slice(1), sets, [...strays, code], hasEyes);
  };
  search(
    [...codes].sort((a, b) => order(a) - order(b)),
    [],
    [],
    false,
  );
  return best;
}

/** @param {string[]} codes @returns {string[][]} the sets beside a pair of eyes, none where they make no such hand */
export function setsBesideEyes(codes) {
  const found = arranged(codes, 1);
  return found?.hasEyes ? found.sets : [];
}

/** @param {string[]} codes @returns {string[]} the fewest tiles that can be left over beside sets and one pair */
export const strayTiles = (codes) => arranged(codes, codes.length)?.strays ?? codes;
