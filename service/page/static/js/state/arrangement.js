// Divides concealed tiles into sets and eyes without the service. Only the service knows which arrangement scores most.

import { possibleSets } from "./hand.js";
import { order } from "./tiles.js";

/** @typedef {{ sets: string[][], strays: string[], hasEyes: boolean }} Arrangement */

/** Return the codes without `removed`, null if one of those is missing. @param {string[]} codes @param {string[]} removed */
function removeCodes(codes, removed) {
  const rest = [...codes];
  for (const code of removed) {
    const index = rest.indexOf(code);
    if (index < 0) return null;
    rest.splice(index, 1);
  }
  return rest;
}

/** Return the sets in which this tile can be the lowest: the pung, then the chow. @param {string} code */
const setsFrom = (code) =>
  possibleSets(code)
    .filter((codes) => codes.length === 3 && codes[0] === code)
    .reverse();

/**
 * Return the arrangement with the fewest stray tiles; null if none has fewer than `limit`.
 * @param {string[]} codes @param {number} limit
 */
function bestArrangement(codes, limit) {
  /** @type {Arrangement | null} */
  let best = null;
  /** @param {string[]} rest sorted @param {Arrangement} found */
  const search = (rest, found) => {
    const { sets, strays, hasEyes } = found;
    if (strays.length >= (best?.strays.length ?? limit)) return;
    if (!rest.length) {
      best = found;
      return;
    }
    const [code] = rest;
    for (const set of setsFrom(code)) {
      const others = removeCodes(rest, set);
      if (others) search(others, { ...found, sets: [...sets, set] });
    }
    const others = hasEyes ? null : removeCodes(rest, [code, code]);
    if (others) search(others, { ...found, hasEyes: true });
    search(rest.slice(1), { ...found, strays: [...strays, code] });
  };
  const sorted = [...codes].sort((a, b) => order(a) - order(b));
  search(sorted, { sets: [], strays: [], hasEyes: false });
  return /** @type {Arrangement | null} */ (best);
}

/** Return the sets of a hand of sets and eyes, or none if it is no such hand. @param {string[]} codes */
export function setsBesideEyes(codes) {
  const found = bestArrangement(codes, 1);
  return found?.hasEyes ? found.sets : [];
}

/** Return the fewest tiles that can be left over beside sets and one pair. @param {string[]} codes */
export const strayTiles = (codes) => bestArrangement(codes, codes.length)?.strays ?? codes;
