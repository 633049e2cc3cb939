// What counts in a house, and how much: rows of the base with other values, ready-made rows, and the house's own rows.

import { patterns as fetchPatterns } from "../api/client.js";
import { isEnglish, nameTag, ownName, patternName, rowName, t, translate } from "../i18n/translation.js";
import { menu } from "../ui/fields.js";
import { useFetched } from "../ui/hooks.js";
import { complain } from "../ui/page.js";
import { tileName } from "../ui/tiles.js";
import { printedValue } from "../ui/words.js";
import { html, useState } from "../vendor/preact.js";
import { withoutUndefined } from "./agreement.js";

/** @import { HousePreviewed, PatternDetail, RuleRow, RulesDetail } from "../types" */
/** @typedef {import("./agreement.js").Terms} Terms */
/** @typedef {(change: Partial<Terms>) => void} Change */
/** @typedef {Record<string, any>} RowTerms a house's own row */

const MOST_OWN = 40; // rows of a house's own, the limit of the service

/** @param {any} value @param {(value: number | undefined) => void} onValue @param {Record<string, any>} attributes */
const valueField = (value, onValue, attributes) =>
  html`<input type="number" min="0" step="1" inputmode="numeric" ...${attributes}
    defaultValue=${value === false ? 0 : Number.isFinite(value) ? value : ""}
    onchange=${({ target }) => onValue(target.value === "" ? undefined : Number(target.value))} />`;

/** Return a row's worth for closed and open hands, from the sheet's "3", "max (2)" or "1 (-)". @param {string} value */
function sheetWorth(value) {
  const [, closed, open] = /^(\S+) \((\S+)\)$/.exec(value) ?? [];
  return closed ? { closed, open: open.replace("-", t("none-word")) } : { closed: value, open: value };
}

/**
 * What a row of the base is worth here: one value, or two for closed and open hands.
 *
 * @param {{ row: any, worth: any, change: (worth: any) => void }} props
 */
