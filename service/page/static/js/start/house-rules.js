// A house's own rules: chosen at the start, kept for the next time, or brought as a file.

import { houseRules, keepHouseRules, ruleSet } from "../api/client.js";
import { t } from "../i18n/translation.js";
import { houses, keepHouse } from "../state/storage.js";
import { notice } from "../ui/page.js";
import { refusal } from "../ui/refusals.js";
import { openSheet } from "../ui/sheet.js";
import { html } from "../vendor/preact.js";

/** @import { UiEvent, RulesDetail, RulesOffered } from "../types" */

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
    notice(t("Kept. From now on “{name}” is among the rules to choose.", { name }));
    return true;
  } catch (problem) {
    notice(refusal(problem), { alarm: true });
    return false;
  }
}

/**
 * Asks for a name and keeps what a table agreed on under it; `onKept` gets the house rules.
 *
 * @param {{ base: string, options: Record<string, any> }} given
 * @param {(rules: RulesOffered) => void} onKept
 */
export function askToKeep({ base, options }, onKept) {
  openSheet(t("Keep as our house rules"), (close) => {
    /** @param {UiEvent} event */
    const keep = async (event) => {
      event.preventDefault();
      const name = event.currentTarget.elements.house.value.trim();
      if (await kept({ base, name, options }, onKept)) close();
    };
    return html`<form class="fields" onsubmit=${keep}>
      <p class="hint">
        ${t("What is set above is kept under a name. Every phone of a table that plays by it can choose it again.")}
      </p>
      <label class="rule stacked">
        <span>${t("What do you call them?")}</span>
        <input name="house" required maxlength="60" autocomplete="off" />
      </label>
      <button class="primary" type="submit">${t("Keep")}</button>
    </form>`;
  });
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
    if (file.size > LARGEST) notice(t("This is no house rule file: it is too large."), { alarm: true });
    else kept({ toml: await file.text() }, onKept);
  };
  return html`<label class="button quiet file-button">
    ${t("Open a house rule file")}
    <input type="file" accept=".toml,text/plain,application/toml" class="hidden-input" onchange=${read} />
  </label>`;
}
