// The hand as large tiles: tap one to correct it, drag it to where it belongs.

import { phrases, t } from "../i18n/translation.js";
import * as hands from "../state/hand.js";
import { isBonus, isUnknown } from "../state/tiles.js";
import { watchDrags } from "../ui/drag.js";
import { notice } from "../ui/page.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

/** @import { Child, Hand, UiEvent, SetKind, Tile } from "../types" */

const KINDS = {
  exposed: (/** @type {number} */ size) => t(size === 4 ? "exposed-kong-word" : "exposed-set-word"),
  small_kong: () => t("added-kong"),
  concealed_kong: (/** @type {number} */ size) => t(size === 4 ? "concealed-kong-word" : "concealed-set"),
};

/**
 * @param {Tile} tile
 * @param {{ winning: boolean, selected: boolean, onTile: (id: number) => void, onHand: (hand: Hand) => void, hand: Hand }} given
 */
function tileButton(tile, { winning, selected, onTile, onHand, hand }) {
  const marks = [winning && t("won-word"), tile.unsure && t("please-check")].filter(Boolean);
  const states = ["tile-button", tile.unsure && "unsure", winning && "winning", selected && "selected"].filter(Boolean);
  /** @param {UiEvent} event */
  const keys = (event) => {
    if (event.key === "Delete" || event.key === "Backspace") {
      const { nextElementSibling: next, previousElementSibling: before } = event.currentTarget;
      (next ?? before)?.focus(); // so that keys go on from there
      onHand(hands.removeTile(hand, tile.id));
    } else if (event.key === "+") {
      if (hands.hasRoom(hand, tile.code)) onHand(hands.addTile(hand, tile.code));
    } else return;
    event.preventDefault();
  };
  return html`<button
    type="button"
    class=${states.join(" ")}
    key=${tile.id}
    data-id=${tile.id}
    data-code=${tile.code}
    aria-label=${phrases([tileName(tile.code), ...marks])}
    aria-keyshortcuts="Delete +"
    onclick=${() => onTile(tile.id)}
    onkeydown=${keys}
  >
    ${tileImage(tile.code, { silent: true })}
    ${winning ? html`<span class="badge" aria-hidden="true">${t("won-word")}</span>` : null}
    ${tile.unsure && !winning ? html`<span class="badge ask" aria-hidden="true">?</span>` : null}
  </button>`;
}

/**
 * @param {string} title @param {string} name @param {string | null} place @param {Child} content @param {Child=} aside
 */
function part(title, name, place, content, aside = null) {
  return html`<section class="part ${name}" data-place=${place}><h3>${title}${aside}</h3>${content}</section>`;
}

/**
 * Seen only while a tile is being dragged; the sheet that a tap opens has the same places as buttons.
 * @param {string} role
 */
function dropPlaces(role) {
  const places = [
    ...(role === "winner" ? [["won", t("tile-won")]] : []),
    ["exposed", t("exposed-set")],
    ["concealed_kong", t("concealed-kong")],
    ["bonus", t("flowers-label")],
    ["beside", t("beside-label")],
    ["away", t("remove")],
  ];
  return html`<div class="drop-places" aria-hidden="true">
    ${places.map(([place, words]) => html`<span class="drop-place ${place}" data-place=${place}>${words}</span>`)}
  </div>`;
}

/**
 * The hand to tap at and to drag in; while tiles are `adding` it has the room of a whole one.
 *
 * @param {{ hand: Hand, role?: string, selected: number | null, adding: boolean, onTile: (id: number) => void, onSet: (index: number) => void, onHand: (hand: Hand) => void }} given
 */
