// What the page leaves to chance: dice and seats, each outcome as likely as any other.

const RANGE = 2 ** 32;

/**
 * Returns a whole number from 0 to below `n`.
 *
 * @param {number} n
 */
export function below(n) {
  const fair = RANGE - (RANGE % n); // numbers from here on would favour the small ones
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0] >= fair);
  return drawn[0] % n;
}

/** @param {number} count */
export const throwDice = (count) => Array.from({ length: count }, () => 1 + below(6));

/**
 * Returns the same things in an order left to chance.
 *
 * @template Thing
 * @param {Thing[]} things
 */
export function shuffled(things) {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
