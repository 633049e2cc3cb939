// The options of a rule set as fields in groups, those that its sheet leaves open first.

import { t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";
import { agreedValue, countsFaan, withOption } from "./agreement.js";
import { HIDDEN_OPTIONS, questionText, valueWords } from "./rule-sets.js";

/** @import { Agreement } from "./agreement.js" */
/** @import { RuleOption, UiEvent } from "../types" */
/** @import { TextId } from "../i18n/text-ids" */

/** @type {[TextId, string[]][]} */
const GROUPS = [
  [
    "who-pays-what",
    [
      "start",
      "limit",
      "treble",
      "difference",
      "settlement",
      "winner_never_pays",
      "east_double",
      "responsibility",
      "multiple_winners",
      "short_payment",
      "false_win",
      "money_per_point",
    ],
  ],
  [
    "what-wins",
    [
      "minimum_excludes_bonus",
      "eight_treasures",
      "seven_flowers_rob",
      "seven_pairs",
      "seven_pairs_quads",
      "eyes_may_be_claimed",
      "allow_small_kong",
      "rob_kong",
      "rob_closed_kong_orphans",
      "kong_on_last_tile",
      "earthly",
      "nine_gates_pure",
    ],
  ],
  [
    "how-game-goes",
    [
      "rounds",
      "round_change",
      "dealer",
      "east_keeps_on_win",
      "draw_keeps_dealer",
      "draw_counts",
      "bust_ends_game",
      "direction",
    ],
  ],
  ["tiles-dice-and-deal", ["bonus_tiles", "bonus_map", "dice", "deal_chunk"]],
];
/** @type {TextId} */
const OTHER_GROUP = "what-hand-counts";

/** @param {RuleOption} option */
const isDisputed = ({ question }) => / \([A-Z]\d+\)$/.test(question);

/** @param {RuleOption[]} options @returns {[TextId, RuleOption[]][]} the groups that are not empty */
function groupsOf(options) {
  /** @param {RuleOption} option */
  const titleOf = ({ name }) => GROUPS.find(([, names]) => names.includes(name))?.[0] ?? OTHER_GROUP;
  return [OTHER_GROUP, ...GROUPS.map(([title]) => title)]
    .map((title) => /** @type {[TextId, RuleOption[]]} */ ([title, options.filter((each) => titleOf(each) === title)]))
    .filter(([, some]) => some.length)
    .map(([title, some]) => [title, some.sort((a, b) => Number(isDisputed(b)) - Number(isDisputed(a)))]);
}

const MAY_BE_EMPTY = /, or none$|, or null$|^limit, /;

/** @typedef {{ option: RuleOption, value: any, set: (value: any) => void }} Field */

/** @param {RuleOption} option */
const isYesNo = ({ values }) => Array.isArray(values) && values.every((value) => typeof value === "boolean");

/** @param {string} name @param {any[]} values @param {any} chosen @param {(value: any) => void} set */
const selectField = (name, values, chosen, set) => html`<select
  name=${name}
  onchange=${({ target }) => set(values.find((value) => String(value) === target.value))}
>
  ${values.map((value) => html`<option value=${String(value)} selected=${value === chosen}>${valueWords(name, value)[0]}</option>`)}
</select>`;

const FALSE_WINS = ["none", "pay_max_selfdraw_each", "fixed", "bank"];

/** Return the field of the cost of a false win, whose points stand after a colon: "fixed:10". @param {Field} field */
function falseWinField({ option: { name }, value, set }) {
  const [kind, points = "10"] = String(value).split(":");
  const hasPoints = (/** @type {string} */ each) => each === "fixed" || each === "bank";
  const choose = (/** @type {string} */ each) => set(hasPoints(each) ? `${each}:${points}` : each);
  return html`
    ${selectField(name, FALSE_WINS, kind, choose)}
    ${
      hasPoints(kind) &&
      html`<input type="number" name="false_win_points" min="1" step="1" inputmode="numeric" aria-label=${valueWords(name, kind)[0]} defaultValue=${points}
        onchange=${({ target }) => Number(target.value) >= 1 && set(`${kind}:${Number(target.value)}`)} />`
    }
  `;
}

/** @param {RuleOption} option */
const emptyValue = ({ values, default: usual }) =>
  String(values).endsWith("null") ? null : typeof usual === "string" ? usual : "none";

/** @param {Field} field */
function numberField({ option, value, set }) {
  const { name, values } = option;
  const isMoney = name === "money_per_point";
  const mayBeEmpty = MAY_BE_EMPTY.test(String(values));
  /** @param {UiEvent} event */
  const enter = ({ target }) => {
    if (target.value !== "") set(Number(target.value));
    else if (mayBeEmpty) set(emptyValue(option));
  };
  return html`<input
    type="number"
    name=${name}
    defaultValue=${Number.isFinite(value) ? value : ""}
    min=${/from 1 on/.test(String(values)) ? 1 : 0}
    step=${isMoney ? "any" : 1}
    required=${!mayBeEmpty}
    inputmode=${isMoney ? "decimal" : "numeric"}
    placeholder=${mayBeEmpty ? t(/^limit/.test(String(values)) ? "the-limit" : "none-word") : undefined}
    onchange=${enter}
  />`;
}

/** @param {Field} field */
function optionField(field) {
  const { option, value, set } = field;
  const { name, values } = option;
  if (name === "false_win") return falseWinField(field);
  if (isYesNo(option))
    return html`<input type="checkbox" role="switch" name=${name} checked=${value} onchange=${({ target }) => set(target.checked)} />`;
  return Array.isArray(values) ? selectField(name, values, value, set) : numberField(field);
}

const FAAN_BOUNDS = ["minimum", "cap"];

/**
 * The options that `isFound`, in groups. The bounds of rules that count faan are asked with what a faan is worth.
 *
 * @param {{ agreement: Agreement, isFound: (words: string[]) => boolean,
 *   onAgree: (agreement: Agreement) => void }} props
 */
export function Options({ agreement, isFound, onAgree }) {
  const hidden = countsFaan(agreement) ? [...HIDDEN_OPTIONS, ...FAAN_BOUNDS] : HIDDEN_OPTIONS;
  const all = agreement.base.options.filter(({ name }) => !hidden.includes(name));
  const isVisible = (/** @type {RuleOption} */ option) => isFound([questionText(option), option.question, option.name]);
  return groupsOf(all).map(
    ([title, some]) => html`<fieldset key=${title} class="rule-group" hidden=${!some.some(isVisible)}>
      <legend>${t(title)}</legend>
      ${some.map(
        (
          option,
        ) => html`<label class=${isYesNo(option) ? "rule" : "rule stacked"} key=${option.name} hidden=${!isVisible(option)}>
          <span>${questionText(option)}</span>
          ${optionField({ option, value: agreedValue(agreement, option.name), set: (value) => onAgree(withOption(agreement, option.name, value)) })}
        </label>`,
      )}
    </fieldset>`,
  );
}
