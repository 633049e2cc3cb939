// A new table as it is set up, six that Hong Kong knows by name among them. State and actions only; what they look like is drawn elsewhere.

import { MAX_PLAYERS } from "../state/players.js";
import { agreementOn, answer, howToBegin, isPlayedAlike, withAnswer } from "./agreement.js";

/** @import { Agreement, Origin, Terms } from "./agreement.js" */
/** @import { Finished, HouseTerms, RulesDetail, RulesOffered } from "../types" */
/** @import { TextId } from "../i18n/text-ids" */

// Who is out of points goes on playing where points are money, which is settled afterwards.
const ON_CREDIT = { bust_ends_game: false, short_payment: "go_negative" };

/** @param {string} ladder @param {number} unit @param {string} discard @param {Record<string, any>} options */
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

/**
 * @typedef {{ rules: RulesDetail[], houses: RulesOffered[], roundChange: string | null }} Offered `roundChange` is this
 * phone's answer of an earlier time
 */

/**
 * `chosen` is a named table, a rule set or a house, `open` the part of the sentence whose choices are shown.
 *
 * @typedef {{ offered: Offered, names: string[], players: number, missing: string, chosen: string, agreement: Agreement, open: string | null }} NewTable
 */

/**
 * @typedef {{ type: "set", patch: Partial<NewTable> } | { type: "names", names: string[] } | { type: "choose", id: string }
 *   | { type: "house", house: House } | { type: "open", part: string | null }} Action
 */

/** @typedef {{ hash: string, says: HouseTerms }} House with its terms, as they are kept */

export const UNPAID = "unpaid"; // what a missing player would pay nobody pays

/** @param {Offered} offered @param {string} id */
const documentOf = ({ rules }, id) => /** @type {RulesDetail} */ (rules.find((each) => each.id === id) ?? rules[0]);

/**
 * Returns an agreement that begins a new round as most tables do, unless this phone has agreed otherwise.
 *
 * @param {Agreement} agreement
 * @param {Offered} offered
 */
const withUsualRound = (agreement, { roundChange }) =>
  answer(agreement, "round_change") === undefined
    ? agreement
    : withAnswer(agreement, "round_change", roundChange ?? "conventional");

/**
 * Returns what a named table or a rule set begins with.
 *
 * @param {Offered} offered
 * @param {string} id
 */
function fresh(offered, id) {
  const named = NAMED_TABLES.find((table) => table.id === id);
  const base = documentOf(offered, named ? NAMED_BASE : id);
  return withUsualRound(agreementOn(base, /** @type {Partial<Terms>} */ (named?.terms)), offered);
}

/**
 * Returns the agreement on a house's rules.
 *
 * @param {Offered} offered
 * @param {House} house
 * @param {Record<string, any>=} options agreed on beside them
 */
function ofHouse(offered, { hash, says }, options = {}) {
  const origin = /** @type {Origin} */ ({ hash, says });
  const base = documentOf(offered, says.base ?? NAMED_BASE);
  const terms = /** @type {Terms} */ ({ ...says, options: { ...says.options, ...options } });
  return agreementOn(base, terms, origin);
}

/** @param {Agreement} agreement @param {Offered} offered */
export const namedTable = ({ terms }, offered) =>
  NAMED_TABLES.find(({ id }) => isPlayedAlike(terms, fresh(offered, id).terms));

/**
 * Returns a new table: another game of the players of `before`, or one with the `names` of the last one here, by the
 * rules of either.
 *
 * @param {Offered} offered
 * @param {{ before?: Finished | null, names?: string[], rules?: string | null, house?: House | null }} given
 * @returns {NewTable}
 */
export function newTable(offered, { before = null, names = [], rules = null, house = null }) {
  const { players = MAX_PLAYERS, missing_share: missing = UNPAID, ...options } = before?.options ?? {};
  const isOffered =
    rules !== null && (NAMED_TABLES.some(({ id }) => id === rules) || documentOf(offered, rules).id === rules);
  const id = isOffered ? rules : NAMED_BASE;
  const agreement = house
    ? ofHouse(offered, house, options)
    : before
      ? agreementOn(documentOf(offered, id), { options })
      : fresh(offered, id);
  const seated = before ? before.seats.map((player) => before.players[player].name) : names;
  return {
    offered,
    names: [...seated, "", "", "", ""].slice(0, MAX_PLAYERS),
    players: before?.players.length ?? players,
    missing,
    chosen: namedTable(agreement, offered)?.id ?? house?.hash ?? id,
    agreement,
    open: null,
  };
}

/** @param {NewTable} state @param {Action} action @returns {NewTable} */
export function changeTable(state, action) {
  switch (action.type) {
    case "names":
      return { ...state, names: [...action.names, ...state.names.slice(action.names.length)] };
    case "set":
      return { ...state, ...action.patch };
    case "choose":
      return { ...state, chosen: action.id, agreement: fresh(state.offered, action.id), open: null };
    case "house":
      return withHouse(state, action.house);
    case "open":
      return { ...state, open: action.part === state.open ? null : action.part };
  }
}

/** @param {NewTable} state @param {House} house */
function withHouse(state, house) {
  const { hash, says } = house;
  const { houses } = state.offered;
  const isKnown = houses.some(({ id }) => id === hash);
  const newer = /** @type {RulesOffered} */ ({ id: hash, name: says.name, base: says.base });
  const offered = { ...state.offered, houses: isKnown ? houses : [...houses, newer] };
  return { ...state, offered, chosen: hash, agreement: ofHouse(offered, house), open: null };
}

/**
 * Returns how many play: as a house has settled it, else as chosen.
 *
 * @param {NewTable} state
 */
export const playerCount = ({ agreement, players }) => agreement.origin?.says.options?.players ?? players;

/**
 * Returns the names of all who play; those without one are called `unnamed(place)`.
 *
 * @param {NewTable} state
 * @param {(place: number) => string} unnamed
 */
export const seatedNames = (state, unnamed) =>
  state.names.slice(0, playerCount(state)).map((name, place) => name.trim() || unnamed(place));

/** @param {NewTable} state */
export const directionOf = ({ agreement }) => answer(agreement, "direction") ?? "ccw";

/**
 * Returns how the game is begun: its `rules` and `options`, with a house's terms to `keep` first.
 *
 * @param {NewTable} state
 */
export function beginning(state) {
  const { rules, options, keep } = howToBegin(state.agreement);
  const { players: _, missing_share: __, ...others } = options;
  const settled = state.agreement.origin?.says.options ?? {};
  const count = playerCount(state);
  const few = {
    ...(count < MAX_PLAYERS && !("players" in settled) && { players: count }),
    ...(count < MAX_PLAYERS &&
      state.missing !== UNPAID &&
      !("missing_share" in settled) && { missing_share: state.missing }),
  };
  return { rules, keep, options: { ...others, ...few } };
}
