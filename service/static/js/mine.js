// Which player this phone belongs to: chosen once, known again at every table by the name.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { openSheet } from "./sheet.js";
import { tileImage, windTile } from "./tiles.js";

const KEY = "tableside.me";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // storage switched off: the first chair is at the bottom
  }
}

/** Returns the player of this phone at a table, or null before anybody said so. */
export function myself({ id, players }) {
  const { at = {}, name = null } = kept();
  const found = at[id] ?? players.findIndex((player) => player.name === name);
  return found >= 0 ? found : null;
}

function keep(state, player) {
  const { at = {} } = kept();
  try {
    localStorage.setItem(KEY, JSON.stringify({ name: state.players[player].name, at: { ...at, [state.id]: player } }));
  } catch {
    // Only the view of the table depends on it.
  }
}

/** Asks whose phone this is; `onTurn` is called when the table has to be drawn anew. */
export function askWhose(state, onTurn) {
  openSheet(t("Where do you sit?"), (close) => [
    h("p", { class: "hint" }, t("The table is turned so that you sit at the bottom. Only on this phone.")),
    h("div", { class: "people" }, state.players.map(({ name, seat_wind: wind }, k) => h("button", {
      type: "button", class: "person", "data-player": k, "aria-pressed": String(myself(state) === k),
      onclick: () => { keep(state, k); close(); onTurn(); },
    }, tileImage(windTile(wind), { silent: true }), h("b", {}, name)))),
  ]);
}
