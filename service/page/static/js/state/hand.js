// A hand on the page, as a value: every change returns a new one.
//
// { concealed: [tile], sets: [{kind, tiles}], bonus: [tile], other: [tile], winning: id or null }, where a tile
// is { id, code } and, when it was read from a photo, { corners, confidence, unsure, alternatives } besides.
// Kinds of sets: "exposed", "small_kong" (added to an exposed pung), "concealed_kong".

import { FACES, isBonus, isFaceDown, order } from "./tiles.js";

/** @import { Hand, SetKind, Tile } from "../types" */

export const WHOLE = 14; // tiles of a winner, a kong counting as three

/** @returns {Hand} */
export const emptyHand = () => ({ concealed: [], sets: [], bonus: [], other: [], winning: null });

/** @param {Hand} hand @returns all tiles of a hand, those beside it included */
export function allTiles(hand) {
  return [...hand.concealed, ...hand.sets.flatMap(({ tiles }) => tiles), ...hand.bonus, ...hand.other];
}

/** @param {Hand} hand @returns its tiles without those beside it */
export const ownTiles = (hand) => allTiles({ ...hand, other: [] });

/** @param {Hand} hand @param {number} id @returns {Tile} */
export const tileById = (hand, id) => /** @type {Tile} */ (allTiles(hand).find((tile) => tile.id === id));
/** @param {string[]} codes @param {Tile[]} tiles @returns {Tile[] | null} tiles of these faces among others */
export function tilesOf(codes, tiles) {
  const free = new Set(tiles);
  const found = codes.flatMap((code) => {
    const tile = [...free].find((each) => each.code === code);
    return tile && free.delete(tile) ? [tile] : [];
  });
  return found.length === codes.length ? found : null;
}
/** @param {Hand} hand @param {number} id */
export const setOf = (hand, id) => hand.sets.findIndex(({ tiles }) => tiles.some((tile) => tile.id === id));

/**
 * @param {Hand} hand
 * @returns how many tiles the rules count: a kong is three, bonus tiles and tiles beside the hand are nothing
 */
export const count = (hand) =>
  hand.concealed.length + hand.sets.reduce((sum, { tiles }) => sum + Math.min(3, tiles.length), 0);

/** @param {Hand} hand @param {string} code @returns how many tiles of this face the hand holds */
export const copies = (hand, code) => ownTiles(hand).filter((tile) => tile.code === code).length;

/** @param {string} code @returns {number} how many tiles of this face a table has */
export const copiesInSet = (code) => (isBonus(code) ? 1 : 4);

/** @param {Hand} hand @param {string} code @returns {boolean} whether the hand can have one more tile of this face */
export const hasRoom = (hand, code) => FACES.includes(code) && copies(hand, code) < copiesInSet(code);

/** @param {Hand} hand @returns {Tile[]} those of its own that were read, but not surely */
export const doubtfulTiles = (hand) => ownTiles(hand).filter(({ unsure }) => unsure);

/** @param {Hand} hand */
const nextId = (hand) => 1 + Math.max(-1, ...allTiles(hand).map(({ id }) => id));
/** @param {Tile[]} tiles */
const sorted = (tiles) => [...tiles].sort((a, b) => order(a.code) - order(b.code));

/** @param {Hand} hand @param {Tile} tile that lies in it nowhere yet, put to the concealed ones or the bonus tiles */
function put(hand, tile) {
  const part = isBonus(tile.code) ? "bonus" : "concealed";
  return { ...hand, [part]: sorted([...hand[part], tile]) };
}

/** @param {Hand} hand @param {string} code */
export const addTile = (hand, code) => put(hand, { id: nextId(hand), code });

/** @param {Hand} hand @param {string[]} codes of new tiles @param {SetKind} kind */
export function addSet(hand, codes, kind) {
  const first = nextId(hand);
  const tiles = codes.map((code, k) => ({ id: first + k, code }));
  return { ...hand, sets: [...hand.sets, { kind, tiles }] };
}

