// Opens the screen that the address names: the start, a game's table, or a win being entered.
//
// #game=<id> is a game to watch; &token=<token> lets this phone write, and leaves the address at once, so that a
// glance or a screenshot does not give it away. &win opens the entry of a win, &sheet the score sheet.

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

function route() {
  leave();
  leave = () => {};
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  const asked = new URLSearchParams(location.hash.slice(1));
  const id = asked.get("game");
  if (!id || !/^[\w-]+$/.test(id)) {
    import("./start.js").then(({ startView }) => startView());
    return;
  }
  const token = asked.get("token");
  if (token) {
    keepGame(id, { token });
    history.replaceState(null, "", `#game=${id}`);
  }
  window.scrollTo(0, 0);
  document.getElementById("page").focus({ preventScroll: true });
  const screen = asked.has("win") ? "win" : asked.has("sheet") ? "sheet" : "table";
  leave = later(() => SCREENS[screen](id));
}

await loadLanguage();
window.addEventListener("hashchange", route);
keepSending();
keepPage();
route();
setTimeout(() => { import("./table.js").then(() => import("./win.js")).catch(() => {}); }, IDLE); // without a connection: when they are wanted
