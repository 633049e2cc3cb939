// The photo with what was recognised drawn on it.

import { t } from "../i18n/translation.js";
import { h, s } from "../ui/dom.js";
import { picture, tileName } from "../ui/tiles.js";

/** @import { Hand, Tile } from "../types" */

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
 * Returns the view box [x, y, width, height] around these tiles, inside the photo.
 *
 * @param {Tile[]} tiles
 * @param {number[]} size
 */
export function frame(tiles, [width, height]) {
  if (!tiles.length) return [0, 0, width, height];
  const [x0, y0, x1, y1] = bounds(tiles);
  const margin = Math.max(x1 - x0, y1 - y0) * MARGIN;
  const [left, top] = [Math.max(0, x0 - margin), Math.max(0, y0 - margin)];
  return [left, top, Math.min(width, x1 + margin) - left, Math.min(height, y1 + margin) - top];
}

/**
 * @param {Tile} tile
 * @param {{ state: string, name: string, onTile: (id: number) => void }} given
 */
function outline(tile, { state, name, onTile }) {
  return s("polygon", {
    points: cornersOf(tile)
      .map((corner) => corner.join(","))
      .join(" "),
    class: `outline ${state}`,
    tabindex: 0,
    role: "button",
    "aria-label": name,
    onclick: () => onTile(tile.id),
    onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        onTile(tile.id);
      }
    },
  });
}

/**
 * The recognised face as a small picture in the tile's lower right corner, turned as the tile lies.
 *
 * @param {Tile} tile
 */
function label(tile) {
  const [a, b, c] = cornersOf(tile);
  const [across, down] = [Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1])];
  const width = Math.min(across * 0.42, down * 0.48);
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const [x, y] = c;
  return s("image", {
    href: picture(tile.code),
    x: x - width,
    y: y - (width * 4) / 3,
    width,
    height: (width * 4) / 3,
    transform: `rotate(${turn} ${x} ${y})`,
    class: "label",
  });
}

/**
 * A photo view: {element, update({hand, selected})}. `photo.url` null shows the outlines alone.
 *
 * @param {{ url: string | null, size: number[], onTile: (id: number) => void }} given
 */
export function createPhotoView({ url, size, onTile }) {
  const overlay = s("g");
  const image = url && s("image", { href: url, width: size[0], height: size[1] });
  const drawing = s(
    "svg",
    { class: "photo-svg", role: "group", "aria-label": t("The photo with the recognised tiles") },
    image,
    overlay,
  );
  let whole = false;
  let labels = true;
  /** @type {{ hand: Hand, selected: number | null } | null} */
  let last = null;
  /** @type {Tile[]} */
  let doubtful = [];
  /**
   * @param {string} words
   * @param {boolean} pressed
   * @param {() => boolean} flip
   */
  const toggle = (words, pressed, flip) => {
    const button = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-pressed": String(pressed),
        onclick: () => {
          button.setAttribute("aria-pressed", String(flip()));
          if (last) update(last);
        },
      },
      words,
    );
    return button;
  };
  const words = h("span", { class: "photo-words" }, t("Compare with the table"));
  const check = h("button", {
    type: "button",
    class: "quiet photo-check",
    hidden: true,
    onclick: () => onTile(doubtful[0].id),
  });
  const element = h(
    "figure",
    { class: "photo" },
    drawing,
    h(
      "figcaption",
      {},
      words,
      check,
      toggle(t("Labels"), labels, () => {
        labels = !labels;
        return labels;
      }),
      toggle(t("Whole photo"), whole, () => {
        whole = !whole;
        return whole;
      }),
    ),
  );

  /** @param {{ hand: Hand, selected: number | null }} given */
  function update({ hand, selected }) {
    last = { hand, selected };
    const own = [...hand.concealed, ...hand.sets.flatMap(({ tiles }) => tiles), ...hand.bonus].filter(
      ({ corners }) => corners,
    );
    const beside = hand.other.filter(({ corners }) => corners);
    doubtful = own.filter((tile) => tile.unsure);
    drawing.setAttribute("viewBox", (whole ? [0, 0, ...size] : frame(own.length ? own : beside, size)).join(" "));
    /** @param {Tile} tile */
    const state = (tile) =>
      [tile.id === hand.winning ? "winning" : tile.unsure ? "unsure" : "sure", tile.id === selected && "selected"]
        .filter(Boolean)
        .join(" ");
    overlay.replaceChildren(
      ...beside.map((tile) =>
        outline(tile, { state: "beside", name: t("{tile}, beside the hand", { tile: tileName(tile.code) }), onTile }),
      ),
      ...own.map((tile) => outline(tile, { state: state(tile), name: tileName(tile.code), onTile })),
      ...(labels ? own.map(label) : []),
    );
    words.hidden = doubtful.length > 0;
    check.hidden = !words.hidden;
    check.textContent = t("{n} to check", { n: doubtful.length });
  }
  return { element, update };
}
