// Celebrates a limit hand for a moment: tiles fall, and its name appears over the table.

import { t } from "../i18n/translation.js";
import { tileImage } from "../ui/tiles.js";
import { html, render } from "../vendor/preact.js";

/** @import { LedgerEvent } from "../types" */

const DURATION = 3200; // milliseconds that the tiles take to fall
const FALLING = ["5z", "6z", "7z", "1z", "1m", "9p", "1s", "1f", "2z", "9m", "3g", "7z"];
const SPREAD = 7; // keeps neighbours in the list from falling side by side

/** @param {LedgerEvent} event @param {number | null} cap */
export const isLimit = (event, cap) =>
  event.kind === "hand_won" &&
  [event, ...(event.wins ?? [])].some(({ answer, faan }) => answer?.limit || (cap !== null && faan >= cap));

/**
 * Celebrate a limit hand. Taps pass through to the table, and screen readers hear of the hand elsewhere.
 *
 * @param {LedgerEvent} event
 */
export function celebrateLimit({ win }) {
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
      <b>${t(win === "self-draw" ? "limit-hand-self-drawn" : "a-limit-hand")}</b>
    `,
    place,
  );
  document.body.append(place);
  setTimeout(() => place.remove(), DURATION);
}
