// The codes of the 42 faces, and their order.

const SUITS = { m: 9, p: 9, s: 9, z: 7, f: 4, g: 4 }; // how many faces each has

/** @type {string[]} */
export const WINDS = ["E", "S", "W", "N"];

export const FACES = Object.entries(SUITS).flatMap(([suit, ranks]) =>
  Array.from({ length: ranks }, (_, k) => `${k + 1}${suit}`),
);

/** Return the faces of a suit. @param {string} suit */
const faces = (suit) => FACES.filter((code) => code[1] === suit);

/** The faces in the rows in which they are shown: each suit, the honours, the bonus tiles. */
export const FACE_ROWS = [faces("m"), faces("p"), faces("s"), faces("z"), [...faces("f"), ...faces("g")]];

/** @param {string} code */
export const isBonus = (code) => code.endsWith("f") || code.endsWith("g");
/** @param {string} code */
export const isFaceDown = (code) => code === "x";
/** Return whether a tile has none of the 42 faces, as a joker. @param {string} code */
export const isUnknown = (code) => code === "?";

/** Return a number by which tiles sort as players sort them. @param {string} code */
export function order(code) {
  const index = FACES.indexOf(code);
  return index < 0 ? FACES.length : index;
}

/** @param {string} wind */
export const windTile = (wind) => `${WINDS.indexOf(wind) + 1}z`;
