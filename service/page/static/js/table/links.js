// Links for the other phones: one to watch, one to write.

import { deleteGame, giveLink, listLinks } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { t } from "../i18n/translation.js";
import { forgetGame } from "../state/outbox.js";
import * as storage from "../state/storage.js";
import { leaveTo } from "../ui/navigation.js";
import { notice } from "../ui/page.js";
import { shareLine } from "../ui/qr-code.js";
import { isOwnAddress, ownAddressNote, pageAddress } from "../ui/share.js";
import { ask, openSheet } from "../ui/sheet.js";
import { html } from "../vendor/preact.js";

/** @import { State } from "../types" */

/**
 * @param {string} id
 * @param {string | null} token
 */
const link = (id, token) => `${pageAddress()}#game=${id}${token ? `&token=${token}` : ""}`;

/**
 * Returns the token for other phones: one of their own where this phone may give it, else the one it has.
 *
 * @param {string} id
 * @param {string} token
 */
async function writing(id, token) {
  const kept = storage.invitation(id);
  if (kept) return kept;
  try {
    const { token: given } = await giveLink(id, token, t("another-phone"));
    storage.keepInvitation(id, given);
    return given;
  } catch {
    return token; // only the owner gives links; who keeps the score passes on the own
  }
}

/**
 * @param {string} id
 * @param {string | null} token
 */
async function remove(id, token) {
  try {
    await deleteGame(id, token);
  } catch (problem) {
    if (problem.code !== "game_deleted") {
      // else an earlier answer was lost
      notice(refusal(problem), { alarm: true });
      return;
    }
  }
  await forgetGame(id);
  leaveTo("");
  notice(t("the-game-is-deleted"));
}

/**
 * @param {string} id
 * @param {string | null} token
 * @param {import("../ui/sheet.js").After} after
 */
function deletion(id, token, after) {
  const sure = () =>
    ask(t("delete-this-game"), t("names-points-whole-history-kept"), t("delete-for-good"), () => remove(id, token));
  return html`<section class="share-line">
    <h3>${t("delete-game")}</h3>
    <p class="hint">${t("for-every-phone")}</p>
    <button type="button" class="quiet danger" onclick=${after(sure)}>${t("offer-to-delete-game")}</button>
  </section>`;
}

/**
 * Opens the links of a game; a phone that only watches has none to write to give.
 *
 * @param {State} state
 * @param {string | null} token
 */
export async function openShare({ id }, token) {
  const [given, links = []] = token
    ? await Promise.all([writing(id, token), listLinks(id, token).catch(() => [])])
    : [];
  const owns = links.some(({ role, yours }) => yours && role === "owner");
  openSheet(
    t("share-table"),
    (_, after) => html`
      ${
        isOwnAddress()
          ? ownAddressNote()
          : html`<p class="hint">
            ${t("point-camera-of-another-phone")}
          </p>`
      }
      ${
        given &&
        shareLine({
          title: t("to-play-and-record"),
          text: t("whoever-opens-link-can-record"),
          url: link(id, given),
          subject: t("mahjong-table"),
        })
      }
      ${shareLine({
        title: t("to-watch"),
        text: t("whoever-opens-link-sees-table"),
        url: link(id, null),
        subject: t("mahjong-table"),
      })}
      ${owns && deletion(id, token, after)}
    `,
  );
}