/** @param {Hand} hand @param {number[]} ids @returns {Hand} */
function without(hand, ids) {
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
export const removeTile = (hand, id) => without(hand, [id]);

/** @param {Hand} hand @param {number} id of a tile that is put beside it, as one that does not count */
export function setAside(hand, id) {
  const rest = without(hand, [id]);
  return { ...rest, other: [...rest.other, tileById(hand, id)] };
}

/**
 * @param {Hand} hand @param {number} id of a tile that is taken (back) into the concealed part, or to the bonus tiles
 */
export const bringIn = (hand, id) => put(without(hand, [id]), tileById(hand, id));

/**
 * @param {Hand} hand @param {number} id of a tile that is added to a set, as to a pung that becomes a kong
 * @param {number} index
 */
export function joinSet(hand, id, index) {
  const tile = tileById(hand, id);
  const { tiles } = hand.sets[index];
  const rest = without(hand, [id]);
  const at = rest.sets.findIndex((set) => set.tiles[0].id === tiles[0].id);
  const sets = rest.sets.map((set, k) => (k === at ? { ...set, tiles: sorted([...set.tiles, tile]) } : set));
  return { ...rest, sets };
}

/** @param {Hand} hand @param {number[]} ids of tiles that are laid down as one set @param {SetKind} kind */
export function layDown(hand, ids, kind) {
  const tiles = sorted(ids.map((id) => tileById(hand, id)));
  const rest = without(hand, ids);
  return { ...rest, sets: [...rest.sets, { kind, tiles }] };
}

/** @param {Hand} hand @param {number} index of a set that is taken back among the concealed tiles */
export function takeBack(hand, index) {
  const { tiles } = hand.sets[index];
  const sets = hand.sets.filter((_, k) => k !== index);
  return { ...hand, sets, concealed: sorted([...hand.concealed, ...tiles]) };
}

/** @param {Hand} hand @param {number} index @param {SetKind} kind how that set came about */
export function setKind(hand, index, kind) {
  return { ...hand, sets: hand.sets.map((set, k) => (k === index ? { ...set, kind } : set)) };
}

/** @param {Hand} hand @param {number} id of the tile that won; marking it again takes the mark away */
export const markWinning = (hand, id) => ({ ...hand, winning: hand.winning === id ? null : id });

/**
 * @param {Hand} hand @param {number} id of a tile that somebody has looked at: it is no longer unsure
 * @param {string} code its face
 */
export function changeTile(hand, id, code) {
  /** @param {Tile} tile */
  const sure = (tile) => ({ ...tile, code, unsure: false, checked: true });
  const index = setOf(hand, id);
  const twins = index >= 0 && hand.sets[index].kind === "concealed_kong";
  /** @param {Tile[]} tiles @param {boolean=} also */
  const revise = (tiles, also) =>
    tiles.map((tile) => (tile.id === id || (also && isFaceDown(tile.code)) ? sure(tile) : tile));
  const changed = {
    ...hand,
    concealed: revise(hand.concealed),
    // The outer tiles of a concealed kong lie face down: naming one names them all.
    sets: hand.sets.map((set, k) => ({ ...set, tiles: revise(set.tiles, twins && k === index) })),
    bonus: revise(hand.bonus),
    other: revise(hand.other),
  };
  const isOther = hand.other.some((tile) => tile.id === id);
  const misplaced = isBonus(code) ? !isOther : hand.bonus.some((tile) => tile.id === id);
  return misplaced ? bringIn(changed, id) : sortParts(changed);
}

/** @param {Hand} hand */
export const sortParts = (hand) => ({ ...hand, concealed: sorted(hand.concealed), bonus: sorted(hand.bonus) });

/** @param {string} code @returns {string[][]} the sets that a face can be part of: chows, the pung and the kong */
export function setsAround(code) {
  if (isBonus(code) || isFaceDown(code)) return [];
  const [rank, suit] = [Number(code[0]), code[1]];
  const starts = suit === "z" ? [] : [rank - 2, rank - 1, rank].filter((start) => start >= 1 && start <= 7);
  const chows = starts.map((start) => [0, 1, 2].map((k) => `${start + k}${suit}`));
  return [...chows, Array(3).fill(code), Array(4).fill(code)];
}

/**
 * @param {Hand} hand @param {number} id of a concealed tile @returns the sets that it can be laid down in, by their ids
 */
export function setsInHand(hand, id) {
  const tile = hand.concealed.find((each) => each.id === id);
  if (!tile) return [];
  const nearest = [tile, ...hand.concealed.filter((each) => each !== tile)];
  return setsAround(tile.code).flatMap((codes) => {
    const tiles = tilesOf(codes, nearest);
    return tiles ? [{ codes, ids: tiles.map((each) => each.id) }] : [];
  });
}
