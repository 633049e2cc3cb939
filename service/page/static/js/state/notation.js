// Writes a hand as text: concealed tiles, ( ) exposed sets, [ ] concealed kongs, + the winning tile, | bonus tiles.

import { emptyHand } from "./hand.js";
import { order } from "./tiles.js";

/** @import { Hand, Tile, TileSet } from "../types" */

/** Writes tiles in order, those of one suit sharing its letter: 1p 2p 5z -> "12p 5z". @param {string[]} codes */
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

/** @param {TileSet} given */
function setText({ kind, tiles }) {
  const [open, close] = BRACKETS[kind];
  return open + tilesText(tiles.map(({ code }) => code)).replaceAll(" ", "") + close;
}

/** Writes a hand (see hand.js) in the notation the service reads. @param {Hand} hand */
export function handText(hand) {
  const concealed = hand.concealed.filter(({ id }) => id !== hand.winning).map(({ code }) => code);
  const winning = hand.concealed.find(({ id }) => id === hand.winning);
  const parts = [tilesText(concealed), ...hand.sets.map(setText), winning ? `+${winning.code}` : ""];
  if (hand.bonus.length) parts.push("|", ...hand.bonus.map(({ code }) => code).sort((a, b) => order(a) - order(b)));
  return parts.filter(Boolean).join(" ");
}

const GROUP = /\((\w+)(\+?)\)|\[(\w+)\]|(\+?)(\w+)|\|/g;
/** @param {string} text @returns {string[]} the faces of tiles that are written as text, in its order */
export const codesOf = (text) =>
  [...text.matchAll(/x|(\d+)([mpszfg])/g)].flatMap(([code, digits, letter]) =>
    letter ? [...digits].map((digit) => digit + letter) : [code],
  );

/**
 * Reads a hand in that notation, as it was recorded; what is no tile is left out.
 * @param {string} text @returns {Hand}
 */
export function parseHand(text) {
  let id = 0;
  /** @param {string[]} codes */
  /** @type {(codes: string) => Tile[]} */
  const tiles = (codes) => codesOf(codes).map((code) => ({ id: id++, code }));
  const hand = emptyHand();
  for (const [, open, added, closed, plus, plain] of text.matchAll(GROUP)) {
    if (open) hand.sets.push({ kind: added ? "small_kong" : "exposed", tiles: tiles(open) });
    else if (closed) hand.sets.push({ kind: "concealed_kong", tiles: tiles(closed) });
    else if (plain) {
      const found = tiles(plain);
      if (plus && found.length) hand.winning = found[0].id;
      hand.bonus.push(...found.filter(({ code }) => /[fg]/.test(code)));
      hand.concealed.push(...found.filter(({ code }) => !/[fg]/.test(code)));
    }
  }
  hand.concealed.sort((a, b) => order(a.code) - order(b.code));
  return hand;
}