function Worth({ row, worth, change }) {
  const sheet = sheetWorth(printedValue(row));
  const [isSplit, setSplit] = useState(typeof worth === "object" || sheet.closed !== sheet.open);
  const both = typeof worth === "object" ? worth : { closed: worth, open: worth };
  const set = (/** @type {any} */ more) => {
    const next = withoutUndefined({ ...both, ...more });
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
        isSplit
          ? [half("closed", t("closed-word")), half("open", t("open-word"))]
          : [
              valueField(worth, change, { "aria-label": name, placeholder: printedValue(row) }),
              html`<button type="button" class="text" aria-label=${`${name}: ${t("closed-and-open-apart")}`} onclick=${() => setSplit(true)}>${t("apart-word")}</button>`,
            ]
      }
    </span>
  </div>`;
}

/** @param {PatternDetail} pattern */
const patternTitle = ({ id, zh }) => patternName({ name: id[0].toUpperCase() + id.slice(1).replaceAll("_", " "), zh });

const CODE = /^[1-9][mpsz]$/; // of a tile

/** @param {any} value */
const argumentWords = (value) =>
  value === null
    ? t("not-asked")
    : typeof value === "boolean"
      ? t(value ? "yes" : "no")
      : CODE.test(value)
        ? tileName(value)
        : translate(String(value).replaceAll("_", " "));

/** Return a row's names with the one in the page's language changed. @param {RowTerms} row @param {string} text */
const changedName = (row, text) => (typeof row.name === "object" ? { ...row.name, [nameTag(row.name)]: text } : text);

/** @param {RowTerms} row */
const nameOf = ({ name, id }) => (typeof name === "object" ? (ownName(name) ?? id) : (name ?? id));

/**
 * A folded list of checkboxes, with the number of those checked.
 *
 * @param {{ name: string, legend: string, choices: [string, string][], chosen: string[],
 *   change: (chosen: string[] | undefined) => void }} props
 */
function Checklist({ name, legend, choices, chosen, change }) {
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
 * @param {{ row: RowTerms, patterns: PatternDetail[], otherRows: [string, string][],
 *   change: (row: RowTerms | null) => void }} props
 */
function OwnRow({ row, patterns, otherRows, change }) {
  const pattern = patterns.find(({ id }) => id === row.pattern);
  const closed = row.value ?? row.closed;
  const open = row.value ?? row.open;
  const setWorth = (/** @type {{ closed: any, open: any }} */ next) => {
    const { value: _, ...others } = row;
    change(withoutUndefined({ ...others, ...next }));
  };
  const setArgument = (/** @type {any} */ { name, values }, /** @type {any} */ value) =>
    change(withoutUndefined({ ...row, [name]: value === values[0] ? undefined : value }));
  const worthField = (/** @type {"closed" | "open"} */ part, /** @type {any} */ value) =>
    html`<label>
      <small>${t(part === "open" ? "open-word" : "closed-word")}</small>
      ${valueField(value, (next) => setWorth({ closed, open, [part]: next }), { name: part })}
    </label>`;
  return html`<fieldset class="own-row">
    <legend>${nameOf(row)}</legend>
    <label class="rule stacked"><span>${t("name")}</span>
      <input maxlength="60" required autocomplete="off" name="own_name" defaultValue=${nameOf(row)} onchange=${({ target }) => change({ ...row, name: changedName(row, target.value) })} />
    </label>
    ${
      row.pattern !== undefined &&
      html`<label class="rule stacked"><span>${t("what-for")}</span>
        ${menu({
          name: "pattern",
          value: row.pattern,
          choices: patterns.map((each) => ({ id: each.id, name: patternTitle(each) })),
          choose: (id) => change(withPattern(row, patterns, id)),
        })}
        ${isEnglish() && pattern && html`<small class="hint">${pattern.what}</small>`}
      </label>`
    }
    ${pattern?.arguments.map(
      (
        /** @type {any} */ argument,
      ) => html`<label class="rule" key=${argument.name}><span>${translate(argument.what)}</span>
        <select name=${argument.name} value=${JSON.stringify(row[argument.name] ?? argument.values[0])} onchange=${({ target }) => setArgument(argument, JSON.parse(target.value))}>
          ${argument.values.map((/** @type {any} */ value) => html`<option key=${String(value)} value=${JSON.stringify(value)}>${argumentWords(value)}</option>`)}
        </select>
      </label>`,
    )}
    <${Checklist} name="all_of" legend=${t("only-together-with")} chosen=${row.all_of ?? []}
      choices=${patterns.filter(({ id }) => id !== row.pattern).map((each) => [each.id, patternTitle(each)])}
      change=${(/** @type {string[] | undefined} */ all_of) => change(withoutUndefined({ ...row, all_of }))} />
    <div class="rule"><span>${t("what-worth")}</span><span class="worths">${worthField("closed", closed)}${worthField("open", open)}</span></div>
    <${Checklist} name="excludes" legend=${t("not-count-beside")} chosen=${row.excludes ?? []} choices=${otherRows}
      change=${(/** @type {string[] | undefined} */ excludes) => change(withoutUndefined({ ...row, excludes }))} />
    <button type="button" class="text" onclick=${() => change(null)}>${t("take-row-out")}</button>
  </fieldset>`;
}

/** @param {RowTerms} row @param {PatternDetail[]} patterns @param {string} pattern */
function withPattern(row, patterns, pattern) {
  const names = patterns.flatMap((each) => each.arguments.map((/** @type {any} */ { name }) => name));
  return { ...Object.fromEntries(Object.entries(row).filter(([key]) => !names.includes(key))), pattern };
}

/** @param {{ terms: Terms, rows: { id: string, name: string, zh: string }[], change: Change }} props */
function OwnRows({ terms, rows, change }) {
  const own = /** @type {RowTerms[]} */ (terms.row ?? []);
  const patterns = useFetched(fetchPatterns, own.length > 0, complain);
  const set = (/** @type {number} */ place) => (/** @type {RowTerms | null} */ row) =>
    change({ row: own.flatMap((each, k) => (k !== place ? [each] : row ? [row] : [])) });
  const add = () => {
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
      patterns &&
      own.map((row, place) => {
        const others = own.filter(({ id }) => id !== row.id).map((each) => [each.id, nameOf(each)]);
        const otherRows = [...rows.map((each) => [each.id, rowName(each)]), ...others];
        return html`<${OwnRow} key=${row.id} row=${row} patterns=${patterns} otherRows=${otherRows} change=${set(place)} />`;
      })
    }
    ${own.length < MOST_OWN && html`<button type="button" class="quiet add-row" onclick=${add}>${t("add-row-of-our-own")}</button>`}
  `;
}

/**
 * The rows that can be changed; only those that `isFound` are visible.
 *
 * @param {{ terms: Terms, base: RulesDetail, preview: HousePreviewed | null, isOpen: boolean,
 *   isFound: (words: (string | null | undefined)[]) => boolean, change: Change }} props
 */
export function Rows({ terms, base, preview, isOpen, isFound, change }) {
  const rows = terms.rows ?? {};
  /** @type {(id: string, value: any) => void} */
  const set = (id, value) => change({ rows: withoutUndefined({ ...rows, [id]: value }) });
  const isVisible = (/** @type {any} */ row) => isFound([rowName(row), row.name, row.zh, row.wording]);
  const ready = preview?.ready ?? [];
  const isAny = isFound([t("what-counts-and-how-much")]) || [...ready, ...base.rows].some(isVisible);
  return html`<details class="more-rules" open=${isOpen || undefined} hidden=${!isAny}>
    <summary>${t("what-counts-and-how-much")}</summary>
    ${ready.map(
      (row) => html`<label class="rule" key=${row.id} hidden=${!isVisible(row)}>
        <span>${rowName(row)} <small>${t("not-in-rule-sheet")}</small></span>
        <input type="checkbox" role="switch" checked=${row.id in rows} onchange=${({ target }) => set(row.id, target.checked || undefined)} />
      </label>`,
    )}
    <${OwnRows} terms=${terms} rows=${[...base.rows, ...ready.filter(({ id }) => id in rows)]} change=${change} />
    <p class="hint">${t("leave-line-empty-to-count")}</p>
    ${base.rows.map(
      (/** @type {RuleRow} */ row) =>
        html`<div key=${row.id} hidden=${!isVisible(row)}><${Worth} row=${row} worth=${rows[row.id]} change=${(/** @type {any} */ value) => set(row.id, value)} /></div>`,
    )}
  </details>`;
}
