// Opens the screen that the address names: the start, a game's table, or a win being entered.
//
// #game=<id> is a game to watch; &token=<token> lets this phone write, and leaves the address at once, so that a
// glance or a screenshot does not give it away. &win opens the entry of a win, &sheet the score sheet.

import { askAhead } from "./api.js";
import { dropAlarm } from "./dom.js";
import { loadLanguage } from "./i18n.js";
import { keepPage } from "./install.js";
import { keepGame } from "./memory.js";
import { keepSending } from "./outbox.js";

const SCREENS = {
  table: (id) => import("./table.js").then(({ tableView }) => tableView(id)),
  win: (id) => import("./win.js").then(({ winView }) => winView(id)),
  sheet: (id) => import("./scoresheet.js").then(({ sheetView }) => sheetView(id)),
};
const IDLE = 2500; // milliseconds after the first screen, before the code of the next ones is fetched

let leave = () => {};

/** Opens a screen whose code is fetched when it is first wanted; returns what to call when it is left. */
function later(open) {
  const opened = open();
  return () => { opened.then((close) => close()); };
}

/** Returns what the address names: the `id` of a game, or null for the start, the `token` to write, and the `screen`. */
function named() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const id = asked.get("game");
  const screen = asked.has("win") ? "win" : asked.has("sheet") ? "sheet" : "table";
  return { id: id && /^[\w-]+$/.test(id) ? id : null, token: asked.get("token"), screen };
}

function route() {
  leave();
  leave = () => {};
  dropAlarm();
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  const { id, token, screen } = named();
  if (!id) {
    import("./start.js").then(({ startView }) => startView());
    return;
  }
  if (token) {
    keepGame(id, { token });
    history.replaceState(null, "", `#game=${id}`);
  }
  window.scrollTo(0, 0);
  document.getElementById("page").focus({ preventScroll: true });
  leave = later(() => SCREENS[screen](id));
}

const first = named();
if (first.id) import("./table.js").catch(() => {}); // side by side with the words and the table's state
if (first.id && first.screen === "table") askAhead(first.id);
await loadLanguage();
window.addEventListener("hashchange", route);
keepSending();
keepPage();
route();
setTimeout(() => { import("./table.js").then(() => import("./win.js")).catch(() => {}); }, IDLE); // without a connection: when they are wanted
