// The state of a new table and its changes, without DOM; and six tables that Hong Kong knows by name.

import { MAX_PLAYERS } from "../state/players.js";
import { agreedValue, agreementOn, areEquivalent, gameRules, withOption } from "./agreement.js";

/** @import { Agreement, Terms } from "./agreement.js" */
/** @import { Finished, HouseTerms, RulesDetail, RulesOffered } from "../types" */
/** @import { TextId } from "../i18n/text-ids" */

// Where points are money, players without points play on and settle afterwards.
const ON_CREDIT = { bust_ends_game: false, short_payment: "go_negative" };

/** @param {string} ladder @param {number} unit @param {string} discard @param {Record<string, any>} options */
const forMoney = (ladder, unit, discard, options) => ({
  options: { ...options, ...ON_CREDIT },
  points: { ladder, unit },
  payment: discard === "half_gun" ? undefined : { discard },
});

/** @typedef {{ id: string, title: TextId, terms: Partial<HouseTerms> }} NamedTable */

const USUAL = { minimum: 3, cap: 10 };

/** @type {NamedTable[]} all based on NAMED_BASE */
export const NAMED_TABLES = [
  { id: "hk-500", title: "table-of-500-points", terms: { options: { minimum: 1, cap: 10 } } },
  { id: "two-five", title: "unit-two-five", terms: forMoney("half_spicy", 0.25, "full_gun", USUAL) },
  { id: "five-one", title: "unit-five-one", terms: forMoney("half_spicy", 0.5, "full_gun", USUAL) },
  { id: "one-two", title: "unit-one-two", terms: forMoney("half_spicy", 1, "half_gun", USUAL) },
  { id: "full-spicy", title: "full-spicy", terms: forMoney("full_spicy", 0.25, "full_gun", USUAL) },
  { id: "chicken", title: "chicken-table", terms: forMoney("half_spicy", 0.25, "half_gun", { minimum: 0, cap: 8 }) },
];
export const NAMED_BASE = "hk-500";

/** @typedef {{ rules: RulesDetail[], houses: RulesOffered[], roundChange: string | null }} Offered */

/**
 * `chosen` is the id of a named table, a rule set or a house, `loaded` that of the rules in `agreement`, which differs
 * while a house is fetched, `open` the part of the sentence whose choices are shown.
 *
 * @typedef {{ offered: Offered, names: string[], players: number, missing: string, chosen: string, loaded: string,
 *   agreement: Agreement, open: string | null }} NewTable
 */

/** @typedef {import("./agreement.js").Origin} House */

export const UNPAID = "unpaid"; // nobody pays what a missing player would

/** @param {Offered} offered @param {string} id */
const ruleSetOf = ({ rules }, id) => /** @type {RulesDetail} */ (rules.find((each) => each.id === id) ?? rules[0]);

/** Settle how a round begins, as this phone or most tables do. @param {Agreement} agreement @param {Offered} offered */
const withUsualRound = (agreement, { roundChange }) =>
  agreedValue(agreement, "round_change") === undefined
    ? agreement
    : withOption(agreement, "round_change", roundChange ?? "conventional");

/** @param {Offered} offered @param {string} id of a named table or a rule set */
function initialAgreement(offered, id) {
  const named = NAMED_TABLES.find((table) => table.id === id);
  const base = ruleSetOf(offered, named ? NAMED_BASE : id);
  return withUsualRound(agreementOn(base, /** @type {Partial<Terms>} */ (named?.terms)), offered);
}

/** @param {Offered} offered @param {House} house @param {Record<string, any>=} options agreed on as well */
function houseAgreement(offered, { hash, says }, options = {}) {
  const base = ruleSetOf(offered, says.base ?? NAMED_BASE);
  const terms = /** @type {Terms} */ ({ ...says, options: { ...says.options, ...options } });
  return agreementOn(base, terms, { hash, says });
}

/** @param {Agreement} agreement @param {Offered} offered */
export const namedTable = ({ terms }, offered) =>
  NAMED_TABLES.find(({ id }) => areEquivalent(terms, initialAgreement(offered, id).terms));

/**
 * Return a new table: another game of the players of `before`, or one with the `names` of the last table here.
 *
 * @param {Offered} offered
 * @param {{ before?: Finished | null, names?: string[], rules?: string | null, house?: House | null }} options
 * @returns {NewTable}
 */
export function newTable(offered, { before = null, names = [], rules = null, house = null }) {
  const { players = MAX_PLAYERS, missing_share: missing = UNPAID, ...options } = before?.options ?? {};
  const { id } = [...NAMED_TABLES, ...offered.rules].find((each) => each.id === rules) ?? { id: NAMED_BASE };
  const agreement = house
    ? houseAgreement(offered, house, options)
    : before
      ? agreementOn(ruleSetOf(offered, id), { options })
      : initialAgreement(offered, id);
  const chosen = namedTable(agreement, offered)?.id ?? house?.hash ?? id;
  const seated = before ? before.seats.map((player) => before.players[player].name) : names;
  return {
    offered,
    names: [...seated, "", "", "", ""].slice(0, MAX_PLAYERS),
    players: before?.players.length ?? players,
    missing,
    chosen,
    loaded: chosen,
    agreement,
    open: null,
  };
}

/** @param {NewTable} table @param {string} id of a named table or a rule set @returns {Partial<NewTable>} */
export const rulesChange = ({ offered }, id) => loadedRules(id, initialAgreement(offered, id));

/** @param {string} id @param {Agreement} agreement @returns {Partial<NewTable>} */
const loadedRules = (id, agreement) => ({ chosen: id, loaded: id, agreement, open: null });

/** @param {NewTable} table @param {House & { at?: string }} house @returns {Partial<NewTable>} */
export function houseChange({ offered: before }, house) {
  const { hash, says } = house;
  const isKnown = before.houses.some(({ id }) => id === hash);
  const newer = /** @type {RulesOffered} */ ({ id: hash, name: says.name, base: says.base, at: house.at });
  const offered = { ...before, houses: isKnown ? before.houses : [...before.houses, newer] };
  return { offered, ...loadedRules(hash, houseAgreement(offered, house)) };
}

/** @param {NewTable} state */
export const playerCount = ({ agreement, players }) => agreement.origin?.says.options?.players ?? players;

/** @param {NewTable} state @param {(place: number) => string} unnamed returns what a player without a name is called */
export const seatedNames = (state, unnamed) =>
  state.names.slice(0, playerCount(state)).map((name, place) => name.trim() || unnamed(place));

/** @param {NewTable} state */
export const directionOf = ({ agreement }) => agreedValue(agreement, "direction") ?? "ccw";

/** Return the game's `rules` and `options`, or the house rules to `keep` first. @param {NewTable} state */
export function gameToStart(state) {
  const { rules, options, keep } = gameRules(state.agreement);
  const { players: _, missing_share: __, ...others } = options;
  const settled = state.agreement.origin?.says.options ?? {};
  const count = playerCount(state);
  const fewerPlayers = {
    ...(count < MAX_PLAYERS && !("players" in settled) && { players: count }),
    ...(count < MAX_PLAYERS &&
      state.missing !== UNPAID &&
      !("missing_share" in settled) && { missing_share: state.missing }),
  };
  return { rules, keep, options: { ...others, ...fewerPlayers } };
}
