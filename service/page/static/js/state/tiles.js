// The 42 faces by their codes, which nobody sees, and their order.

export const SUITS = [
  { id: "m", name: "Characters", ranks: 9 },
  { id: "p", name: "Dots", ranks: 9 },
  { id: "s", name: "Bamboo", ranks: 9 },
  { id: "z", name: "Honours", ranks: 7 },
  { id: "f", name: "Bonus", ranks: 4 },
  { id: "g", name: "Bonus", ranks: 4 },
];

/** @type {string[]} */
export const WINDS = ["E", "S", "W", "N"];

/** @param {string} suit @returns every face of a suit in order */
export function faces(suit) {
  const { ranks } = /** @type {{ ranks: number }} */ (SUITS.find(({ id }) => id === suit));
  return Array.from({ length: ranks }, (_, k) => `${k + 1}${suit}`);
}

export const FACES = SUITS.flatMap(({ id }) => faces(id));
/** @param {string} code */
export const isBonus = (code) => code.endsWith("f") || code.endsWith("g");
/** @param {string} code */
export const isFaceDown = (code) => code === "x";
/** @param {string} code @returns whether a photo shows a tile with none of the 42 faces: a joker */
export const isUnknown = (code) => code === "?";

/** @param {string} code @returns a number by which tiles sort as players sort them */
export function order(code) {
  const place = FACES.indexOf(code);
  return place < 0 ? FACES.length : place;
}

/** @param {string} wind */
export const windTile = (wind) => `${WINDS.indexOf(wind) + 1}z`;
