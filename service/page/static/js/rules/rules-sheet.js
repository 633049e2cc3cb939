// The rules of a table to look up while it plays: what was agreed, what each faan pays to whom, every row, and the words.

import { rowName, t } from "../i18n/translation.js";
import { shortQuestion, valueWords } from "../start/agreements.js";
import { inWords, NOT_HERE } from "../start/rule-sets.js";
import { everyoneScores, faanLimits, house } from "../state/rules.js";
import { windTile } from "../state/tiles.js";
import { openSheet } from "../ui/sheet.js";
import { tileImage, windName } from "../ui/tiles.js";
import { change, printedValue } from "../ui/words.js";
import { html, useState } from "../vendor/preact.js";
import { glossary, openRow, openTerm } from "./cards.js";

/** @import { TextId } from "../i18n/text-ids" */
/** @import { RulesDetail, State } from "../types" */

/** @param {unknown} value */
const plainly = (value) => (typeof value === "boolean" ? t(value ? "yes" : "no") : null);

/**
 * @param {string} name
 * @param {unknown} value
 */
function answerWords(name, value) {
  if (value === null || value === "none") return valueWords(name, "none")[0];
  const [, kind, n] = /^(fixed|bank):(.+)$/.exec(String(value)) ?? [];
  if (kind) return kind === "bank" ? t("n-points-to-bank", { n }) : t("n-points-to-each", { n });
  return plainly(value) ?? valueWords(name, value)[0];
}

/**
 * What the table is asked about, and what it plays otherwise than the sheet has it.
 *
 * @param {State} state
 * @param {RulesDetail} rules
 */
function agreed(state, rules) {
  const { title, text, asked } = inWords(rules.id, rules);
  const isAsked = (/** @type {string} */ name) => asked.some((each) => each.name === name);
  const shown = rules.options.filter(
    ({ name, default: usual }) => !NOT_HERE.includes(name) && (isAsked(name) || house(state, rules, name) !== usual),
  );
  return html`
    <p><b>${title}</b></p>
    <p class="hint">${text}</p>
    <dl class="agreed-list">
      ${shown.map(
        (option) => html`<div>
          <dt>${shortQuestion(option)}</dt>
          <dd>${answerWords(option.name, house(state, rules, option.name))}</dd>
        </div>`,
      )}
    </dl>
    <p class="hint">${t("all-else-as-rule-sheet")}</p>
  `;
}

/**
 * What each number of faan pays, between players none of whom is East.
 *
 * @param {State} state
 * @param {RulesDetail} rules
 */
function payments(state, rules) {
  const { minimum, cap } = faanLimits(state, rules);
  const steps = rules.payments.filter((/** @type {{ faan: number }} */ { faan }) => faan <= cap);
  const from = steps.findLastIndex((/** @type {{ faan: number }} */ { faan }) => faan <= minimum);
  const shown = steps.slice(Math.max(0, from));
  const { dealer = 1, most = null } = rules.payment ?? {};
  const others = [null, t("other-pays"), t("other-two-each")][state.players.length - 2]; // besides the discarder
  /** @param {number} k */
  const faanOf = (k) => {
    const least = Math.max(shown[k].faan, minimum);
    const last = k + 1 < shown.length ? shown[k + 1].faan - 1 : cap;
    return last > least ? `${least}–${last}` : String(least);
  };
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${t("what-each-faan-pays")}>
      <table class="pays">
        <thead>
          <tr>
            <th scope="col">${t("faan-label")}</th>
            <th scope="col">${t("self-drawn-each-pays")}</th>
            <th scope="col">${t("discard-discarder-pays")}</th>
            ${others && html`<th scope="col">${others}</th>`}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            (/** @type {any} */ { self_draw: drawn, discard }, /** @type {number} */ k) => html`<tr>
              <th scope="row">${faanOf(k)}</th>
              <td>${drawn.each_other}</td>
              <td>${discard.discarder}</td>
              ${others && html`<td>${discard.each_other}</td>`}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${Number(dealer) > 1 && html`<p class="hint">${t("east-pays-and-gets-n", { n: dealer })}</p>`}
    ${most !== null && html`<p class="hint">${t("nobody-pays-more-than-n", { n: most })}</p>`}
  `;
}

