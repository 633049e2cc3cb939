// Turns the reading of a photo into a hand, and offers the other reading: the hand as it looks, where it only wins if
// some doubtful tiles are corrected or assumed.
//
// An entry has the reading that is not on the screen as `otherwise`: {hand, seen}, where `seen` marks the hand as it
// looks. The two can be exchanged at any time.

import { allTiles, emptyHand, sortParts } from "./hand.js";
import { parseHand } from "./notation.js";
import { isBonus, isFaceDown } from "./tiles.js";

/** @import { Entry, Hand, OtherHand, Reading, Tile } from "../types" */

export const NON_HAND_GROUPS = new Set(["other", "pool", "wall"]);

/** @param {any} tile of a reading @param {number} id @returns {Tile} */
const readTile = ({ tile: code, confidence, corners, unsure, alternatives }, id) => ({
  ...{ id, code, confidence, corners, unsure },
  alternatives: alternatives.map((/** @type {[string, number]} */ [alternative]) => alternative),
});

/** Return the hand of a reading (the answer of POST /api/v1/readings). @param {Reading} reading */
export function fromReading(reading) {
  const tiles = reading.tiles.map(readTile);
  const hand = emptyHand();
  for (const { kind, tiles: members } of reading.groups) {
    /** @type {Tile[]} */
    const all = members.map((/** @type {number} */ id) => tiles[id]);
    if (NON_HAND_GROUPS.has(kind)) {
      hand.other.push(...all);
      continue;
    }
    // A flower in a row or set is still a flower, and any other tile among the flowers belongs to the hand.
    hand.bonus.push(...all.filter(({ code }) => isBonus(code)));
    const group = all.filter(({ code }) => !isBonus(code));
    if (!group.length) continue;
    if (kind === "exposed") hand.sets.push({ kind, tiles: group });
    else if (kind === "concealed_kong") hand.sets.push({ kind, tiles: withBacksNamed(group) });
    else hand.concealed.push(...group);
  }
  hand.sets = withHiddenTiles(hand.sets, parseHand(reading.hand ?? "").sets, tiles.length);
  const [, code] = /(?:^|\s)\+(\d[mpsz])/.exec(reading.hand ?? "") ?? [];
  const winning = hand.concealed.filter((tile) => tile.code === code).at(-1);
  return sortParts({ ...hand, winning: winning?.id ?? null });
}

/**
 * Complete the kongs of which the photo shows three tiles.
 * @param {Hand["sets"]} sets @param {Hand["sets"]} written the sets of the hand text
 * @param {number} id of the first tile that is added @returns {Hand["sets"]}
 */
function withHiddenTiles(sets, written, id) {
  const kongs = written.filter(({ tiles }) => tiles.length === 4);
  return sets.map((set) => {
    const [{ code }] = set.tiles;
    if (set.tiles.length !== 3 || set.tiles.some((tile) => tile.code !== code)) return set;
    const index = kongs.findIndex(({ tiles }) => tiles[0].code === code);
    if (index < 0) return set;
    const [{ kind }] = kongs.splice(index, 1);
    return { kind, tiles: [...set.tiles, { id: id++, code }] };
  });
}

/** Name the tiles of a concealed kong that lie face down. @param {Tile[]} group */
function withBacksNamed(group) {
  const codes = [...new Set(group.map(({ code }) => code).filter((code) => !isFaceDown(code)))];
  if (codes.length !== 1) return group;
  return group.map((tile) => (isFaceDown(tile.code) ? { ...tile, code: codes[0] } : tile));
}

// Whether a tile that was read can be a tile of the hand text, the likelier matches first.
/** @type {((tile: Tile, code: string) => boolean)[]} */
const MATCHES = [
  (tile, code) => tile.code === code,
  (tile, code) => Boolean(tile.unsure && tile.alternatives?.includes(code)),
];

/** @param {Tile} tile @param {string} code @returns {Tile} */
function renamedTile(tile, code) {
  if (tile.code === code) return tile;
  const alternatives = [tile.code, ...(tile.alternatives ?? []).filter((each) => each !== code)];
  return { ...tile, code, unsure: true, alternatives };
}

/**
 * Make the hand of a text from tiles that were read, its own before those beside it. Tiles that are left lie beside it.
 * @param {string} text @param {{ own: Tile[], beside: Tile[] }} read @returns {Hand}
 */
export function handFromTiles(text, { own, beside }) {
  const hand = parseHand(text);
  const unmatched = new Set(allTiles(hand));
  /** @type {Map<number, Tile>} */
  const matched = new Map();
  /** Return the unmatched tiles. @param {Tile[]} tiles @param {(tile: Tile, code: string) => boolean} matches */
  const match = (tiles, matches) =>
    tiles.filter((tile) => {
      const place = [...unmatched].find(({ code }) => matches(tile, code));
      if (!place) return true;
      unmatched.delete(place);
      matched.set(place.id, renamedTile(tile, place.code));
      return false;
    });
  const left = [...MATCHES.reduce(match, own), ...MATCHES.reduce(match, beside)];
  // The backs of a kong are written as its tiles. A tile of a kong that the photo hides lies nowhere else.
  const other = match(left, ({ code }) => isFaceDown(code)).filter(({ corners }) => corners);
  const firstFree = 1 + Math.max(-1, ...[...own, ...beside].map(({ id }) => id));
  /** @param {Tile} tile @returns {Tile} */
  const place = (tile) => matched.get(tile.id) ?? { ...tile, id: firstFree + tile.id };
  const winning = hand.concealed.find(({ id }) => id === hand.winning);
  return {
    concealed: hand.concealed.map(place),
    sets: hand.sets.map((set) => ({ ...set, tiles: set.tiles.map(place) })),
    bonus: hand.bonus.map(place),
    other,
    winning: winning ? place(winning).id : null,
  };
}

/** @param {Reading} reading @returns {OtherHand | null} */
export function otherReading({ as_seen: text, tiles, groups }) {
  if (!text) return null;
  /** @type {{ own: Tile[], beside: Tile[] }} */
  const read = { own: [], beside: [] };
  for (const [id, tile] of tiles.entries())
    read[NON_HAND_GROUPS.has(groups[tile.group].kind) ? "beside" : "own"].push(readTile(tile, id));
  return { hand: handFromTiles(text, read), seen: true };
}

/** Return whether the hand on the screen wins only with tiles that nobody has confirmed yet. @param {Entry} entry */
export const isProvisional = ({ hand, otherwise }) =>
  Boolean(hand && otherwise?.seen && allTiles(hand).some(({ unsure }) => unsure));
