// The three parts of the page that are always there: the screen, what is said to screen readers, and notices.

import { refusal } from "../i18n/refusals.js";
import { t, withWords } from "../i18n/translation.js";
import { html, render } from "../vendor/preact.js";

/** @import { Refusal } from "../types" */
/** @import { VNode } from "../vendor/preact.js" */

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Draws a screen in the place of the one before, or of the word that it is on its way.
 *
 * @param {VNode<any>} screen
 */
export function show(screen) {
  document.getElementById("opening")?.remove();
  render(screen, part("page"));
}

/**
 * Shows a screen once it can be drawn; returns what to call when it is left, which may be before.
 *
 * @param {Promise<VNode<any>>} fetching
 */
export function showFetched(fetching) {
  let gone = false;
  fetching.then((screen) => gone || show(screen));
  return () => {
    gone = true;
  };
}

/** Settles in a task of its own: on a slow phone each is long. */
export const nextTask = () => new Promise((go) => setTimeout(go));

/** @param {string} text */
export function announce(text) {
  const place = part("said");
  if (place && place.textContent !== text) place.textContent = text;
}

let noticeTimer = 0;

/** @param {number} height in pixels, of the alarm that lies over the top of the page, which makes room for it */
const makeRoom = (height) => document.documentElement.style.setProperty("--alarm", `${height}px`);

function clear() {
  makeRoom(0);
  document.removeEventListener("click", clearByTap, true);
  const place = part("notices");
  render(null, place);
  place.hidePopover?.();
}

/**
 * Whoever goes on has read an alarm: it goes with the next tap on anything else.
 *
 * @param {MouseEvent} event
 */
function clearByTap({ target }) {
  if (target instanceof Element && target.closest("button, a, input, select, summary") && !target.closest("#notices"))
    clear();
}

/** Takes an alarm away whose screen is left: what it was about is over, and it would lie upon the next one. */
export function dropAlarm() {
  if (document.querySelector("#notices .alarm")) clear();
}

/**
 * Shows a short message at the top of the page; an alarm stays until something is tapped or its screen is left, and covers
 * nothing: the page makes room for it.
 *
 * @param {string} text
 * @param {{ alarm?: boolean, action?: { label: string, run: () => void } | null }=} given
 */
export function notice(text, { alarm = false, action = null } = {}) {
  const place = part("notices");
  clearTimeout(noticeTimer);
  const run = () => {
    clear();
    action?.run();
  };
  render(
    html`<div class=${alarm ? "notice alarm" : "notice"} role=${alarm ? "alert" : null}>
      <p>${text}</p>
      ${action && html`<button class="text" onclick=${run}>${action.label}</button>`}
      <button class="text" aria-label=${t("close-message")} onclick=${clear}>${t("close-label")}</button>
    </div>`,
    place,
  );
  place.hidePopover?.();
  place.showPopover?.(); // last in, so above a panel that is open
  makeRoom(alarm ? place.getBoundingClientRect().bottom : 0);
  if (alarm) document.addEventListener("click", clearByTap, true);
  if (!alarm && !action) noticeTimer = setTimeout(clear, 6000);
}

/** @param {Refusal} problem */
export const complain = (problem) => notice(refusal(problem), { alarm: true });

/**
 * Returns what a request comes to; where it is refused says why, and returns null.
 *
 * @template Answer
 * @param {Promise<Answer>} request
 */
export const orComplain = (request) =>
  request.catch((problem) => {
    complain(problem);
    return null;
  });

/**
 * Runs a part of the page that is being fetched once its words and its style are there; says so where it cannot be had.
 *
 * @template Part
 * @param {Promise<Part>} fetching
 * @param {(part: Part) => unknown} run
 * @param {string=} words
 */
export async function withPart(fetching, run, words = "rare") {
  let part;
  try {
    part = await withWords(fetching, words);
  } catch {
    notice(t("cannot-fetched-now-try-again"), { alarm: true });
    return;
  }
  run(part);
}
