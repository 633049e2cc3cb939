// Opens the screen that the address names: the start, a game's table, or a win being entered.
//
// #game=<id> is a game to watch; &token=<token> lets this phone write, and leaves the address at once, so that a
// glance or a screenshot does not give it away. &record=<entry> is what another phone could not record. &win opens the entry of a win, &sheet the score sheet. #again=<id> is the start
// of another game by the players of that one, #club shows all tables, #games which games may be looked back on together and #games=<id>,<id> some of them, /trust how a device trusts the service, #rules=<hash> the start of one by the house rules of another phone.

import { askAhead } from "./api/client.js";
import { isRefused, onRefusedToken } from "./api/http.js";
import { loadLanguage, withWords } from "./i18n/translation.js";
import { startView } from "./start/start.js";
import { keepSending } from "./state/outbox.js";
import { games, keepGame, keepOverview, keepRules, token } from "./state/storage.js";
import { followHistory, leaveTo } from "./ui/navigation.js";
import { dropAlarm, nextTask } from "./ui/page.js";

const SCREENS = {
  /** @param {string} id @param {string | null=} record */
  table: (id, record) =>
    withWords(import("./table/table.js"), "screens").then(({ tableView }) => tableView(id, record)),
  /** @param {string} id */
  win: (id) => withWords(import("./entry/win.js"), "screens").then(({ winView }) => winView(id)),
  /** @param {string} id */
  sheet: (id) => withWords(import("./table/score-sheet.js")).then(({ sheetView }) => sheetView(id)),
};

const IDLE = 2500; // milliseconds after the first screen, before the code of the next ones is fetched
let leave = () => {};

/**
 * Opens a screen whose code is fetched when it is first wanted; returns what to call when it is left.
 *
 * @param {() => Promise<() => void>} open
 */
function later(open) {
  const opened = open();
  return () => {
    opened.then((close) => close());
  };
}

/** @param {URLSearchParams} asked @param {string} name */
const idIn = (asked, name) => /^[\w-]+$/.exec(asked.get(name) ?? "")?.[0] ?? null;

/**
 * Keeps house rules that a link brings, which are chosen then; the address forgets them, so that others can be chosen.
 */
function keepRulesBrought() {
  const [, hash] = /^#rules=([0-9a-f]{64})$/.exec(location.hash) ?? [];
  if (!hash) return;
  keepRules(hash);
  history.replaceState(null, "", location.pathname);
}

/**
 * Returns what the address names: the `id` of a game, or null for the start, there that `again` is played on from, the
 * `token` to write, an entry to `record`, and the `screen`.
 */
function named() {
  const asked = new URLSearchParams(location.hash.slice(1));
  /** @type {keyof typeof SCREENS} */
  const screen = asked.has("win") ? "win" : asked.has("sheet") ? "sheet" : "table";
  return {
    id: idIn(asked, "game"),
    again: idIn(asked, "again"),
    token: asked.get("token"),
    record: asked.get("record"),
    screen,
  };
}

function route() {
  leave();
  leave = () => {};
  dropAlarm();
  keepRulesBrought();
  /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]")).forEach((dialog) => {
    dialog.close();
  });
  const { id, again, token: brought, record, screen } = named();
  if (location.pathname === "/trust") {
    leave = later(() => withWords(import("./trust/trust.js"), "trust").then(({ trustView }) => trustView()));
    return;
  }
  if (location.hash === "#club") {
    keepOverview("#club");
    window.scrollTo(0, 0);
    leave = later(() => withWords(import("./club/club.js")).then(({ clubView }) => clubView()));
    return;
  }
  const several = /^#games(?:=([\w,-]*))?$/.exec(location.hash);
  if (several) {
    window.scrollTo(0, 0);
    const ids = (several[1] ?? "").split(",").filter(Boolean);
    leave = later(() => withWords(import("./club/games.js")).then(({ gamesView }) => gamesView(ids)));
    return;
  }
  if (!id) {
    nextTask().then(() => keepOverview("#")); // a browser takes its time to open what it remembers
    if (again) window.scrollTo(0, 0);
    leave = startView({ again });
    return;
  }
  const isNew = !games().some((game) => game.id === id);
  if (isNew) keepGame(id, { isJoined: true });
  if (brought) keepGame(id, { token: brought });
  if (brought || record) history.replaceState(null, "", `#game=${id}`);
  window.scrollTo(0, 0);
  document.getElementById("page")?.focus({ preventScroll: true });
  leave = later(() => SCREENS[screen](id, record));
}

/** Registers the service worker once the page is there, so that it takes nothing from the first load. */
function keepPage() {
  if (!navigator.serviceWorker || !window.isSecureContext || location.pathname === "/trust") return;
  // The page works without it. Over https a browser refuses it that was told to pass over a warning.
  const register = () =>
    navigator.serviceWorker
      .register("/sw.js", { updateViaCache: "none" })
      .catch(() => withWords(import("./trust/trust.js"), "trust").then(({ offerTrust }) => offerTrust()));
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}

const first = named();
if (first.id && first.screen === "table") askAhead(first.id);
await loadLanguage();
await nextTask();
followHistory(route);
onRefusedToken(() => {
  const { id, screen } = named();
  if (id && screen === "win" && isRefused(token(id))) leaveTo(`#game=${id}`); // what is entered is kept; the table says why
});
keepSending(async () => (await import("./state/photos.js")).sendPhotos());
keepPage();
route();
setTimeout(() => {
  withWords(import("./table/table.js"), "screens")
    .then(() => withWords(import("./entry/win.js"), "screens"))
    .then(() => withWords(import("./rules/cards.js"))) // and what is looked up now and then, which may be wanted without a connection
    .then(() => Promise.all([withWords(import("./table/links.js")), withWords(import("./table/unkept.js"))]))
    .catch(() => {});
}, IDLE); // without a connection: when they are wanted
