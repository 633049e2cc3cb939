// A table of what each number of faan pays.

import { t } from "../i18n/translation.js";
import { dataTable } from "../ui/data-table.js";
import { html } from "../vendor/preact.js";
import { optionOf } from "./agreement.js";

/** @import { RulesDetail } from "../types" */

const MOST_FAAN = 26; // of a house without a cap

/**
 * Return what hands from the minimum to the cap pay, by ranges of faan.
 *
 * @param {RulesDetail} rules
 * @param {{ minimum?: number, cap?: number }=} limits if the table has agreed on others than those of the rules
 * @returns {any[]}
 */
export function paymentSteps(
  rules,
  { minimum = optionOf(rules, "minimum")?.default ?? 0, cap = optionOf(rules, "cap")?.default } = {},
) {
  const most = Number.isInteger(cap) ? cap : MOST_FAAN;
  const steps = rules.payments.filter((/** @type {any} */ { faan }) => faan <= most);
  const from = steps.findLastIndex((/** @type {any} */ { faan }) => faan <= minimum);
  return steps
    .slice(Math.max(0, from))
    .map((/** @type {any} */ step, /** @type {number} */ k, /** @type {any[]} */ all) => {
      const least = Math.max(step.faan, minimum);
      const last = k + 1 < all.length ? all[k + 1].faan - 1 : most;
      return { ...step, range: last > least ? `${least}–${last}` : String(least) };
    });
}

/** @param {number} times what others pay that East pays and gets */
export const eastWords = (times) =>
  times === 2 ? t("east-pays-and-gets-double") : t("east-pays-and-gets-n", { n: times });

/**
 * What players other than East pay each other.
 *
 * @param {{ rules: RulesDetail, limits?: { minimum: number, cap: number }, players?: number }} props
 */
export function Payments({ rules, limits, players = 4 }) {
  const steps = paymentSteps(rules, limits);
  if (!steps.length) return null;
  const { dealer = 1, most = null } = rules.payment ?? {};
  const isShared = steps.some(({ discard }) => discard.each_other);
  const others = isShared && [null, t("other-pays"), t("other-two-each")][players - 2];
  return html`
    ${dataTable(t("what-each-faan-pays"), {
      kind: "pays",
      heads: [t("faan-label"), t("self-drawn-each-pays"), t("discard-discarder-pays"), ...(others ? [others] : [])],
      rows: steps.map(({ range, discard, self_draw: drawn }) => [
        range,
        drawn.each_other,
        discard.discarder,
        ...(others ? [discard.each_other] : []),
      ]),
    })}
    ${Number(dealer) > 1 && html`<p class="hint">${eastWords(Number(dealer))}</p>`}
    ${most !== null && html`<p class="hint">${t("nobody-pays-more-than-n", { n: most })}</p>`}
  `;
}
