// Correcting an older hand: enter it again, mark it as a draw, or strike it, with a preview of what changes.

import { previewHand } from "../api/client.js";
import { t } from "../i18n/translation.js";
import { recordedDraft } from "../state/draft.js";
import { confirm } from "../state/outbox.js";
import * as storage from "../state/storage.js";
import { notice, orComplain } from "../ui/page.js";
import { correctionCard } from "../ui/payments.js";
import { ask, openSheet } from "../ui/sheet.js";
import { html } from "../vendor/preact.js";
import { explainRefusal } from "./connection.js";
import { correctedEvents } from "./events.js";

/** @import { LedgerEvent, State } from "../types" */

/** @typedef {{ id: string, token: string | null, state: State, events: LedgerEvent[], event: LedgerEvent }} Context */

/** @param {Context} context @param {object} body */
async function recordCorrection({ id, state }, body) {
  try {
    const answer = await confirm(id, "corrections", body, { seq: state.seq });
    notice(() => (answer ? t("hand-corrected") : t("kept-on-phone-sent")));
  } catch (problem) {
    explainRefusal(problem, state);
  }
}

/** @param {Context} context @param {object} body @param {string} title */
async function openPreview(context, body, title) {
  const answer = await orComplain(previewHand(context.id, context.token, body));
  if (!answer) return;
  const card = correctionCard(answer, correctedEvents(context.events));
  ask(title, card, t("record-correction"), () => recordCorrection(context, body));
}

/** @param {Context} context */
export function openCorrection(context) {
  const { id, event } = context;
  /** @param {object} body @param {string} title */
  const preview = (body, title) => () => openPreview(context, { seq: event.seq, ...body }, title);
  const editHand = () => {
    storage.keepDraft(recordedDraft(context.state, event));
    location.hash = `game=${id}&win`;
  };
  openSheet(
    t("correct-hand"),
    (_, after) => html`
      <p class="hint">
        ${t("what-follows-settled-anew")}
      </p>
      <button class="primary" onclick=${after(editHand)}>${t("change-who-won-tiles")}</button>
      ${
        event.kind !== "hand_drawn" &&
        html`<button onclick=${after(preview({ hand: { draw: true } }, t("nobody-won-hand")))}>
          ${t("nobody-won-hand")}
        </button>`
      }
      ${
        event.kind !== "struck" &&
        html`<button class="danger" onclick=${after(preview({ strike: true }, t("hand-never-played")))}>
          ${t("hand-never-played")}
        </button>`
      }
    `,
  );
}
