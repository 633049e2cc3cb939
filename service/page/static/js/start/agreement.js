// What a table agrees on: a rule set, and the table's changes to it, in the terms of a house file.

/** @import { HouseTerms, RuleOption, RulesDetail } from "../types" */

/** @typedef {HouseTerms & { base: string, name: string }} Terms */
/** @typedef {{ hash: string, says: HouseTerms }} Origin stored house rules */
/** @typedef {{ base: RulesDetail, terms: Terms, origin: Origin | null }} Agreement */

const MOST_STEPS = 14; // of a house's own ladder: one for each faan, up to thirteen

/** @template {Record<string, any>} Entries @param {Entries} entries */
export const withoutUndefined = (entries) =>
  /** @type {Entries} */ (Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)));

/** @param {Record<string, any> | null | undefined} table */
const isEmpty = (table) => Object.keys(table ?? {}).length === 0;

/** @param {RulesDetail} base @param {Partial<Terms>=} terms @param {Origin | null=} origin @returns {Agreement} */
export const agreementOn = (base, terms = {}, origin = null) => ({
  base,
  terms: withoutUndefined({ name: "", ...terms, base: base.id }),
  origin,
});

/** @param {RulesDetail} rules @param {string} name @returns {RuleOption | undefined} */
export const optionOf = ({ options }, name) => options.find((option) => option.name === name);

/** @param {Agreement} agreement @param {string} name of an option */
export function agreedValue({ base, terms }, name) {
  const own = terms.options?.[name] ?? (name === "cap" ? terms.points?.cap : undefined);
  return own === undefined ? optionOf(base, name)?.default : own;
}

/** @param {Agreement} agreement */
export const countsFaan = ({ base }) => optionOf(base, "minimum") !== undefined;

/** Return a named ladder, "own", or "" for that of the base. @param {Record<string, any> | undefined | null} points */
export const ladderOf = (points) => points?.ladder ?? (isEmpty(points) ? "" : "own");

/**
 * Return a house's own ladder, an amount for each number of faan from the minimum to the cap. Amounts that the house
 * has not set come from `payments`, but are no lower than the amount before.
 *
 * @param {Agreement} agreement
 * @param {any[]=} payments
 */
function ownLadder(agreement, payments = agreement.base.payments) {
  const { points } = agreement.terms;
  const own = /** @type {Record<string, any>} */ (ladderOf(points) === "own" ? points : {});
  const [least, cap] = ["minimum", "cap"].map((name) => agreedValue(agreement, name));
  const most = Math.min(Number.isInteger(cap) ? cap : 13, least + MOST_STEPS - 1);
  /** @type {Record<string, number>} */
  const ladder = {};
  for (let faan = least; faan <= most; faan++)
    ladder[faan] =
      own[faan] ?? Math.max(ladder[faan - 1] ?? 0, payments.findLast((step) => step.faan <= faan)?.points ?? 1);
  return ladder;
}

/** @param {Agreement} agreement @param {Partial<Terms>} change undefined: as in the base @returns {Agreement} */
export const withTerms = (agreement, change) => ({
  ...agreement,
  terms: withoutUndefined({ ...agreement.terms, ...change }),
});

/**
 * Return an agreement with another value of an option; a house's own ladder keeps an amount for every number of faan.
 *
 * @param {Agreement} agreement
 * @param {string} name
 * @param {any} value
 */
export function withOption(agreement, name, value) {
  const { [name]: _, ...others } = agreement.terms.options ?? {};
  const isWritten = value !== optionOf(agreement.base, name)?.default || name in (agreement.origin?.says.options ?? {});
  const changed = withTerms(agreement, { options: isWritten ? { ...others, [name]: value } : others });
  const { points } = changed.terms;
  if (name === "cap" && points && "cap" in points) {
    const { cap: __, ...rest } = points;
    return withTerms(changed, { points: rest });
  }
  return ladderOf(points) === "own" ? withTerms(changed, { points: ownLadder(changed) }) : changed;
}

/**
 * Return an agreement that pays by a named ladder, its "own", or "" for that of the base.
 *
 * @param {Agreement} agreement
 * @param {string} ladder
 * @param {any[]=} payments the current ones
 */
export function withLadder(agreement, ladder, payments) {
  if (ladder === "") return withTerms(agreement, { points: undefined });
  if (ladder === "own") return withTerms(agreement, { points: ownLadder(agreement, payments) });
  return withTerms(agreement, { points: { ladder, unit: agreement.terms.points?.unit ?? 1 } });
}

/** @param {Agreement} agreement @param {Record<string, any>} change */
export function withPayment(agreement, change) {
  const payment = withoutUndefined({ ...agreement.terms.payment, ...change });
  return withTerms(agreement, { payment: isEmpty(payment) ? undefined : payment });
}

const MONEY_AND_ROWS = /** @type {const} */ (["points", "payment", "rows", "row"]);
const TABLES = /** @type {const} */ (["options", ...MONEY_AND_ROWS]);

/** Return terms as text, without their name and with sorted keys. @param {Partial<HouseTerms>} terms */
const canonicalTerms = (terms) =>
  JSON.stringify([terms.base, ...TABLES.map((table) => (isEmpty(terms[table]) ? null : terms[table]))], (_, value) =>
    Array.isArray(value) || !value || typeof value !== "object"
      ? value
      : Object.fromEntries(Object.entries(value).sort()),
  );

/** @param {Partial<HouseTerms>} one @param {Partial<HouseTerms>} other */
export const areEquivalent = (one, other) => canonicalTerms(one) === canonicalTerms(other);

/**
 * Return the `rules` and `options` of a game by an agreement, or in `keep` the terms of house rules to be stored first.
 *
 * @param {Agreement} agreement
 * @returns {{ rules: string | null, options: Record<string, any>, keep: Terms | null }}
 */
export function gameRules({ base, terms, origin }) {
  const options = terms.options ?? {};
  const settled = origin?.says.options ?? {};
  if (origin) {
    const houseOptions = Object.fromEntries(Object.entries(options).filter(([name]) => name in settled));
    const open = Object.fromEntries(Object.entries(options).filter(([name]) => !(name in settled)));
    if (areEquivalent({ ...terms, options: houseOptions }, { ...origin.says, base: base.id }))
      return { rules: origin.hash, options: open, keep: null };
  }
  if (!origin && MONEY_AND_ROWS.every((table) => isEmpty(terms[table]))) return { rules: base.id, options, keep: null };
  return { rules: null, options: {}, keep: termsToKeep({ base, terms, origin }) };
}

/** Return the terms to store, the next version under the same name. @param {Agreement} agreement @returns {Terms} */
export function termsToKeep({ terms, origin }) {
  const { id, version, ...others } = terms;
  const isNext = origin !== null && terms.name === origin.says.name;
  return isNext ? { ...others, id, version: (origin.says.version ?? 1) + 1 } : others;
}
