// The screen around the steps of a win: the title, the way back, and the foot.

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

/** Scroll to a part of the screen, and focus an element in it. @param {string} part @param {string=} focused */
export function bringInSight(part, focused) {
  const element = document.querySelector(part);
  element?.scrollIntoView({ block: "center" });
  if (focused) /** @type {HTMLElement | null} */ (element?.querySelector(focused))?.focus({ preventScroll: true });
}

/** @param {WinSession} session @param {number | null} player */
function goBack(session, player) {
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

/** @param {{ session: WinSession, body: Child, side?: Child, foot: Child }} given `side` is below `body` on a narrow screen */
export function Frame({ session, body, side, foot }) {
  const { step = "who", winner, correcting } = session.win.draft;
  const player = shownPlayer(session.win);
  const isTitleButton = step === "hand" && player === winner && !correcting; // leads to who won and how
  const main = useRef(null);
  const footer = useRef(null);
  // The palette and others that stick to the lower edge stick above the foot.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() =>
      main.current.style.setProperty("--foot", `${footer.current.offsetHeight}px`),
    );
    observer.observe(footer.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const [worth, payments] = [".score-line", ".pay-line"].map((name) => footer.current?.querySelector(name));
    announce(phrases([worth?.textContent?.trim() ?? "", payments?.getAttribute("aria-label") ?? ""]));
  });
  const words = title(session, player);
  return html`
    <header class="bar">
      <button class="icon" aria-label=${t("one-step-back")} onclick=${() => goBack(session, player)}>${icon("back")}</button>
      <div class="bar-title">
        <h1>${
          isTitleButton
            ? html`<button type="button" onclick=${() => session.go("who")}>${words}${icon("change")}</button>`
            : words
        }</h1>
        ${correcting && html`<small>${t("correcting-older-hand")}</small>`}
      </div>
      <button class="quiet" onclick=${() => session.askToDrop()}>${t("cancel")}</button>
    </header>
    <div class="win-body" data-step=${step} ref=${main}>
      <div class="win-main">${body}</div>
      <div class="win-side">${side}</div>
    </div>
    <footer class="win-foot" ref=${footer}>${foot}</footer>
  `;
}
