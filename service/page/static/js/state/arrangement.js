// The sets of a whole hand, where the service cannot be asked: it alone knows which of several arrangements counts most.

import { order } from "./tiles.js";

/**
 * Returns tiles without some of them, or null where one of those is missing.
 *
 * @param {string[]} codes
 * @param {string[]} some
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

/**
 * Returns the sets that the first of these sorted tiles can lie in: the pung, then the chow.
 *
 * @param {string} code
 */
function setsFrom(code) {
  const [rank, suit] = [Number(code[0]), code[1]];
  const pung = [code, code, code];
  return "mps".includes(suit) && rank < 8 ? [pung, [code, `${rank + 1}${suit}`, `${rank + 2}${suit}`]] : [pung];
}

/**
 * @param {string[]} codes sorted
 * @returns {string[][] | null}
 */
function allSets(codes) {
  if (!codes.length) return [];
  for (const set of setsFrom(codes[0])) {
    const left = less(codes, set);
    const rest = left && allSets(left);
    if (rest) return [set, ...rest];
  }
  return null;
}

/**
 * Returns the sets that concealed tiles make beside a pair of eyes, or none where they make no such hand.
 *
 * @param {string[]} codes
 * @returns {string[][]}
 */
export function setsBesideEyes(codes) {
  const sorted = [...codes].sort((a, b) => order(a) - order(b));
  for (const eyes of new Set(sorted)) {
    const left = less(sorted, [eyes, eyes]);
    const sets = left && allSets(left);
    if (sets) return sets;
  }
  return [];
}

/**
 * Returns the concealed tiles that are left over, where as many as can lie in sets and one pair.
 *
 * @param {string[]} codes
 * @returns {string[]}
 */
export function strayTiles(codes) {
  let fewest = codes;
  /**
   * @param {string[]} left sorted
   * @param {string[]} strays
   * @param {boolean} hasEyes
   */
  const search = (left, strays, hasEyes) => {
    if (strays.length >= fewest.length) return;
    if (!left.length) {
      fewest = strays;
      return;
    }
    const [code] = left;
    for (const set of [...setsFrom(code), ...(hasEyes ? [] : [[code, code]])]) {
      const rest = less(left, set);
      if (rest) search(rest, strays, hasEyes || set.length === 2);
    }
    search(left.slice(1), [...strays, code], hasEyes);
  };
  search(
    [...codes].sort((a, b) => order(a) - order(b)),
    [],
    false,
  );
  return fewest;
}
