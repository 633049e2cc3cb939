// Back closes a panel, leaves a form for its table, and a table for the screen before.
//
// The state of each entry of the browser's history names the screen `under` it, and how many panels were open when it was
// made (`depth`). Panels that were closed in another way leave their entries behind, which Back skips.

/** @type {(() => void)[]} */
const panels = []; // functions that close the open panels, the last one opened at the end
let place = { hash: location.hash, depth: 0 }; // the current entry
let isLeaving = false; // the page has gone back, which the browser does a moment later

/** Return the state of the current entry. @returns {{ under?: string, depth?: number }} */
const entry = () => history.state ?? {};

/** Take note of the current entry; return the one before. */
function arrive() {
  const before = place;
  const { depth = 0 } = entry();
  place = { hash: location.hash, depth };
  isLeaving = false;
  return before;
}

/** Close the panels that Back has left, or go on if they were closed before. */
function follow() {
  const before = arrive();
  if (place.hash !== before.hash || place.depth >= before.depth) return;
  const left = panels.slice(place.depth).reverse();
  for (const close of left) close();
  if (!left.length) history.back();
}

/** Follow the browser's history; `route` opens the screen of the address. @param {() => void} route */
export function followHistory(route) {
  if (history.state === null) history.replaceState({}, "");
  window.addEventListener("popstate", follow);
  window.addEventListener("hashchange", ({ oldURL }) => {
    if (history.state === null && oldURL) history.replaceState({ under: new URL(oldURL).hash }, ""); // a new entry
    arrive();
    route();
  });
  arrive();
}

/**
 * Add an entry for a panel, so that Back closes it; return a function to call once it is closed.
 *
 * @param {() => void} close
 */
export function openPanel(close) {
  panels.push(close);
  const { under, depth = 0 } = entry();
  if (panels.length > depth) history.pushState({ under, depth: panels.length }, "");
  arrive();
  return () => {
    panels.splice(panels.indexOf(close), 1);
  };
}

/** Leave a screen for another: go back if that is the one before, else replace the entry. @param {string} hash */
export function leaveTo(hash) {
  if (isLeaving) return;
  const { under, depth = 0 } = entry();
  if (under === hash) {
    isLeaving = true;
    history.go(-depth - 1);
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
