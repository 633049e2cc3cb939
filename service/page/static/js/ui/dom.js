// Builds elements from code. Text always goes in as text, so a player's name can never become markup.

import { t } from "../i18n/translation.js";

const SVG = "http://www.w3.org/2000/svg";

/** Returns an HTML element; attributes that begin with "on" are listeners, false and null are left out. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Returns an SVG element, with the same conventions as `h`. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const FOCUSABLE = "a, button, input, select, textarea, summary, [tabindex]";
const signature = (element) => `${element.tagName} ${element.id} ${element.name ?? ""} ${element.getAttribute("aria-label") ?? element.textContent}`;

/** Draws a part of the page anew; what had the focus keeps it where the new drawing has it too. */
export function keepingFocus(root, draw) {
  const before = document.activeElement;
  const focused = before !== root && root.contains(before) ? signature(before) : null;
  draw();
  if (focused && document.activeElement !== before) [...root.querySelectorAll(FOCUSABLE)].find((each) => signature(each) === focused)?.focus({ preventScroll: true });
}

/**
 * Makes `nodes` the children of an element. One that is there already, or stands there looking the same, stays untouched:
 * a field keeps its caret, and what is under a finger is not replaced between press and release.
 */
export function arrange(root, nodes) {
  const there = new Set(root.childNodes);
  const free = new Set([...there].filter((each) => !nodes.includes(each)));
  const wanted = nodes.map((node) => {
    const same = there.has(node) ? node : [...free].find((each) => each.isEqualNode(node));
    free.delete(same);
    return same ?? node;
  });
  free.forEach((each) => each.remove());
  let next = root.firstChild;
  for (const node of wanted) {
    if (node === next) next = next.nextSibling;
    else root.insertBefore(node, next);
  }
}

/** Puts a view on the page. */
export function show(...children) {
  const page = document.getElementById("page");
  keepingFocus(page, () => page.replaceChildren(...children.flat(Infinity).filter(Boolean)));
  return page;
}

/** Has a screen reader say something, once. */
export function announce(text) {
  const place = document.getElementById("said");
  if (place && place.textContent !== text) place.textContent = text;
}

let noticeTimer = 0;

function clear() {
  const place = document.getElementById("notices");
  place.replaceChildren();
  place.hidePopover?.();
}

/** Takes an alarm away whose screen is left: what it was about is over, and it would lie upon the next one. */
export function dropAlarm() {
  if (document.querySelector("#notices .alarm")) clear();
}

/** Says something short at the top of the page; an alarm stays until it is tapped away or its screen is left. */
export function notice(text, { alarm = false, action = null } = {}) {
  const place = document.getElementById("notices");
  clearTimeout(noticeTimer);
  place.replaceChildren(
    h("div", { class: alarm ? "notice alarm" : "notice", role: alarm ? "alert" : null },
      h("p", {}, text),
      action && h("button", { class: "text", onclick: () => { clear(); action.run(); } }, action.label),
      h("button", { class: "text", "aria-label": t("Close this message"), onclick: clear }, t("Close")),
    ),
  );
  place.hidePopover?.();
  place.showPopover?.(); // last in, so above a panel that is open
  if (!alarm && !action) noticeTimer = setTimeout(clear, 6000);
}
