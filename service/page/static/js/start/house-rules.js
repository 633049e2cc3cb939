// A house's own rules: known to this phone, chosen, changed, or brought as a file.

import { houseRules, keepHouseRules, keptHouseRules, ruleSet, ruleSets } from "../api/client.js";
import { t } from "../i18n/translation.js";
import { houses, keepHouse } from "../state/storage.js";
import { fileButton } from "../ui/fields.js";
import { notice, orComplain, withPart } from "../ui/page.js";
import { agreementOn } from "./agreement.js";

/** @import { HouseRules, RulesDetail, RulesOffered } from "../types" */
/** @import { Agreement } from "./agreement.js" */

const LARGEST = 200_000; // bytes of a file that is read at all

/**
 * Returns the house rules of this phone's tables, and those kept from where it is, as rule sets to choose from: [{id, name, base}].
 */
export async function knownHouses() {
  try {
    return (await houseRules(houses())).map(({ hash, name, base }) => ({ id: hash, name, base }));
  } catch {
    return []; // the documents' own rules are there all the same
  }
}

/**
 * @param {Agreement} agreement
 * @param {{ onAgree?: (agreement: Agreement) => void, onKept: (house: HouseRules) => void }} given
 */
export async function openOwn(agreement, given) {
  const base = await orComplain(ruleSet(agreement.base.id)); // with its rows, and what it pays
  if (base) withPart(import("./own-rules.js"), ({ openOwnRules }) => openOwnRules({ ...agreement, base }, given));
}

/**
 * Opens the rules of a table to be changed and kept under a name; `onKept` gets them then.
 *
 * @param {{ rules: RulesDetail, options: Record<string, any> }} given
 * @param {(rules: RulesOffered) => void} onKept
 */
export async function askToKeep({ rules, options }, onKept) {
  const known = await orComplain(Promise.all([ruleSets(), rules.base ? keptHouseRules(rules.id) : null]));
  if (!known) return;
  const [documents, house] = known;
  const base = /** @type {RulesDetail} */ (documents.find(({ id }) => id === (rules.base ?? rules.id)));
  const terms = { ...house?.says, options: { ...house?.says.options, ...options } };
  const agreement = agreementOn(base, /** @type {any} */ (terms), house);
  openOwn(agreement, { onKept: ({ hash, name, base: from }) => onKept({ id: hash, name, base: from }) });
}

/**
 * Opens the rules of a house to look at and to hand on; `all` are the rules to compare them with.
 *
 * @param {RulesOffered} chosen
 * @param {RulesOffered[]} all
 */
export const showHouse = (chosen, all) =>
  withPart(import("./house-card.js"), ({ openHouseCard }) => openHouseCard(chosen, all));

/** @param {(house: HouseRules) => void} onKept */
export function houseFileButton(onKept) {
  const read = async (/** @type {File[]} */ [file]) => {
    if (file.size > LARGEST) {
      notice(t("not-house-rule-file-too"), { alarm: true });
      return;
    }
    const house = await orComplain(keepHouseRules({ toml: await file.text() }));
    if (!house) return;
    keepHouse(house.hash);
    onKept(house);
    notice(t("kept-from-now-on-name", { name: house.name }));
  };
  return fileButton(t("open-house-rule-file"), { accept: ".toml,text/plain,application/toml", onFiles: read });
}
