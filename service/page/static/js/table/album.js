// The photos that the table keeps: which hand they belong to, until when, and how to delete them.

import { forgetPhoto, keptPhotos, photoPicture } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { t, timeWords } from "../i18n/translation.js";
import { complain, orComplain } from "../ui/page.js";
import { PrivatePicture } from "../ui/private-picture.js";
import { openSheet } from "../ui/sheet.js";
import { html, useState } from "../vendor/preact.js";

/** @import { KeptPhoto, LedgerEvent } from "../types" */

/** @param {{ id: string, token: string | null, photos: KeptPhoto[], events: LedgerEvent[] }} given */
function Album({ id, token, photos, events }) {
  const [shown, show] = useState(photos);
  /** @param {KeptPhoto} kept */
  const forget = (kept) =>
    forgetPhoto(id, kept.id, token).then(() => show((now) => now.filter((each) => each !== kept)), complain);
  /** @param {KeptPhoto} kept */
  const line = (kept) => {
    const { hand_number: hand } = events.find(({ seq }) => seq === kept.seq) ?? {};
    const title = hand ? t("hand-n", { n: hand }) : t("a-photo");
    return html`<li class="kept" key=${kept.id}>
      <${PrivatePicture}
        class="kept-photo"
        alt=${t("photo-of-title", { title })}
        fetch=${() => photoPicture(id, kept.id, token)}
        instead=${(problem) => html`<p class="hint">${refusal(problem)}</p>`}
      />
      <div class="kept-words">
        <b>${title}</b>
        <small>${t("kept-until-day", { day: timeWords(kept.expires_at, "day") })}</small>
        <button type="button" class="quiet danger" onclick=${() => forget(kept)}>${t("delete-photo")}</button>
      </div>
    </li>`;
  };
  return html`
    <p class="hint">${t(photos.length ? "only-who-may-record" : "no-photo-kept-when-hand")}</p>
    <ul class="plain">${shown.map(line)}</ul>
  `;
}

/**
 * Opens the kept photos of a game, for who may write; `events` are those of its history.
 *
 * @param {{ id: string, token: string | null, events: LedgerEvent[] }} given
 */
export async function openAlbum(given) {
  const kept = await orComplain(keptPhotos(given.id, given.token));
  if (kept) openSheet(t("kept-photos"), () => html`<${Album} ...${given} photos=${kept.photos} />`);
}
