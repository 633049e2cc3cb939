// Celebrates the result: the worth of the hand in large figures, while its rows count up one by one. It lies above the
// foot and lets every tap through; the first one ends it.

import { plural, t } from "../i18n/translation.js";
import { codesOf } from "../state/notation.js";
import { countedRows, rowLabel, rowWorth } from "../ui/breakdown.js";
import { handSets } from "../ui/hands.js";
import { tileImage } from "../ui/tiles.js";
import { change } from "../ui/words.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** @import { Scored } from "../types" */

const FALL_TIME = 650; // milliseconds in which the tiles fall into their sets
const ROW_TIME = 280; // milliseconds from one row to the next
const END_TIME = 2200; // milliseconds that the whole result stays

/** @param {{ answer: Scored, gain: number | undefined, onEnd: () => void }} given `gain` is what the winner gets */
export function ResultMoment({ answer, gain, onEnd }) {
  const rows = countedRows(answer);
  const [shownRows, setShownRows] = useState(matchMedia("(prefers-reduced-motion: reduce)").matches ? rows.length : 0);
  const isComplete = shownRows >= rows.length;
  useEffect(() => {
    const listeners = new AbortController();
    for (const type of ["pointerdown", "keydown"])
      document.addEventListener(type, onEnd, { capture: true, signal: listeners.signal });
    return () => listeners.abort();
  }, []);
  useEffect(() => {
    const timer = isComplete
      ? setTimeout(onEnd, END_TIME)
      : setTimeout(() => setShownRows(shownRows + 1), shownRows ? ROW_TIME : FALL_TIME);
    return () => clearTimeout(timer);
  }, [shownRows]);
  const sum = rows.slice(0, shownRows).reduce((all, { faan }) => all + (faan ?? 0), 0);
  const { faan = null } = answer;
  const worth = faan === null ? answer.score : isComplete ? faan : Math.min(sum, faan);
  return html`<div class=${isComplete ? "moment whole" : "moment"} aria-hidden="true">
    <p class="moment-worth">
      <b class="figure" key=${worth}>${worth}</b>
      <span>${faan === null ? plural(answer.score ?? 0, "point") : t("faan-word")}</span>
      ${isComplete && answer.limit && html`<span>${t("limit-word")}</span>`}
      ${isComplete && gain !== undefined && html`<b class="figure moment-gain">${change(gain)}</b>`}
    </p>
    ${handSets(answer)}
    <ol class="plain">
      ${rows.slice(0, shownRows).map(
        (row) => html`<li key=${row.id}>
          <span>${rowLabel(row)}</span>
          <span class="row-tiles">${codesOf(row.tiles ?? "").map((code) => tileImage(code, { silent: true }))}</span>
          <b>${rowWorth(row)}</b>
        </li>`,
      )}
    </ol>
  </div>`;
}
