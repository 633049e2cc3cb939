// What somebody who opens the page may want: to go on, to begin, to join, to look.

import { series, t } from "../i18n/translation.js";
import { games } from "../state/storage.js";
import { icon } from "../ui/icons.js";
import { withPart } from "../ui/page.js";
import { html } from "../vendor/preact.js";

/**
 * Returns the ways in, the first of them to the table that was played last and is not over; `onNew` opens a new table
 * where its form is not there already.
 *
 * @param {(() => void) | null} onNew
 */
export function waysIn(onNew) {
  const begun = games().filter(({ finished }) => !finished);
  const [last] = begun;
  const example = () => withPart(import("./example.js"), ({ openExample }) => openExample());
  const join = () => withPart(import("./join.js"), ({ openJoin }) => openJoin());
  return html`<nav class="ways-in" aria-label=${t("where-to")}>
    ${
      last &&
      html`<a class="button primary big" href="#game=${last.id}">
        <span>
          <b>${t("play-on")}</b>
          <small>${series(last.names) || t("a-game")}</small>
        </span>
      </a>`
    }
    <div class="ways-row">
      ${onNew && html`<button type="button" onclick=${onNew}>${icon("plus")}<span>${t("new-game-label")}</span></button>`}
      <button type="button" onclick=${join}>${icon("camera")}<span>${t("join")}</span></button>
      <button type="button" onclick=${example}>${icon("tiles")}<span>${t("an-example")}</span></button>
      ${games().length > 1 && html`<a class="button" href="#games">${icon("count")}<span>${t("several-games")}</span></a>`}
      ${begun.length > 1 && html`<a class="button" href="#club">${icon("club")}<span>${t("all-tables")}</span></a>`}
    </div>
  </nav>`;
}