/** @type {Record<string, TextId>} */
const SCHEMES = {
  losers_pay_difference: "each-loser-pays-winner-difference",
  losers_settle_difference: "winner-and-each-loser-settle",
  every_pair: "every-two-players-settle",
  every_pair_winner_never_pays: "every-two-settle-winner-never-pays",
  every_pair_east_double: "pairs-settle-east-double",
  every_pair_east_double_winner_never_pays: "winner-never-pays-east-double",
  winner_in_full: "each-loser-pays-winner-winners",
  keep_scores: "nobody-pays-anybody",
};

/**
 * Who pays whom where all hands are counted, in words and by an example.
 *
 * @param {{ scheme: string, winner: string, scores: Record<string, number>, changes: Record<string, number> }} given
 */
function settlement({ scheme, winner, scores, changes }) {
  return html`
    <h3>${t("who-pays-whom")}</h3>
    ${scheme in SCHEMES && html`<p>${t(SCHEMES[scheme])}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${t("who-pays-whom")}>
      <table class="pays settles">
        <thead>
          <tr>
            <th scope="col">${t("for-example")}</th>
            <th scope="col">${t("hand-scores")}</th>
            <th scope="col">${t("gets-or-pays")}</th>
          </tr>
        </thead>
        <tbody>
          ${Object.keys(scores).map(
            (wind) => html`<tr>
              <th scope="row">
                ${tileImage(windTile(/** @type {import("../types").Wind} */ (wind)), { silent: true })} ${windName(wind)}
                ${wind === winner && html`<small>${t("won-word")}</small>`}
              </th>
              <td>${scores[wind]}</td>
              <td>${changes[wind] ? change(changes[wind]) : "0"}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** @param {{ state: State, rules: RulesDetail }} given */
function Rows({ rules }) {
  const [wanted, search] = useState("");
  const sought = wanted.trim().toLowerCase();
  const found = rules.rows.filter((row) =>
    [row.id, row.name, row.zh, row.wording, rowName(row)].some((/** @type {string} */ each) =>
      each?.toLowerCase().includes(sought),
    ),
  );
  return html`
    <label class="search">
      <span class="unseen">${t("search-rows")}</span>
      <input
        type="search"
        placeholder=${t("search-rows")}
        oninput=${({ target }) => search(target.value)}
      />
    </label>
    <ul class="plain row-list">
      ${found.map(
        (row) => html`<li key=${row.id}>
          <button type="button" class="row-line" data-row=${row.id} onclick=${() => openRow(row)}>
            <span>${rowName(row)}</span><b>${printedValue(row)}</b>
          </button>
        </li>`,
      )}
    </ul>
    ${!found.length && html`<p class="hint">${t("no-row-words")}</p>`}
  `;
}

/**
 * @param {string} id
 * @param {TextId} words
 */
const termButton = (id, words) =>
  html`<button type="button" class="chip" onclick=${() => openTerm(id)}>${t(words)}</button>`;

/**
 * Opens the rules of a table.
 *
 * @param {State} state
 * @param {RulesDetail} rules as the table plays them
 */
export function openRules(state, rules) {
  openSheet(
    t("rules-label"),
    () => html`
      ${agreed(state, rules)}
      ${
        !everyoneScores(rules) &&
        rules.payments?.length > 0 && [html`<h3>${t("what-each-faan-pays")}</h3>`, payments(state, rules)]
      }
      ${rules.settlement && settlement(rules.settlement)}
      <div class="chips">
        ${termButton("faan", "faan-word")} ${termButton("limit", "limit-word")} ${termButton("closed", "closed-word")}
        ${termButton("dealer", "dealer-label")}
      </div>
      <details class="all-rows" open>
        <summary>${t("what-counts")}</summary>
        <${Rows} state=${state} rules=${rules} />
      </details>
      <details class="all-terms">
        <summary>${t("words-of-table")}</summary>
        ${glossary()}
      </details>
    `,
  );
}
