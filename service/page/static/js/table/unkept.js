// An entry that this phone can neither send nor store, handed to another phone as a link, a picture and a QR code.

import { refusal } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { confirm } from "../state/outbox.js";
import { token } from "../state/storage.js";
import { notice } from "../ui/page.js";
import { qrPath } from "../ui/qr-code.js";
import { isOwnAddress, ownAddressNote, pageAddress, shareLink } from "../ui/share.js";
import { ask, openSheet } from "../ui/sheet.js";
import { html, render } from "../vendor/preact.js";
import { entryTitle, explainRefusal } from "./connection.js";

/** @import { NotKept } from "../state/outbox.js" */
/** @import { OutboxEntry, State } from "../types" */

const [SIDE, EDGE, LINE] = [360, 24, 30]; // of the picture, in units of its view box

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

/** Return an SVG with the QR code of a link, and lines of text below. @param {string} url @param {string[]} lines */
function codePicture(url, lines) {
  const { d, size } = qrPath(url);
  const [width, height] = [SIDE, SIDE + LINE * lines.length];
  const drawing = document.createElement("div");
  render(
    html`<svg viewBox="0 0 ${width} ${height}" width=${width} height=${height}>
      <rect width=${width} height=${height} fill="#fff" />
      <path d=${d} transform=${`translate(${EDGE} ${EDGE}) scale(${(SIDE - 2 * EDGE) / size})`} shape-rendering="crispEdges" />
      ${lines.map((line, k) => html`<text x=${SIDE / 2} y=${SIDE + LINE * k} text-anchor="middle" font-size="17" font-family="system-ui, sans-serif">${line}</text>`)}
    </svg>`,
    drawing,
  );
  return new XMLSerializer().serializeToString(/** @type {Element} */ (drawing.firstElementChild));
}

/** @param {NotKept} problem @param {State} state */
export function openUnkept({ entry, detail }, state) {
  const title = entryTitle(entry, state);
  const url = recordLink(entry);
  const picture = codePicture(url, [title, state.players.map(({ name }) => name).join(", ")]);
  openSheet(
    t("not-kept"),
    (close) => html`
      <p class="lead loss" role="alert">
        ${detail}
      </p>
      <p>${t("leave-page-open-and-try")}</p>
      ${isOwnAddress() && ownAddressNote()}
      <img
        class="unkept"
        alt=${t("qr-code-of-entry")}
        src=${`data:image/svg+xml,${encodeURIComponent(picture)}`}
      />
      <p class="hint">${t("press-and-hold-picture")}</p>
      <p><b>${title}</b></p>
      ${shareLink({ title, url, subject: t("mahjong-table") })}
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
