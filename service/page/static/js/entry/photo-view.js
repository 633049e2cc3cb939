// The photo with what was recognised drawn on it.

import { t } from "../i18n/translation.js";
import { ownTiles } from "../state/hand.js";
import { tileLabel, tileName } from "../ui/tiles.js";
import { html, useState } from "../vendor/preact.js";

/** @import { Hand, Tile, UiEvent } from "../types" */

const MARGIN = 0.14; // of the hand's longer side, left free around it

/** @param {Tile} tile one of a photo */
const cornersOf = (tile) => /** @type {number[][]} */ (tile.corners);

/** @param {Tile[]} tiles */
function bounds(tiles) {
  const xs = tiles.flatMap((tile) => cornersOf(tile).map(([x]) => x));
  const ys = tiles.flatMap((tile) => cornersOf(tile).map(([, y]) => y));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * @param {Tile[]} tiles @param {number[]} size
 * @returns the view box [x, y, width, height] around these tiles, inside the photo
 */
export function frame(tiles, [width, height]) {
  if (!tiles.length) return [0, 0, width, height];
  const [x0, y0, x1, y1] = bounds(tiles);
  const margin = Math.max(x1 - x0, y1 - y0) * MARGIN;
  const [left, top] = [Math.max(0, x0 - margin), Math.max(0, y0 - margin)];
  return [left, top, Math.min(width, x1 + margin) - left, Math.min(height, y1 + margin) - top];
}

/** @param {Tile} tile @param {{ state: string, name: string, onTile: (id: number) => void }} given */
function outline(tile, { state, name, onTile }) {
  /** @param {UiEvent} event */
  const keys = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onTile(tile.id);
  };
  return html`<polygon
    key=${tile.id}
    points=${cornersOf(tile)
      .map((corner) => corner.join(","))
      .join(" ")}
    class="outline ${state}"
    tabindex="0"
    role="button"
    aria-label=${name}
    onclick=${() => onTile(tile.id)}
    onkeydown=${keys}
  />`;
}

/**
 * The photo with what was recognised; `url` null shows the outlines alone.
 *
 * @param {{ url: string | null, size: number[], hand: Hand, selected: number | null, onTile: (id: number) => void }} given
 */
export function PhotoView({ url, size, hand, selected, onTile }) {
  const [whole, showWhole] = useState(false);
  const [labels, showLabels] = useState(true);
  const own = ownTiles(hand).filter(({ corners }) => corners);
  const beside = hand.other.filter(({ corners }) => corners);
  const doubtful = own.filter((tile) => tile.unsure);
  const box = whole ? [0, 0, ...size] : frame(own.length ? own : beside, size);
  /** @param {Tile} tile */
  const state = (tile) =>
    [tile.id === hand.winning ? "winning" : tile.unsure ? "unsure" : "sure", tile.id === selected && "selected"]
      .filter(Boolean)
      .join(" ");
  return html`<figure class="photo">
    <svg class="photo-svg" role="group" aria-label=${t("photo-with-recognised-tiles")} viewBox=${box.join(" ")}>
      ${url && html`<image href=${url} width=${size[0]} height=${size[1]} />`}
      <g>
        ${beside.map((tile) =>
          outline(tile, { state: "beside", name: t("tile-beside-hand", { tile: tileName(tile.code) }), onTile }),
        )}
        ${own.map((tile) => outline(tile, { state: state(tile), name: tileName(tile.code), onTile }))}
        ${labels && own.map((tile) => tileLabel({ code: tile.code, corners: cornersOf(tile) }))}
      </g>
    </svg>
    <figcaption>
      ${
        doubtful.length
          ? html`<button type="button" class="quiet photo-check" onclick=${() => onTile(doubtful[0].id)}>
            ${t("n-to-check", { n: doubtful.length })}
          </button>`
          : html`<span class="photo-words">${t("compare-with-table")}</span>`
      }
      <button type="button" class="quiet" aria-pressed=${String(labels)} onclick=${() => showLabels(!labels)}>
        ${t("labels")}
      </button>
      <button type="button" class="quiet" aria-pressed=${String(whole)} onclick=${() => showWhole(!whole)}>
        ${t("whole-photo")}
      </button>
    </figcaption>
  </figure>`;
}
