// The screen around the steps of a win: where one is, the way back, and the foot under the thumb.

import { phrases, t } from "../i18n/translation.js";
import { entryOf } from "../state/draft.js";
import { allTiles, emptyHand } from "../state/hand.js";
import { shownPlayer } from "../state/win.js";
import { icon } from "../ui/icons.js";
import { announce } from "../ui/page.js";
import { winWords } from "../ui/words.js";
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

/** @import { WinSession } from "./session.js" */
/** @import { Child } from "../types" */

const STEPS = ["who", "hand"];

/** @param {Child} child @returns {boolean} */
const isNothing = (child) =>
  Array.isArray(child) ? child.every(isNothing) : child === null || child === undefined || typeof child === "boolean";

/**
 * Brings a part of the screen into sight, with what of it is at hand for keys.
 * @param {string} part @param {string=} focused
 */
export function bringInSight(part, focused) {
  const place = document.querySelector(part);
  place?.scrollIntoView({ block: "center" });
  if (focused) /** @type {HTMLElement | null} */ (place?.querySelector(focused))?.focus({ preventScroll: true });
}

/** @param {WinSession} session @param {number | null} player */
function back(session, player) {
  const { draft } = session.win;
  if (draft.step !== "hand" || player === null) return session.toTable();
  const { mode, hand } = entryOf(draft, player);
  if (mode && mode !== "camera" && !allTiles(hand ?? emptyHand()).length) return session.restart(player);
  return session.go(player === draft.winner ? "who" : "hand");
}

/** @param {WinSession} session @param {number | null} player */
function title({ win, won }, player) {
  if (win.draft.step !== "hand" || player === null) return t("a-win");
  return player === won.winner ? winWords(win.state, won) : t("names-hand", win.state.players[player]);
}

/**
 * The screen; what stands at the `side` of the body is below it where there is no room.
 *
 * @param {{ session: WinSession, body: Child, side?: Child, foot: Child }} given
 */
export function Frame({ session, body, side, foot }) {
  const { step = "who", winner, correcting } = session.win.draft;
  const player = shownPlayer(session.win);
  const isWinners = step === "hand" && player === winner && !correcting; // its title leads to what it says
  const above = useRef(null);
  const below = useRef(null);
  // What sticks to the lower edge, such as the palette, sticks above the foot.
  useLayoutEffect(() => {
    const [room, edge] = [above.current, below.current];
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
      <button class="icon" aria-label=${t("one-step-back")} onclick=${() => back(session, player)}>${icon("back")}</button>
      <div class="bar-title">
        <h1>${
          isWinners
            ? html`<button type="button" onclick=${() => session.go("who")}>${title(session, player)}${icon("change")}</button>`
            : title(session, player)
        }</h1>
        ${!isWinners && html`<span class="steps">${correcting ? t("correcting-older-hand") : place}</span>`}
      </div>
      <button class="quiet" onclick=${() => session.drop()}>${t("cancel")}</button>
    </header>
    <div class="win-body" data-step=${step} ref=${above}>
      <div class="win-main">${body}</div>
      <div class="win-side">${side}</div>
    </div>
    <footer class="win-foot" hidden=${isNothing(foot)} ref=${below}>${foot}</footer>
  `;
}
