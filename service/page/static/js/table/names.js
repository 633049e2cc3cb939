// Other names for the players of a table, such as of those who sat down without one.

import { t } from "../i18n/translation.js";
import { openSheet } from "../ui/sheet.js";
import { html } from "../vendor/preact.js";

/** @import { UiEvent } from "../types" */
/** @typedef {import("./incidents.js").Context} Context */

/**
 * Asks what the players are called.
 *
 * @param {Context} context
 */
export const openNames = ({ state, send }) =>
  openSheet(t("name-the-players"), (close) => {
    /** @param {UiEvent} event */
    const submit = (event) => {
      event.preventDefault();
      const { elements } = event.currentTarget;
      const players = state.players.map(({ name }, k) => elements.namedItem(`name${k}`).value.trim() || name);
      close();
      if (players.some((name, k) => name !== state.players[k].name)) send("players", { players });
    };
    return html`<form class="fields" onsubmit=${submit}>
      ${state.players.map(
        ({ name }, k) => html`<label class="player-${k}" key=${k}><span>${name}</span>
          <input name=${`name${k}`} placeholder=${name} defaultValue=${name} maxlength="20" autocomplete="off" autocapitalize="words" />
        </label>`,
      )}
      <button class="primary" type="submit">${t("keep")}</button>
    </form>`;
  });
