// The photos kept with a table's hands: which hand each belongs to, when it expires, and a button to delete it.

import { forgetPhoto, keptPhotos, photoPicture } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { t, timeWords } from "../i18n/translation.js";
import { complain, orComplain } from "../ui/page.js";
import { PrivatePicture } from "../ui/private-picture.js";
import { openSheet } from "../ui/sheet.js";
import { html, useState } from "../vendor/preact.js";

/** @import { KeptPhoto, LedgerEvent } from "../types" */

/** @param {{ id: string, token: string | null, initial: KeptPhoto[], events: LedgerEvent[] }} props */
function Album({ id, token, initial, events }) {
  const [photos, setPhotos] = useState(initial);
  /** @param {KeptPhoto} photo */
  const deletePhoto = (photo) =>
    forgetPhoto(id, photo.id, token).then(() => setPhotos((all) => all.filter((each) => each !== photo)), complain);
  /** @param {KeptPhoto} photo */
  const photoItem = (photo) => {
    const { hand_number: hand } = events.find(({ seq }) => seq === photo.seq) ?? {};
    const title = hand ? t("hand-n", { n: hand }) : t("a-photo");
    return html`<li class="kept" key=${photo.id}>
      <${PrivatePicture}
        class="kept-photo"
        alt=${t("photo-of-title", { title })}
        fetch=${() => photoPicture(id, photo.id, token)}
        instead=${(problem) => html`<p class="hint">${refusal(problem)}</p>`}
      />
      <div class="kept-words">
        <b>${title}</b>
        <small>${t("kept-until-day", { day: timeWords(photo.expires_at, "day") })}</small>
        <button type="button" class="quiet danger" onclick=${() => deletePhoto(photo)}>${t("delete-photo")}</button>
      </div>
    </li>`;
  };
  return html`
    <p class="hint">${t(initial.length ? "only-who-may-record" : "no-photo-kept-when-hand")}</p>
    <ul class="plain">${photos.map(photoItem)}</ul>
  `;
}

/** @param {{ id: string, token: string | null, events: LedgerEvent[] }} game */
export async function openAlbum(game) {
  const album = await orComplain(keptPhotos(game.id, game.token));
  if (album) openSheet(t("kept-photos"), () => html`<${Album} ...${game} initial=${album.photos} />`);
}
