// Where a tile can be taken in a hand: dragged there, or sent there by a button.

import { bringIn, joinSet, layDown, markWinning, removeTile, setAside, setOf, setsInHand, tileById } from "./hand.js";
import { t } from "./i18n.js";
import { isBonus } from "./tiles.js";

/**
 * Returns what a tile becomes at a place: {hand}, or {words} that say why it cannot be put there.
 *
 * Places: "hand", "won", "exposed", "concealed_kong", "bonus", "beside", "away", and "set:2" for a set that is there.
 */
export function moved(hand, id, place) {
  const tile = tileById(hand, id);
  const concealed = hand.concealed.some((each) => each.id === id);
  switch (place) {
    case "hand": return { hand: concealed ? hand : bringIn(hand, id) };
    case "won": {
      const inHand = concealed ? hand : bringIn(hand, id);
      if (isBonus(tile.code)) return { words: t("A flower or season does not win.") };
      return { hand: inHand.winning === id ? inHand : markWinning(inHand, id) };
    }
    case "bonus": return isBonus(tile.code) ? { hand: bringIn(hand, id) } : { words: t("Only flowers and seasons lie there. Tap the tile to say that it is one.") };
    case "beside": return { hand: hand.other.some((each) => each.id === id) ? hand : setAside(hand, id) };
    case "away": return { hand: removeTile(hand, id) };
    case "exposed": case "concealed_kong": return laidDown(hand, id, place);
    default: return joined(hand, id, Number(place.slice(4)));
  }
}

// The likeliest set: of the whole of the same tile for a kong, else the pung, else the first chow; else it begins one alone.
function laidDown(hand, id, kind) {
  if (isBonus(tileById(hand, id).code)) return { words: t("A flower or season is in no set.") };
  const inHand = hand.concealed.some((each) => each.id === id) ? hand : bringIn(hand, id);
  const sets = setsInHand(inHand, id);
  const kong = sets.find(({ codes }) => codes.length === 4);
  if (kind === "concealed_kong") return { hand: layDown(inHand, kong?.ids ?? [id], kind) };
  const pung = sets.find(({ codes }) => codes.length === 3 && new Set(codes).size === 1);
  return { hand: layDown(inHand, (pung ?? sets[0])?.ids ?? [id], kind) };
}

function joined(hand, id, index) {
  if (isBonus(tileById(hand, id).code)) return { words: t("A flower or season is in no set.") };
  if (setOf(hand, id) === index) return { hand };
  if (!hand.sets[index] || hand.sets[index].tiles.length > 3) return { words: t("This set is full.") };
  return { hand: joinSet(hand, id, index) };
}
