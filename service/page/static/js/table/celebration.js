// A hand of the limit, or the end of a game, is celebrated for a moment: tiles fall, and a word stands over the table.

import { t } from "../i18n/translation.js";
import { tileImage } from "../ui/tiles.js";
import { html, render } from "../vendor/preact.js";

/** @import { LedgerEvent } from "../types" */

const LASTS = 3200; // milliseconds, as long as the tiles fall
const FALLING = ["5z", "6z", "7z", "1z", "1m", "9p", "1s", "1f", "2z", "9m", "3g", "7z"];
const SPREAD = 7; // so that neighbours in the list do not fall side by side

/**
 * Returns whether a hand counts as much as a hand can.
 *
 * @param {LedgerEvent} event
 * @param {number | null} cap
 */
export const isLimit = (event, cap) =>
  event.kind === "hand_won" &&
  [event, ...(event.wins ?? [])].some(({ answer, faan }) => answer?.limit || (cap !== null && faan >= cap));

/**
 * Celebrates; nothing under it is kept from being tapped, and it is no news to a screen reader, which is told of the hand.
 *
 * @param {string} words
 */
export function celebrate(words) {
  const place = document.createElement("div");
  place.className = "celebration";
  place.setAttribute("aria-hidden", "true");
  render(
    html`
      ${FALLING.map(
        (code, k) => html`<span
          class="falling"
          style=${`left: ${((k * SPREAD) % FALLING.length) * (100 / FALLING.length)}%; animation-delay: ${k * 90}ms`}
        >
          ${tileImage(code, { silent: true })}
        </span>`,
      )}
      <b>${words}</b>
    `,
    place,
  );
  document.body.append(place);
  setTimeout(() => place.remove(), LASTS);
}

/** @param {LedgerEvent} event */
export const limitWords = (event) => t(event.win === "self-draw" ? "limit-hand-self-drawn" : "a-limit-hand");
