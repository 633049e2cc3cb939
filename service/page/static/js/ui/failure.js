// What stands in the place of a screen of a game that cannot be shown.

import { refusal } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";

/** @import { Refusal } from "../types" */

/**
 * Says why the screen of a game is not shown, with the way back to its table.
 *
 * @param {string} id
 * @param {Refusal} problem
 */
export const failureCard = (id, problem) => html`<section class="card lost">
  <h1>${t("table-cannot-shown")}</h1>
  <p>${refusal(problem)}</p>
  <a class="button" href="#game=${id}">${t("back-to-table")}</a>
</section>`;
