// The second step of a win as it is drawn: the tiles of whoever is shown; below the winner's, once they are there, all that
// follows from them.

import { t } from "../i18n/translation.js";
import { strayTiles } from "../state/arrangement.js";
import { entryOf, isWinner } from "../state/draft.js";
import { handText } from "../state/notation.js";
import { isSupposed } from "../state/reading.js";
import { everyoneScores } from "../state/rules.js";
import { askFalseWin, openMovePoints } from "../table/incidents.js";
import { Later } from "../ui/hooks.js";
import { tileImage } from "../ui/tiles.js";
import { Fragment, html } from "../vendor/preact.js";
import { calledChoice } from "./claims.js";
import { Moment } from "./moment.js";
import {
  chips,
  clashCard,
  nextHand,
  payLine,
  recordButton,
  recordState,
  scoreCards,
  toChips,
  unknownHand,
  worthOf,
} from "./score.js";
import { handParts } from "./tiles-step.js";
import { handsBar } from "./winner.js";

/** @import { WinSession } from "./session.js" */
/** @import { Parts } from "./tiles-step.js" */

/**
 * @param {WinSession} session @param {number} player @param {string} what @param {() => void} run
 * @returns what ends a hand, or asks whether a set was called
 */
const doneWith = (session, player, what, run) =>
  session.isAsked(player)
    ? calledChoice(session, player, { what, ready: true, run })
    : html`<button class="primary big" onclick=${run}>${what}</button>`;

/**
 * @param {WinSession} session @param {number} player
 * @returns the way on from a hand that did not win: to the next unknown one once the winner's is there, else to the
 * winner's
 */
function nextStep(session, player) {
  const next = session.isCounted(session.won.winner) ? unknownHand(session, player) : undefined;
  const words = next === undefined ? t("done-with-hand") : t("next-names-hand", session.win.state.players[next]);
  return {
    button: doneWith(session, player, words, () => session.go("hand", next ?? null)),
    leave: () => session.go("hand"),
  };
}

/**
 * @param {WinSession} session @param {boolean} isNone whether it is no winning hand: what lies in no set is shown
 * @returns the ways on from a hand that cannot be recorded
 */
function shortWays(session, isNone) {
  const { state, rules } = session.win;
  const { winner } = session.won;
  const { hand } = session.prices.counted();
  const incident = {
    ...{ state, rules },
    send: (/** @type {string} */ what, /** @type {object} */ body) => session.recordIncident(what, body),
  };
  const strays = isNone && hand ? strayTiles(hand.concealed.map(({ code }) => code)) : [];
  const isFaan = isNone && !everyoneScores(rules);
  const instead = () => {
    if (isFaan) session.dispatch({ type: "enterFaan", player: winner });
    else openMovePoints(incident);
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
      <button type="button" onclick=${instead}>${t(isFaan ? "only-faan" : "only-points")}</button>
      <button type="button" onclick=${() => session.drop()}>${t("play-on")}</button>
    </div>`,
  ];
}

/** @param {WinSession} session @returns what records the winner's hand, or what can be recorded in its place */
function recordPart(session) {
  const { winner, correcting } = session.won;
  const problems = correcting ? [] : (session.prices.explained(winner).answer?.problems ?? []);
  const isNone = problems.includes("not_a_winning_hand");
  if (isNone || problems.includes("below_minimum")) return shortWays(session, isNone);
  const next = nextHand(session);
  if (!session.isAsked(winner)) return [next ?? payLine(session), recordButton(session)];
  return [next, calledChoice(session, winner, { ...recordState(session), run: () => session.confirm() })];
}

/** @param {WinSession} session @returns the moment of the result, once, when the hand is known to win */
function momentOf(session) {
  const { won } = session;
  const { answer } = session.prices.explained(won.winner);
  const paid = session.prices.paid().answer;
  const isReady = won.hand && answer?.valid && paid && session.isSettled() && !isSupposed(won);
  if (session.win.isShown || !isReady) return null;
  return html`<${Moment}
    answer=${answer}
    gain=${paid.event?.changes[won.winner]}
    onEnd=${() => session.show({ isShown: true })}
  />`;
}

/** @param {WinSession} session @param {number} player whose hand is shown @returns {Parts} the step */
export function handStep(session, player) {
  const { draft } = session.win;
  const isLoser = !isWinner(draft, player);
  const { complete, ...shown } = handParts(session, player, {
    wrong: clashCard(session, player),
    onward: isLoser ? nextStep(session, player) : null,
  });
  // Keyed by whose it is: nothing of one hand stays on the screen of another.
  const body = [handsBar(session, player), html`<${Fragment} key=${player}>${shown.body}<//>`];
  const side = html`<${Fragment} key=${player}>${shown.side}<//>`;
  if (!complete) {
    const worth = isLoser && session.prices.explained(player).answer?.valid && worthOf(session, player);
    return { body, side: [side, worth], foot: [shown.foot] };
  }
  if (player !== draft.winner) {
    const special = entryOf(draft, player).hand && chips(session, player);
    const done = doneWith(session, player, t("done-with-hand"), () => session.go("hand"));
    return { body, side: [side, special, worthOf(session, player)], foot: [shown.foot, done] };
  }
  return {
    body: [body, momentOf(session)],
    side: [side, html`<${Later} draw=${() => scoreCards(session)} />`],
    foot: [shown.foot, toChips(session), recordPart(session)],
  };
}
