// Six tables that Hong Kong knows by name, and the other rule sets beside them.

/** @import { TextId } from "../i18n/text-ids" */
/** @import { HouseTerms } from "../types" */

// Who is out of points goes on playing where points are money, which is settled afterwards.
const ON_CREDIT = { bust_ends_game: false, short_payment: "go_negative" };

/**
 * @param {string} ladder
 * @param {number} unit
 * @param {string} discard
 * @param {Record<string, any>} options
 */
const forMoney = (ladder, unit, discard, options) => ({
  options: { ...options, ...ON_CREDIT },
  points: { ladder, unit },
  payment: discard === "half_gun" ? undefined : { discard },
});

/** @typedef {{ id: string, title: TextId, terms: Partial<HouseTerms> }} NamedTable */

// All are of hk-500; shared facts: three faan win, ten are the most.
const USUAL = { minimum: 3, cap: 10 };

/** @type {NamedTable[]} */
export const NAMED_TABLES = [
  { id: "hk-500", title: "table-of-500-points", terms: { options: { minimum: 1, cap: 10 } } },
  { id: "two-five", title: "unit-two-five", terms: forMoney("half_spicy", 0.25, "full_gun", USUAL) },
  { id: "five-one", title: "unit-five-one", terms: forMoney("half_spicy", 0.5, "full_gun", USUAL) },
  { id: "one-two", title: "unit-one-two", terms: forMoney("half_spicy", 1, "half_gun", USUAL) },
  { id: "full-spicy", title: "full-spicy", terms: forMoney("full_spicy", 0.25, "full_gun", USUAL) },
  { id: "chicken", title: "chicken-table", terms: forMoney("half_spicy", 0.25, "half_gun", { minimum: 0, cap: 8 }) },
];
export const NAMED_BASE = "hk-500";
