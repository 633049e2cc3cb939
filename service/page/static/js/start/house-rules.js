// A house's own rules: chosen at the start, kept for the next time, or brought as a file.

import { houseRules, keepHouseRules, keptHouseRules, ruleSet } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { t, withWords } from "../i18n/translation.js";
import { houses, keepHouse } from "../state/storage.js";
import { notice } from "../ui/page.js";
import { html } from "../vendor/preact.js";

/** @import { UiEvent, RulesDetail, RulesOffered } from "../types" */
/** @import { Terms } from "./house-form.js" */

const LARGEST = 200_000; // bytes of a file that is read at all

/**
 * Returns the house rules of this phone's tables, and those kept from where it is, as rule sets to choose from: [{id, name, base}].
 *
 * @returns {Promise<RulesOffered[]>}
 */
export async function knownHouses() {
  try {
    return (await houseRules(houses())).map(({ hash, name, base }) => ({ id: hash, name, base }));
  } catch {
    return []; // the documents' own rules are there all the same
  }
}

/**
 * Returns a house's rules with their table and options.
 *
 * @param {RulesOffered} given
 * @returns {Promise<RulesDetail>}
 */
export const houseDetail = async ({ id, name, base }) => ({ ...(await ruleSet(id)), id, name, base });

/**
 * @param {object} body
 * @param {(rules: RulesOffered) => void} onKept
 */
async function kept(body, onKept) {
  try {
    const { hash, name, base } = await keepHouseRules(body);
    keepHouse(hash);
    onKept({ id: hash, name, base });
    notice(t("kept-from-now-on-name", { name }));
    return true;
  } catch (problem) {
    notice(refusal(problem), { alarm: true });
    return false;
  }
}

/**
 * Opens the form for a house's own rules, beginning with what a table has agreed on; `onKept` gets them once they are kept.
 *
 * @param {{ rules: RulesDetail, options: Record<string, any> }} given
 * @param {(rules: RulesOffered) => void} onKept
 */
export async function askToKeep({ rules, options }, onKept) {
  const { openHouseForm } = await withWords(import("./house-form.js"), "rare");
  openHouseForm(await termsOf(rules, options), onKept);
}

/**
 * Returns what the form begins with: the next version of a house's own, or a house to be named.
 *
 * @param {RulesDetail} rules
 * @param {Record<string, any>} options
 * @returns {Promise<Terms>}
 */
async function termsOf(rules, options) {
  const fresh = { base: rules.base ?? rules.id, name: t("our-rules"), options };
  if (!rules.base) return fresh;
  try {
    const { says, version } = await keptHouseRules(rules.id);
    const agreed = { ...says.options, ...options };
    return /** @type {Terms} */ ({ ...fresh, ...says, version: version + 1, options: agreed });
  } catch {
    return fresh; // its file is not here any more
  }
}

/**
 * Opens the rules of a house to look at and to hand on; `all` are the rules to compare them with.
 *
 * @param {RulesOffered} chosen
 * @param {RulesOffered[]} all
 */
export async function showHouse(chosen, all) {
  const { openHouseCard } = await withWords(import("./house-card.js"), "rare");
  openHouseCard(chosen, all);
}

/**
 * Returns the choice of a house rule file from the phone.
 *
 * @param {(rules: RulesOffered) => void} onKept
 */
export function fileButton(onKept) {
  /** @param {UiEvent} given */
  const read = async ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (!file) return;
    if (file.size > LARGEST) notice(t("not-house-rule-file-too"), { alarm: true });
    else kept({ toml: await file.text() }, onKept);
  };
  return html`<label class="button quiet file-button">
    ${t("open-house-rule-file")}
    <input type="file" accept=".toml,text/plain,application/toml" class="hidden-input" onchange=${read} />
  </label>`;
}
