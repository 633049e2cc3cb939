// What counts in a house, and how much: rows of the base with other values, ready rows, and rows of the house's own.

import { patterns as askPatterns } from "../api/client.js";
import { isEnglish, nameTag, ownName, patternName, rowName, t, translate } from "../i18n/translation.js";
import { menu } from "../ui/fields.js";
import { complain } from "../ui/page.js";
import { tileName } from "../ui/tiles.js";
import { printedValue } from "../ui/words.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { withoutGaps } from "./agreement.js";

/** @import { HousePreviewed, PatternDetail, RuleRow, RulesDetail } from "../types" */
/** @typedef {import("./agreement.js").Terms} Terms */
/** @typedef {(change: Partial<Terms>) => void} Change */
/** @typedef {Record<string, any>} OwnRow */

const MOST_OWN = 40; // rows of a house's own, as the service takes them

/**
 * Returns a field for what a row is worth; empty it says nothing.
 *
 * @param {any} value
 * @param {(value: number | undefined) => void} onValue
 * @param {Record<string, string>} attributes
 */
const valueField = (value, onValue, attributes) =>
  html`<input type="number" min="0" step="1" inputmode="numeric" ...${attributes}
    defaultValue=${value === false ? 0 : Number.isFinite(value) ? value : ""}
    onchange=${({ target }) => onValue(target.value === "" ? undefined : Number(target.value))} />`;

/**
 * Returns what a rule sheet counts for a closed and for an open hand, as it writes it: "3", "max (2)", "1 (-)".
 *
 * @param {string} value
 */
function inTheSheet(value) {
  const [, closed, open] = /^(\S+) \((\S+)\)$/.exec(value) ?? [];
  return closed ? { closed, open: open.replace("-", t("none-word")) } : { closed: value, open: value };
}

/**
 * One value, or two: for a closed hand and for an open one.
 *
 * @param {{ row: any, said: any, change: (value: any) => void }} given
 */
function Worth({ row, said, change }) {
  const sheet = inTheSheet(printedValue(row));
  const [apart, part] = useState(typeof said === "object" || sheet.closed !== sheet.open);
  const both = typeof said === "object" ? said : { closed: said, open: said };
  const set = (/** @type {any} */ more) => {
    const next = withoutGaps({ ...both, ...more });
    change(Object.keys(next).length ? next : undefined);
  };
  const name = rowName(row);
  const half = (/** @type {"closed" | "open"} */ key, /** @type {string} */ words) =>
    html`<label>
      <small>${words}</small>
      ${valueField(both[key], (value) => set({ [key]: value }), { "aria-label": `${name}: ${words}`, placeholder: sheet[key] })}
    </label>`;
  return html`<div class="rule row-worth">
    <span>${name}</span>
    <span class="worths">
      ${
        apart
          ? [half("closed", t("closed-word")), half("open", t("open-word"))]
          : [
              valueField(said, change, { "aria-label": name, placeholder: printedValue(row) }),
              html`<button type="button" class="text" aria-label=${`${name}: ${t("closed-and-open-apart")}`} onclick=${() => part(true)}>${t("apart-word")}</button>`,
            ]
      }
    </span>
  </div>`;
}

/** @param {PatternDetail} pattern */
const calledIn = ({ id, zh }) => patternName({ name: id[0].toUpperCase() + id.slice(1).replaceAll("_", " "), zh });

const CODE = /^[1-9][mpsz]$/; // of a tile, which a row may name

/** @param {any} value */
const answerName = (value) =>
  value === null
    ? t("not-asked")
    : typeof value === "boolean"
      ? t(value ? "yes" : "no")
      : CODE.test(value)
        ? tileName(value)
        : translate(String(value).replaceAll("_", " "));

/**
 * The name of a row in the language of the page; those in other languages stay.
 *
 * @param {OwnRow} row
 * @param {string} text
 */
function renamed(row, text) {
  if (typeof row.name !== "object") return text;
  return { ...row.name, [nameTag(row.name)]: text };
}

