// The way back: Back closes a panel, leaves a form for its table, and a table for where one came from.
//
// Every entry of the browser's history says in its state which screen lies `under` it, and whether a panel has made it
// (`panel`). A panel that was closed leaves its entry behind where another screen was opened from it; such an entry is
// passed over on the way back.

let latest = 0; // the number of the panel that was opened last
/** @type {Map<number, () => void>} */
const open = new Map(); // how each panel on the screen is closed, by its number

/** @returns {{ under?: string, panel?: number }} the state of the current entry */
const entry = () => history.state ?? {};

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
  if (panel && !open.has(panel)) history.back();
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
  window.addEventListener("popstate", follow);
  follow(); // the page may have been loaded again while a panel was open
}

/**
 * Makes a panel an entry of the history, so that Back closes it; returns what to call once it is closed.
 *
 * @param {() => void} close
 */
export function openPanel(close) {
  latest = Math.max(latest + 1, Date.now()); // no number comes twice, also after the page was loaded again
  const number = latest;
  const { under, panel = 0 } = entry();
  const isLeftBehind = panel > 0 && !open.has(panel); // by one that was closed this moment
  history[isLeftBehind ? "replaceState" : "pushState"]({ under, panel: number }, "");
  open.set(number, close);
  return () => {
    open.delete(number);
    setTimeout(() => {
      if (entry().panel === number) history.back();
    });
  };
}

/**
 * Leaves a screen for another: goes back where that lies under it, else puts it in its place.
 *
 * @param {string} hash
 */
export function leaveTo(hash) {
  if (entry().under === hash) {
    history.back();
    return;
  }
  history.replaceState({ under: entry().under }, "", hash || location.pathname);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
