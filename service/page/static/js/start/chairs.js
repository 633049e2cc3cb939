// Names on the chairs round a drawn table; who sits where can be left to a draw of the winds, a name to its wind.

import { phrases, series, t } from "../i18n/translation.js";
import { games } from "../state/storage.js";
import { WINDS, windTile } from "../state/tiles.js";
import { sideAfter } from "../table/layout.js";
import { watchDrags } from "../ui/drag.js";
import { notice } from "../ui/page.js";
import { shuffled } from "../ui/random.js";
import { tileImage, windName } from "../ui/tiles.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** @import { TextId } from "../i18n/text-ids" */

const OFFERED = 24; // names: six tables of four
const TABLES = 3; // of those who played together last

/** @type {TextId[]} of three players nobody sits across */
const PLACES = ["deals-first", "goes-after-east", "across-from-east", "goes-before-east"];

// Round the table from East's place at the bottom to the right; mirrored where play goes clockwise.
const TURN = ["M50 80A30 30 0 1 0 20 50", "M11 42L20 52L30 43"];

/**
 * @param {number} place
 * @param {{ name: string, unnamed: string, side: string, players: number, enter: (name: string) => void }} given
 */
function chair(place, { name, unnamed, side, players, enter }) {
  const wind = windName(WINDS[place]);
  return html`<label class="chair" data-side=${side} data-place=${place}>
    <span class="chair-wind" data-id=${place} title=${t("drag-to-another-seat")}>
      ${tileImage(windTile(WINDS[place]), { silent: true, lazy: true })}
      <b>${wind}</b>
    </span>
    <input
      name="player${place}"
      value=${name}
      oninput=${({ target }) => enter(target.value)}
      placeholder=${unnamed}
      maxlength="20"
      autocomplete="off"
      list="known-names"
      autocapitalize="words"
      enterkeyhint=${place < players - 1 ? "next" : "done"}
      aria-label="${wind}, ${t(PLACES[players === 3 && place === 2 ? 3 : place])}"
    />
  </label>`;
}

/** Returns who has played at the tables that this phone knows, whom it played with last before others. */
const knownNames = () => [...new Set(games().flatMap(({ names }) => names))].filter(Boolean).slice(0, OFFERED);

/** Returns who sat together at the tables that this phone knows, the last first. */
const knownTables = () =>
  [...new Map(games().map(({ names }) => [[...names].sort().join(), names])).values()]
    .filter((names) => names.length === 4 && names.every(Boolean))
    .slice(0, TABLES);

/** @param {string} direction */
const wayOfPlay = (direction) => html`<svg viewBox="0 0 100 100" class="way-of-play" aria-hidden="true">
  <g transform=${direction === "cw" ? "translate(100 0) scale(-1 1)" : null}>
    ${TURN.map((d) => html`<path d=${d} />`)}
  </g>
</svg>`;

/**
 * The table to sit down at, where who has no name yet is called `unnamed(place)`; `onNames` gets the names as they are entered or drawn.
 *
 * @param {{ names: string[], unnamed: (place: number) => string, direction: string, onNames: (names: string[]) => void }} given
 */
export function Chairs({ names, unnamed, direction, onNames }) {
  const [known, tables] = [knownNames(), knownTables()]; // a game may be forgotten meanwhile
  const [drawn, setDrawn] = useState(/** @type {string[] | null} */ (null));
  const felt = useRef(null);

  const seated = useRef(names);
  seated.current = names;
  useEffect(() => {
    const root = felt.current;
    if (!root) return undefined;
    /** @param {number} from @param {string} to */
    const swap = (from, to) => {
      const newer = [...seated.current];
      [newer[from], newer[Number(to)]] = [newer[Number(to)], newer[from]];
      onNames(newer);
    };
    return watchDrags(root, { onDrop: swap, onLong: () => {} });
  }, []);

  function draw() {
    const given = names.map((name) => name.trim());
    if (given.some((name) => !name)) {
      notice(t("enter-names-first"));
      felt.current?.querySelectorAll("input")[given.indexOf("")].focus();
      return;
    }
    const seated = shuffled(given);
    onNames(seated);
    setDrawn(seated);
    felt.current?.classList.remove("just-drawn");
    felt.current?.getBoundingClientRect(); // so that the same movement can be seen again
    felt.current?.classList.add("just-drawn");
  }

  const isOther = (/** @type {string[]} */ some) => some.some((name, k) => name !== names[k]);
  return html`<div class="seating">
    ${
      tables.some(isOther) &&
      html`<div class="chips last-tables" role="group" aria-label=${t("who-played-last")}>
        ${tables
          .filter(isOther)
          .map(
            (some) =>
              html`<button type="button" class="chip" onclick=${() => onNames([...some])}>${series(some)}</button>`,
          )}
      </div>`
    }
    <div class="chairs" ref=${felt}>
      ${names.map((name, place) =>
        chair(place, {
          name,
          unnamed: unnamed(place),
          side: sideAfter(place, direction, names.length),
          players: names.length,
          enter: (newer) => onNames(names.map((each, k) => (k === place ? newer : each))),
        }),
      )}
      <datalist id="known-names">${known.map((name) => html`<option value=${name} />`)}</datalist>
      <span class="table-way">${wayOfPlay(direction)}<small>${t("east-deals-first")}</small></span>
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
