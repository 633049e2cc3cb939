// Dice and random orders, with equally likely outcomes.

const RANGE = 2 ** 32;

/** Return a random integer from 0 to `n - 1`. @param {number} n */
export function randomBelow(n) {
  const fair = RANGE - (RANGE % n); // larger numbers would favour small results
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while (drawn[0] >= fair);
  return drawn[0] % n;
}

/** @param {number} count */
export const throwDice = (count) => Array.from({ length: count }, () => 1 + randomBelow(6));

/** Return things in random order. @template Thing @param {Thing[]} things */
export function shuffle(things) {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = randomBelow(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
