// Cards that explain: a row with its tiles and a plain sentence, and a word of the table with how it is said.

import { rowName, t } from "../i18n/translation.js";
import { openSheet } from "../ui/sheet.js";
import { tileImage } from "../ui/tiles.js";
import { printedValue } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { exampleOf } from "./row-examples.js";
import { termOf, terms } from "./terms.js";

/** @import { Term } from "./terms.js" */

/**
 * What a card needs of a row: of a rule set's table, or of a scored hand.
 *
 * @typedef {{ id: string, name: string, zh?: string, value: string, wording?: string }} ExplainedRow
 */

/** @param {string} text */
const groupsOf = (text) =>
  [...text.matchAll(/\(?(\d+)([mpszfg])\)?/g)].map(([, digits, letter]) => [...digits].map((digit) => digit + letter));

/** @param {string | null} tiles */
const pictures = (tiles) =>
  tiles &&
  html`<div class="example" role="img" aria-label=${t("an-example")}>
    ${groupsOf(tiles).map((codes) => html`<span>${codes.map((code) => tileImage(code, { silent: true }))}</span>`)}
  </div>`;

/**
 * Returns in words what a row is worth for a closed hand and for an open one.
 *
 * @param {{ value: string }} row
 */
export function valueLine(row) {
  const value = printedValue(row);
  const [, closed, open] = /^(.+?) \((.+)\)$/.exec(value) ?? [null, value, null];
  if (open === null) return closed;
  return open === "-" ? t("closed-only-closed", { closed }) : t("closed-closed-open-with-called", { closed, open });
}

/**
 * Returns what a row asks for and is worth.
 *
 * @param {ExplainedRow} row
 */
function rowCard(row) {
  const example = exampleOf(row.id);
  const { zh } = row;
  return html`<div class="term-card">
    <p class="term-worth"><b>${valueLine(row)}</b>${zh && zh !== rowName(row) && html`<span lang="zh-Hant">${zh}</span>`}</p>
    ${example && pictures(example.tiles)}
    ${example && html`<p>${t(example.asks)}</p>`}
    ${row.wording && html`<p class="hint">${t("in-rule-sheet-wording", { wording: row.wording })}</p>`}
  </div>`;
}

/**
 * Opens the card of a row.
 *
 * @param {ExplainedRow} row
 */
export const openRow = (row) => openSheet(rowName(row), () => rowCard(row));

/**
 * Says what a word means.
 *
 * @param {string} id
 */
export function explanation(id) {
  const term = termOf(id);
  return term && t(term.means);
}

/** @param {Term} term */
const termCard = ({ zh, said, means }) => html`<div class="term-card">
  <p class="term-worth"><b lang="zh-Hant">${zh}</b><span lang="yue-Latn">${said}</span></p>
  <p>${t(means)}</p>
</div>`;

/**
 * Opens the card of a word.
 *
 * @param {string} id
 */
export function openTerm(id) {
  const term = termOf(id);
  if (term) openSheet(t(term.name), () => termCard(term));
}

/** Returns all words of the table with what they mean. */
export const glossary = () => html`<dl class="glossary">
  ${terms().map(
    ({ id, zh, said, name, means }) => html`<div data-term=${id}>
      <dt>
        <b>${t(name)}</b>
        ${t(name) !== zh && html`<span lang="zh-Hant">${zh}</span>`}
        <small lang="yue-Latn">${said}</small>
      </dt>
      <dd>${t(means)}</dd>
    </div>`,
  )}
</dl>`;
