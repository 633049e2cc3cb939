// A photo is kept only when the table asks for it, with the hand that it shows.

import { h } from "./dom.js";
import { t } from "./i18n.js";

export const DAYS = 7;

/** Returns the question whether to keep a photo; `onChange` gets true or false. */
export function keepChoice(keeping, onChange) {
  return h("label", { class: "keep-photo" },
    h("input", { type: "checkbox", checked: keeping, onchange: ({ target }) => onChange(target.checked) }),
    h("span", {}, t("Keep this photo with the hand for {n} days", { n: DAYS })));
}
