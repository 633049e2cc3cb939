// The players' names on chairs round a drawn table; seats can be swapped by dragging, or drawn at random.

import { phrases, series, t } from "../i18n/translation.js";
import { games } from "../state/storage.js";
import { WINDS, windTile } from "../state/tiles.js";
import { sideAfter } from "../table/layout.js";
import { watchDrags } from "../ui/drag.js";
import { notice } from "../ui/page.js";
import { shuffle } from "../ui/random.js";
import { tileImage, windName } from "../ui/tiles.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** @import { TextId } from "../i18n/text-ids" */

const MOST_NAMES = 24; // offered: six tables of four
const MOST_TABLES = 3; // offered, of those who played last

/** @type {TextId[]} */
const PLACES = ["deals-first", "goes-after-east", "across-from-east", "goes-before-east"];

// An arrow from the bottom to the right, mirrored where play goes clockwise.
const ARROW = ["M50 80A30 30 0 1 0 20 50", "M11 42L20 52L30 43"];

/**
 * @param {number} place
 * @param {{ name: string, placeholder: string, side: string, players: number, onName: (name: string) => void }} options
 */
function chair(place, { name, placeholder, side, players, onName }) {
  const position = PLACES[players === 3 && place === 2 ? 3 : place]; // of three players, nobody sits across
  const wind = windName(WINDS[place]);
  return html`<label class="chair" data-side=${side} data-place=${place}>
    <span class="chair-wind" data-id=${place} title=${t("drag-to-another-seat")}>
      ${tileImage(windTile(WINDS[place]), { silent: true, lazy: true })}
      <b>${wind}</b>
    </span>
    <input
      name="player${place}"
      value=${name}
      oninput=${({ target }) => onName(target.value)}
      placeholder=${placeholder}
      maxlength="20"
      autocomplete="off"
      list="known-names"
      autocapitalize="words"
      enterkeyhint=${place < players - 1 ? "next" : "done"}
      aria-label="${wind}, ${t(position)}"
    />
  </label>`;
}

/** Return the players of the tables that this phone knows, the latest first. */
const knownNames = () => [...new Set(games().flatMap(({ names }) => names))].filter(Boolean).slice(0, MOST_NAMES);

/** Return the full tables that this phone knows, the latest first. */
const knownTables = () =>
  [...new Map(games().map(({ names }) => [[...names].sort().join(), names])).values()]
    .filter((names) => names.length === 4 && names.every(Boolean))
    .slice(0, MOST_TABLES);

/** @param {string} direction */
const playArrow = (direction) => html`<svg viewBox="0 0 100 100" class="way-of-play" aria-hidden="true">
  <g transform=${direction === "cw" ? "translate(100 0) scale(-1 1)" : null}>
    ${ARROW.map((d) => html`<path d=${d} />`)}
  </g>
</svg>`;

/**
 * @param {{ names: string[], unnamed: (place: number) => string, direction: string,
 *   onNames: (names: string[]) => void }} props `unnamed` returns what a player without a name is called
 */
export function Chairs({ names, unnamed, direction, onNames }) {
  const [drawn, setDrawn] = useState(/** @type {string[] | null} */ (null));
  const felt = useRef(null);

  const currentNames = useRef(names);
  currentNames.current = names;
  useEffect(() => {
    const root = felt.current;
    if (!root) return undefined;
    /** @param {number} from @param {string} to */
    const swap = (from, to) => {
      const newer = [...currentNames.current];
      [newer[from], newer[Number(to)]] = [newer[Number(to)], newer[from]];
      onNames(newer);
    };
    return watchDrags(root, { onDrop: swap, onLong: () => {} });
  }, []);

  function draw() {
    const trimmed = names.map((name) => name.trim());
    if (trimmed.includes("")) {
      notice(() => t("enter-names-first"));
      felt.current?.querySelectorAll("input")[trimmed.indexOf("")].focus();
      return;
    }
    const seated = shuffle(trimmed);
    onNames(seated);
    setDrawn(seated);
    felt.current?.classList.remove("just-drawn");
    felt.current?.getBoundingClientRect(); // restarts the animation
    felt.current?.classList.add("just-drawn");
  }

  const otherTables = knownTables().filter((table) => table.some((name, k) => name !== names[k]));
  return html`<div class="seating">
    ${
      otherTables.length > 0 &&
      html`<div class="chips last-tables" role="group" aria-label=${t("who-played-last")}>
        ${otherTables.map((table) => html`<button type="button" class="chip" onclick=${() => onNames([...table])}>${series(table)}</button>`)}
      </div>`
    }
    <div class="chairs" ref=${felt}>
      ${names.map((name, place) =>
        chair(place, {
          name,
          placeholder: unnamed(place),
          side: sideAfter(place, direction, names.length),
          players: names.length,
          onName: (newer) => onNames(names.map((each, k) => (k === place ? newer : each))),
        }),
      )}
      <datalist id="known-names">${knownNames().map((name) => html`<option value=${name} />`)}</datalist>
      <span class="table-way">${playArrow(direction)}<small>${t("east-deals-first")}</small></span>
    </div>
    <button type="button" class="quiet" onclick=${draw}>${t("draw-seats-at-random")}</button>
    <p class="hint drawn-seats" role="status">
      ${
        drawn &&
        t("drawn-seats-sit-down-like", {
          seats: phrases(drawn.map((name, place) => `${windName(WINDS[place])} ${name}`)),
        })
      }
    </p>
  </div>`;
}
