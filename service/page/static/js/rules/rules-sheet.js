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

/** @import { RulesDetail, State } from "../types" */

/** @param {unknown} value */
const plainly = (value) => (typeof value === "boolean" ? t(value ? "Yes" : "No") : null);

/**
 * @param {string} name
 * @param {unknown} value
 */
function answerWords(name, value) {
  if (value === null || value === "none") return valueWords(name, "none")[0];
  const [, kind, n] = /^(fixed|bank):(.+)$/.exec(String(value)) ?? [];
  if (kind) return kind === "bank" ? t("{n} points to the bank", { n }) : t("{n} points to each", { n });
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
    <p><b>${t(title)}</b></p>
    <p class="hint">${t(text)}</p>
    <dl class="agreed-list">
      ${shown.map(
        (option) => html`<div>
          <dt>${shortQuestion(option)}</dt>
          <dd>${answerWords(option.name, house(state, rules, option.name))}</dd>
        </div>`,
      )}
    </dl>
    <p class="hint">${t("All else is as the rule sheet has it.")}</p>
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
  const others = [null, t("the other pays"), t("the other two each")][state.players.length - 2]; // besides the discarder
  /** @param {number} k */
  const faanOf = (k) => {
    const least = Math.max(shown[k].faan, minimum);
    const last = k + 1 < shown.length ? shown[k + 1].faan - 1 : cap;
    return last > least ? `${least}–${last}` : String(least);
  };
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${t("What each faan pays")}>
      <table class="pays">
        <thead>
          <tr>
            <th scope="col">${t("Faan")}</th>
            <th scope="col">${t("Self-drawn: each pays")}</th>
            <th scope="col">${t("Discard: the discarder pays")}</th>
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
    ${Number(dealer) > 1 && html`<p class="hint">${t("East pays and gets {n} times as much.", { n: dealer })}</p>`}
    ${most !== null && html`<p class="hint">${t("Nobody pays more than {n} for one hand.", { n: most })}</p>`}
  `;
}

/** @type {Record<string, string>} @texts */
const SCHEMES = {
  losers_pay_difference:
    "Each loser pays the winner the difference between their two hands. Whoever has more than the winner pays nothing.",
  losers_settle_difference:
    "The winner and each loser settle the difference between their two hands, whichever of them has more.",
  every_pair: "Every two players settle the difference between their hands, whoever won.",
  every_pair_winner_never_pays:
    "Every two players settle the difference between their hands, but the winner pays nobody.",
  every_pair_east_double:
    "Every two players settle the difference between their hands, whoever won. East pays and gets double.",
  every_pair_east_double_winner_never_pays:
    "Every two players settle the difference between their hands, but the winner pays nobody. East pays and gets double.",
  winner_in_full:
    "Each loser pays the winner the winner's full score, and losers settle the differences between their hands. East pays and gets double.",
  keep_scores: "Nobody pays anybody: what each hand scores is added to its player's points.",
};

/**
 * Who pays whom where all hands are counted, in words and by an example.
 *
 * @param {{ scheme: string, winner: string, scores: Record<string, number>, changes: Record<string, number> }} given
 */
function settlement({ scheme, winner, scores, changes }) {
  return html`
    <h3>${t("Who pays whom")}</h3>
    ${scheme in SCHEMES && html`<p>${t(SCHEMES[scheme])}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${t("Who pays whom")}>
      <table class="pays settles">
        <thead>
          <tr>
            <th scope="col">${t("For example")}</th>
            <th scope="col">${t("the hand scores")}</th>
            <th scope="col">${t("gets or pays")}</th>
          </tr>
        </thead>
        <tbody>
          ${Object.keys(scores).map(
            (wind) => html`<tr>
              <th scope="row">
                ${tileImage(windTile(/** @type {import("../types").Wind} */ (wind)), { silent: true })} ${windName(wind)}
                ${wind === winner && html`<small>${t("won")}</small>`}
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
      <span class="unseen">${t("Search the rows")}</span>
      <input
        type="search"
        placeholder=${t("Search the rows")}
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
    ${!found.length && html`<p class="hint">${t("No row has these words.")}</p>`}
  `;
}

/**
 * @param {string} id
 * @param {string} words
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
    t("Rules"),
    () => html`
      ${agreed(state, rules)}
      ${
        !everyoneScores(rules) &&
        rules.payments?.length > 0 && [html`<h3>${t("What each faan pays")}</h3>`, payments(state, rules)]
      }
      ${rules.settlement && settlement(rules.settlement)}
      <div class="chips">
        ${termButton("faan", "faan")} ${termButton("limit", "limit")} ${termButton("closed", "closed")}
        ${termButton("dealer", "Dealer")}
      </div>
      <details class="all-rows" open>
        <summary>${t("What counts")}</summary>
        <${Rows} state=${state} rules=${rules} />
      </details>
      <details class="all-terms">
        <summary>${t("Words of the table")}</summary>
        ${glossary()}
      </details>
    `,
  );
}
