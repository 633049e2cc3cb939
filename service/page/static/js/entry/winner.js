// First step of a win: who won, and from whom. And whose tiles are on the screen, where more than one hand counts.

import { t } from "../i18n/translation.js";
import { entryOf, isKnown, isWinner, winnersOf } from "../state/draft.js";
import { handText } from "../state/notation.js";
import { everybody, othersInTurn } from "../state/players.js";
import { everyoneScores } from "../state/rules.js";
import { isEntered } from "../state/win.js";
import { worthWords } from "../ui/breakdown.js";
import { handPictures } from "../ui/hands.js";
import { Later } from "../ui/hooks.js";
import { personButton } from "../ui/people.js";
import { tileImage } from "../ui/tiles.js";
import { html } from "../vendor/preact.js";
import { photoOnItsWay, waysOf } from "./reading.js";
import { clashing, payLine, recordButton } from "./score.js";
import { faanPart } from "./worth-form.js";

/** @import { WinSession } from "./session.js" */
/** @import { Win } from "../types" */

/** How a win was got whose faan were tapped before anything was said of it. */
const SELF_DRAW = /** @type {const} */ ({ win: "self-draw", from: null });

/** @param {WinSession} session */
function winnerCard(session) {
  const { state, draft } = session.win;
  return html`<section class="card who" aria-label=${t("who-won")}>
    <h2>${t("who-won")}</h2>
    <div class=${draft.winner === null ? "people" : "people four"}>
      ${state.players.map((_, k) =>
        personButton(state, k, {
          pressed: draft.winner === k,
          onpick: () => session.dispatch({ type: "pickWinner", winner: k }),
        }),
      )}
    </div>
  </section>`;
}

/** @param {WinSession} session @param {number} winner */
function howCard(session, winner) {
  const { state, draft } = session.win;
  /** @param {Win} win @param {number | null} from */
  const pick = (win, from) => session.dispatch({ type: "pickWin", win, from });
  return html`<section class="card who" aria-label=${t("how")}>
    <h2>${t("how-did-name-get-last", state.players[winner])}</h2>
    <div class="people four">
      <button
        type="button"
        class="person wide"
        aria-pressed=${String(draft.win === "self-draw")}
        onclick=${() => pick("self-draw", null)}
      >
        ${tileImage("x", { silent: true })}
        <span><b>${t("drew-it")}</b></span>
      </button>
      ${othersInTurn(state, winner).map((k) =>
        personButton(state, k, {
          label: t("from-word"),
          pressed: draft.win === "discard" && draft.from === k,
          onpick: () => pick("discard", k),
        }),
      )}
    </div>
    <p class="hint">${t("for-robbed-kong-choose-player")}</p>
  </section>`;
}

/**
 * @param {WinSession} session
 * @returns what records a win whose faan are agreed, or leads back to the tiles that are there
 */
function whoFoot(session) {
  const { draft } = session.win;
  if (draft.winner === null || !draft.win) return null;
  if (isEntered(draft))
    // who came back, or sets a hand right, need not say again what is said
    return html`<button type="button" class="primary big" onclick=${() => session.go("hand")}>${t("continue-tiles")}</button>`;
  if (draft.mode !== "faan" || !Number.isInteger(draft.faan)) return null;
  return [payLine(session), recordButton(session)];
}

/**
 * @param {WinSession} session
 * @returns what is there of a photo taken before all of who and how was said, or the ways to take it
 */
function photoFirst(session) {
  const { draft } = session.win;
  if (draft.mode === "camera") return waysOf(session, draft.winner);
  if (draft.win || draft.mode !== "photo") return null;
  const shot = session.photos.of(draft.winner);
  const hand = draft.hand && handText(draft.hand);
  if (!hand) return photoOnItsWay(session, draft.winner) ?? waysOf(session, draft.winner);
  return html`<section class="card seen" role="status">
    ${shot?.url && html`<img class="seen-photo" src=${shot.url} alt="" />`}
    ${handPictures(hand)}
  </section>`;
}

/**
 * @param {WinSession} session
 * @returns the step: the photo if it comes first, who won, how, then by how many faan or the ways to enter the tiles
 */
export function whoStep(session) {
  const { draft, rules } = session.win;
  const { winner, mode } = draft;
  const isBegun = winner !== null && !everyoneScores(rules);
  const first = photoFirst(session);
  /** @param {number} faan */
  const onFaan = (faan) => {
    const { win, from } = draft.win ? draft : SELF_DRAW;
    session.dispatch({ type: "agree", win: win ?? "self-draw", from, faan });
  };
  return {
    body: [first, winnerCard(session)],
    side: winner !== null && [
      howCard(session, winner),
      isBegun &&
        (mode !== "photo" || draft.win) &&
        html`<${Later} draw=${() => faanPart(session, session.won, { title: t("only-faan"), onFaan })} />`,
      isBegun && draft.win && !first && waysOf(session, winner),
    ],
    foot: whoFoot(session),
  };
}

/**
 * @param {WinSession} session @param {number} shown
 * @returns the hands to switch between, in any order; null where one counts
 */
export function handsBar(session, shown) {
  const { state, draft, rules } = session.win;
  const everyone = everyoneScores(rules) && draft.mode !== "scores";
  if (!everyone && !draft.also?.length) return null;
  const clashed = clashing(session);
  /** @param {number} player */
  const isWrong = (player) => {
    const isRefused = entryOf(draft, player).hand && session.prices.worths[player].result.answer?.valid === false;
    return clashed.includes(player) || (isRefused && (player !== shown || !isWinner(draft, player))); // a winner's is not whole while it is entered
  };
  /** @param {number} player */
  const words = (player) => {
    if (isWrong(player)) return t("please-check");
    if (isWinner(draft, player)) return t("won-word");
    if (!isKnown(entryOf(draft, player))) return t("unknown-word");
    const { answer } = session.prices.worths[player].result;
    return answer?.valid ? worthWords(answer) : t("entered");
  };
  return html`<div class="hands-bar" role="group" aria-label=${t("whose-hand")}>
    ${(everyone ? everybody(state) : winnersOf(draft)).map(
      (player) => html`<button
        type="button"
        class=${isWrong(player) ? "doubtful" : null}
        aria-pressed=${String(player === shown)}
        data-player=${player}
        onclick=${() => session.go("hand", player)}
      >
        <b>${state.players[player].name}</b>
        <small>${words(player)}</small>
      </button>`,
    )}
  </div>`;
}
