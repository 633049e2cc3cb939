// A question with its answers, of which one is chosen, as the new table and a house's rules ask it.

import { t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";

/** @import { UiEvent } from "../types" */
/** @import { Agreement } from "./agreement.js" */
/** @import { Part } from "./parts.js" */

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
