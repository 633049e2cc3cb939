// The screen around the steps of a win: where one is, the way back, and the foot under the thumb.

import { t } from "../i18n/translation.js";
import { announce, arrange, elements, h, keepingFocus, show } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** @import { Child } from "../types" */

const STEPS = ["who", "hand"];

/**
 * Puts the screen on the page: {update({step, title, body, side, foot})}; `side` stands beside the body where there is room, else below it.
 *
 * @param {{ onBack: () => void, onDrop: () => void, correcting: number | undefined }} given
 */
export function buildFrame({ onBack, onDrop, correcting }) {
  const title = h("h1", {});
  const dots = h("span", { class: "steps" });
  const [main, side] = [h("div", { class: "win-main" }), h("div", { class: "win-side" })];
  const body = h("div", { class: "win-body" }, main, side);
  const foot = h("footer", { class: "win-foot" });
  show(
    h(
      "header",
      { class: "bar" },
      h("button", { class: "icon", "aria-label": t("One step back"), onclick: onBack }, icon("back")),
      h("div", { class: "bar-title" }, title, dots),
      h("button", { class: "quiet", onclick: onDrop }, t("Cancel")),
    ),
    body,
    foot,
  );
  // What sticks to the lower edge, such as the palette, sticks above the foot.
  new ResizeObserver(() => body.style.setProperty("--foot", `${foot.offsetHeight}px`)).observe(foot);
  return {
    /** @param {{ step: string, title: string, body: Child, side?: Child, foot: Child }} given */
    update({ step, title: words, body: children, side: beside = [], foot: below }) {
      body.dataset.step = step;
      title.textContent = words;
      const place = t("Step {n} of {all}", { n: STEPS.indexOf(step) + 1, all: STEPS.length });
      dots.textContent = correcting ? `${t("Setting an older hand right")} · ${place}` : place;
      const opened = [...body.querySelectorAll("details[open]")].map((each) => each.className);
      keepingFocus(body, () => {
        arrange(main, elements([children]));
        arrange(side, elements([beside]));
      });
      body.querySelectorAll("details").forEach((each) => {
        if (opened.includes(each.className)) each.open = true;
      });
      const parts = elements([below]);
      keepingFocus(foot, () => arrange(foot, parts));
      foot.hidden = !parts.length;
      announce(foot.querySelector(".score-line")?.textContent ?? "");
    },
  };
}
