// The photos that the table keeps: which hand they belong to, until when, and how to delete them.

import { forgetPhoto, keptPhotos, photoPicture } from "../api/client.js";
import { isChinese, t } from "../i18n/translation.js";
import { h, notice } from "../ui/dom.js";
import { refusal } from "../ui/refusals.js";
import { openSheet } from "../ui/sheet.js";

/** @import { KeptPhoto, LedgerEvent } from "../types" */

/** @param {string} at */
const day = (at) =>
  new Date(at).toLocaleDateString(isChinese() ? "zh-Hant" : undefined, { day: "numeric", month: "long" });

/** @param {{ id: string, token: string | null, kept: KeptPhoto, events: LedgerEvent[] }} given */
function photo({ id, token, kept, events }) {
  const { hand_number: hand } = events.find(({ seq }) => seq === kept.seq) ?? {};
  const title = hand ? t("Hand {n}", { n: hand }) : t("A photo");
  const picture = h("img", { class: "kept-photo", alt: t("Photo of {title}", { title }) });
  photoPicture(id, kept.id, token).then(
    (blob) => {
      picture.addEventListener("load", () => URL.revokeObjectURL(picture.src), { once: true });
      picture.src = URL.createObjectURL(blob);
    },
    (problem) => picture.replaceWith(h("p", { class: "hint" }, refusal(problem))),
  );
  const line = h(
    "li",
    { class: "kept" },
    picture,
    h(
      "div",
      { class: "kept-words" },
      h("b", {}, title),
      h("small", {}, t("kept until {day}", { day: day(kept.expires_at) })),
      h(
        "button",
        {
          type: "button",
          class: "quiet danger",
          onclick: async () => {
            try {
              await forgetPhoto(id, kept.id, token);
              line.remove();
            } catch (problem) {
              notice(refusal(problem), { alarm: true });
            }
          },
        },
        t("Delete this photo"),
      ),
    ),
  );
  return line;
}

/**
 * Opens the kept photos of a game, for who may write; `events` are those of its history.
 *
 * @param {{ id: string, token: string | null, events: LedgerEvent[] }} given
 */
export async function openAlbum({ id, token, events }) {
  let photos;
  try {
    ({ photos } = await keptPhotos(id, token));
  } catch (problem) {
    notice(refusal(problem), { alarm: true });
    return;
  }
  openSheet(t("Kept photos"), () => [
    h(
      "p",
      { class: "hint" },
      photos.length
        ? t("Only who may record at this table sees them. They are deleted by themselves on the day given.")
        : t("No photo is kept. When a hand is read from a photo, the page offers to keep it."),
    ),
    photos.length
      ? h(
          "ul",
          { class: "plain" },
          photos.map((kept) => photo({ id, token, kept, events })),
        )
      : null,
  ]);
}
