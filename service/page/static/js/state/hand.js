// A hand on the page, as a value: every function returns a new one.
//
// A set is "exposed", a "small_kong" (a tile added to an exposed pung) or a "concealed_kong".

import { FACES, isBonus, isFaceDown, order } from "./tiles.js";

/** @import { Hand, SetKind, Tile } from "../types" */

export const HAND_SIZE = 14; // tiles of a winner, a kong counting as three

/** @param {string} role */
export const sizeOf = (role) => (role === "winner" ? HAND_SIZE : HAND_SIZE - 1);

/** @returns {Hand} */
export const emptyHand = () => ({ concealed: [], sets: [], bonus: [], other: [], winning: null });

/** Return all tiles of a hand, including those beside it. @param {Hand} hand */
export const allTiles = (hand) => [...ownTiles(hand), ...hand.other];

/** Return the tiles of a hand without those beside it. @param {Hand} hand */
export const ownTiles = (hand) => [...hand.concealed, ...hand.sets.flatMap(({ tiles }) => tiles), ...hand.bonus];

/** @param {Hand} hand @param {number} id @returns {Tile} */
export const tileById = (hand, id) => /** @type {Tile} */ (allTiles(hand).find((tile) => tile.id === id));

/** Return tiles with these codes, null if one is missing. @param {string[]} codes @param {Tile[]} tiles @returns {Tile[] | null} */
export function pickTiles(codes, tiles) {
  const free = new Set(tiles);
  const found = codes.flatMap((code) => {
    const tile = [...free].find((each) => each.code === code);
    return tile && free.delete(tile) ? [tile] : [];
  });
  return found.length === codes.length ? found : null;
}

/** Return the index of the set with this tile, or -1. @param {Hand} hand @param {number} id */
export const setIndex = (hand, id) => hand.sets.findIndex(({ tiles }) => tiles.some((tile) => tile.id === id));

/** Return the number of tiles, a kong counting as three and bonus tiles as none. @param {Hand} hand */
export const tileCount = (hand) =>
  hand.concealed.length + hand.sets.reduce((sum, { tiles }) => sum + Math.min(3, tiles.length), 0);

/** @param {Hand} hand @param {string} code */
export const copies = (hand, code) => ownTiles(hand).filter((tile) => tile.code === code).length;

/** @param {string} code */
export const copiesInSet = (code) => (isBonus(code) ? 1 : 4);

/** Return whether the hand can have one more tile of this face. @param {Hand} hand @param {string} code */
export const hasRoom = (hand, code) => FACES.includes(code) && copies(hand, code) < copiesInSet(code);

/** @param {{ kind: SetKind }} set */
export const isExposed = ({ kind }) => kind !== "concealed_kong";

/** @param {Hand} hand */
export const doubtfulTiles = (hand) => ownTiles(hand).filter(({ unsure }) => unsure);

/** @param {Hand} hand */
const nextId = (hand) => 1 + Math.max(-1, ...allTiles(hand).map(({ id }) => id));
/** @param {Tile[]} tiles */
const sortTiles = (tiles) => [...tiles].sort((a, b) => order(a.code) - order(b.code));

/** Add a tile to the concealed or bonus tiles. @param {Hand} hand @param {Tile} tile */
function insert(hand, tile) {
  const part = isBonus(tile.code) ? "bonus" : "concealed";
  return { ...hand, [part]: sortTiles([...hand[part], tile]) };
}

/** @param {Hand} hand @param {string} code */
export const addTile = (hand, code) => insert(hand, { id: nextId(hand), code });

/** @param {Hand} hand @param {string[]} codes @param {SetKind} kind */
export function addSet(hand, codes, kind) {
  const first = nextId(hand);
  const tiles = codes.map((code, k) => ({ id: first + k, code }));
  return { ...hand, sets: [...hand.sets, { kind, tiles }] };
}

/** @param {Hand} hand @param {number[]} ids @returns {Hand} */
function removeTiles(hand, ids) {
  /** @param {Tile[]} tiles */
  const keep = (tiles) => tiles.filter(({ id }) => !ids.includes(id));
  return {
    concealed: keep(hand.concealed),
    sets: hand.sets.map((set) => ({ ...set, tiles: keep(set.tiles) })).filter(({ tiles }) => tiles.length),
    bonus: keep(hand.bonus),
    other: keep(hand.other),
    winning: hand.winning !== null && ids.includes(hand.winning) ? null : hand.winning,
  };
}

/** @param {Hand} hand @param {number} id */
export const removeTile = (hand, id) => removeTiles(hand, [id]);

