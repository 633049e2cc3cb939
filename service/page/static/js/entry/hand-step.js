// The second step of a win as it is drawn: the tiles of whoever is shown; below the winner's, once they are there, all that
// follows from them.

import { t } from "../i18n/translation.js";
import { strayTiles } from "../state/arrangement.js";
import { uncalled } from "../state/claims.js";
import { entryOf, isWinner, winnersOf } from "../state/draft.js";
import { handText } from "../state/notation.js";
import { isSupposed } from "../state/reading.js";
import { everyoneScores } from "../state/rules.js";
import { adjust, askFalseWin } from "../table/incidents.js";
import { Fragment, html } from "../vendor/preact.js";
import { calledChoice } from "./claims.js";
import { Moment } from "./moment.js";
import {
  chips,
  clashCard,
  clashes,
  clashing,
  nextHand,
  payLine,
  recordButton,
  recordState,
  scoreCards,
  shortWays,
  toChips,
  unknownHand,
  worthOf,
} from "./score.js";
import { handParts } from "./tiles-step.js";
import { handsBar } from "./winner.js";

/** @import { WinSession } from "./session.js" */
/** @import { Clash } from "./score.js" */
/** @import { Parts } from "./tiles-step.js" */

const PLAYERS = [0, 1, 2, 3];

/**
 * Returns the hands to switch between, where more than one counts.
 *
 * @param {WinSession} session
 * @param {number} shown
 * @param {Clash[]} found
 */
function bar(session, shown, found) {
  const { state, draft, rules } = session.win;
  const everyone = everyoneScores(rules) && draft.mode !== "scores";
  if (!everyone && !draft.also?.length) return null;
  return handsBar({
    state,
    draft,
    shown,
    everyone,
    results: (player) => session.prices.of(draft, player),
    clashing: clashing(found),
    onpick: (player) => session.go("hand", player),
  });
}

/**
 * The button that ends a hand, or the two answers to whether a set of it was called.
 *
 * @param {WinSession} session
 * @param {number} player
 * @param {{ what: string, ready?: boolean, otherwise: import("../types").Child, run: () => void }} given `otherwise` stands where nothing is asked
 */
function endOf(session, player, { what, ready = true, otherwise, run }) {
  if (!session.isAsked(player)) return otherwise;
  const { hand } = entryOf(session.win.draft, player);
  /** @param {import("../types").Hand} called */
  const say = (called) => session.dispatch({ type: "sayCalled", player, hand: called });
  return calledChoice(session.priced(player), {
    what,
    ready,
    onSo: () => {
      if (hand) say(hand);
      run();
    },
    onClosed: () => hand && say(uncalled(hand)),
  });
}

/**
 * The button that ends a hand beside the first winner's.
 *
 * @param {WinSession} session
 * @param {number} player
 * @param {string} what
 * @param {() => void} run
 */
const doneWith = (session, player, what, run) =>
  endOf(session, player, {
    what,
    run,
    otherwise: html`<button class="primary big" onclick=${run}>${what}</button>`,
  });

/**
 * The way on from a hand that did not win: to the next that is unknown once the winner's is there, else to the winner's.
 *
 * @param {WinSession} session
 * @param {number} player
 */
function onward(session, player) {
  const { state } = session.win;
  const { won } = session;
  const next = session.isCounted(won.winner) ? unknownHand({ state, draft: won }, player) : undefined;
  const words = next === undefined ? t("done-with-hand") : t("next-names-hand", state.players[next]);
  return {
    button: doneWith(session, player, words, () => session.go("hand", next ?? null)),
    leave: () => session.go("hand"),
  };
}

/**
 * Returns what records the winner's hand, or what can be recorded in its place.
 *
 * @param {WinSession} session
 * @param {import("./score.js").Context} context
 */