/** @param {OwnRow} row */
const nameOf = ({ name, id }) => (typeof name === "object" ? (ownName(name) ?? id) : (name ?? id));

/**
 * Several of many, folded behind how many are chosen.
 *
 * @param {{ name: string, legend: string, choices: [string, string][], chosen: string[], change: (chosen: string[] | undefined) => void }} given
 */
function Several({ name, legend, choices, chosen, change }) {
  const toggle = (/** @type {string} */ id) => {
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
    change(next.length ? next : undefined);
  };
  return html`<details class="several">
    <summary>${legend}${chosen.length > 0 && ` (${chosen.length})`}</summary>
    ${choices.map(
      ([id, title]) => html`<label class="rule" key=${id}>
        <span>${title}</span><input type="checkbox" name=${name} value=${id} checked=${chosen.includes(id)} onchange=${() => toggle(id)} />
      </label>`,
    )}
  </details>`;
}

/**
 * @param {{ row: OwnRow, known: PatternDetail[], beside: [string, string][], change: (row: OwnRow | null) => void }}
 * given
 */
function Own({ row, known, beside, change }) {
  const pattern = known.find(({ id }) => id === row.pattern);
  const closed = row.value ?? row.closed;
  const open = row.value ?? row.open;
  const worth = (/** @type {{ closed: any, open: any }} */ next) => {
    const { value: _, ...others } = row;
    change(withoutGaps({ ...others, ...next }));
  };
  const answer = (/** @type {any} */ { name, values }, /** @type {any} */ value) =>
    change(withoutGaps({ ...row, [name]: value === values[0] ? undefined : value }));
  const number = (/** @type {"closed" | "open"} */ part, /** @type {any} */ value) =>
    html`<label>
      <small>${t(part === "open" ? "open-word" : "closed-word")}</small>
      ${valueField(value, (next) => worth({ closed, open, [part]: next }), { name: part })}
    </label>`;
  return html`<fieldset class="own-row">
    <legend>${nameOf(row)}</legend>
    <label class="rule stacked"><span>${t("name")}</span>
      <input maxlength="60" required autocomplete="off" name="own_name" defaultValue=${nameOf(row)} onchange=${({ target }) => change({ ...row, name: renamed(row, target.value) })} />
    </label>
    ${
      row.pattern !== undefined &&
      html`<label class="rule stacked"><span>${t("what-for")}</span>
        ${menu({
          name: "pattern",
          value: row.pattern,
          choices: known.map((each) => ({ id: each.id, name: calledIn(each) })),
          choose: (id) => change(remade(row, known, id)),
        })}
        ${isEnglish() && pattern && html`<small class="hint">${pattern.what}</small>`}
      </label>`
    }
    ${pattern?.arguments.map(
      (
        /** @type {any} */ argument,
      ) => html`<label class="rule" key=${argument.name}><span>${translate(argument.what)}</span>
        <select name=${argument.name} value=${JSON.stringify(row[argument.name] ?? argument.values[0])} onchange=${({ target }) => answer(argument, JSON.parse(target.value))}>
          ${argument.values.map((/** @type {any} */ value) => html`<option key=${String(value)} value=${JSON.stringify(value)}>${answerName(value)}</option>`)}
        </select>
      </label>`,
    )}
    <${Several} name="all_of" legend=${t("only-together-with")} chosen=${row.all_of ?? []}
      choices=${known.filter(({ id }) => id !== row.pattern).map((each) => [each.id, calledIn(each)])}
      change=${(/** @type {string[] | undefined} */ all_of) => change(withoutGaps({ ...row, all_of }))} />
    <div class="rule"><span>${t("what-worth")}</span><span class="worths">${number("closed", closed)}${number("open", open)}</span></div>
    <${Several} name="excludes" legend=${t("not-count-beside")} chosen=${row.excludes ?? []} choices=${beside}
      change=${(/** @type {string[] | undefined} */ excludes) => change(withoutGaps({ ...row, excludes }))} />
    <button type="button" class="text" onclick=${() => change(null)}>${t("take-row-out")}</button>
  </fieldset>`;
}

