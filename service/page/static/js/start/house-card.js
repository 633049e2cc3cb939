// The card of a house's rules: what a hand pays, a comparison with other rules, and a link for other phones.

import { keptHouseRules, ruleSet } from "../api/client.js";
import { rowName, t, withRemark } from "../i18n/translation.js";
import { worthWords } from "../rules/cards.js";
import { menu } from "../ui/fields.js";
import { useFetched } from "../ui/hooks.js";
import { complain, orComplain } from "../ui/page.js";
import { shareLine } from "../ui/qr-code.js";
import { isOwnAddress, ownAddressNote, pageAddress, saveFile } from "../ui/share.js";
import { openSheet } from "../ui/sheet.js";
import { html, useState } from "../vendor/preact.js";
import { Payments, paymentSteps } from "./payments-table.js";
import { answerWords, questionText, titleAmong } from "./rule-sets.js";

/** @import { HouseRules, RuleOption, RulesDetail, RulesOffered } from "../types" */
/** @import { TextId } from "../i18n/text-ids" */

/** @typedef {{ what: string, here: string, there: string }} Difference */

/** @param {Difference} each */
const isDifferent = ({ here, there }) => here !== there;

/** @param {any} step */
const stepWords = ({ discard, self_draw: drawn }) =>
  [discard.discarder, ...(discard.each_other ? [discard.each_other] : []), drawn.each_other].join(" · ");

/** @param {number} times what others pay that East pays and gets */
const eastFactor = (times) => (times === 1 ? t("no") : times === 2 ? t("yes") : `× ${times}`);

/** Return who pays other than a share, by question. @param {RulesDetail} rules */
const payerWords = ({ payment }) => ({
  [t("east-pays-and-gets-double")]: eastFactor(Number(payment?.dealer ?? 1)),
  [t("most-one-player-pays")]: String(payment?.most ?? t("none-word")),
  [t("anybody-pay-for-all")]:
    (payment?.responsibility ?? [])
      .map((/** @type {any} */ way) => {
        const name = rowName(way);
        return way.pays === "self_draw" ? withRemark(name, t("self-drawn-word")) : name;
      })
      .join(", ") || "–",
});

/**
 * Return where two rule sets differ in the worth of their rows and in who pays.
 *
 * @param {RulesDetail} here
 * @param {RulesDetail} there
 * @returns {Difference[]}
 */
export function worthDifferences(here, there) {
  const rows = [...here.rows, ...there.rows.filter(({ id }) => here.rows.every((each) => each.id !== id))];
  const worth = (/** @type {RulesDetail} */ rules, /** @type {string} */ id) => {
    const found = rules.rows.find((row) => row.id === id);
    return found ? worthWords(found) : t("not-scored");
  };
  const [ours, theirs] = [here, there].map(payerWords);
  return [
    ...rows.map((row) => ({ what: rowName(row), here: worth(here, row.id), there: worth(there, row.id) })),
    ...Object.keys(ours).map((what) => ({ what, here: ours[what], there: theirs[what] })),
  ].filter(isDifferent);
}

/**
 * Return where two rule sets differ: options, rows, who pays, and what each number of faan pays.
 *
 * @param {RulesDetail} here
 * @param {RulesDetail} there
 * @returns {Difference[]}
 */
function differences(here, there) {
  const options = here.options.flatMap((option) => {
    const other = there.options.find(({ name }) => name === option.name);
    const valueWords = (/** @type {RuleOption} */ { name, default: value }) => answerWords(name, value);
    return other ? [{ what: questionText(option), here: valueWords(option), there: valueWords(other) }] : [];
  });
  const [ours, theirs] = [here, there].map(
    (rules) => new Map(paymentSteps(rules).map((step) => [step.faan, stepWords(step)])),
  );
  const faans = [...new Set([...ours.keys(), ...theirs.keys()])].sort((a, b) => a - b);
  const steps = faans.map((faan) => ({
    what: t("n-faan", { n: faan }),
    here: ours.get(faan) ?? "–",
    there: theirs.get(faan) ?? "–",
  }));
  return [...options, ...worthDifferences(here, there), ...steps].filter(isDifferent);
}

/** @param {{ here: RulesDetail, there: RulesDetail, heads: TextId[] }} props */
export function Differences({ here, there, heads }) {
  const rows = differences(here, there);
  if (!rows.length) return html`<p class="hint">${t("both-played-same-way")}</p>`;
  return html`<table class="what-differs">
    <thead><tr><th scope="col"></th>${heads.map((each) => html`<th scope="col">${t(each)}</th>`)}</tr></thead>
    <tbody>
      ${rows.map((each) => html`<tr key=${each.what}><th scope="row">${each.what}</th><td>${each.here}</td><td>${each.there}</td></tr>`)}
    </tbody>
  </table>`;
}

/** @param {{ house: HouseRules, others: RulesOffered[] }} props */
function Comparison({ house, others }) {
  const [chosen, setChosen] = useState(house.base);
  const other = useFetched(() => ruleSet(chosen), chosen, complain);
  return html`<section class="house-comes-to">
    <label class="rule stacked"><span>${t("compare-with")}</span>
      ${menu({ value: chosen, choices: others.map((each) => ({ id: each.id, name: titleAmong(each, others) })), choose: setChosen })}
    </label>
    ${other && html`<${Differences} here=${house} there=${other} heads=${["here-label", "there"]} />`}
  </section>`;
}

/** @param {RulesOffered} chosen @param {RulesOffered[]} others */
export async function openHouseCard(chosen, others) {
  const house = await orComplain(keptHouseRules(chosen.id));
  if (!house) return;
  const file = new File([house.toml], `${house.id}.toml`, { type: "application/toml" });
  const comparable = others.filter(({ id }) => id !== chosen.id);
  openSheet(
    house.name,
    () => html`
      ${
        Boolean(house.payments?.length) &&
        html`<section class="house-comes-to"><h3>${t("what-hand-pays")}</h3><${Payments} rules=${house} /></section>`
      }
      <${Comparison} house=${house} others=${comparable} />
      ${isOwnAddress() && ownAddressNote()}
      ${shareLine({
        title: t("for-another-phone"),
        text: t("whoever-opens-link-can-begin"),
        url: `${pageAddress()}#rules=${house.hash}`,
        subject: house.name,
      })}
      <button type="button" class="quiet" onclick=${() => saveFile(file)}>${t("download-file")}</button>
    `,
  );
}
