// What a table agrees on, as one line whose parts are changed where they stand.

import { html } from "../vendor/preact.js";
import { PartChoices } from "./choices.js";
import { parts } from "./parts.js";

/** @import { Agreement } from "./agreement.js" */

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
