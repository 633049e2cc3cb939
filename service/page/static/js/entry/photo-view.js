// Shows the photo with the recognised tiles outlined.

import { t } from "../i18n/translation.js";
import { ownTiles } from "../state/hand.js";
import { tileLabel, tileName } from "../ui/tiles.js";
import { html, useState } from "../vendor/preact.js";

/** @import { Hand, Tile, UiEvent } from "../types" */

const MARGIN = 0.14; // of the hand's longer side

/** @typedef {Tile & { corners: number[][] }} PhotoTile */

/** @param {Tile[]} tiles */
const photoTiles = (tiles) => /** @type {PhotoTile[]} */ (tiles.filter(({ corners }) => corners));

/** Return [x, y, width, height] around these tiles, within the photo. @param {PhotoTile[]} tiles @param {number[]} size */
function viewBox(tiles, [width, height]) {
  if (!tiles.length) return [0, 0, width, height];
  const points = tiles.flatMap(({ corners }) => corners);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x0, y0, x1, y1] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const margin = Math.max(x1 - x0, y1 - y0) * MARGIN;
  const [left, top] = [Math.max(0, x0 - margin), Math.max(0, y0 - margin)];
  return [left, top, Math.min(width, x1 + margin) - left, Math.min(height, y1 + margin) - top];
}

/** @param {PhotoTile} tile @param {{ state: string, name: string, onTile: (id: number) => void }} given */
function outline({ id, corners }, { state, name, onTile }) {
  /** @param {UiEvent} event */
  const onKey = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onTile(id);
  };
  return html`<polygon
    key=${id}
    points=${corners.map((corner) => corner.join(",")).join(" ")}
    class="outline ${state}"
    tabindex="0"
    role="button"
    aria-label=${name}
    onclick=${() => onTile(id)}
    onkeydown=${onKey}
  />`;
}

/**
 * The photo with its tiles; without a `url` the outlines alone.
 * @param {{ url: string | null, size: number[], hand: Hand, selected: number | null, onTile: (id: number) => void }} given
 */
export function PhotoView({ url, size, hand, selected, onTile }) {
  const [isWhole, showWhole] = useState(false);
  const [hasLabels, showLabels] = useState(true);
  const own = photoTiles(ownTiles(hand));
  const beside = photoTiles(hand.other);
  const doubtful = own.filter((tile) => tile.unsure);
  const box = isWhole ? [0, 0, ...size] : viewBox(own.length ? own : beside, size);
  /** @param {Tile} tile */
  const state = ({ id, unsure }) =>
    [id === hand.winning ? "winning" : unsure ? "unsure" : "sure", id === selected && "selected"]
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
        ${hasLabels && own.map(tileLabel)}
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
      <button type="button" class="quiet" aria-pressed=${String(hasLabels)} onclick=${() => showLabels(!hasLabels)}>
        ${t("labels")}
      </button>
      <button type="button" class="quiet" aria-pressed=${String(isWhole)} onclick=${() => showWhole(!isWhole)}>
        ${t("whole-photo")}
      </button>
    </figcaption>
  </figure>`;
}
