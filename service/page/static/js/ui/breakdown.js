// A scored hand: its total, its sets, the rows with tiles and reasons, and, folded, those that do not count.

import { plural, rowName, t, textOf } from "../i18n/translation.js";
import { scoredWorth } from "../state/claims.js";
import { codesOf } from "../state/notation.js";
import { html } from "../vendor/preact.js";
import { handSets } from "./hands.js";
import { withPart } from "./page.js";
import { tileImage, windName } from "./tiles.js";
import { faanWords, pointWords } from "./words.js";

/** @import { Child, ScoreRow, Scored, Wind } from "../types" */

/** @param {string} text */
const pictures = (text) => html`<span class="row-tiles">${codesOf(text).map((code) => tileImage(code))}</span>`;
/** @param {string[]} winds */
const either = (winds) => winds.map((wind) => windName(/** @type {Wind} */ (wind))).join(t("or-between-numbers"));

/**
 * What a hand lacks for a row, in words and pictures.
 *
 * @type {Record<string, (...values: string[]) => Child>}
 */
const LACKS = {
  closed: (...sets) => [t("needs-closed-sets-on-table"), pictures(sets.join(" "))],
  "self-draw": () => t("needs-drawn-tile"),
  round: (...winds) => t("for-round-of-winds", { winds: either(winds) }),
  seat: (...winds) => t("for-seat-of-winds", { winds: either(winds) }),
  without: (tile) => [t("without"), pictures(tile)],
  with: (tile) => [t("needs-as-well"), pictures(tile)],
  instead: (tile, other) => [t("needs"), pictures(tile), t("in-place-of"), pictures(other)],
};

/**
 * Return why another reading of the same tiles, which has the row, does not count.
 *
 * @param {Scored} answer
 * @param {Scored} reading
 */
function otherReading(answer, reading) {
  const less = worthWords(reading);
  if (scoredWorth(reading) < scoredWorth(answer))
    return t("another-reading-worth-more-more", { more: worthWords(answer), less });
  return scoredWorth(reading) > scoredWorth(answer)
    ? t("another-reading-reaches-minimum")
    : t("another-reading-worth-as-much", { more: less });
}

/** @typedef {{ why: string, lack?: { kind: string, values: string[] }, reading?: Scored }} Missed */

/** @param {Missed} missed @param {Scored} answer */
function missedWords({ why, lack, reading }, answer) {
  if (reading) return [otherReading(answer, reading), handSets(reading)];
  return lack ? (LACKS[lack.kind]?.(...lack.values) ?? why) : why;
}

/** @param {ScoreRow} row @param {ScoreRow[]} rows */
function reason(row, rows) {
  if (row.excluded_by === "limit") return t("limit-covers");
  const by = rows.find(({ id }) => id === row.excluded_by);
  const name = by ? rowName(by) : row.excluded_by;
  return row.part ? t("part-of-row", { row: name }) : t("counts-instead-row", { row: name });
}

/**
 * Return what decided a row's value: a set that another player's tile completed, or that everything was concealed.
 *
 * @param {ScoreRow} row
 */
function noteWords(row) {
  if (row.drawn)
    return t("another-players-tile-completed-set", {
      n: rowWorth({ ...row, faan: row.faan && row.drawn, points: row.drawn, times: row.times && row.drawn }),
    });
  return row.note && textOf("limit-note", row.note);
}

/** @param {ScoreRow} row */
export function rowWorth(row) {
  if (row.excluded_by) return "–";
  if (row.faan !== undefined) return String(row.faan);
  return row.times ? `×${row.times}` : `${row.points}`;
}

/** @param {ScoreRow} row */
export const rowLabel = (row) => rowName(row) + (row.count > 1 ? ` × ${row.count}` : "");

