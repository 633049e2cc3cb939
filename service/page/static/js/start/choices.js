// Questions with their answers, and what a table agrees on as one line whose parts are changed where they stand.

import { t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";
import { parts } from "./parts.js";

/** @import { Agreement } from "./agreement.js" */
/** @import { Part } from "./parts.js" */
/** @import { UiEvent } from "../types" */

/**
 * Returns the answers: a line of short ones, or cards where one needs a sentence; with `least` a field for another number.
 *
 * @param {{ name: string, legend: string, choices: [any, string, string?][], chosen: any, onChoose: (value: any) => void,
 *   least?: number, step?: string | number, prefix?: string }} given
 */
export function Choices({ name, legend, choices, chosen, onChoose, least, step, prefix = "" }) {
  const isLong = choices.some(([, title, text]) => text || title.length > (choices.length < 3 ? 18 : 14));
  const field = (/** @type {any} */ value) =>
    html`<input type="radio" name=${prefix + name} value=${String(value)} checked=${value === chosen} onchange=${() => onChoose(value)} />`;
  /** @param {UiEvent} event */
  const enter = ({ target }) => {
    const value = Number(target.value);
    if (target.value !== "" && value >= (least ?? 0)) onChoose(value);
  };
  return html`<fieldset class="choice" data-choices=${name}>
    <legend>${legend}</legend>
    ${
      isLong
        ? choices.map(
            ([value, title, text]) => html`<label class="option-card" key=${value}>
              ${field(value)}<span><b>${title}</b>${text && html`<small>${text}</small>`}</span>
            </label>`,
          )
        : html`<div class="segments">
          ${choices.map(([value, title]) => html`<label key=${value}>${field(value)}<span>${title}</span></label>`)}
        </div>`
    }
    ${
      least !== undefined &&
      html`<label class="rule another-number"><span>${t("another-number")}</span>
        <input type="number" name=${`${prefix}${name}-number`} min=${least} step=${step} inputmode=${step === "any" ? "decimal" : "numeric"} key=${chosen} defaultValue=${Number.isFinite(chosen) ? chosen : ""} onchange=${enter} />
      </label>`
    }
  </fieldset>`;
}

/** @param {{ part: Part, onAgree: (agreement: Agreement) => void, prefix?: string }} given */
export const PartChoices = ({ part, onAgree, prefix }) =>
  html`<${Choices} ...${part} prefix=${prefix} onChoose=${(/** @type {any} */ value) => onAgree(part.pick(value))} />`;

const LONGEST_NAME = 60; // of a house's rules

/**
 * Returns what rules without a name are called: the sentence, as far as a name goes.
 *
 * @param {Agreement} agreement
 */
export const sentenceName = (agreement) =>
  parts(agreement)
    .map(({ words }) => words)
    .reduce((name, words) => (name.length + words.length + 3 > LONGEST_NAME ? name : `${name} · ${words}`));

/**
 * The sentence; the choices of the `open` part stand below it. A house's own list of amounts is written elsewhere, and what
 * is `askedApart` stands elsewhere.
 *
 * @param {{ agreement: Agreement, askedApart: string | null, open: string | null, onOpen: (part: string | null) => void, onAgree: (agreement: Agreement) => void }} given
 */
export function Sentence({ agreement, askedApart, open, onOpen, onAgree }) {
  const all = parts(agreement).filter(({ name }) => name !== askedApart);
  const opened = all.find(({ name }) => name === open);
  const choices = opened?.choices.filter(([value]) => value !== "own" || opened.chosen === "own");
  return html`<div class="sentence">
    <p class="sentence-line">
      ${all.map(
        ({ name, words, legend }, n) => html`${n > 0 && html`<span aria-hidden="true"> · </span>`}<button
            key=${name}
            type="button"
            class="sentence-part"
            data-part=${name}
            aria-expanded=${name === open}
            aria-label=${`${legend}: ${words}`}
            onclick=${() => onOpen(name)}
          >${words}</button>`,
      )}
    </p>
    ${opened && html`<${PartChoices} key=${opened.name} part=${{ ...opened, choices }} onAgree=${onAgree} />`}
  </div>`;
}
