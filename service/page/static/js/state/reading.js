// What was read from a photo, as a hand, and its other reading: what the hand looks like without what was taken for another tile,
// or supposed, so that it wins.
//
// An entry has it as `otherwise`: {hand, seen}, the hand that is not on the screen; `seen` says that it is the one as it
// looks. The two change places, so that nothing is lost by trying.

import { allTiles, emptyHand, sortParts } from "./hand.js";
import { parseHand } from "./notation.js";
import { isBonus, isFaceDown } from "./tiles.js";

/** @import { Entry, Hand, OtherHand, Reading, Tile } from "../types" */

export const BESIDE = new Set(["other", "pool", "wall"]); // kinds of groups that are no hand's

/** @param {any} tile of a reading @param {number} id @returns {Tile} */
const tileRead = (tile, id) => ({
  id,
  code: tile.tile,
  confidence: tile.confidence,
  corners: tile.corners,
  unsure: tile.unsure,
  alternatives: tile.alternatives.map((/** @type {[string, number]} */ [code]) => code),
});

/** @param {{ tiles: any[], groups: any[] }} given @returns the hand's own as they look, and those beside it */
function tilesRead({ tiles, groups }) {
  /** @param {Tile} tile */
  const isBeside = (/** @type {any} */ tile) => BESIDE.has(groups[tile.group].kind);
  const read = tiles.map((tile, id) => ({ beside: isBeside(tile), tile: tileRead(tile, id) }));
  /** @param {boolean} beside */
  const part = (beside) => read.filter((each) => each.beside === beside).map(({ tile }) => tile);
  return { own: part(false), beside: part(true) };
}

/** Makes a hand of what was read from a photo (the answer of POST /api/v1/readings). @param {Reading} reading */
export function fromReading(reading) {
  const tiles = reading.tiles.map(tileRead);
  const hand = emptyHand();
  for (const { kind, tiles: members } of reading.groups) {
    /** @type {Tile[]} */
    const all = members.map((/** @type {number} */ id) => tiles[id]);
    if (BESIDE.has(kind)) {
      hand.other.push(...all);
      continue;
    }
    // A flower lying in a row or set is still a flower; one that is none, among the flowers, belongs to the hand.
    hand.bonus.push(...all.filter(({ code }) => isBonus(code)));
    const group = all.filter(({ code }) => !isBonus(code));
    if (!group.length) continue;
    if (kind === "exposed") hand.sets.push({ kind, tiles: group });
    else if (kind === "concealed_kong") hand.sets.push({ kind, tiles: turnedUp(group) });
    else hand.concealed.push(...group);
  }
  hand.sets = withHidden(hand.sets, parseHand(reading.hand ?? "").sets, tiles.length);
  const apart = /(?:^|\s)\+(\d[mpsz])/.exec(reading.hand ?? "");
  const winning = apart && hand.concealed.filter(({ code }) => code === apart[1]).at(-1);
  return sortParts({ ...hand, winning: winning ? winning.id : null });
}

/**
 * @param {Hand["sets"]} sets @param {Hand["sets"]} written in the hand text
 * @param {number} id of the first tile that kongs get which the photo hides @returns {Hand["sets"]}
 */
function withHidden(sets, written, id) {
  const kongs = written.filter(({ tiles }) => tiles.length === 4);
  return sets.map((set) => {
    const [{ code }] = set.tiles;
    if (set.tiles.length !== 3 || set.tiles.some((tile) => tile.code !== code)) return set;
    const kong = kongs.findIndex(({ tiles }) => tiles[0].code === code);
    if (kong < 0) return set;
    const [{ kind }] = kongs.splice(kong, 1);
    return { kind, tiles: [...set.tiles, { id: id++, code }] };
  });
}

/** @param {Tile[]} group */
function turnedUp(group) {
  const known = [...new Set(group.map(({ code }) => code).filter((code) => !isFaceDown(code)))];
  if (known.length !== 1) return group;
  return group.map((tile) => (isFaceDown(tile.code) ? { ...tile, code: known[0] } : tile));
}

/**
 * Which tile that was read a tile of the hand text may be, the likelier first.
 * @type {((tile: Tile, code: string) => boolean)[]}
 */
const FITS = [
  (tile, code) => tile.code === code,
  (tile, code) => Boolean(tile.unsure && tile.alternatives?.includes(code)),
];

/** @param {Tile} tile */
const IS_BACK = (tile) => isFaceDown(tile.code); // the backs of a kong are written as its tiles

/** @param {Tile} tile @param {string} code @returns {Tile} */
function named(tile, code) {
  if (tile.code === code) return tile;
  return {
    ...tile,
    code,
    unsure: true,
    alternatives: [tile.code, ...(tile.alternatives ?? []).filter((each) => each !== code)],
  };
}

/**
 * @param {string} text @param {{ own: Tile[], beside: Tile[] }} given which were read
 * @returns {Hand} made of its own before those beside; what is left lies beside
 */
export function ofTiles(text, { own, beside }) {
  const hand = parseHand(text);
  const wanted = new Set(allTiles(hand));
  /** @type {Map<number, Tile>} */
  const found = new Map();
  /** @param {Tile[]} tiles @param {(tile: Tile, code: string) => boolean} fits */
  const take = (tiles, fits) =>
    tiles.filter((tile) => {
      const place = [...wanted].find(({ code }) => fits(tile, code));
      if (!place) return true;
      wanted.delete(place);
      found.set(place.id, named(tile, place.code));
      return false;
    });
  /** @param {Tile[]} tiles @returns {Tile[]} */
  const left = (tiles) => FITS.reduce(take, tiles);
  // A tile of a kong that the photo hides lies nowhere else.
  const rest = take([...left(own), ...left(beside)], IS_BACK).filter(({ corners }) => corners);
  const unread = 1 + Math.max(-1, ...[...own, ...beside].map(({ id }) => id));
  /** @param {Tile} tile @returns {Tile} */
  const put = (tile) => found.get(tile.id) ?? { ...tile, id: unread + tile.id };
  const winning = hand.concealed.find(({ id }) => id === hand.winning);
  return {
    concealed: hand.concealed.map(put),
    sets: hand.sets.map((set) => ({ ...set, tiles: set.tiles.map(put) })),
    bonus: hand.bonus.map(put),
    other: rest,
    winning: winning ? put(winning).id : null,
  };
}

/** @param {Reading} reading @returns {OtherHand | null} null where there is none */
export const otherReading = (reading) =>
  reading.as_seen ? { hand: ofTiles(reading.as_seen, tilesRead(reading)), seen: true } : null;

/**
 * Returns whether the hand on the screen wins only with tiles that nobody has said to be right yet.
 * @param {Entry} given
 */
export const isSupposed = ({ hand, otherwise }) =>
  Boolean(hand && otherwise?.seen) && allTiles(/** @type {Hand} */ (hand)).some(({ unsure }) => unsure);
