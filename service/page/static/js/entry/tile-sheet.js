// The sheets of a tile and of a set, with all that can be done to them.

import { t } from "../i18n/translation.js";
import * as hands from "../state/hand.js";
import { FACES, isUnknown } from "../state/tiles.js";
import { openSheet } from "../ui/sheet.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { html, useState } from "../vendor/preact.js";
import { faceButton, faceGrid, setButton, tabOf } from "./palette.js";

/** @import { Hand, SetKind, Tile } from "../types" */

/** @param {{ hand: Hand, tile: Tile, choose: (code: string) => void }} given */
function FaceChooser({ hand, tile, choose }) {
  const [tab, onTab] = useState(tabOf(tile.code));
  const isEnabled = (/** @type {string} */ code) => code === tile.code || hands.hasRoom(hand, code);
  return faceGrid({ tab, current: tile.code, isEnabled, onFace: choose, onTab });
}

/** @param {Tile} tile @param {(code: string) => void} choose */
function alternatives(tile, choose) {
  const codes = (tile.alternatives ?? []).filter((code) => code !== tile.code && FACES.includes(code)).slice(0, 4);
  if (!codes.length) return null;
  return [
    html`<h3>${t("perhaps-one-of")}</h3>`,
    html`<div class="rack likely">
      ${codes.map((code) => faceButton(code, () => choose(code), { class: "tile-button" }))}
    </div>`,
  ];
}

/** Return the buttons that move a tile. @param {Hand} hand @param {Tile} tile @param {(hand: Hand) => void} apply */
function moveButtons(hand, tile, apply) {
  const index = hands.setIndex(hand, tile.id);
  const isBeside = hand.other.some(({ id }) => id === tile.id);
  const isConcealed = hand.concealed.some(({ id }) => id === tile.id);
  const larger = hand.sets.map((set, k) => ({ k, codes: [...set.tiles.map(({ code }) => code), tile.code] }));
  const completed = larger.filter(({ codes }) => codes.length < 4 || (codes.length === 4 && new Set(codes).size === 1));
  return [
    hands.hasRoom(hand, tile.code) &&
      html`<button type="button" onclick=${() => apply(hands.addTile(hand, tile.code))}>${t("one-more-of")}</button>`,
    hands.setsInHand(hand, tile.id).flatMap(({ codes, ids }) => {
      /** @param {SetKind} kind @param {string} label */
      const layButton = (kind, label) => setButton(codes, () => apply(hands.layDown(hand, ids, kind)), label);
      return codes.length === 4
        ? [layButton("exposed", t("exposed-kong")), layButton("concealed_kong", t("concealed-kong"))]
        : [layButton("exposed", t("exposed-set"))];
    }),
    isConcealed &&
      completed.map(({ k, codes }) => setButton(codes, () => apply(hands.addToSet(hand, tile.id, k)), t("add-to-set"))),
    index >= 0 &&
      html`<button type="button" onclick=${() => apply(hands.takeBack(hand, index))}>
        ${t("take-set-back-into-hand")}
      </button>`,
    ((isBeside && !isUnknown(tile.code)) || index >= 0) &&
      html`<button type="button" onclick=${() => apply(hands.moveToHand(hand, tile.id))}>
        ${t(isBeside ? "belongs-to-hand" : "only-tile-into-hand")}
      </button>`,
    !isBeside &&
      html`<button type="button" onclick=${() => apply(hands.setAside(hand, tile.id))}>${t("not-part-of-hand")}</button>`,
    html`<button type="button" class="danger" onclick=${() => apply(hands.removeTile(hand, tile.id))}>
      ${t("remove-tile")}
    </button>`,
  ];
}

/** @param {Hand} hand @param {number} id @param {string} role @param {(hand: Hand) => void} onChange */
export function openTileSheet(hand, id, role, onChange) {
  const tile = hands.tileById(hand, id);
  const canWin = role === "winner" && hand.concealed.some((each) => each.id === id);
  const confidence =
    tile.unsure && tile.confidence ? `, ${t("n-percent-sure", { n: Math.round(tile.confidence * 100) })}` : "";
  openSheet(tileName(tile.code) + confidence, (_, after) => {
    const apply = after(onChange);
    /** @param {string} code */
    const choose = (code) => apply(hands.changeTile(hand, id, code));
    return html`
      <div class="actions spread">
        ${
          tile.unsure &&
          html`<button type="button" class="primary" onclick=${() => choose(tile.code)}>${t("it-is-right")}</button>`
        }
        ${
          canWin &&
          html`<button
            type="button"
            class=${tile.unsure || hand.winning !== null ? "" : "primary"}
            onclick=${() => apply(hands.markWinning(hand, id))}
          >
            ${t(hand.winning === id ? "tile-did-not-win" : "tile-won")}
          </button>`
        }
      </div>
      ${alternatives(tile, choose)}
      <h3>${t("change-to")}</h3>
      <${FaceChooser} hand=${hand} tile=${tile} choose=${choose} />
      <h3>${t("its-place")}</h3>
      <div class="places">${moveButtons(hand, tile, apply)}</div>
    `;
  });
}

/** @param {Hand} hand @param {number} index @param {(hand: Hand) => void} onChange */
export function openSetSheet(hand, index, onChange) {
  const { kind, tiles } = hand.sets[index];
  /** @type {[SetKind, string][]} */
  const kinds =
    tiles.length === 4
      ? [
          ["exposed", t("exposed-kong-from-discard")],
          ["small_kong", t("exposed-kong-added-to-pung")],
          ["concealed_kong", t("concealed-kong")],
        ]
      : [];
  openSheet(t("this-set"), (_, after) => {
    const apply = after(onChange);
    return html`
      <div class="rack tight centre">${tiles.map(({ code }) => tileImage(code))}</div>
      <div class="places">
        ${kinds.map(
          ([value, words]) => html`<button
            type="button"
            aria-pressed=${String(value === kind)}
            onclick=${() => apply(hands.setKind(hand, index, value))}
          >
            ${words}
          </button>`,
        )}
        <button type="button" onclick=${() => apply(hands.takeBack(hand, index))}>${t("take-back-into-hand")}</button>
        <button
          type="button"
          class="danger"
          onclick=${() => apply(tiles.reduce((rest, { id }) => hands.removeTile(rest, id), hand))}
        >
          ${t("remove-set")}
        </button>
      </div>
    `;
  });
}
