// Shows the hand as large tiles, to tap for a correction or to drag to another place.

import { phrases, t } from "../i18n/translation.js";
import * as hands from "../state/hand.js";
import { isBonus, isUnknown } from "../state/tiles.js";
import { watchDrags } from "../ui/drag.js";
import { notice } from "../ui/page.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

/** @import { TextId } from "../i18n/text-ids" */
/** @import { Child, Hand, UiEvent, SetKind, Tile } from "../types" */

/** @type {Record<SetKind, (size: number) => string>} */
const KIND_WORDS = {
  exposed: (size) => t(size === 4 ? "exposed-kong-word" : "exposed-set-word"),
  small_kong: () => t("added-kong"),
  concealed_kong: (size) => t(size === 4 ? "concealed-kong-word" : "concealed-set"),
};

/** @typedef {{ hand: Hand, selected: number | null, onTile: (id: number) => void, onHand: (hand: Hand) => void }} Editing */

/** @param {Tile} tile @param {Editing} editing */
function tileButton(tile, { hand, selected, onTile, onHand }) {
  const isWinning = tile.id === hand.winning;
  const marks = [isWinning && t("won-word"), tile.unsure && t("please-check")].filter(Boolean);
  const states = [tile.unsure && "unsure", isWinning && "winning", tile.id === selected && "selected"].filter(Boolean);
  /** @param {UiEvent} event */
  const onKey = (event) => {
    if (event.key === "Delete" || event.key === "Backspace") {
      const { nextElementSibling: next, previousElementSibling: before } = event.currentTarget;
      (next ?? before)?.focus(); // so that the keyboard can go on from there
      onHand(hands.removeTile(hand, tile.id));
    } else if (event.key === "+") {
      if (hands.hasRoom(hand, tile.code)) onHand(hands.addTile(hand, tile.code));
    } else return;
    event.preventDefault();
  };
  return html`<button
    type="button"
    class=${["tile-button", ...states].join(" ")}
    key=${tile.id}
    data-id=${tile.id}
    data-code=${tile.code}
    aria-label=${phrases([tileName(tile.code), ...marks])}
    aria-keyshortcuts="Delete +"
    onclick=${() => onTile(tile.id)}
    onkeydown=${onKey}
  >
    ${tileImage(tile.code, { silent: true })}
    ${isWinning && html`<span class="badge" aria-hidden="true">${t("won-word")}</span>`}
    ${tile.unsure && !isWinning && html`<span class="badge ask" aria-hidden="true">?</span>`}
  </button>`;
}

/** @param {Child} title @param {string} name @param {string | null} place @param {Child} content */
const part = (title, name, place, content) =>
  html`<section class="part ${name}" data-place=${place}><h3>${title}</h3>${content}</section>`;

/** Return the places to drop a dragged tile. The sheet of a tile has buttons for them. @param {string} role */
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
 * The hand as an editor; while tiles are added (`isAdding`) it has the height of a complete hand.
 * @param {Editing & { role: string, isAdding: boolean, onSet: (index: number) => void }} given
 */
export function Editor({ role, isAdding, onSet, ...editing }) {
  const { hand } = editing;
  const root = useRef(null);
  const latest = useRef(editing);
  latest.current = editing;
  useLayoutEffect(
    () =>
      watchDrags(root.current, {
        onLong: (id) => latest.current.onTile(id),
        onDrop: (id, place) => {
          const moved = moveTile(latest.current.hand, id, place);
          if (typeof moved === "string") notice(() => t(moved));
          else if (moved !== latest.current.hand) latest.current.onHand(moved);
        },
      }),
    [],
  );
  /** @param {Tile} tile */
  const button = (tile) => tileButton(tile, editing);
  const tiles = hands.tileCount(hand);
  const full = hands.sizeOf(role);
  const tally = html`<span class=${tiles === full ? "tally good" : "tally"}>${t("n-of-full-tiles", { n: tiles, full })}</span>`;
  return html`<div class=${isAdding ? "editor adding" : "editor"} ref=${root}>
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
              <button type="button" class="set-kind" onclick=${() => onSet(index)}>${KIND_WORDS[kind](members.length)}</button>
            </div>`,
          )}
        </div>`,
      )
    }
    ${part(
      [t("in-hand"), tally],
      "concealed",
      "hand",
      hand.concealed.length
        ? html`<div class="rack">${hand.concealed.map(button)}</div>`
        : html`<p class="empty">${t("no-tiles-yet")}</p>`,
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
 * Return the hand with a tile moved, or the id of the text that says why it cannot be.
 * @param {Hand} hand
 * @param {number} id
 * @param {string} place "hand", "won", "exposed", "concealed_kong", "bonus", "beside", "away", or "set:2" for a set
 * @returns {Hand | TextId}
 */
function moveTile(hand, id, place) {
  const { code } = hands.tileById(hand, id);
  const isFlower = isBonus(code);
  if (place === "away") return hands.removeTile(hand, id);
  if (place === "beside") return hand.other.some((each) => each.id === id) ? hand : hands.setAside(hand, id);
  if (isUnknown(code)) return "choose-which-tile-first";
  const inHand = hand.concealed.some((each) => each.id === id) ? hand : hands.moveToHand(hand, id);
  if (place === "hand") return inHand;
  if (place === "bonus") return isFlower ? inHand : "only-flowers-and-seasons-lie";
  if (place === "won" && isFlower) return "flower-or-season-not-win";
  if (place === "won") return inHand.winning === id ? inHand : hands.markWinning(inHand, id);
  if (isFlower) return "flower-or-season-in-no";
  if (place === "exposed" || place === "concealed_kong")
    return hands.layDown(inHand, likeliestSet(inHand, id, place), place);
  const index = Number(place.slice("set:".length));
  if (hands.setIndex(hand, id) === index) return hand;
  return hand.sets[index]?.tiles.length < 4 ? hands.addToSet(hand, id, index) : "set-full";
}

/** Return the ids of the likeliest set with a tile, or of the tile alone. @param {Hand} hand @param {number} id @param {SetKind} kind */
function likeliestSet(hand, id, kind) {
  const sets = hands.setsInHand(hand, id);
  const alike = (/** @type {number} */ size) =>
    sets.find(({ codes }) => codes.length === size && new Set(codes).size === 1);
  return (kind === "concealed_kong" ? alike(4) : (alike(3) ?? sets[0]))?.ids ?? [id];
}
