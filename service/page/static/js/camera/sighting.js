// What a look through the viewfinder shows of a hand: its tiles, those missing, and whether it is whole.

import { plural, t } from "../i18n/translation.js";
import { setsBesideEyes } from "../state/arrangement.js";
import { HAND_SIZE } from "../state/hand.js";
import { tilesText } from "../state/notation.js";
import { FACES, isBonus, isFaceDown } from "../state/tiles.js";

/** @import { Look, Sighting } from "../types" */

const KONGS = 4; // at most
const SURE = 0.5; // confidence that every tile of a whole hand must have
const PLAYED = FACES.filter((code) => !isBonus(code));
const ORPHANS = PLAYED.filter((code) => code.endsWith("z") || "19".includes(code[0]));
const COPIES = 4; // of a face

/** @param {string[]} codes @param {string} code */
const copies = (codes, code) => codes.filter((each) => each === code).length;

/**
 * Return the hand without a kong, in each way: four of a face, or fewer with backs for the others.
 * @param {{ codes: string[], backs: number }} hand
 */
function withoutKong({ codes, backs }) {
  return [...new Set(codes)].flatMap((code) => {
    const seen = Math.min(COPIES, copies(codes, code));
    if (COPIES - seen > backs) return [];
    return [{ codes: codes.filter((each) => each !== code), backs: backs - (COPIES - seen) }];
  });
}

/** Return whether tiles, as many as in some sets and a pair, make a hand. @param {string[]} codes */
function isArranged(codes) {
  if (codes.length === 2) return codes[0] === codes[1];
  if (setsBesideEyes(codes).length) return true;
  if (codes.length !== HAND_SIZE) return false;
  const faces = [...new Set(codes)];
  return (
    faces.every((code) => copies(codes, code) === 2) ||
    (faces.length === 13 && faces.every((code) => ORPHANS.includes(code)))
  );
}

/**
 * Return whether a hand is complete; one of thirteen tiles needs no arrangement.
 * @param {{ codes: string[], backs: number }} hand @param {number} size @param {number} kongs of its sets
 * @returns {boolean}
 */
function isWhole(hand, size, kongs) {
  if (kongs) return withoutKong(hand).some((rest) => isWhole(rest, size - 3, kongs - 1));
  if (hand.backs || hand.codes.length !== size) return false;
  return size % 3 === 1 || isArranged(hand.codes);
}

/** Return what a look shows of a hand of `size` tiles. @param {Look} look @param {number} size @returns {Sighting} */
export function sighting({ tiles: all, advice }, size) {
  const tiles = all.filter(({ isOwn }) => isOwn);
  const beside = all.filter(({ isOwn }) => !isOwn);
  const own = tiles.map(({ code }) => code).filter((code) => !isBonus(code));
  const hand = { codes: own.filter((code) => !isFaceDown(code)), backs: own.filter(isFaceDown).length };
  const kongs = Math.max(0, Math.min(KONGS, own.length - size));
  const faces = [...new Set(hand.codes)];
  const isPossible = faces.every((code) => copies(hand.codes, code) <= COPIES);
  const isSure = tiles.every(({ confidence }) => confidence >= SURE);
  // A single face-down tile is hidden; two of a kong are not.
  const hidden = !kongs && hand.backs === 1 ? 1 : 0;
  const isShort = hand.codes.length === size - 1 && hand.backs === hidden;
  const wants =
    isPossible && size === HAND_SIZE && isShort
      ? PLAYED.filter(
          (code) => copies(hand.codes, code) < COPIES && isWhole({ codes: [...hand.codes, code], backs: 0 }, size, 0),
        )
      : [];
  return {
    tiles,
    beside,
    size,
    count: own.length - kongs - hidden,
    isWhole: isPossible && isSure && isWhole(hand, size, kongs),
    wants,
    key: tilesText(tiles.map(({ code }) => code)),
    advice,
  };
}

/** Return what the viewfinder says. @param {Sighting} seen @param {boolean} byItself whether the photo is taken without a tap */
export function sightingWords({ tiles, beside, size, count, isWhole: whole, wants, advice }, byItself) {
  const all = tiles.length + beside.length;
  if (advice.includes("more_light")) return t("too-dark-switch-on-light");
  if (!all) return t("no-tiles-seen-yet");
  const seen = plural(all, "n-tile-seen");
  if (advice.includes("closer")) return t("too-far-away-move-closer", { seen });
  if (advice.includes("hold_still")) return t("hold-still-seen", { seen });
  if (whole) return t(byItself ? "all-size-tiles-hold-still" : "all-size-tiles-take-photo", { size });
  if (count === size - 1) return t(wants.length ? "n-of-size-one-missing" : "n-of-size-tiles-one", { n: count, size });
  if (count < size) return t("n-of-size-tiles", { n: count, size });
  if (count === size) return t("size-tiles-but-they-make", { size });
  return t("n-tiles-more-than-hand", { n: count });
}
