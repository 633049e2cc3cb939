// Back closes a panel, leaves a form for its table, and a table for the screen before.
//
// The state of each entry of the browser's history names the screen `under` it, the number of the `panel` that made it, if
// any, and how many entries of panels lie above the screen (`depth`). A panel from which another screen was opened leaves its
// entry behind, which is skipped on the way back.

let latest = 0; // number of the last panel
/** @type {Map<number, () => void>} */
const panels = new Map(); // functions that close the open panels, by number
const SOON = 600; // milliseconds in which a browser goes back
let isReturning = false; // the page has gone back, which the browser does a moment later
/** @type {string | null} */
let overtaker = null; // the address that was opened meanwhile
let patience = 0;
/** @type {(() => void)[]} */
const delayed = []; // called once the browser has gone back

/** Return the state of the current entry. @returns {{ under?: string, panel?: number, depth?: number }} */
const entry = () => history.state ?? {};

/** @param {number} entries */
function goBack(entries) {
  isReturning = true;
  patience = setTimeout(settle, SOON); // in case a new screen prevents it
  history.go(-entries);
}

/** Mark a new entry with the screen under it. @param {{ oldURL?: string }} event */
function mark({ oldURL = "" }) {
  if (history.state === null && oldURL) history.replaceState({ under: new URL(oldURL).hash }, "");
}

/** Close the panels that Back has left, and skip the entries of closed ones. */
function follow() {
  const { panel = 0 } = entry();
  for (const [number, close] of [...panels].reverse()) if (number > panel) close();
  if (panel && !panels.has(panel)) goBack(1);
}

/** Call whatever waits for the browser to have gone back; return whether anything did. */
function settle() {
  clearTimeout(patience);
  isReturning = false;
  overtaker = null;
  const runs = delayed.splice(0);
  for (const run of runs) run();
  return runs.length > 0;
}

/** Follow the browser to a new screen, which has no state yet, or back. @param {{ state: object | null }} event */
function arrive({ state }) {
  const { hash } = location;
  if (state === null && hash !== overtaker) {
    if (isReturning) overtaker = hash;
    follow();
  } else if (overtaker !== null && hash !== overtaker) {
    history.forward(); // one entry at a time, as a browser counts from where it was or from where it is
  } else if (!settle()) follow();
}

/** Follow the browser's history; `route` opens the screen of the address. @param {() => void} route */
export function followHistory(route) {
  window.addEventListener("hashchange", (event) => {
    mark(event);
    route();
  });
  window.addEventListener("popstate", arrive);
  follow(); // the page may have been reloaded with an open panel
}

/** @param {number} number */
function enter(number) {
  const { under, panel = 0, depth = 0 } = entry();
  if (history.state === null) history.replaceState({}, "");
  const isLeftBehind = panel > 0 && !panels.has(panel); // by a panel that was just closed
  if (isLeftBehind) history.replaceState({ under, panel: number, depth }, "");
  else history.pushState({ under, panel: number, depth: depth + 1 }, "");
}

/**
 * Add an entry for a panel, so that Back closes it; return a function to call once it is closed.
 *
 * @param {() => void} close
 */
export function openPanel(close) {
  latest = Math.max(latest + 1, Date.now()); // unique, also after a reload
  const number = latest;
  if (isReturning) delayed.push(() => panels.has(number) && enter(number));
  else enter(number);
  panels.set(number, close);
  return () => {
    panels.delete(number);
    setTimeout(() => {
      if (entry().panel === number && !isReturning) goBack(1);
    });
  };
}

/** Leave a screen for another: go back if that is the one before, else replace the entry. @param {string} hash */
export function leaveTo(hash) {
  if (isReturning) {
    delayed.push(() => leaveTo(hash));
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

/** Go back to the screen before, if there is one. */
export function stepBack() {
  const { under } = entry();
  if (under !== undefined) leaveTo(under);
}
