// What a table agrees on before the first hand: the disputed questions asked, the rest under "Our house rules".

import { t, translated } from "../i18n/translation.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { groupsOf } from "./option-groups.js";
import { inWords, NOT_HERE, PLAIN_VALUES, PRESET_WORDS, QUESTIONS, VALUE_WORDS } from "./rule-sets.js";

/** @import { RuleOption, RulesDetail } from "../types" */

const SOON = 500; // milliseconds, when the first tap is likely answered
const MAY_BE_EMPTY = /, or none$|, or null$/;
/**
 * Returns a form's field, or its fields, of a name; nothing where it has none.
 *
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {any} whose kind is known by the option
 */
const named = (form, name) => form.elements.namedItem(name);
/**
 * @param {RuleOption} given
 */
const yesOrNo = ({ values }) => Array.isArray(values) && values.every((value) => typeof value === "boolean");

/**
 * The question as the rule set asks it, without its reference into the rules: "(A7)".
 *
 * @param {RuleOption} option
 */
export const question = (option) => translated(option.question.replace(/ \((?:[A-Z]\d+|包)\)$/, ""));

/**
 * The question in few words, where every table is asked it.
 *
 * @param {RuleOption} option
 */
export const shortQuestion = (option) => (QUESTIONS[option.name] ? t(QUESTIONS[option.name]) : question(option));

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {string[]}
 */
export const valueWords = (name, value) => {
  const words = VALUE_WORDS[name]?.[String(value)] ?? PLAIN_VALUES[String(value)];
  return words ? [words].flat().map((id) => t(id)) : [String(value)];
};

/**
 * A question with its answers, one of them chosen.
 *
 * @typedef {{ name: string, legend: string, values: any[], chosen: any }} Choice
 */

