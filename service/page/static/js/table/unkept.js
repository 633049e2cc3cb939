// An entry that this phone can neither send nor store, handed to another phone as a link and a QR code.

import { refusal } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { confirm } from "../state/outbox.js";
import { token } from "../state/storage.js";
import { notice } from "../ui/page.js";
import { shareLine } from "../ui/qr-code.js";
import { isOwnAddress, ownAddressNote, pageAddress } from "../ui/share.js";
import { ask, openSheet } from "../ui/sheet.js";
import { html } from "../vendor/preact.js";
import { entryTitle, explainRefusal } from "./connection.js";

/** @import { NotKept } from "../state/outbox.js" */
/** @import { OutboxEntry, State } from "../types" */

/** @param {OutboxEntry} entry */
function recordLink({ game, what, body, key, seq }) {
  const text = new TextEncoder().encode(JSON.stringify({ what, body, key, seq }));
  const record = btoa(String.fromCharCode(...text))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return `${pageAddress()}#game=${game}&record=${record}`;
}

/** Return the entry in a link, or null if it is damaged. @param {string} record */
function decodeRecord(record) {
  try {
    const text = atob(record.replaceAll("-", "+").replaceAll("_", "/"));
    const { what, body, key, seq } = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))),
    );
    return typeof what === "string" && typeof key === "string" && Number.isInteger(seq)
      ? { what, body, key, seq }
      : null;
  } catch {
    return null;
  }
}

/** @param {NotKept} problem @param {State} state */
export function openUnkept({ entry, detail }, state) {
  const title = entryTitle(entry, state);
  const url = recordLink(entry);
  const players = state.players.map(({ name }) => name).join(", ");
  openSheet(
    t("not-kept"),
    (close) => html`
      <p class="lead loss" role="alert">
        ${detail}
      </p>
      ${isOwnAddress() && ownAddressNote()}
      ${shareLine({
        title: `${title} · ${players}`,
        text: t("leave-page-open-and-try"),
        url,
        subject: title,
        also: html`<p class="hint">${t("or-take-screenshot")}</p>`,
      })}
      <button class="primary" onclick=${close}>${t("back-to-entry")}</button>
    `,
  );
}

/**
 * Ask whether to record another phone's entry. Its idempotency key keeps it from being recorded twice.
 *
 * @param {string} record from the link
 * @param {State} state
 */
export function offerRecord(record, state) {
  const entry = decodeRecord(record);
  if (!entry) {
    notice(() => t("code-damaged-scan-again"), { alarm: true });
    return;
  }
  if (!token(state.id)) {
    notice(() => refusal({ code: "no_token" }), { alarm: true });
    return;
  }
  ask(t("record-for-another-phone"), entryTitle(entry, state), t("record-it"), async () => {
    try {
      const { what, body, key, seq } = entry;
      const answer = await confirm(state.id, what, body, { key, seq });
      notice(() => (answer ? t("it-is-recorded") : t("kept-on-phone-sent")));
    } catch (problem) {
      explainRefusal(problem, state);
    }
  });
}
