// Opens the screen that the address names: the start, a game's table, or a win being entered.
//
// #game=<id> is a game to watch; &token=<token> lets this phone write, and leaves the address at once, so that a
// glance or a screenshot does not give it away. &win opens the entry of a win.

import { startView } from "./start.js";
import { loadLanguage } from "./i18n.js";
import { keepGame } from "./memory.js";
import { tableView } from "./table.js";
import { winView } from "./win.js";

let leave = () => {};

function route() {
  leave();
  leave = () => {};
  const asked = new URLSearchParams(location.hash.slice(1));
  const id = asked.get("game");
  if (!id || !/^[\w-]+$/.test(id)) {
    startView();
    return;
  }
  const token = asked.get("token");
  if (token) {
    keepGame(id, { token });
    history.replaceState(null, "", `#game=${id}`);
  }
  window.scrollTo(0, 0);
  document.getElementById("page").focus({ preventScroll: true });
  leave = asked.has("win") ? winView(id) : tableView(id);
}

await loadLanguage();
window.addEventListener("hashchange", route);
route();
