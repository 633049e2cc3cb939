// What can be done with one tile or one set that was tapped.

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
  const has = (/** @type {string} */ code) => code === tile.code || hands.hasRoom(hand, code);
  return faceGrid({ tab, current: tile.code, has, onFace: choose, onTab });
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

/** @param {Hand} hand @param {Tile} tile @param {(hand: Hand) => void} apply */
function places(hand, tile, apply) {
  const index = hands.setOf(hand, tile.id);
  const beside = hand.other.some(({ id }) => id === tile.id);
  const concealed = hand.concealed.some(({ id }) => id === tile.id);
  const sets = concealed ? hands.setsInHand(hand, tile.id) : [];
  const joins = concealed
    ? hand.sets.flatMap((set, k) => {
        const codes = set.tiles.map(({ code }) => code);
        return codes.length < 3 || (codes.length === 3 && new Set([...codes, tile.code]).size === 1)
          ? [{ k, codes: [...codes, tile.code] }]
          : [];
      })
    : [];
  return [
    hands.hasRoom(hand, tile.code) &&
      html`<button type="button" onclick=${() => apply(hands.addTile(hand, tile.code))}>${t("one-more-of")}</button>`,
    sets.flatMap(({ codes, ids }) => {
      /** @param {SetKind} kind @param {string} label */
      const lay = (kind, label) => setButton(codes, () => apply(hands.layDown(hand, ids, kind)), label);
      return codes.length === 4
        ? [lay("exposed", t("exposed-kong")), lay("concealed_kong", t("concealed-kong"))]
        : [lay("exposed", t("exposed-set"))];
    }),
    joins.map(({ k, codes }) => setButton(codes, () => apply(hands.joinSet(hand, tile.id, k)), t("add-to-set"))),
    index >= 0 &&
      html`<button type="button" onclick=${() => apply(hands.takeBack(hand, index))}>
        ${t("take-set-back-into-hand")}
      </button>`,
    ((beside && !isUnknown(tile.code)) || index >= 0) &&
      html`<button type="button" onclick=${() => apply(hands.bringIn(hand, tile.id))}>
        ${t(beside ? "belongs-to-hand" : "only-tile-into-hand")}
      </button>`,
    !beside &&
      html`<button type="button" onclick=${() => apply(hands.setAside(hand, tile.id))}>${t("not-part-of-hand")}</button>`,
    html`<button type="button" class="danger" onclick=${() => apply(hands.removeTile(hand, tile.id))}>
      ${t("remove-tile")}
    </button>`,
  ];
}

/**
 * @param {Hand} hand @param {number} id @param {string} role
 * @param {(hand: Hand) => void} onChange gets the changed hand
 */
export function openTileSheet(hand, id, role, onChange) {
  const tile = hands.tileById(hand, id);
  const mayWin = role === "winner" && hand.concealed.some((each) => each.id === id);
  const sure =
    tile.unsure && tile.confidence ? `, ${t("n-percent-sure", { n: Math.round(tile.confidence * 100) })}` : "";
  openSheet(tileName(tile.code) + sure, (_, after) => {
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
          mayWin &&
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
      <div class="places">${places(hand, tile, apply)}</div>
    `;
  });
}

/** @param {Hand} hand @param {number} index of a set @param {(hand: Hand) => void} onChange gets the changed hand */
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
