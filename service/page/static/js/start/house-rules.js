// A house's own rules: those that this phone knows, changing them, and opening them from a file.

import { houseRules, keepHouseRules, keptHouseRules, ruleSet, ruleSets } from "../api/client.js";
import { t } from "../i18n/translation.js";
import { houses, keepHouse } from "../state/storage.js";
import { fileButton } from "../ui/fields.js";
import { notice, orComplain, withPart } from "../ui/page.js";
import { agreementOn } from "./agreement.js";

/** @import { HouseChoice, HouseRules, RulesDetail, RulesOffered } from "../types" */
/** @import { Agreement } from "./agreement.js" */

const LARGEST = 200_000; // bytes of a house rule file

/** @param {HouseChoice} house @returns {RulesOffered} */
export const offeredHouse = ({ hash, name, base, at }) => ({ id: hash, name, base, at });

/** Return the house rules that this phone can choose from; none if they cannot be had. */
export async function knownHouses() {
  try {
    return (await houseRules(houses())).map(offeredHouse);
  } catch {
    return [];
  }
}

/**
 * Open all that can be agreed on, once the detail of the base has been fetched.
 *
 * @param {Agreement} agreement
 * @param {{ onAgree?: (agreement: Agreement) => void, onKept: (house: HouseRules) => void }} listeners
 */
export async function editAgreement(agreement, listeners) {
  const base = await orComplain(ruleSet(agreement.base.id));
  if (base) withPart(import("./own-rules.js"), ({ openOwnRules }) => openOwnRules({ ...agreement, base }, listeners));
}

/**
 * Open a table's rules, to be changed and stored under a name.
 *
 * @param {{ rules: RulesDetail, options: Record<string, any> }} table
 * @param {(rules: RulesOffered) => void} onKept
 */
export async function editTableRules({ rules, options }, onKept) {
  const answers = await orComplain(Promise.all([ruleSets(), rules.base ? keptHouseRules(rules.id) : null]));
  if (!answers) return;
  const [all, house] = answers;
  const base = /** @type {RulesDetail} */ (all.find(({ id }) => id === (rules.base ?? rules.id)));
  const terms = { ...house?.says, options: { ...house?.says.options, ...options } };
  const agreement = agreementOn(base, /** @type {any} */ (terms), house);
  editAgreement(agreement, { onKept: (house) => onKept(offeredHouse(house)) });
}

/** @param {(house: HouseRules) => void} onKept */
export function houseFileButton(onKept) {
  const upload = async (/** @type {File[]} */ [file]) => {
    if (file.size > LARGEST) {
      notice(() => t("not-house-rule-file-too"), { alarm: true });
      return;
    }
    const house = await orComplain(keepHouseRules({ toml: await file.text() }));
    if (!house) return;
    keepHouse(house.hash);
    onKept(house);
    notice(() => t("kept-from-now-on-name", { name: house.name }));
  };
  return fileButton(t("open-house-rule-file"), { accept: ".toml,text/plain,application/toml", onFiles: upload });
}
