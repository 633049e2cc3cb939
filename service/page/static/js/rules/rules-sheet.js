// The rules of a table: what was agreed, what each faan pays, who pays whom, every row, and a glossary.

import { keptHouseRules, ruleSet } from "../api/client.js";
import { rowName, t, textOf } from "../i18n/translation.js";
import { agreedValue, agreementOn } from "../start/agreement.js";
import { worthDifferences } from "../start/house-card.js";
import { parts } from "../start/parts.js";
import { Payments } from "../start/payments-table.js";
import { answerWords, HIDDEN_OPTIONS, questionText, ruleSetWords } from "../start/rule-sets.js";
import { everyoneScores, faanLimits } from "../state/rules.js";
import { isHouse } from "../state/storage.js";
import { windTile } from "../state/tiles.js";
import { dataTable } from "../ui/data-table.js";
import { searchField } from "../ui/fields.js";
import { useFetched } from "../ui/hooks.js";
import { openSheet } from "../ui/sheet.js";
import { tileImage, windName } from "../ui/tiles.js";
import { change } from "../ui/words.js";
import { html, useState } from "../vendor/preact.js";
import { glossary, openRow, worthWords } from "./cards.js";

/** @import { Agreement, Terms } from "../start/agreement.js" */
/** @import { RulesDetail, State, Wind } from "../types" */

/**
 * Return what was agreed on, each with its question: the parts of the sentence, and all that differs from the rule set.
 *
 * @param {Agreement} agreement
 * @param {RulesDetail} rules
 */
function agreedLines(agreement, rules) {
  const { base } = agreement;
  const sentence = parts(agreement);
  const others = base.options.filter(
    ({ name, default: usual }) =>
      !HIDDEN_OPTIONS.includes(name) &&
      sentence.every((part) => part.name !== name) &&
      agreedValue(agreement, name) !== usual,
  );
  return [
    ...sentence.map(({ legend, choices, chosen }) => [
      legend,
      choices.find(([value]) => value === chosen)?.[1] ?? chosen,
    ]),
    ...others.map((option) => [questionText(option), answerWords(option.name, agreedValue(agreement, option.name))]),
    ...worthDifferences(base, rules).map(({ what, there }) => [what, there]),
  ];
}

/** @param {{ state: State, rules: RulesDetail }} props */
function AgreedList({ state, rules }) {
  const hasHouse = isHouse(state.rules);
  const fetchHouse = async () => {
    const house = await keptHouseRules(state.rules);
    return { house, base: await ruleSet(house.base) };
  };
  const known = useFetched(fetchHouse, hasHouse);
  const { house, base } = known ?? { house: null, base: rules };
  const { title, text } = ruleSetWords(base.id, base);
  const terms = { ...house?.says, options: { ...house?.says.options, ...state.options } };
  const agreement = agreementOn(base, /** @type {Partial<Terms>} */ (terms));
  if (hasHouse && !known) return null;
  return html`
    <p><b>${house?.name ?? title}</b></p>
    <p class="hint">${house ? t("house-rules-from-base", { base: title }) : text}</p>
    <dl class="agreed-list">
      ${agreedLines(agreement, rules).map(([what, words]) => html`<div><dt>${what}</dt><dd>${words}</dd></div>`)}
    </dl>
    <p class="hint">${t("all-else-as-rule-sheet")}</p>
  `;
}

/**
 * Return who pays whom if all hands are scored, in words and by an example.
 *
 * @param {{ scheme: string, winner: string, scores: Record<string, number>, changes: Record<string, number> }} example
 */
function settlement({ scheme, winner, scores, changes }) {
  return html`
    <h3>${t("who-pays-whom")}</h3>
    <p>${textOf("settlement-scheme", scheme)}</p>
    ${dataTable(t("who-pays-whom"), {
      kind: "pays settles",
      heads: [t("for-example"), t("hand-scores"), t("gets-or-pays")],
      rows: /** @type {Wind[]} */ (Object.keys(scores)).map((wind) => [
        html`${tileImage(windTile(wind), { silent: true })} ${windName(wind)} ${wind === winner && html`<small>${t("won-word")}</small>`}`,
        scores[wind],
        change(changes[wind]),
      ]),
    })}
  `;
}

/** @param {{ rules: RulesDetail }} props */
function Rows({ rules }) {
  const [query, setQuery] = useState("");
  const matches = rules.rows.filter((row) =>
    [row.id, row.name, row.zh, row.wording, rowName(row)].some((/** @type {string} */ each) =>
      each?.toLowerCase().includes(query),
    ),
  );
  return html`
    ${searchField(t("search-rows"), setQuery)}
    <ul class="plain row-list">
      ${matches.map(
        (row) => html`<li key=${row.id}>
          <button type="button" class="row-line" data-row=${row.id} onclick=${() => openRow(row)}>
            <span>${rowName(row)}</span><b>${worthWords(row)}</b>
          </button>
        </li>`,
      )}
    </ul>
    ${!matches.length && html`<p class="hint">${t("no-row-words")}</p>`}
  `;
}

/** @param {State} state @param {RulesDetail} rules as the table plays them */
export function openRules(state, rules) {
  openSheet(
    t("rules-label"),
    () => html`
      <${AgreedList} state=${state} rules=${rules} />
      ${
        !everyoneScores(rules) &&
        rules.payments?.length > 0 &&
        html`<h3>${t("what-each-faan-pays")}</h3><${Payments} rules=${rules} limits=${faanLimits(state, rules)} players=${state.players.length} />`
      }
      ${rules.settlement && settlement(rules.settlement)}
      <details class="all-rows" open>
        <summary>${t("what-counts")}</summary>
        <${Rows} rules=${rules} />
      </details>
      <details class="all-terms">
        <summary>${t("words-of-table")}</summary>
        ${glossary()}
      </details>
    `,
  );
}
