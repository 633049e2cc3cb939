// What each number of faan pays by some rules, as a table.

import { t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";
import { optionOf } from "./agreement.js";

/** @import { RulesDetail } from "../types" */

/**
 * Returns what a hand can bring by some rules: the steps from the least faan that win to the most that count.
 *
 * @param {RulesDetail} rules
 * @returns {any[]}
 */
export function stepsOf(rules) {
  const [minimum, cap] = ["minimum", "cap"].map((name) => optionOf(rules, name)?.default);
  const steps = rules.payments.filter((/** @type {any} */ { faan }) => !Number.isInteger(cap) || faan <= cap);
  const least = steps.findLast((/** @type {any} */ { faan }) => faan <= minimum)?.faan ?? 0;
  return steps.filter((/** @type {any} */ { faan }) => faan >= least);
}

/** @param {number} times of what others pay, which East pays and gets */
export const eastWords = (times) =>
  times === 2 ? t("east-pays-and-gets-double") : t("east-pays-and-gets-n", { n: times });

/**
 * Returns what is paid for each number of faan, as a table.
 *
 * @param {{ rules: RulesDetail }} given
 */
export function Payments({ rules }) {
  const steps = stepsOf(rules);
  if (!steps.length) return null;
  const shared = steps.some(({ discard }) => discard.each_other);
  const east = Number(rules.payment?.dealer ?? 1);
  return html`${east > 1 && html`<p class="hint">${eastWords(east)}</p>`}<table class="what-faan-pay">
    <thead>
      <tr>
        <th scope="col">${t("faan-label")}</th>
        <th scope="col">${t("discarder-label")}</th>
        ${shared && html`<th scope="col">${t("each-other")}</th>`}
        <th scope="col">${t("self-draw-each")}</th>
      </tr>
    </thead>
    <tbody>
      ${steps.map(
        ({ faan, discard, self_draw: drawn }) => html`<tr key=${faan}>
          <th scope="row">${faan}</th>
          <td>${discard.discarder}</td>
          ${shared && html`<td>${discard.each_other}</td>`}
          <td>${drawn.each_other}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
