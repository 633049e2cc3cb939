// The screen around the steps of a win: where one is, the way back, and the foot under the thumb.

import { phrases, t } from "../i18n/translation.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/page.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

/** @import { Child } from "../types" */

const STEPS = ["who", "hand"];

/**
 * @param {Child} child
 * @returns {boolean}
 */
const isNothing = (child) =>
  Array.isArray(child) ? child.every(isNothing) : child === null || child === undefined || typeof child === "boolean";

/**
 * The screen; `onTitle` leads to what the title says, to change it, `side` stands beside the body where there is room, else below it.
 *
 * @param {{ step: string, title: string, onTitle: (() => void) | null, body: Child, side?: Child, foot: Child, correcting: number | undefined, onBack: () => void, onDrop: () => void }} given
 */
export function Frame({ step, title, onTitle, body, side, foot, correcting, onBack, onDrop }) {
  /** @type {import("../vendor/preact.js").RefObject<HTMLElement>} */
  const above = useRef(null);
  /** @type {import("../vendor/preact.js").RefObject<HTMLElement>} */
  const below = useRef(null);
  // What sticks to the lower edge, such as the palette, sticks above the foot.
  useLayoutEffect(() => {
    const [room, edge] = [/** @type {HTMLElement} */ (above.current), /** @type {HTMLElement} */ (below.current)];
    const watch = new ResizeObserver(() => room.style.setProperty("--foot", `${edge.offsetHeight}px`));
    watch.observe(edge);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    const [worth, paid] = [".score-line", ".pay-line"].map((name) => below.current?.querySelector(name));
    announce(phrases([worth?.textContent?.trim() ?? "", paid?.getAttribute("aria-label") ?? ""]));
  });
  const place = t("step-n-of-all", { n: STEPS.indexOf(step) + 1, all: STEPS.length });
  return html`
    <header class="bar">
      <button class="icon" aria-label=${t("one-step-back")} onclick=${onBack}>${icon("back")}</button>
      <div class="bar-title">
        <h1>${onTitle ? html`<button type="button" onclick=${onTitle}>${title}${icon("change")}</button>` : title}</h1>
        ${!onTitle && html`<span class="steps">${correcting ? t("correcting-older-hand") : place}</span>`}
      </div>
      <button class="quiet" onclick=${onDrop}>${t("cancel")}</button>
    </header>
    <div class="win-body" data-step=${step} ref=${above}>
      <div class="win-main">${body}</div>
      <div class="win-side">${side}</div>
    </div>
    <footer class="win-foot" hidden=${isNothing(foot)} ref=${below}>${foot}</footer>
  `;
}