/** @param {OwnRow} row @param {PatternDetail[]} known @param {string} pattern */
function remade(row, known, pattern) {
  const asked = known.flatMap((each) => each.arguments.map((/** @type {any} */ { name }) => name));
  return { ...Object.fromEntries(Object.entries(row).filter(([key]) => !asked.includes(key))), pattern };
}

/** @param {{ terms: Terms, rows: { id: string, name: string, zh: string }[], change: Change }} given */
function OwnRows({ terms, rows, change }) {
  const own = /** @type {OwnRow[]} */ (terms.row ?? []);
  const [known, know] = useState(/** @type {PatternDetail[]} */ ([]));
  const wanted = own.length > 0;
  const learn = () => known.length || askPatterns().then(know, (/** @type {any} */ problem) => complain(problem));
  useEffect(() => {
    if (wanted) learn();
  }, [wanted]);
  const set = (/** @type {number} */ place) => (/** @type {OwnRow | null} */ row) =>
    change({ row: own.flatMap((each, k) => (k !== place ? [each] : row ? [row] : [])) });
  const add = () => {
    learn();
    const number = 1 + Math.max(0, ...own.map(({ id }) => Number(/^own_(\d+)$/.exec(id)?.[1] ?? 0)));
    change({
      row: [
        ...own,
        { id: `own_${number}`, name: t("our-own-row"), pattern: "bonus_tiles", count: 7, closed: 1, open: 1 },
      ],
    });
  };
  return html`
    ${
      known.length > 0 &&
      own.map((row, place) => {
        const others = own.filter(({ id }) => id !== row.id).map((each) => [each.id, nameOf(each)]);
        const beside = [...rows.map((each) => [each.id, rowName(each)]), ...others];
        return html`<${Own} key=${row.id} row=${row} known=${known} beside=${beside} change=${set(place)} />`;
      })
    }
    ${own.length < MOST_OWN && html`<button type="button" class="quiet add-row" onclick=${add}>${t("add-row-of-our-own")}</button>`}
  `;
}

/**
 * What counts and how much, open where one of them is sought; rows are hidden of which `isFound` does not say so.
 *
 * @param {{ terms: Terms, base: RulesDetail, shown: HousePreviewed | null, isSought: boolean, isFound: (words: (string | null | undefined)[]) => boolean, change: Change }} given
 */
export function Rows({ terms, base, shown, isSought, isFound, change }) {
  const rows = terms.rows ?? {};
  /** @type {(id: string, value: any) => void} */
  const set = (id, value) => change({ rows: withoutGaps({ ...rows, [id]: value }) });
  const isShown = (/** @type {any} */ row) => isFound([rowName(row), row.name, row.zh, row.wording]);
  const ready = shown?.ready ?? [];
  const isAny = isFound([t("what-counts-and-how-much")]) || [...ready, ...base.rows].some(isShown);
  return html`<details class="more-rules" open=${isSought || undefined} hidden=${!isAny}>
    <summary>${t("what-counts-and-how-much")}</summary>
    ${ready.map(
      (row) => html`<label class="rule" key=${row.id} hidden=${!isShown(row)}>
        <span>${rowName(row)} <small>${t("not-in-rule-sheet")}</small></span>
        <input type="checkbox" role="switch" checked=${row.id in rows} onchange=${({ target }) => set(row.id, target.checked || undefined)} />
      </label>`,
    )}
    <${OwnRows} terms=${terms} rows=${[...base.rows, ...ready.filter(({ id }) => id in rows)]} change=${change} />
    <p class="hint">${t("leave-line-empty-to-count")}</p>
    ${base.rows.map(
      (/** @type {RuleRow} */ row) =>
        html`<div key=${row.id} hidden=${!isShown(row)}><${Worth} row=${row} said=${rows[row.id]} change=${(/** @type {any} */ value) => set(row.id, value)} /></div>`,
    )}
  </details>`;
}