export function Editor({ hand, role = "winner", adding, selected, onTile, onSet, onHand }) {
  const place = useRef(null);
  const now = useRef({ hand, onHand, onTile });
  now.current = { hand, onHand, onTile };
  useLayoutEffect(
    () =>
      watchDrags(place.current, {
        onLong: (id) => now.current.onTile(id),
        onDrop: (id, to) => {
          const moved = moveTile(now.current.hand, id, to);
          if (typeof moved === "string") notice(moved);
          else if (moved !== now.current.hand) now.current.onHand(moved);
        },
      }),
    [],
  );
  /** @param {Tile} tile */
  const button = (tile) =>
    tileButton(tile, { winning: tile.id === hand.winning, selected: tile.id === selected, onTile, onHand, hand });
  const tiles = hands.count(hand);
  const full = role === "winner" ? 14 : 13;
  return html`<div class=${adding ? "editor adding" : "editor"} ref=${place}>
    ${
      hand.sets.length > 0 &&
      part(
        t("sets-label"),
        "sets",
        null,
        html`<div class="set-row">
          ${hand.sets.map(
            ({ kind, tiles: members }, index) => html`<div class="set ${kind}" data-place="set:${index}">
              <div class="rack tight">${members.map(button)}</div>
              <button type="button" class="set-kind" onclick=${() => onSet(index)}>${KINDS[kind](members.length)}</button>
            </div>`,
          )}
        </div>`,
      )
    }
    ${part(
      t("in-hand"),
      "concealed",
      "hand",
      hand.concealed.length
        ? html`<div class="rack">${hand.concealed.map(button)}</div>`
        : html`<p class="empty">${t("no-tiles-yet")}</p>`,
      html`<span class=${tiles === full ? "tally good" : "tally"}>${t("n-of-full-tiles", { n: tiles, full })}</span>`,
    )}
    ${hand.bonus.length > 0 && part(t("flowers-and-seasons"), "bonus", "bonus", html`<div class="rack">${hand.bonus.map(button)}</div>`)}
    ${
      hand.other.length > 0 &&
      html`<details class="part other" data-place="beside">
        <summary>${t("beside-hand-n-not-counted", { n: hand.other.length })}</summary>
        <div class="rack">${hand.other.map(button)}</div>
      </details>`
    }
    ${hand.concealed.length > 0 && dropPlaces(role)}
  </div>`;
}

/**
 * Returns the hand once a tile lies at a place, or the words that say why it cannot be put there.
 *
 * Places: "hand", "won", "exposed", "concealed_kong", "bonus", "beside", "away", and "set:2" for a set that is there.
 *
 * @param {Hand} hand
 * @param {number} id
 * @param {string} place
 */
function moveTile(hand, id, place) {
  const { code } = hands.tileById(hand, id);
  const flower = isBonus(code);
  if (place === "away") return hands.removeTile(hand, id);
  if (place === "beside") return hand.other.some((each) => each.id === id) ? hand : hands.setAside(hand, id);
  if (isUnknown(code)) return t("choose-which-tile-first");
  const inHand = hand.concealed.some((each) => each.id === id) ? hand : hands.bringIn(hand, id);
  if (place === "hand") return inHand;
  if (place === "bonus") return flower ? inHand : t("only-flowers-and-seasons-lie");
  if (place === "won" && flower) return t("flower-or-season-not-win");
  if (place === "won") return inHand.winning === id ? inHand : hands.markWinning(inHand, id);
  if (flower) return t("flower-or-season-in-no");
  if (place === "exposed" || place === "concealed_kong")
    return hands.layDown(inHand, likeliestSet(inHand, id, place), place);
  const index = Number(place.slice("set:".length));
  if (hands.setOf(hand, id) === index) return hand;
  return hand.sets[index]?.tiles.length < 4 ? hands.joinSet(hand, id, index) : t("set-full");
}

// All of the same for a kong, else the pung, else the first chow; else it begins one alone.
/**
 * @param {Hand} hand @param {number} id @param {SetKind} kind @returns the tiles that one most likely makes a set with
 */
function likeliestSet(hand, id, kind) {
  const sets = hands.setsInHand(hand, id);
  const same = (/** @type {number} */ size) =>
    sets.find(({ codes }) => codes.length === size && new Set(codes).size === 1);
  return (kind === "concealed_kong" ? same(4) : (same(3) ?? sets[0]))?.ids ?? [id];
}
