// A line that somebody writes about a hand: "the last tile, in the last round".

import { record } from "../api/client.js";
import { keys } from "../api/http.js";
import { t } from "../i18n/translation.js";
import { complain } from "../ui/page.js";
import { openSheet } from "../ui/sheet.js";
import { html } from "../vendor/preact.js";

/** @import { LedgerEvent, UiEvent } from "../types" */

const LONGEST = 200; // characters, the limit of the service

/** @param {{ id: string, token: string, event: LedgerEvent, note: string, onNoted: () => void }} options */
export function openNote({ id, token, event, note, onNoted }) {
  const keyOf = keys();
  /** @param {string} text @param {() => void} close */
  async function save(text, close) {
    try {
      const body = { seq: event.seq, note: text };
      await record(id, "notes", body, { token, key: keyOf(body) });
      close();
      onNoted();
    } catch (problem) {
      complain(problem); // the text stays in the field
    }
  }
  openSheet(t("note-to-hand"), (close) => {
    /** @param {UiEvent} event */
    const submit = (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (event.target.elements.namedItem("note"));
      save(field.value.trim(), close);
    };
    return html`<form class="note-form" onsubmit=${submit}>
      <label class="field">
        <span>${t("everybody-who-sees-table")}</span>
        <input name="note" maxlength=${LONGEST} autocomplete="off" defaultValue=${note} required=${!note} />
      </label>
      <div class="actions">
        ${note && html`<button type="button" class="quiet" onclick=${() => save("", close)}>${t("take-note-away")}</button>`}
        <button type="submit" class="primary">${t("keep-note")}</button>
      </div>
    </form>`;
  });
}