/** Move a tile beside the hand, where it does not count. @param {Hand} hand @param {number} id */
export function setAside(hand, id) {
  const rest = removeTiles(hand, [id]);
  return { ...rest, other: [...rest.other, tileById(hand, id)] };
}

/** Move a tile to the concealed or bonus tiles. @param {Hand} hand @param {number} id */
export const moveToHand = (hand, id) => insert(removeTiles(hand, [id]), tileById(hand, id));

/** Move a tile into a set, as a pung that becomes a kong. @param {Hand} hand @param {number} id @param {number} index */
export function addToSet(hand, id, index) {
  const tile = tileById(hand, id);
  const { tiles } = hand.sets[index];
  const rest = removeTiles(hand, [id]);
  const target = rest.sets.findIndex((set) => set.tiles[0].id === tiles[0].id);
  const sets = rest.sets.map((set, k) => (k === target ? { ...set, tiles: sortTiles([...set.tiles, tile]) } : set));
  return { ...rest, sets };
}

/** Move tiles to the table as one set. @param {Hand} hand @param {number[]} ids @param {SetKind} kind */
export function layDown(hand, ids, kind) {
  const tiles = sortTiles(ids.map((id) => tileById(hand, id)));
  const rest = removeTiles(hand, ids);
  return { ...rest, sets: [...rest.sets, { kind, tiles }] };
}

/** Move a set back to the concealed tiles. @param {Hand} hand @param {number} index */
export function takeBack(hand, index) {
  const { tiles } = hand.sets[index];
  const sets = hand.sets.filter((_, k) => k !== index);
  return { ...hand, sets, concealed: sortTiles([...hand.concealed, ...tiles]) };
}

/** @param {Hand} hand @param {number} index @param {SetKind} kind */
export function setKind(hand, index, kind) {
  return { ...hand, sets: hand.sets.map((set, k) => (k === index ? { ...set, kind } : set)) };
}

/** Mark the winning tile, or remove the mark if it has it. @param {Hand} hand @param {number} id */
export const markWinning = (hand, id) => ({ ...hand, winning: hand.winning === id ? null : id });

/** Give a tile the face that a person says it has. @param {Hand} hand @param {number} id @param {string} code */
export function changeTile(hand, id, code) {
  const index = setIndex(hand, id);
  const isInConcealedKong = hand.sets[index]?.kind === "concealed_kong";
  /** @param {Tile[]} tiles @param {boolean=} withBacks */
  const change = (tiles, withBacks) =>
    tiles.map((tile) =>
      tile.id === id || (withBacks && isFaceDown(tile.code)) ? { ...tile, code, unsure: false } : tile,
    );
  const changed = {
    ...hand,
    concealed: change(hand.concealed),
    // The outer tiles of a concealed kong lie face down: naming one names all.
    sets: hand.sets.map((set, k) => ({ ...set, tiles: change(set.tiles, isInConcealedKong && k === index) })),
    bonus: change(hand.bonus),
    other: change(hand.other),
  };
  /** @param {Tile} tile */
  const isChanged = (tile) => tile.id === id;
  const isMisplaced = isBonus(code) ? !hand.other.some(isChanged) : hand.bonus.some(isChanged);
  return isMisplaced ? moveToHand(changed, id) : sortParts(changed);
}

/** @param {Hand} hand */
export const sortParts = (hand) => ({ ...hand, concealed: sortTiles(hand.concealed), bonus: sortTiles(hand.bonus) });

/** Return the chows, the pung and the kong that a face can be part of. @param {string} code @returns {string[][]} */
export function possibleSets(code) {
  if (isBonus(code) || isFaceDown(code)) return [];
  const [rank, suit] = [Number(code[0]), code[1]];
  const starts = suit === "z" ? [] : [rank - 2, rank - 1, rank].filter((start) => start >= 1 && start <= 7);
  const chows = starts.map((start) => [0, 1, 2].map((k) => `${start + k}${suit}`));
  return [...chows, Array(3).fill(code), Array(4).fill(code)];
}

/** Return the sets that a concealed tile can be laid down in. @param {Hand} hand @param {number} id */
export function setsInHand(hand, id) {
  const tile = hand.concealed.find((each) => each.id === id);
  if (!tile) return [];
  const candidates = [tile, ...hand.concealed.filter((each) => each !== tile)]; // this one is picked first
  return possibleSets(tile.code).flatMap((codes) => {
    const tiles = pickTiles(codes, candidates);
    return tiles ? [{ codes, ids: tiles.map((each) => each.id) }] : [];
  });
}
