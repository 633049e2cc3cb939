// Questions with their answers, and a table's agreement as one line whose parts open their choices.

import { t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";
import { parts } from "./parts.js";

/** @import { Agreement } from "./agreement.js" */
/** @import { Part } from "./parts.js" */
/** @import { UiEvent } from "../types" */

/**
 * The answers to a question as a line, or as cards if they are long; `least` adds a field for another number.
 *
 * @param {{ name: string, legend: string, choices: [any, string, string?][], chosen: any,
 *   onChoose: (value: any) => void, least?: number, step?: string | number, prefix?: string }} props
 */
export function Choices({ name, legend, choices, chosen, onChoose, least, step, prefix = "" }) {
  const isLong = choices.some(([, title, text]) => text || title.length > (choices.length < 3 ? 18 : 14));
  const radio = (/** @type {any} */ value) =>
    html`<input type="radio" name=${prefix + name} value=${String(value)} checked=${value === chosen} onchange=${() => onChoose(value)} />`;
  /** @param {UiEvent} event */
  const enterNumber = ({ target }) => {
    const value = Number(target.value);
    if (target.value !== "" && value >= (least ?? 0)) onChoose(value);
  };
  return html`<fieldset class="choice" data-choices=${name}>
    <legend>${legend}</legend>
    ${
      isLong
        ? choices.map(
            ([value, title, text]) => html`<label class="option-card" key=${value}>
              ${radio(value)}<span><b>${title}</b>${text && html`<small>${text}</small>`}</span>
            </label>`,
          )
        : html`<div class="segments">
          ${choices.map(([value, title]) => html`<label key=${value}>${radio(value)}<span>${title}</span></label>`)}
        </div>`
    }
    ${
      least !== undefined &&
      html`<label class="rule another-number"><span>${t("another-number")}</span>
        <input type="number" name=${`${prefix}${name}-number`} min=${least} step=${step} inputmode=${step === "any" ? "decimal" : "numeric"} key=${chosen} defaultValue=${Number.isFinite(chosen) ? chosen : ""} onchange=${enterNumber} />
      </label>`
    }
  </fieldset>`;
}

/** @param {{ part: Part, onAgree: (agreement: Agreement) => void, prefix?: string }} props */
export const PartChoices = ({ part, onAgree, prefix }) =>
  html`<${Choices} ...${part} prefix=${prefix} onChoose=${(/** @type {any} */ value) => onAgree(part.pick(value))} />`;

const LONGEST_NAME = 60; // characters of a house's name

/** Return a name for rules without one: the parts of the agreement that fit. @param {Agreement} agreement */
export const sentenceName = (agreement) =>
  parts(agreement)
    .map(({ words }) => words)
    .reduce((name, words) => (name.length + words.length + 3 > LONGEST_NAME ? name : `${name} · ${words}`));

/**
 * The agreement as one line, with the choices of the `open` part below. A house's own ladder can only be kept here.
 *
 * @param {{ agreement: Agreement, hiddenPart: string | null, open: string | null,
 *   onOpen: (part: string | null) => void, onAgree: (agreement: Agreement) => void }} props
 */
export function Sentence({ agreement, hiddenPart, open, onOpen, onAgree }) {
  const all = parts(agreement).filter(({ name }) => name !== hiddenPart);
  const opened = all.find(({ name }) => name === open);
  const choices = opened?.choices.filter(([value]) => value !== "own" || opened.chosen === "own");
  return html`<div class="sentence">
    <p class="sentence-line">
      ${all.map(
        ({ name, words, legend }) => html`<button
            key=${name}
            type="button"
            class="sentence-part"
            data-part=${name}
            aria-expanded=${name === open}
            aria-label=${`${legend}: ${words}`}
            onclick=${() => onOpen(name)}
          >${words}</button>${" "}`,
      )}
    </p>
    ${opened && html`<${PartChoices} key=${opened.name} part=${{ ...opened, choices }} onAgree=${onAgree} />`}
  </div>`;
}
