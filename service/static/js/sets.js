// Shows how the service divided a hand: its sets as pictures.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { tileImage } from "./tiles.js";

/** Returns the faces of one set written as hand text: "(555z)", "123m", "11z". */
export function facesOf(text) {
  const codes = [];
  for (const [, digits, letter] of text.matchAll(/(\d+)([mpszfg])/g)) codes.push(...[...digits].map((digit) => digit + letter));
  return codes;
}

/** Returns the sets of an answer, the pair last; the one that another player's tile completed is underlined. */
export function handSets({ sets, claimed }) {
  if (!sets?.length) return null;
  return h("div", { class: "mini-sets", role: "img", "aria-label": t("How the hand was divided") },
    sets.map((text, index) => h("span", { class: claimed === index ? "mini-set won" : "mini-set" }, facesOf(text).map((code) => tileImage(code, { silent: true })))));
}
