// The card in place of a screen that cannot be shown.

import { refusal } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { html } from "../vendor/preact.js";

/** @import { Refusal } from "../types" */

/**
 * Return the reason, with a link back to the table, or from there to all games.
 *
 * @param {string | null} id
 * @param {Refusal} problem
 */
export function failureCard(id, problem) {
  const isDeleted = problem.code === "game_deleted";
  return html`<section class="card lost" role="alert">
    <h1>${t(isDeleted ? "game-deleted" : "table-cannot-shown")}</h1>
    <p>${refusal(problem)}</p>
    ${!isDeleted && html`<button class="primary" onclick=${() => location.reload()}>${t("try-again")}</button>`}
    ${id ? html`<a class="button" href="#game=${id}">${t("back-to-table")}</a>` : html`<a class="button" href="#">${t("all-games")}</a>`}
  </section>`;
}
