// What a table agrees on: a rule set of the documents, and how the table plays otherwise, in the terms of a house file.

/** @import { HouseTerms, RuleOption, RulesDetail } from "../types" */

/** @typedef {HouseTerms & { base: string, name: string }} Terms */
/** @typedef {{ hash: string, says: HouseTerms }} Origin a house's rules as they are kept */
/** @typedef {{ base: RulesDetail, terms: Terms, origin: Origin | null }} Agreement */

const MOST_STEPS = 14; // lines of a house's own list: a faan each, up to thirteen

/**
 * Returns entries without those that say nothing.
 *
 * @template {Record<string, any>} Entries
 * @param {Entries} entries
 */
export const withoutGaps = (entries) =>
  /** @type {Entries} */ (Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)));

/** @param {Record<string, any> | null | undefined} table */
const isEmpty = (table) => Object.keys(table ?? {}).length === 0;

/**
 * Returns the agreement on a rule set, with what a table plays otherwise.
 *
 * @param {RulesDetail} base
 * @param {Partial<Terms>=} terms
 * @param {Origin | null=} origin
 * @returns {Agreement}
 */
export const agreementOn = (base, terms = {}, origin = null) => ({
  base,
  terms: withoutGaps({ name: "", ...terms, base: base.id }),
  origin,
});

/** @param {RulesDetail} rules @param {string} name @returns {RuleOption | undefined} */
export const optionOf = ({ options }, name) => options.find((option) => option.name === name);

/** @param {Agreement} agreement @param {string} name */
export function answer({ base, terms }, name) {
  const own = terms.options?.[name] ?? (name === "cap" ? terms.points?.cap : undefined);
  return own === undefined ? optionOf(base, name)?.default : own;
}

/** @param {Agreement} agreement */
export const countsFaan = ({ base }) => optionOf(base, "minimum") !== undefined;

/**
 * Returns which ladder a house has: one by name, its own or, as "", its base's.
 *
 * @param {Record<string, any> | undefined | null} points
 */
export const ladderOf = (points) => points?.ladder ?? (isEmpty(points) ? "" : "own");

/**
 * Returns a house's own list, an amount for each number of faan that wins and counts: those of the house, and else what
 * is paid now or the line below them.
 *
 * @param {Agreement} agreement
 * @param {any[]=} payments
 */
function ownList(agreement, payments = agreement.base.payments) {
  const { points } = agreement.terms;
  const own = /** @type {Record<string, any>} */ (ladderOf(points) === "own" ? points : {});
  const [least, cap] = ["minimum", "cap"].map((name) => answer(agreement, name));
  const most = Math.min(Number.isInteger(cap) ? cap : 13, least + MOST_STEPS - 1);
  /** @type {Record<string, number>} */
  const list = {};
  for (let faan = least; faan <= most; faan++)
    list[faan] =
      own[faan] ?? Math.max(list[faan - 1] ?? 0, payments.findLast((step) => step.faan <= faan)?.points ?? 1);
  return list;
}

/**
 * Returns an agreement with other terms; what becomes undefined is as in the base.
 *
 * @param {Agreement} agreement
 * @param {Partial<Terms>} change
 * @returns {Agreement}
 */
export const withTerms = (agreement, change) => ({
  ...agreement,
  terms: withoutGaps({ ...agreement.terms, ...change }),
});

/**
 * Returns an agreement with another answer to an option; a house's own list keeps a line for every number of faan.
 *
 * @param {Agreement} agreement
 * @param {string} name
 * @param {any} value
 */
export function withAnswer(agreement, name, value) {
  const { [name]: _, ...others } = agreement.terms.options ?? {};
  const isSaid = value !== optionOf(agreement.base, name)?.default || name in (agreement.origin?.says.options ?? {});
  const changed = withTerms(agreement, { options: isSaid ? { ...others, [name]: value } : others });
  const { points } = changed.terms;
  if (name === "cap" && points && "cap" in points) {
    const { cap: __, ...rest } = points;
    return withTerms(changed, { points: rest });
  }
  return ladderOf(points) === "own" ? withTerms(changed, { points: ownList(changed) }) : changed;
}

/**
 * Returns an agreement that pays by another ladder: one by name, "own" or, as "", the base's.
 *
 * @param {Agreement} agreement
 * @param {string} ladder
 * @param {any[]=} payments what is paid now
 */
export function withLadder(agreement, ladder, payments) {
  if (ladder === "") return withTerms(agreement, { points: undefined });
  if (ladder === "own") return withTerms(agreement, { points: ownList(agreement, payments) });
  return withTerms(agreement, { points: { ladder, unit: agreement.terms.points?.unit ?? 1 } });
}

/** @param {Agreement} agreement @param {Record<string, any>} change */
export function withPayment(agreement, change) {
  const payment = withoutGaps({ ...agreement.terms.payment, ...change });
  return withTerms(agreement, { payment: isEmpty(payment) ? undefined : payment });
}

const MONEY_AND_ROWS = /** @type {const} */ (["points", "payment", "rows", "row"]);
const PLAYED = /** @type {const} */ (["options", ...MONEY_AND_ROWS]);

/**
 * Returns what is played by some terms, as one text: the same however they are called, and in whatever order they are.
 *
 * @param {Partial<HouseTerms>} terms
 */
const played = (terms) =>
  JSON.stringify([terms.base, ...PLAYED.map((table) => (isEmpty(terms[table]) ? null : terms[table]))], (_, value) =>
    Array.isArray(value) || !value || typeof value !== "object"
      ? value
      : Object.fromEntries(Object.entries(value).sort()),
  );

/** @param {Partial<HouseTerms>} one @param {Partial<HouseTerms>} other */
export const isPlayedAlike = (one, other) => played(one) === played(other);

/**
 * Returns how a game by an agreement is begun: the `rules` and `options` of the game or, where a house's rules have to be
 * kept first, their terms in `keep`.
 *
 * @param {Agreement} agreement
 * @returns {{ rules: string | null, options: Record<string, any>, keep: Terms | null }}
 */
export function howToBegin({ base, terms, origin }) {
  const options = terms.options ?? {};
  const settled = origin?.says.options ?? {};
  if (origin) {
    const ofHouse = Object.fromEntries(Object.entries(options).filter(([name]) => name in settled));
    const open = Object.fromEntries(Object.entries(options).filter(([name]) => !(name in settled)));
    if (isPlayedAlike({ ...terms, options: ofHouse }, { ...origin.says, base: base.id }))
      return { rules: origin.hash, options: open, keep: null };
  }
  if (!origin && MONEY_AND_ROWS.every((table) => isEmpty(terms[table]))) return { rules: base.id, options, keep: null };
  return { rules: null, options: {}, keep: nextVersion({ base, terms, origin }) };
}

/**
 * Returns the terms to keep: the next version of a house's own, where they have its name.
 *
 * @param {Agreement} agreement
 * @returns {Terms}
 */
export function nextVersion({ terms, origin }) {
  const { id, version, ...others } = terms;
  const isNext = origin !== null && terms.name === origin.says.name;
  return isNext ? { ...others, id, version: (origin.says.version ?? 1) + 1 } : others;
}
