// The moment of the result: how much a hand is worth, large, while its rows count up one by one. It lies above the foot of
// the screen, lets every tap through, and the first one ends it.

import { plural, t } from "../i18n/translation.js";
import { codesOf } from "../state/notation.js";
import { countedRows, rowLabel, rowWorth } from "../ui/breakdown.js";
import { handSets } from "../ui/hands.js";
import { tileImage } from "../ui/tiles.js";
import { change } from "../ui/words.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** @import { Scored } from "../types" */

const FALL = 650; // milliseconds in which the tiles fall into their sets
const BEAT = 280; // from one row to the next
const STAY = 2200; // that all of it stays

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {{ answer: Scored, gain: number | undefined, onEnd: () => void }} given `gain` is what the winner gets */
export function Moment({ answer, gain, onEnd }) {
  const rows = countedRows(answer);
  const [beat, go] = useState(isStill() ? rows.length : 0);
  const isWhole = beat >= rows.length;
  useEffect(() => {
    const over = new AbortController();
    for (const what of ["pointerdown", "keydown"])
      document.addEventListener(what, onEnd, { capture: true, signal: over.signal });
    return () => over.abort();
  }, []);
  useEffect(() => {
    const timer = setTimeout(isWhole ? onEnd : () => go(beat + 1), isWhole ? STAY : beat ? BEAT : FALL);
    return () => clearTimeout(timer);
  }, [beat]);
  const sum = rows.slice(0, beat).reduce((all, { faan }) => all + (faan ?? 0), 0);
  const { faan = null } = answer;
  const worth = faan === null ? answer.score : isWhole ? faan : Math.min(sum, faan);
  return html`<div class=${isWhole ? "moment whole" : "moment"} aria-hidden="true">
    <p class="moment-worth">
      <b class="figure" key=${worth}>${worth}</b>
      <span>${faan === null ? plural(answer.score ?? 0, "point") : t("faan-word")}</span>
      ${isWhole && answer.limit && html`<span>${t("limit-word")}</span>`}
      ${isWhole && gain !== undefined && html`<b class="figure moment-gain">${change(gain)}</b>`}
    </p>
    ${handSets(answer)}
    <ol class="plain">
      ${rows.slice(0, beat).map(
        (row) => html`<li key=${row.id}>
          <span>${rowLabel(row)}</span>
          <span class="row-tiles">${codesOf(row.tiles ?? "").map((code) => tileImage(code, { silent: true }))}</span>
          <b>${rowWorth(row)}</b>
        </li>`,
      )}
    </ol>
  </div>`;
}
