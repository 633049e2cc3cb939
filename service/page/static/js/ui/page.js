// The three permanent parts of the page: the screen, announcements for screen readers, and notices.

import { refusal } from "../i18n/refusals.js";
import { t, withWords } from "../i18n/translation.js";
import { Fragment, html, render } from "../vendor/preact.js";

/** @import { Refusal } from "../types" */
/** @import { TextId } from "../i18n/text-ids" */
/** @import { VNode } from "../vendor/preact.js" */

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

let shown = 0; // screens, each of which starts afresh
/** @type {() => VNode<any> | null} */
let draw = () => null; // the screen

/** Draw the screen and the notice over it again, as in another language. */
export function redraw() {
  render(html`<${Fragment} key=${shown}>${draw()}<//>`, element("page"));
  drawNotice();
}

/** Show a screen in place of the one before. @param {() => VNode<any>} screen draws it */
export function show(screen) {
  document.getElementById("opening")?.remove();
  shown += 1;
  draw = screen;
  redraw();
}

/**
 * Show a screen once it is fetched, unless it was left before.
 * @param {Promise<() => VNode<any>>} fetching @param {AbortSignal} left
 */
export const showFetched = (fetching, left) => fetching.then((screen) => left.aborted || show(screen));

/** Resolve in a new task, so that a slow phone can respond in between. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Have screen readers read a text aloud. @param {string} text */
export function announce(text) {
  const place = element("said");
  if (place && place.textContent !== text) place.textContent = text;
}

/** @type {() => VNode<any> | null} */
let shownNotice = () => null;
let noticeOver = new AbortController(); // aborted when the notice is removed

/** Draw the notice, and move the page down under it. */
function drawNotice() {
  const place = element("notices");
  const drawn = shownNotice();
  render(drawn, place);
  const height = drawn ? place.getBoundingClientRect().bottom : 0;
  document.documentElement.style.setProperty("--notice", `${height}px`);
}

function clearNotice() {
  shownNotice = () => null;
  noticeOver.abort();
  element("notices").hidePopover?.();
  drawNotice();
}

/** Remove a notice with the next tap on anything else: whoever goes on has read it. @param {MouseEvent} event */
function clearByTap({ target }) {
  if (target instanceof Element && target.closest("button, a, input, select, summary") && !target.closest("#notices"))
    clearNotice();
}

/** Wait for the next tap. The click that ends a tap or a drag already begun is not one. @param {AbortSignal} signal */
function awaitTap(signal) {
  const options = { capture: true, signal };
  const awaitClick = () => document.addEventListener("click", clearByTap, options);
  for (const begun of ["pointerdown", "keydown"]) document.addEventListener(begun, awaitClick, options);
}

/** Remove the alarm of a screen that is left. */
export function dropAlarm() {
  if (document.querySelector("#notices .alarm")) clearNotice();
}

/**
 * Show a short message at the top of the page, which it moves down. It goes with the next tap, never by itself: the page
 * would move under a finger that is about to tap. An alarm also goes when its screen is left, and an offer of an `action`
 * only when it is answered.
 *
 * @param {() => string} words
 * @param {{ alarm?: boolean, action?: { label: TextId, run: () => void } | null }=} given
 */
export function notice(words, { alarm = false, action = null } = {}) {
  const place = element("notices");
  const run = () => {
    clearNotice();
    action?.run();
  };
  shownNotice = () => html`<div class=${alarm ? "notice alarm" : "notice"} role=${alarm ? "alert" : null}>
    <p>${words()}</p>
    ${action && html`<button class="text" onclick=${run}>${t(action.label)}</button>`}
    <button class="text" aria-label=${t("close-message")} onclick=${clearNotice}>${t("close-label")}</button>
  </div>`;
  place.hidePopover?.();
  place.showPopover?.(); // above an open panel
  drawNotice();
  noticeOver.abort();
  noticeOver = new AbortController();
  if (alarm || !action) awaitTap(noticeOver.signal);
}

/** Show a refusal as an alarm. @param {Refusal} problem */
export const complain = (problem) => notice(() => refusal(problem), { alarm: true });

/**
 * Return the answer to a request, or show its refusal and return null.
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
 * Run a module of the page once it is fetched with its texts and style, or report that it cannot be.
 *
 * @template Part
 * @param {Promise<Part>} fetching
 * @param {(part: Part) => unknown} run
 */
export async function withPart(fetching, run) {
  let part;
  try {
    part = await withWords(fetching);
  } catch {
    notice(() => t("cannot-fetched-now-try-again"), { alarm: true });
    return;
  }
  run(part);
}