function recordPart(session, context) {
  const { draft, state, rules, sending } = session.win;
  const { winner } = context.draft;
  const result = context.results(winner);
  const away = result.problem?.code === "not_reached";
  const isLeft = PLAYERS.some((each) => each !== winner && session.isAsked(each));
  const confirm = () => session.confirm();
  const recording = {
    state,
    draft: context.draft,
    paid: away ? { problem: result.problem } : context.paid,
    sending,
    stale: session.isStale(),
    blocked: isLeft || (!away && !session.isSettled()),
    confirm,
  };
  const problems = draft.correcting ? [] : (result.answer?.problems ?? []);
  if (problems.includes("below_minimum") || problems.includes("not_a_winning_hand")) {
    const incident = {
      state,
      rules,
      send: (/** @type {string} */ what, /** @type {object} */ body) => session.recordIncident(what, body),
    };
    const { hand } = session.prices.counted(draft);
    const isNone = problems.includes("not_a_winning_hand");
    const onlyFaan = () => session.dispatch({ type: "enterFaan", player: winner });
    return shortWays({
      strays: isNone && hand ? strayTiles(hand.concealed.map(({ code }) => code)) : [],
      onFalse: () => askFalseWin(incident, winner, hand ? handText(hand) : ""),
      instead:
        isNone && !everyoneScores(rules)
          ? { label: t("only-faan"), run: onlyFaan }
          : { label: t("only-points"), run: () => adjust(incident) },
      onBack: () => session.drop(),
    });
  }
  const next = nextHand(context);
  const choice = endOf(session, winner, { ...recordState(recording), otherwise: null, run: confirm });
  return choice ? [next, choice] : [next ?? payLine(context), recordButton(recording)];
}

/**
 * Returns the moment of the result, once, when the hand is known to win.
 *
 * @param {WinSession} session
 * @param {import("./score.js").Context} context
 */
function momentOf(session, { draft, results, paid }) {
  const { answer } = results(draft.winner);
  const isReady = draft.hand && answer?.valid && paid.answer && session.isSettled() && !isSupposed(draft);
  if (session.win.isShown || !isReady) return null;
  return html`<${Moment}
    answer=${answer}
    gain=${paid.answer.event?.changes[draft.winner]}
    onEnd=${() => session.dispatch({ type: "endMoment" })}
  />`;
}

/**
 * Returns the step: {body, side, foot}.
 *
 * @param {WinSession} session
 * @param {number} player whose hand is shown
 * @returns {Parts}
 */
export function handStep(session, player) {
  const { state, draft, rules, events } = session.win;
  const { won, prices } = session;
  const paid = session.paidNow();
  const found = clashes(draft, paid.problem);
  const toHand = (/** @type {number} */ other) => session.go("hand", other);
  /** @param {number} each */
  const results = (each) => prices.explained(draft, each);
  /** @param {number} each */
  const chooseEvents = (each) => (/** @type {string[]} */ chosen) =>
    session.dispatch({ type: "chooseEvents", player: each, events: chosen });
  const isLoser = !isWinner(draft, player);
  const { complete, ...shown } = handParts(session, player, {
    wrong: clashing(found).includes(player) ? clashCard({ state, found, shown: player, toHand }) : null,
    onward: isLoser ? onward(session, player) : null,
  });
  // Keyed by whose it is: nothing of one hand stays on the screen of another.
  const body = [bar(session, player, found), html`<${Fragment} key=${player}>${shown.body}<//>`];
  const side = html`<${Fragment} key=${player}>${shown.side}<//>`;
  const worth = () => worthOf({ state, draft, rules, player, result: results(player) });
  if (!complete) return { body, side: [side, isLoser && results(player).answer?.valid && worth()], foot: [shown.foot] };
  if (player !== draft.winner) {
    const special = entryOf(draft, player).hand && chips({ state, draft, rules, player }, chooseEvents(player));
    const done = doneWith(session, player, t("done-with-hand"), () => session.go("hand"));
    return { body, side: [side, special, worth()], foot: [shown.foot, done] };
  }
  const context = {
    ...{ state, draft: won, rules, events, results, paid, found, toHand },
    isAsked: (/** @type {number} */ each) => session.isAsked(each),
    limit: winnersOf(draft).length > 0 && session.limitReached(),
    chooseEvents: chooseEvents(won.winner),
    pickResponsible: (/** @type {number | null} */ responsible) =>
      session.dispatch({ type: "pickResponsible", responsible }),
    flipAlso: (/** @type {number} */ each) => session.flipAlso(each),
  };
  // The first time they come with the payments: the tap before is answered by the hand and the button alone.
  const cards = prices.isFirst() ? null : scoreCards(context);
  return {
    body: [body, momentOf(session, context)],
    side: [side, cards],
    foot: [shown.foot, toChips(context), recordPart(session, context)],
  };
}
