// The second step of a win: the tiles of the shown player, and below complete winning tiles what follows from them.

import { t } from "../i18n/translation.js";
import { strayTiles } from "../state/arrangement.js";
import { entryOf, isWinner } from "../state/draft.js";
import { handText } from "../state/notation.js";
import { isProvisional } from "../state/reading.js";
import { everyoneScores } from "../state/rules.js";
import { adjust, askFalseWin } from "../table/incidents.js";
import { Later } from "../ui/hooks.js";
import { tileImage } from "../ui/tiles.js";
import { Fragment, html } from "../vendor/preact.js";
import { calledChoice } from "./claims.js";
import { ResultMoment } from "./moment.js";
import {
  circumstanceChips,
  circumstancesLink,
  clashCard,
  nextHand,
  payLine,
  recordButton,
  recordState,
  scoreCards,
  unknownHand,
  worthCards,
} from "./score.js";
import { handParts } from "./tiles-step.js";
import { handsBar } from "./winner.js";

/** @import { WinSession } from "./session.js" */
/** @import { Parts } from "./tiles-step.js" */

// Or the question whether a set was called.
/** @param {WinSession} session @param {number} player @param {string} what @param {() => void} run */
const doneButton = (session, player, what, run) =>
  session.isCallAsked(player)
    ? calledChoice(session, player, { what, ready: true, run })
    : html`<button class="primary big" onclick=${run}>${what}</button>`;

/** Return the button to the next unknown hand, or back to the winner's. @param {WinSession} session @param {number} player */
function loserButton(session, player) {
  const next = session.isCounted(session.won.winner) ? unknownHand(session, player) : undefined;
  const words = next === undefined ? t("done-with-hand") : t("next-names-hand", session.win.state.players[next]);
  return doneButton(session, player, words, () => session.go("hand", next ?? null));
}

/**
 * Return what can be done with a hand that cannot be recorded. If it is no winning hand, the tiles in no set are shown.
 *
 * @param {WinSession} session @param {boolean} isNoWin
 */
function alternativesToWin(session, isNoWin) {
  const { state, rules } = session.win;
  const { winner } = session.won;
  const { hand } = session.prices.countedDraft();
  const incident = {
    ...{ state, rules },
    send: (/** @type {string} */ what, /** @type {object} */ body) => session.recordIncident(what, body),
  };
  const strays = isNoWin && hand ? strayTiles(hand.concealed.map(({ code }) => code)) : [];
  const isFaan = isNoWin && !everyoneScores(rules);
  const agree = () => {
    if (isFaan) session.dispatch({ type: "enterFaan", player: winner });
    else adjust(incident);
  };
  return [
    strays.length > 0 &&
      html`<p class="strays">
        <span>${t("left-over")}</span>
        <span class="row-tiles">${strays.map((code) => tileImage(code))}</span>
      </p>`,
    html`<div class="short-ways" role="group">
      <button type="button" onclick=${() => askFalseWin(incident, winner, hand ? handText(hand) : "")}>
        ${t("false-win-label")}
      </button>
      <button type="button" onclick=${agree}>${t(isFaan ? "only-faan" : "only-points")}</button>
      <button type="button" onclick=${() => session.askToDrop()}>${t("play-on")}</button>
    </div>`,
  ];
}

/** Return what records the winner's hand, or what can be recorded in its place. @param {WinSession} session */
function recordPart(session) {
  const { winner, correcting } = session.won;
  const problems = correcting ? [] : (session.prices.resultOf(winner).answer?.problems ?? []);
  const isNoWin = problems.includes("not_a_winning_hand");
  if (isNoWin || problems.includes("below_minimum")) return alternativesToWin(session, isNoWin);
  const next = nextHand(session);
  if (!session.isCallAsked(winner)) return [next ?? payLine(session), recordButton(session)];
  return [next, calledChoice(session, winner, { ...recordState(session), run: () => session.confirm() })];
}

/** Return the moment of the result, once, when the hand is known to win. @param {WinSession} session */
function momentOf(session) {
  const { won } = session;
  const { answer } = session.prices.resultOf(won.winner);
  const move = session.prices.payments().answer;
  const isReady = won.hand && answer?.valid && move && session.isSettled() && !isProvisional(won);
  if (session.win.isMomentOver || !isReady) return null;
  return html`<${ResultMoment}
    answer=${answer}
    gain=${move.event?.changes[won.winner]}
    onEnd=${() => session.show({ isMomentOver: true })}
  />`;
}

/** @param {WinSession} session @param {number} player whose hand is shown @returns {Parts} */
export function handStep(session, player) {
  const { draft } = session.win;
  const isLoser = !isWinner(draft, player);
  const { isComplete, ...parts } = handParts(session, player, {
    clash: clashCard(session, player),
    loserButton: isLoser && loserButton(session, player),
  });
  // Keyed, so that nothing of one hand stays on the screen of another.
  const body = [handsBar(session, player), html`<${Fragment} key=${player}>${parts.body}<//>`];
  const side = html`<${Fragment} key=${player}>${parts.side}<//>`;
  if (!isComplete) {
    const worth = isLoser && session.prices.resultOf(player).answer?.valid && worthCards(session, player);
    return { body, side: [side, worth], foot: [parts.foot] };
  }
  if (player !== draft.winner) {
    const special = entryOf(draft, player).hand && circumstanceChips(session, player);
    const done = doneButton(session, player, t("done-with-hand"), () => session.go("hand"));
    return { body, side: [side, special, worthCards(session, player)], foot: [parts.foot, done] };
  }
  return {
    body: [body, momentOf(session)],
    side: [side, html`<${Later} draw=${() => scoreCards(session)} />`],
    foot: [parts.foot, circumstancesLink(session), recordPart(session)],
  };
}
