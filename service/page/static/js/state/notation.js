// Reads and writes hand text: concealed tiles, ( ) exposed sets, [ ] concealed kongs, + the winning tile, | bonus
// tiles.

import { emptyHand } from "./hand.js";
import { order } from "./tiles.js";

/** @import { Hand, Tile, TileSet } from "../types" */

/** Write tiles in order, with one letter for each suit: 1p 2p 5z -> "12p 5z". @param {string[]} codes */
export function tilesText(codes) {
  const sorted = [...codes].sort((a, b) => order(a) - order(b));
  /** @type {{ digits: string, letter: string }[]} */
  const runs = [];
  for (const code of sorted) {
    const letter = code.slice(1);
    const last = runs.at(-1);
    if (last && letter && last.letter === letter) last.digits += code[0];
    else runs.push({ digits: code[0], letter });
  }
  return runs.map(({ digits, letter }) => digits + letter).join(" ");
}

const BRACKETS = { exposed: ["(", ")"], small_kong: ["(", "+)"], concealed_kong: ["[", "]"] };

/** @param {TileSet} set */
function setText({ kind, tiles }) {
  const [open, close] = BRACKETS[kind];
  return open + tilesText(tiles.map(({ code }) => code)).replaceAll(" ", "") + close;
}

/** Write a hand as the service reads it. @param {Hand} hand */
export function handText(hand) {
  const concealed = hand.concealed.filter(({ id }) => id !== hand.winning).map(({ code }) => code);
  const winning = hand.concealed.find(({ id }) => id === hand.winning);
  const parts = [tilesText(concealed), ...hand.sets.map(setText), winning ? `+${winning.code}` : ""];
  if (hand.bonus.length) parts.push("|", ...hand.bonus.map(({ code }) => code).sort((a, b) => order(a) - order(b)));
  return parts.filter(Boolean).join(" ");
}

/** Return the codes of the tiles in a text, in its order. @param {string} text @returns {string[]} */
export const codesOf = (text) =>
  [...text.matchAll(/x|(\d+)([mpszfg])/g)].flatMap(([code, digits, letter]) =>
    letter ? [...digits].map((digit) => digit + letter) : [code],
  );

const GROUP = /\((\w+)(\+?)\)|\[(\w+)\]|(\+?)(\w+)|\|/g;

/** Read hand text, skipping what is no tile. @param {string} text @returns {Hand} */
export function parseHand(text) {
  let id = 0;
  /** @type {(part: string) => Tile[]} */
  const tiles = (part) => codesOf(part).map((code) => ({ id: id++, code }));
  const hand = emptyHand();
  for (const [, exposed, added, concealed, plus, standing] of text.matchAll(GROUP)) {
    if (exposed) hand.sets.push({ kind: added ? "small_kong" : "exposed", tiles: tiles(exposed) });
    else if (concealed) hand.sets.push({ kind: "concealed_kong", tiles: tiles(concealed) });
    else if (standing) {
      const found = tiles(standing);
      if (plus && found.length) hand.winning = found[0].id;
      hand.bonus.push(...found.filter(({ code }) => /[fg]/.test(code)));
      hand.concealed.push(...found.filter(({ code }) => !/[fg]/.test(code)));
    }
  }
  hand.concealed.sort((a, b) => order(a.code) - order(b.code));
  return hand;
}
