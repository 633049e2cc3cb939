// Builds elements from code. Text always goes in as text, so a player's name can never become markup.
//
// What is a template already can stand in what is built here.

import { t } from "../i18n/translation.js";
import { html, render } from "../vendor/preact.js";

/** @import { VNode } from "../vendor/preact.js" */
/** @import { Attributes, Child } from "../types" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns an HTML element; attributes that begin with "on" are listeners, false and null are left out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes=} attributes
 * @param {...Child} children
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Returns an SVG element, with the same conventions as `h`.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes=} attributes
 * @param {...Child} children
 */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Returns the things of a list and of all lists in it, less those that stand for nothing.
 *
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
const parts = (children) =>
  children.flatMap((child) => {
    if (Array.isArray(child)) return parts(child);
    return child === null || child === undefined || typeof child === "boolean"
      ? []
      : child instanceof Node
        ? [child]
        : typeof child === "object"
          ? drawn(child)
          : [String(child)];
  });

/** @param {VNode<any>} template */
function drawn(template) {
  const place = document.createElement("div");
  render(template, place);
  return [...place.childNodes];
}

/**
 * Says whether there are elements among them.
 *
 * @param {Child} child
 * @returns {boolean}
 */
const isBuilt = (child) => (Array.isArray(child) ? child.some(isBuilt) : child instanceof Node);

/** @type {WeakSet<HTMLElement>} */
const filled = new WeakSet(); // places where elements were put

/**
 * Draws templates in a place, or puts elements there.
 *
 * @param {HTMLElement} place
 * @param {...Child} children
 */
export function draw(place, ...children) {
  if (isBuilt(children)) {
    render(null, place);
    place.replaceChildren(...parts(children));
    filled.add(place);
    return;
  }
  if (filled.delete(place)) place.replaceChildren();
  render(/** @type {import("../vendor/preact.js").ComponentChildren} */ (children), place);
}

/**
 * Returns the elements among them.
 *
 * @param {Child[]} children
 */
export const elements = (children) => /** @type {Node[]} */ (parts(children).filter((each) => each instanceof Node));

/**
 * @template {Element} Built
 * @param {Built} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...parts(children));
  return element;
}

const FOCUSABLE = "a, button, input, select, textarea, summary, [tabindex]";
/** @param {Element} element */
const signature = (element) =>
  `${element.tagName} ${element.id} ${element.getAttribute("name") ?? ""} ${element.getAttribute("aria-label") ?? element.textContent}`;

/**
 * Draws a part of the page anew; what had the focus keeps it where the new drawing has it too.
 *
 * @param {HTMLElement} root
 * @param {() => void} draw
 */
export function keepingFocus(root, draw) {
  const before = document.activeElement;
  const focused = before && before !== root && root.contains(before) ? signature(before) : null;
  draw();
  if (focused && document.activeElement !== before)
    [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(FOCUSABLE))]
      .find((each) => signature(each) === focused)
      ?.focus({ preventScroll: true });
}

/**
 * Makes `nodes` the children of an element. One that is there already, or stands there looking the same, stays untouched:
 * a field keeps its caret, and what is under a finger is not replaced between press and release.
 *
 * @param {HTMLElement} root
 * @param {Node[]} wanted
 */
export function arrange(root, wanted) {
  const there = new Set(root.childNodes);
  const free = new Set([...there].filter((each) => !wanted.includes(/** @type {Node} */ (each))));
  const placed = wanted.map((node) => {
    const same = there.has(/** @type {ChildNode} */ (node)) ? node : [...free].find((each) => each.isEqualNode(node));
    free.delete(/** @type {ChildNode} */ (same));
    return same ?? node;
  });
  for (const each of free) each.remove();
  let next = root.firstChild;
  for (const node of placed) {
    if (next && node === next) next = next.nextSibling;
    else root.insertBefore(node, next);
  }
}

/**
 * Returns a part of the page that is always there.
 *
 * @param {string} id
 */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Puts a view on the page.
 *
 * @param {...Child} children
 */
export function show(...children) {
  const page = part("page");
  keepingFocus(page, () => draw(page, ...children));
  return page;
}

/**
 * Has a screen reader say something, once.
 *
 * @param {string} text
 */
export function announce(text) {
  const place = part("said");
  if (place && place.textContent !== text) place.textContent = text;
}

let noticeTimer = 0;

function clear() {
  const place = part("notices");
  render(null, place);
  place.hidePopover?.();
}

/** Takes an alarm away whose screen is left: what it was about is over, and it would lie upon the next one. */
export function dropAlarm() {
  if (document.querySelector("#notices .alarm")) clear();
}

/**
 * Says something short at the top of the page; an alarm stays until it is tapped away or its screen is left.
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
      <button class="text" aria-label=${t("Close this message")} onclick=${clear}>${t("Close")}</button>
    </div>`,
    place,
  );
  place.hidePopover?.();
  place.showPopover?.(); // last in, so above a panel that is open
  if (!alarm && !action) noticeTimer = setTimeout(clear, 6000);
}
