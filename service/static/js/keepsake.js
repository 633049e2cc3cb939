// A photo is kept only when the table asks for it, with the hand that it shows.

import { keepPhoto } from "./api.js";
import { h, notice } from "./dom.js";
import { t } from "./i18n.js";
import { refusal } from "./words.js";

const DAYS = 7;

/** Returns the question whether to keep a photo; `onChange` gets true or false. */
export function keepChoice(keeping, onChange) {
  return h("label", { class: "keep-photo" },
    h("input", { type: "checkbox", checked: keeping, onchange: ({ target }) => onChange(target.checked) }),
    h("span", {}, t("Keep this photo with the hand for {n} days", { n: DAYS })));
}

/** Has photos kept with the event `seq` that was recorded from them. */
export async function keepPhotos(id, token, seq, photos) {
  try {
    for (const photo of photos) await keepPhoto(id, token, photo, { days: DAYS, seq });
  } catch (problem) {
    notice(t("The photo could not be kept: {reason}", { reason: refusal(problem) }), { alarm: true });
  }
}