/** @param {ScoreRow} row @param {ScoreRow[]} rows */
function rowLine(row, rows) {
  const explainRow = () => withPart(import("../rules/cards.js"), ({ openRow }) => openRow(row));
  return html`<li data-row=${row.id}>
    <span>
      <button type="button" class="row-name" aria-label=${t("row-what", { row: rowName(row) })} onclick=${explainRow}>
        ${rowLabel(row)}
      </button>
      ${row.tiles ? pictures(row.tiles) : null}
      ${
        row.excluded_by
          ? html`<small>${reason(row, rows)}</small>`
          : row.note
            ? html`<small class="note">${noteWords(row)}</small>`
            : null
      }
    </span>
    <b>${rowWorth(row)}</b>
  </li>`;
}

/** @param {Scored} given */
function formula({ base, multiplier, added, final_multiplier: final, score }) {
  const inner = `${base} × ${multiplier}${added ? ` + ${added}` : ""}`;
  return `${final === 1 ? inner : `(${inner}) × ${final}`} = ${score}`;
}

/** @param {string} term */
const explain = (term) => withPart(import("../rules/cards.js"), ({ openTerm }) => openTerm(term));

/** @param {Scored} answer */
export function total(answer) {
  if (answer.faan === undefined) {
    return html`<div class="total">
      <span class="total-score"><b class="figure">${answer.score}</b> ${plural(answer.score ?? 0, "point")}</span>
      <span class="total-points">${answer.limit ? t("limit-word") : formula(answer)}</span>
    </div>`;
  }
  return html`<div class="total">
    <button type="button" class="total-faan" aria-label=${t("n-faan-what-faan", { n: answer.faan })} onclick=${() => explain("faan")}>
      <b class="figure">${answer.faan}</b> ${t("faan-word")}
    </button>
    <span class="total-points">
      ${answer.limit ? html`<button type="button" onclick=${() => explain("limit")}>${t("limit-word")}</button> · ` : ""}
      ${answer.points === null ? "" : t("points-a-share", { points: pointWords(answer.points ?? 0) })}
    </span>
  </div>`;
}

/** @param {ScoreRow} row */
export const earns = (row) =>
  !row.excluded_by && (row.faan !== undefined || (row.times ?? 0) > 1 || (row.points ?? 0) > 0);

/** @param {Scored} answer */
export const countedRows = (answer) => answer.rows.filter(earns);

/**
 * Return the rows that earn something and, folded, those that another row replaces or that the hand just missed.
 *
 * @param {Scored} answer
 */
export function rowLists(answer) {
  const counted = countedRows(answer);
  const swallowed = answer.rows.filter((row) => row.excluded_by);
  const missed = /** @type {(ScoreRow & Missed)[]} */ (answer.refused ?? []);
  return [
    counted.length
      ? html`<ol class="plain rows">${counted.map((row) => rowLine(row, answer.rows))}</ol>`
      : html`<p class="hint">${t("nothing-here-earns-anything")}</p>`,
    swallowed.length + missed.length
      ? html`<details class="uncounted">
        <summary>
          ${plural(swallowed.length + missed.length, "n-more-not-count-why")}
        </summary>
        ${
          swallowed.length > 0 && [
            html`<h3>${t("in-hand-but-not-counted")}</h3>`,
            html`<ol class="plain rows">${swallowed.map((row) => rowLine(row, answer.rows))}</ol>`,
          ]
        }
        ${
          missed.length > 0 && [
            html`<h3>${t("nearly-there")}</h3>`,
            html`<ol class="plain rows missed">
              ${missed.map(
                (row) =>
                  html`<li><span>${rowName(row)}<small class="why">${missedWords(row, answer)}</small></span></li>`,
              )}
            </ol>`,
          ]
        }
      </details>`
      : null,
  ];
}

/** @param {Scored} answer */
export function breakdown(answer) {
  return html`<section class="card breakdown">
    ${total(answer)}
    ${handSets(answer)}
    ${answer.claimed !== undefined && html`<p class="hint claimed">${t("underlined-set-completed-by-another")}</p>`}
    ${
      answer.from && answer.due && !("discarder" in answer.due)
        ? html`<p class="hint">${t("paid-as-self-draw-whoever")}</p>`
        : null
    }
    ${rowLists(answer)}
  </section>`;
}

/** @param {Scored} answer */
export const worthWords = (answer) =>
  answer.faan === undefined ? pointWords(answer.score ?? 0) : faanWords(answer.faan ?? 0);