/** @param {Choice} given */
function segments({ name, legend, values, chosen }) {
  return html`<fieldset class="choice">
    <legend>${legend}</legend>
    <div class="segments">
      ${values.map(
        (value) => html`<label>
          <input type="radio" name=${name} value=${String(value)} defaultChecked=${value === chosen} />
          <span>${valueWords(name, value)[0]}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** @param {Choice} given */
function cards({ name, legend, values, chosen }) {
  return html`<fieldset class="choice">
    <legend>${legend}</legend>
    ${values.map((value) => {
      const [title, text] = valueWords(name, value);
      return html`<label class="option-card">
        <input type="radio" name=${name} value=${String(value)} defaultChecked=${value === chosen} />
        <span><b>${title}</b>${text && html`<small>${text}</small>`}</span>
      </label>`;
    })}
  </fieldset>`;
}

/**
 * Returns the answers to offer: of those usually asked, the ones that a house has left open.
 *
 * @param {RuleOption} option
 * @param {any[] | undefined} usual
 * @returns {any[]}
 */
function offered(option, usual) {
  if (!usual || !Array.isArray(option.values)) return usual ?? option.values;
  const open = usual.filter((value) => option.values.includes(value));
  return open.length ? open : option.values;
}

/**
 * Returns the answers to offer with the one that a table has `given`, which may be none of those usually asked.
 *
 * @param {any[]} values
 * @param {unknown} given
 * @returns {any[]}
 */
function withGiven(values, given) {
  if (given === undefined || values.includes(given)) return values;
  const all = [...values, given];
  return all.every(Number.isFinite) ? all.sort((a, b) => a - b) : all;
}

/**
 * @param {RuleOption} option
 * @param {any[] | undefined} values
 * @param {unknown} given
 */
function askedField(option, values, given) {
  const legend = shortQuestion(option);
  const shown = {
    name: option.name,
    legend,
    values: withGiven(offered(option, values), given),
    chosen: given ?? option.default,
  };
  return VALUE_WORDS[option.name] ? cards(shown) : segments(shown);
}

/**
 * @param {string} name
 * @param {any[]} values
 * @param {unknown} usual
 */
const options = (name, values, usual) =>
  values.map(
    (value) => html`<option value=${String(value)} selected=${value === usual}>${valueWords(name, value)[0]}</option>`,
  );

const COUNTED = ["fixed", "bank"]; // what a false win costs with a number of points

/** @param {{ option: RuleOption }} given */
function FalseWin({ option: { name, default: usual } }) {
  const [kind, choose] = useState(usual);
  return html`
    <select name=${name} onchange=${({ target }) => choose(target.value)}>
      ${options(name, Object.keys(VALUE_WORDS.false_win), usual)}
    </select>
    <input
      type="number"
      name="false_win_points"
      defaultValue="10"
      min="1"
      step="1"
      inputmode="numeric"
      aria-label=${valueWords(name, kind)[0]}
      hidden=${!COUNTED.includes(kind)}
    />
  `;
}

/** @param {RuleOption} option */
function field(option) {
  const { name, values, default: usual } = option;
  if (name === "false_win") return html`<${FalseWin} option=${option} />`;
  if (yesOrNo(option))
    return html`<input
      type="checkbox"
      role="switch"
      name=${name}
      defaultChecked=${usual}
      disabled=${values.length === 1}
    />`;
  if (Array.isArray(values)) return html`<select name=${name}>${options(name, values, usual)}</select>`;
  const money = name === "money_per_point";
  const empty = MAY_BE_EMPTY.test(values) || /^limit, /.test(values);
  return html`<input
    type="number"
    name=${name}
    defaultValue=${Number.isFinite(usual) ? usual : ""}
    min="0"
    step=${money ? "any" : 1}
    required=${!empty}
    inputmode=${money ? "decimal" : "numeric"}
    placeholder=${empty ? t(/^limit/.test(values) ? "the-limit" : "none-word") : undefined}
  />`;
}

/**
 * @param {RuleOption} option
 * @param {boolean=} hidden while something else is sought: its answer stands
 */
function further(option, hidden = false) {
  return html`<label class=${yesOrNo(option) ? "rule" : "rule stacked"} key=${option.name} hidden=${hidden}>
    <span>${question(option)}</span>
    ${field(option)}
  </label>`;
}

/**
 * @param {import("./rule-sets.js").Asked[]} asked
 * @param {{ name: string }} given
 */
const isAsked = (asked, { name }) => asked.some((each) => each.name === name);
/**
 * @param {RulesDetail} rules
 * @param {import("./rule-sets.js").Asked[]} asked
 */
const furtherOptions = (rules, asked) =>
  rules.options.filter((option) => !isAsked(asked, option) && !NOT_HERE.includes(option.name));

/**
 * The options in groups, with a search over them.
 *
 * @param {{ options: RuleOption[] }} given
 */
function Further({ options: all }) {
  const [wanted, search] = useState("");
  const sought = wanted.trim().toLowerCase();
  /** @param {RuleOption} option */
  const isFound = (option) =>
    [question(option), option.question, option.name].some((words) => words.toLowerCase().includes(sought));
  return html`
    <label class="search">
      <span class="unseen">${t("search-house-rules")}</span>
      <input
        type="search"
        placeholder=${t("search-house-rules")}
        oninput=${({ target }) => search(target.value)}
        onkeydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && event.preventDefault()}
      />
    </label>
    ${groupsOf(all).map(
      ([title, some]) => html`<fieldset key=${title} class="rule-group" hidden=${!some.some(isFound)}>
        <legend>${t(title)}</legend>
        ${some.map((option) => further(option, !isFound(option)))}
      </fieldset>`,
    )}
    ${!all.some(isFound) && html`<p class="hint" role="status">${t("no-house-rule-words")}</p>`}
  `;
}

/**
 * @param {RulesDetail} rules
 * @param {(options: Record<string, any>) => void} choose
 */
function presets(rules, choose) {
  const all = Object.entries(rules.presets ?? {});
  if (!all.length) return null;
  return html`<div class="presets" role="group" aria-label=${t("usual-agreements")}>
    <small>${t("usual-agreements")}</small>
    ${all.map(
      ([name, agreed]) => html`<button type="button" class="chip" onclick=${() => choose(agreed)}>
        ${name in PRESET_WORDS ? t(PRESET_WORDS[name]) : translated(name)}
      </button>`,
    )}
  </div>`;
}

/**
 * @param {any} given the fields, by name
 * @param {unknown} value
 */
function fillFalseWin({ false_win: kind, false_win_points: points }, value) {
  const [chosen, each] = String(value).split(":"); // "fixed:10"
  kind.value = chosen;
  if (each) points.value = each;
  kind.dispatchEvent(new Event("change"));
}

/**
 * Sets the fields of a form to the rule set's defaults and, on top, to options: a preset's, or those of a game before.
 *
 * @param {HTMLFormElement} form
 * @param {RulesDetail} rules
 * @param {Record<string, any>} options
 */
export function fill(form, rules, options) {
  for (const { name, default: usual } of rules.options) {
    const given = named(form, name);
    if (!given || given.type === "radio") continue; // settled: there is one answer
    const value = options[name] ?? usual;
    if (name === "false_win") fillFalseWin(form.elements, value);
    else if (given.type === "checkbox") given.checked = value;
    else if (given.type === "number") given.value = Number.isFinite(value) ? value : "";
    else given.value = String(value);
  }
}

/**
 * The questions of a rule set as fields of the form around them. Those folded away come soon after the others, or when
 * they are wanted: with `whole` at once. One that is not there yet is answered as the rule sheet has it. What a table has
 * `given` as its answer can be chosen again, also where it is asked too seldom to be offered to others.
 *
 * @param {{ rules: RulesDetail, whole: boolean, given: Record<string, any> }} given
 */
export function Agreements({ rules, whole, given }) {
  const { asked } = inWords(rules.id, rules);
  const [isWhole, setWhole] = useState(whole);
  const [filled, fillIn] = useState(Object.keys(given).length ? { options: given } : null); // is to be put into the fields once
  /** @type {import("../vendor/preact.js").RefObject<HTMLElement>} */
  const place = useRef(null);
  const complete = () => setWhole(true);
  useEffect(() => {
    const timer = setTimeout(complete, SOON);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const form = place.current?.closest("form");
    if (form && filled) fill(form, rules, filled.options);
  }, [filled]);
  /** @param {Record<string, any>} options */
  const choose = (options) => {
    complete();
    fillIn({ options });
  };
  return html`<div class="agreements" ref=${place}>
    ${presets(rules, choose)}
    ${asked.map(({ name, values }) =>
      askedField(/** @type {RuleOption} */ (rules.options.find((option) => option.name === name)), values, given[name]),
    )}
    <details class="more-rules" ontoggle=${complete}>
      <summary>${t("our-house-rules")}</summary>
      <p class="hint">${t("set-as-rule-sheet-change")}</p>
      ${isWhole && html`<${Further} options=${furtherOptions(rules, asked)} />`}
    </details>
  </div>`;
}

/**
 * @param {HTMLFormElement} form
 * @param {RuleOption} given
 */
function answerOf(form, { name, values, default: usual }) {
  const given = named(form, name);
  if (!given || given.disabled) return usual; // or settled by the house
  if (given.type === "checkbox") return given.checked;
  if (name === "false_win" && COUNTED.includes(given.value))
    return `${given.value}:${Number(named(form, "false_win_points").value)}`;
  if (Array.isArray(values)) return values.find((value) => String(value) === given.value);
  if (name === "false_win") return given.value;
  if (given.value !== "") return Number(given.value);
  return String(values).endsWith("null") ? null : typeof usual === "string" ? usual : "none";
}

/**
 * Reads the answers: those asked always, of the others those that differ from what is usual.
 *
 * What this page does not ask stays as the table has `given` it.
 *
 * @param {HTMLFormElement} form
 * @param {RulesDetail} rules
 * @param {Record<string, any>=} given
 * @returns {Record<string, any>}
 */
export function readAnswers(form, rules, given = {}) {
  const { asked } = inWords(rules.id, rules);
  const unasked = rules.options
    .filter(({ name }) => name in given && !named(form, name))
    .map(({ name }) => [name, given[name]]);
  const answers = rules.options
    .map((option) => [option, answerOf(form, option)])
    .filter(([option, answer]) => isAsked(asked, option) || answer !== option.default)
    .map(([{ name }, answer]) => [name, answer]);
  return Object.fromEntries([...answers, ...unasked]);
}

/**
 * Returns what is wrong with the answers together: nobody could win, or a false win that is to cost something costs nothing; else null.
 *
 * @param {Record<string, any>} options
 * @param {RulesDetail} rules
 */
export function whyUnplayable(options, rules) {
  const [minimum, cap, adding, falseWin, limit] = ["minimum", "cap", "double_limit", "false_win", "limit"].map(
    (name) => options[name] ?? rules.options.find((option) => option.name === name)?.default,
  );
  if (falseWin === "pay_max_selfdraw_each" && limit === "none") return t("false-win-would-cost-nothing");
  if (adding || !Number.isInteger(cap) || !(minimum > cap)) return null;
  return t("nobody-could-ever-win", { minimum, cap });
}
