// The next game of a table: begun on one phone, offered to all others that are at the finished one.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { keepNext } from "./memory.js";

/** Opens the game that a table has gone on to from `id`, with what this phone may do there. */
export function goAlong(id, next) {
  keepNext(id, next);
  location.hash = `game=${next}`;
}

/** Returns the way from a finished game to the next one. */
export const nextCard = (id, next) => h("section", { class: "card next-game", role: "status" },
  h("h2", {}, t("The table plays its next game")),
  h("button", { class: "primary big", type: "button", onclick: () => goAlong(id, next) }, t("Go along")));
