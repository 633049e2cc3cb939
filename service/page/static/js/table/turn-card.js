// Who deals this hand and who goes first, and what that means: opened from the middle of the table.

import { t } from "../i18n/translation.js";
import { explanation } from "../rules/cards.js";
import { openSheet } from "../ui/sheet.js";
import { windName } from "../ui/tiles.js";
import { html } from "../vendor/preact.js";

/** @import { State } from "../types" */

/** @param {State} state */
export function openTurn(state) {
  const { dealer, first, players, round_wind: round } = state;
  openSheet(
    t("wind-round-hand-n", { wind: windName(round), n: state.hand_number }),
    () => html`
      <section class="term-card">
        <h3>${t("name-dealer-east-of-hand", players[dealer])}</h3>
        <p>${explanation("dealer")}</p>
      </section>
      <section class="term-card">
        <h3>${t("name-goes-first", players[first])}</h3>
        <p>
          ${first === dealer ? explanation("first") : t("by-rule-sheet-as-written")}
        </p>
      </section>
      <section class="term-card">
        <h3>${t("round-wind-wind", { wind: windName(round) })}</h3>
        <p>${explanation("round-wind")}</p>
      </section>
    `,
  );
}
