// What can be done with one tile or one set that was tapped.

import { series, t } from "../i18n/translation.js";
import {
  addTile,
  bringIn,
  changeTile,
  hasRoom,
  joinSet,
  layDown,
  markWinning,
  removeTile,
  setAside,
  setKind,
  setOf,
  setsInHand,
  takeBack,
  tileById,
} from "../state/hand.js";
import { isFaceDown } from "../state/tiles.js";
import { openSheet } from "../ui/sheet.js";
import { tileImage, tileName } from "../ui/tiles.js";
import { html, useState } from "../vendor/preact.js";
import { faceGrid, tabOf } from "./palette.js";

/** @import { Hand, SetKind, Tile } from "../types" */

/** @param {{ hand: Hand, tile: Tile, choose: (code: string) => void }} given */
function FaceChooser({ hand, tile, choose }) {
  const [tab, onTab] = useState(tabOf(tile.code));
  const has = (/** @type {string} */ code) => code === tile.code || hasRoom(hand, code);
  return faceGrid({ tab, current: tile.code, has, onFace: choose, onTab });
}

/** @param {Tile} tile @param {(code: string) => void} choose */
function alternatives(tile, choose) {
  const codes = (tile.alternatives ?? []).filter((code) => code !== tile.code && !isFaceDown(code)).slice(0, 4);
  if (!codes.length) return null;
  return [
    html`<h3>${t("perhaps-one-of")}</h3>`,
    html`<div class="rack likely">
      ${codes.map(
        (code) => html`<button
          type="button"
          class="tile-button"
          aria-label=${tileName(code)}
          data-code=${code}
          onclick=${() => choose(code)}
        >
          ${tileImage(code, { silent: true })}
        </button>`,
      )}
    </div>`,
  ];
}

/** @param {string} label @param {string[]} codes @param {() => void} run */
function offer(label, codes, run) {
  return html`<button
    type="button"
    class="offer"
    aria-label="${label}: ${series(codes.map(tileName))}"
    onclick=${run}
  >
    <span>${label}</span>
    <span class="offer-tiles">${codes.map((code) => tileImage(code, { silent: true }))}</span>
  </button>`;
}

/** @param {Hand} hand @param {Tile} tile @param {(hand: Hand) => void} apply */
function places(hand, tile, apply) {
  const index = setOf(hand, tile.id);
  const beside = hand.other.some(({ id }) => id === tile.id);
  const concealed = hand.concealed.some(({ id }) => id === tile.id);
  const sets = concealed ? setsInHand(hand, tile.id) : [];
  const joins = concealed
    ? hand.sets.flatMap((set, k) => {
        const codes = set.tiles.map(({ code }) => code);
        return codes.length < 3 || (codes.length === 3 && new Set([...codes, tile.code]).size === 1)
          ? [{ k, codes: [...codes, tile.code] }]
          : [];
      })
    : [];
  return [
    hasRoom(hand, tile.code) &&
      html`<button type="button" onclick=${() => apply(addTile(hand, tile.code))}>${t("one-more-of")}</button>`,
    sets.map(({ codes, ids }) =>
      offer(t(codes.length === 4 ? "exposed-kong" : "exposed-set"), codes, () => apply(layDown(hand, ids, "exposed"))),
    ),
    sets
      .filter(({ codes }) => codes.length === 4)
      .map(({ codes, ids }) => offer(t("concealed-kong"), codes, () => apply(layDown(hand, ids, "concealed_kong")))),
    joins.map(({ k, codes }) => offer(t("add-to-set"), codes, () => apply(joinSet(hand, tile.id, k)))),
    index >= 0 &&
      html`<button type="button" onclick=${() => apply(takeBack(hand, index))}>
        ${t("take-set-back-into-hand")}
      </button>`,
    (beside || index >= 0) &&
      html`<button type="button" onclick=${() => apply(bringIn(hand, tile.id))}>
        ${t(beside ? "belongs-to-hand" : "only-tile-into-hand")}
      </button>`,
    !beside &&
      html`<button type="button" onclick=${() => apply(setAside(hand, tile.id))}>${t("not-part-of-hand")}</button>`,
    html`<button type="button" class="danger" onclick=${() => apply(removeTile(hand, tile.id))}>
      ${t("remove-tile")}
    </button>`,
  ];
}

/**
 * Opens what can be done with a tile; `onChange` gets the changed hand.
 *
 * @param {Hand} hand
 * @param {number} id
 * @param {(hand: Hand) => void} onChange
 * @param {{ role?: string }=} given
 */
export function openTileSheet(hand, id, onChange, { role = "winner" } = {}) {
  const tile = tileById(hand, id);
  const mayWin = role === "winner" && hand.concealed.some((each) => each.id === id);
  const sure =
    tile.unsure && tile.confidence ? `, ${t("n-percent-sure", { n: Math.round(tile.confidence * 100) })}` : "";
  openSheet(tileName(tile.code) + sure, (_, after) => {
    const apply = after(onChange);
    /** @param {string} code */
    const choose = (code) => apply(changeTile(hand, id, code));
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
            onclick=${() => apply(markWinning(hand, id))}
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

/**
 * Opens what can be done with a set.
 *
 * @param {Hand} hand
 * @param {number} index
 * @param {(hand: Hand) => void} onChange
 */
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
            onclick=${() => apply(setKind(hand, index, value))}
          >
            ${words}
          </button>`,
        )}
        <button type="button" onclick=${() => apply(takeBack(hand, index))}>${t("take-back-into-hand")}</button>
        <button
          type="button"
          class="danger"
          onclick=${() => apply(tiles.reduce((rest, { id }) => removeTile(rest, id), hand))}
        >
          ${t("remove-set")}
        </button>
      </div>
    `;
  });
}
