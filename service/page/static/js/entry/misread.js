// Shows a photo that was read wrong, its reading and the correction, to save or share as one file for the makers of the
// reader. It is never sent by itself.

import { t } from "../i18n/translation.js";
import { handText } from "../state/notation.js";
import { handPictures } from "../ui/hands.js";
import { saveFile, shareByPhone } from "../ui/share.js";
import { openSheet } from "../ui/sheet.js";
import { html } from "../vendor/preact.js";

/** @import { Hand, Shot } from "../types" */

const NAME = "misread.json";

/** @param {Blob} blob @returns {Promise<string>} */
const dataUrl = (blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** @param {Shot} shot with the service's reading @param {Hand} hand as corrected */
async function misreadFile({ blob, size, reading }, hand) {
  const photo = await dataUrl(/** @type {Blob} */ (blob));
  const content = { photo, size, reading, corrected: handText(hand) };
  return new File([JSON.stringify(content, null, 1)], NAME, { type: "application/json" });
}

/** @param {Shot} shot @param {Hand} hand */
export async function openMisread(shot, hand) {
  const file = await misreadFile(shot, hand);
  const canShare = navigator.canShare?.({ files: [file] });
  const share = async () => (await shareByPhone({ files: [file] })) || saveFile(file);
  openSheet(
    t("read-wrong"),
    (_, after) => html`
      <p class="lead">${t("read-wrong-what-file-holds")}</p>
      <img class="busy-photo" src=${shot.url} alt=${t("a-photo")} />
      <h3>${t("as-it-was-read")}</h3>
      ${handPictures(shot.reading?.hand ?? "")}
      <h3>${t("as-it-is-right")}</h3>
      ${handPictures(handText(hand))}
      <div class="actions">
        <button type="button" class=${canShare ? "quiet" : "primary"} onclick=${after(() => saveFile(file))}>
          ${t("save-the-file")}
        </button>
        ${canShare && html`<button type="button" class="primary" onclick=${after(share)}>${t("share-label")}</button>`}
      </div>
    `,
  );
}
