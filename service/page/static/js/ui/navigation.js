// The way back: Back closes a panel, leaves a form for its table, and a table for where one came from.
//
// Every entry of the browser's history says in its state which screen lies `under` it, and whether a `panel` has made it,
// with how many entries of panels lie between it and its screen (`depth`). A panel that was closed leaves its entry behind
// where another screen was opened from it; such an entry is passed over on the way back.

let latest = 0; // the number of the panel that was opened last
/** @type {Map<number, () => void>} */
const open = new Map(); // how each panel on the screen is closed, by its number
const SOON = 600; // milliseconds in which a browser goes where the page sends it
let isReturning = false; // the page itself has asked to go back, which the browser does a moment later
/** @type {string | null} */
let overtaker = null; // the address to which somebody went on meanwhile, where the page belongs
let patience = 0;
/** @type {(() => void)[]} */
const after = []; // what is to be done when it has

/** @returns {{ under?: string, panel?: number, depth?: number }} the state of the current entry */
const entry = () => history.state ?? {};

/** @param {number} entries */
function goBack(entries) {
  isReturning = true;
  patience = setTimeout(settle, SOON); // where a new screen has stopped it
  history.go(-entries);
}

/**
 * Marks an entry that a link or an address has just made with the screen under it; one that is come back to has its mark.
 *
 * @param {{ oldURL?: string }} event
 */
function mark({ oldURL = "" }) {
  if (history.state === null && oldURL) history.replaceState({ under: new URL(oldURL).hash }, "");
}

/** Has what is on the screen follow Back: panels are closed, and what a closed one has left behind is passed over. */
function follow() {
  const { panel = 0 } = entry();
  for (const [number, close] of [...open].reverse()) if (number > panel) close();
  if (panel && !open.has(panel)) goBack(1);
}

/** Goes on once the page is where it was sent; returns whether anything waited for that. */
function settle() {
  clearTimeout(patience);
  isReturning = false;
  overtaker = null;
  const runs = after.splice(0);
  for (const run of runs) run();
  return runs.length > 0;
}

/**
 * Goes on where the browser has gone: to a new screen, which has no state yet, or back.
 *
 * @param {{ state: object | null }} event
 */
function arrive({ state }) {
  const { hash } = location;
  if (state === null && hash !== overtaker) {
    if (isReturning) overtaker = hash;
    follow();
  } else if (overtaker !== null && hash !== overtaker) {
    history.forward(); // one entry at a time, as a browser counts from where it was or from where it is
  } else if (!settle()) follow();
}

/**
 * Follows the browser's history from now on; `route` opens what the address names.
 *
 * @param {() => void} route
 */
export function followHistory(route) {
  window.addEventListener("hashchange", (event) => {
    mark(event);
    route();
  });
  window.addEventListener("popstate", arrive);
  follow(); // the page may have been loaded again while a panel was open
}

/** @param {number} number */
function enter(number) {
  const { under, panel = 0, depth = 0 } = entry();
  if (history.state === null) history.replaceState({}, "");
  const isLeftBehind = panel > 0 && !open.has(panel); // by one that was closed this moment
  if (isLeftBehind) history.replaceState({ under, panel: number, depth }, "");
  else history.pushState({ under, panel: number, depth: depth + 1 }, "");
}

/**
 * Makes a panel an entry of the history, so that Back closes it; returns what to call once it is closed.
 *
 * @param {() => void} close
 */
export function openPanel(close) {
  latest = Math.max(latest + 1, Date.now()); // no number comes twice, also after the page was loaded again
  const number = latest;
  if (isReturning) after.push(() => open.has(number) && enter(number));
  else enter(number);
  open.set(number, close);
  return () => {
    open.delete(number);
    setTimeout(() => {
      if (entry().panel === number && !isReturning) goBack(1);
    });
  };
}

/**
 * Leaves a screen for another: goes back where that lies under it, else puts it in its place.
 *
 * @param {string} hash
 */
export function leaveTo(hash) {
  if (isReturning) {
    after.push(() => leaveTo(hash));
    return;
  }
  const { under, depth = 0 } = entry();
  if (under === hash) {
    goBack(depth + 1);
    return;
  }
  history.replaceState({ under }, "", hash || location.pathname);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
