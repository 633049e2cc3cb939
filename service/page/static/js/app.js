// Opens the screen that the address names: the start, a game's table, or a win being entered.
//
// Behind the # stands one of these; without any it is the start. The path /trust shows how a device trusts the service.
//   game=<id>         the table of a game. With &token=<token> this phone may write; the token leaves the address at once,
//                     so that nobody copies it from the screen. With &record=<entry> it records what another phone could not.
//   game=<id>&win     the entry of a win
//   game=<id>&sheet   the score sheet
//   again=<id>        the start of another game by the same players
//   rules=<hash>      the start, with the house rules of another phone
//   club              all tables
//   games=<id>,<id>   several games looked at together; without ids, the choice of them

import { isOwnersPhone, listLinks, prefetchTable } from "./api/client.js";
import { isRefused, onRefusedToken } from "./api/http.js";
import { loadLanguage, t, withWords } from "./i18n/translation.js";
import { startView } from "./start/start.js";
import { keepSending } from "./state/outbox.js";
import { games, isHouse, keepGame, keepOverview, keepRules, token } from "./state/storage.js";
import { followHistory, leaveTo, stepBack } from "./ui/navigation.js";
import { dropAlarm, nextTask, notice, redraw } from "./ui/page.js";

/** The screens whose code and words are fetched when they are first opened. */
const VIEWS = {
  table: () => withWords(import("./table/table.js"), "screens").then(({ tableView }) => tableView),
  win: () => withWords(import("./entry/win.js"), "screens").then(({ winView }) => winView),
  sheet: () => withWords(import("./table/score-sheet.js")).then(({ sheetView }) => sheetView),
  club: () => withWords(import("./club/club.js")).then(({ clubView }) => clubView),
  games: () => withWords(import("./club/games.js")).then(({ gamesView }) => gamesView),
  trust: () => withWords(import("./trust/trust.js")).then(({ trustView }) => trustView),
};

const IDLE = 2500; // milliseconds after the first screen, before the code of the next ones is fetched
let screen = new AbortController(); // aborted when the screen is left
let game = { id: /** @type {string | null} */ (null), over: new AbortController() }; // that the screens are of

/** @param {URLSearchParams} query @param {string} name */
const idIn = (query, name) => /^[\w-]+$/.exec(query.get(name) ?? "")?.[0] ?? null;

/**
 * Return the screen of an address, null for the start.
 * @param {URLSearchParams} query @returns {keyof typeof VIEWS | null}
 */
function viewOf(query) {
  if (location.pathname === "/trust") return "trust";
  if (location.hash === "#club") return "club";
  if (query.has("games")) return "games";
  if (!idIn(query, "game")) return null;
  return query.has("win") ? "win" : query.has("sheet") ? "sheet" : "table";
}

/** Return the parts of the address: the screen, the `id` of its game, and what else the screens ask for. */
function addressParts() {
  const query = new URLSearchParams(location.hash.slice(1));
  return {
    view: viewOf(query),
    id: /** @type {string} */ (idIn(query, "game")),
    ids: query.get("games")?.match(/[\w-]+/g) ?? [],
    again: idIn(query, "again"),
    linkToken: query.get("token"),
    record: query.get("record"),
    rules: query.get("rules") ?? "",
  };
}

/**
 * Store the token of a link, except on the owner's phone, which could no longer delete the game or withdraw links.
 * @param {string} id @param {string} linkToken
 */
async function takeToken(id, linkToken) {
  const own = token(id);
  if (own && own !== linkToken) {
    const keepsOwn = await listLinks(id, own).then(isOwnersPhone, ({ code }) => code !== "wrong_token");
    if (keepsOwn) return;
  }
  keepGame(id, { token: linkToken });
  if (own) redraw();
}

function route() {
  screen.abort();
  screen = new AbortController();
  const { signal } = screen;
  dropAlarm();
  /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]")).forEach((dialog) => {
    dialog.close();
  });
  const address = addressParts();
  const { view, id, again, linkToken, record, rules } = address;
  if (id !== game.id) {
    game.over.abort();
    game = { id, over: new AbortController() };
  }
  if (isHouse(rules)) {
    keepRules(rules);
    history.replaceState(history.state, "", location.pathname); // so that others can be chosen
  }
  if (!view) {
    nextTask().then(() => keepOverview("#")); // opening the storage takes a browser a while
    if (again) window.scrollTo(0, 0);
    startView(signal, address);
    return;
  }
  if (view === "club") keepOverview("#club");
  window.scrollTo(0, 0);
  if (id) {
    const isNew = !games().some((game) => game.id === id);
    if (isNew) keepGame(id, { isJoined: true });
    if (linkToken) takeToken(id, linkToken);
    if (linkToken || record) history.replaceState(history.state, "", `#game=${id}`);
    document.getElementById("page")?.focus({ preventScroll: true });
  }
  VIEWS[view]().then(
    (open) => signal.aborted || open(signal, { ...address, gameLeft: game.over.signal }),
    () => {
      if (signal.aborted) return;
      stepBack(); // the address that is left could not be opened a second time
      notice(() => t("cannot-fetched-now-try-again"));
    },
  );
}

/** Register the service worker after the first load, which it would slow down. */
function registerWorker() {
  if (!navigator.serviceWorker || !window.isSecureContext || location.pathname === "/trust") return;
  // The page works without it. A browser whose user dismissed a warning about the certificate refuses it.
  const register = () =>
    navigator.serviceWorker
      .register("/sw.js", { updateViaCache: "none" })
      .catch(() => withWords(import("./trust/trust.js")).then(({ offerTrust }) => offerTrust()));
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}

const first = addressParts();
if (first.view === "table") prefetchTable(first.id);
await loadLanguage();
if (first.view) VIEWS[first.view]().catch(() => {}); // fetched while the browser prepares the page; `route` reports errors
await nextTask();
followHistory(route);
onRefusedToken(() => {
  const { id, view } = addressParts();
  if (view === "win" && isRefused(token(id)))
    leaveTo(`#game=${id}`); // the entry is kept; the table shows the reason
  else redraw();
});
route();
await nextTask();
keepSending();
registerWorker();
setTimeout(() => {
  VIEWS.table()
    .then(VIEWS.win)
    .then(() => withWords(import("./rules/cards.js"))) // what is looked up now and then, perhaps without a connection
    .then(() => Promise.all([withWords(import("./table/links.js")), withWords(import("./table/unkept.js"))]))
    .catch(() => {}); // without a connection they are fetched when they are opened
}, IDLE);
