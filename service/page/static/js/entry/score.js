// What a win is worth, below its tiles: circumstances, rows, payments, the line above the record button, and what keeps
// the win from being recorded.

import { refusal, shownProblems } from "../i18n/refusals.js";
import { list, phrases, plural, rowName, t, textOf } from "../i18n/translation.js";
import { eventsFor } from "../state/circumstances.js";
import { entryOf, isKnown, isUnchanged, isWinner, winnersOf } from "../state/draft.js";
import { copies, copiesInSet, emptyHand, HAND_SIZE, sizeOf, tileCount } from "../state/hand.js";
import { everybody, othersInTurn, PLAYERS } from "../state/players.js";
import { isProvisional } from "../state/reading.js";
import { agreedChanges, everyoneScores, faanLimits, houseOption, payForAllWays } from "../state/rules.js";
import { FACES } from "../state/tiles.js";
import { roleOf, viewOf } from "../state/win.js";
import { correctedEvents } from "../table/events.js";
import { breakdown, worthWords } from "../ui/breakdown.js";
import { handProblem } from "../ui/hand-words.js";
import { changeList, paymentsCard, previewCard } from "../ui/payments.js";
import { tileImage } from "../ui/tiles.js";
import { change } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { isCallAsked, isOffline } from "./claims.js";
import { bringInSight } from "./frame.js";

/** @import { WinSession } from "./session.js" */
/** @import { Scored, State } from "../types" */

const TILE_PROBLEMS = new Set(["tile_count", "not_a_winning_hand", "too_many_copies"]); // that no circumstance solves

/**
 * Return a card with a question and its answers as chips.
 * @param {string} kind
 * @param {string} title
 * @param {{ words: string, isOn: boolean, flip: () => void, data: Record<string, any> }[]} answers
 * @param {string=} hint
 */
const chipsCard = (kind, title, answers, hint) => html`<section class="card ${kind}" aria-label=${title}>
  <h2>${title}</h2>
  ${hint && html`<p class="hint">${hint}</p>`}
  <div class="chips">
    ${answers.map(
      ({ words, isOn, flip, data }) =>
        html`<button type="button" class="chip" key=${words} aria-pressed=${String(isOn)} onclick=${flip} ...${data}>${words}</button>`,
    )}
  </div>
</section>`;

/** Return the circumstances to choose from. @param {WinSession} session @param {number} player a winner */
export function circumstanceChips(session, player) {
  const offered = eventsFor({ ...session.win, player });
  const chosen = entryOf(session.win.draft, player).events ?? [];
  const answers = offered.map((event) => {
    const isOn = chosen.includes(event);
    const events = isOn ? chosen.filter((each) => each !== event) : [...chosen, event];
    return {
      words: textOf("circumstance", event) ?? event,
      isOn,
      flip: () => session.setEntry(player, { events }),
      data: { "data-event": event },
    };
  });
  return answers.length ? chipsCard("special", t("anything-special"), answers) : null;
}

/** Return a link to the circumstances, far below on a phone, if one could help. @param {WinSession} session */
export function circumstancesLink(session) {
  const { won } = session;
  if (session.prices.worths[won.winner].result.answer?.problems.some((name) => TILE_PROBLEMS.has(name))) return null;
  if (!won.hand || !eventsFor({ ...session.win, player: won.winner }).length) return null;
  const chosen = won.events?.length ?? 0;
  return html`<button type="button" class="text to-special" onclick=${() => bringInSight(".special", "button")}>
    ${chosen ? plural(chosen, "one-special") : t("anything-special")}
  </button>`;
}

/** Return the question who pays for all, if the house's rules have a reason for it. @param {WinSession} session */
function payForAllCard(session) {
  const { state, draft, rules } = session.win;
  const ways = payForAllWays(rules, session.isLimitReached());
  if (!ways.length) return null;
  const question =
    ways.length === 1 && ways[0].id === "limit_hand" ? t("hand-of-limit-anybody-pay") : t("anybody-pay-for-all");
  const losers = everybody(state).filter((player) => !isWinner(draft, player));
  const answers = [null, ...losers].map((player) => ({
    words: player === null ? t("nobody-label") : state.players[player].name,
    isOn: (draft.responsible ?? null) === player,
    flip: () => session.setDraft({ responsible: player }),
    data: { "data-responsible": player ?? "nobody" },
  }));
  return chipsCard("", question, answers, list(ways.map(({ name, zh }) => rowName({ name, zh }))));
}

/** Return the question who else won on the same discard, if more than one player can. @param {WinSession} session */
function otherWinnersCard(session) {
  const { state, draft, rules } = session.win;
  if (draft.win !== "discard" || houseOption(state, rules, "multiple_winners") !== "all") return null;
  const others = othersInTurn(state, session.won.winner).filter((player) => player !== draft.from);
  const answers = others.map((player) => ({
    words: t("name-too", state.players[player]),
    isOn: isWinner(draft, player),
    flip: () => session.toggleAlso(player),
    data: { "data-also": player },
  }));
  return answers.length ? chipsCard("also", t("did-anybody-else-win"), answers) : null;
}

/** Return what agreed faan pay, worked out on the phone; null if that is not possible. @param {WinSession} session */
function agreedPreview({ win: { state, rules }, won }) {
  const changes = won.mode === "faan" ? agreedChanges(state, rules, { ...won, faan: won.faan ?? 0 }) : null;
  if (!changes || won.correcting) return null;
  const players = state.players.map((player, k) => ({ ...player, points: player.points + changes[k] }));
  return { event: /** @type {any} */ ({ changes, win: won.win, from: won.from }), state: { ...state, players } };
}

/** Return the payments in one line, for the foot of the screen. @param {WinSession} session */
export function payLine(session) {
  const { state, draft } = session.win;
  const payments = session.prices.payments();
  const move = payments.problem ? isOffline(payments) && agreedPreview(session) : payments.answer;
  /** @type {number[] | undefined} */
  const changes = move?.event?.changes;
  if (!changes) return null;
  const caption = draft.correcting && html`<small class="pay-caption">${t("still-to-moved")}</small>`;
  const label = phrases(changes.map((_, player) => gainWords(state, player, changes)));
  const amounts = changes.map(
    (points, player) => /** @type {[string, number]} */ ([state.players[player].name, points]),
  );
  return changeList(amounts, { class: "changes pay-line", role: "img", "aria-label": label }, caption);
}

/** @param {WinSession} session */
const losersOf = ({ win: { state }, won }) =>
  othersInTurn(state, won.winner).filter((player) => !isWinner(won, player));

/** Return the next loser other than `shown` whose hand is unknown. @param {WinSession} session @param {number=} shown */
export const unknownHand = (session, shown) =>
  losersOf(session).find((player) => player !== shown && !isKnown(entryOf(session.won, player)));

/** Return the other winners, without whose hands nothing can be recorded, then the losers. @param {WinSession} session */
const otherPlayers = (session) => [...winnersOf(session.won).slice(1), ...losersOf(session)];

/** @param {WinSession} session @param {number} player */
const isHandRefused = (session, player) =>
  Boolean(entryOf(session.win.draft, player).hand) && session.prices.worths[player].result.answer?.valid === false;

/** @param {WinSession} session */
const refusedHand = (session) => otherPlayers(session).find((player) => isHandRefused(session, player));

/** Return a link to what keeps the win from being recorded, or to the next unknown hand. @param {WinSession} session */
export function nextHand(session) {
  const { won } = session;
  const { rules, state } = session.win;
  const { players } = state;
  /** @param {string} words @param {() => void} onclick */
  const link = (words, onclick, kind = "doubtful") =>
    html`<button type="button" class="text next-hand ${kind}" onclick=${onclick}>${words}</button>`;
  /** @param {number} player @param {string} words @param {string=} kind */
  const toHand = (player, words, kind) => link(words, () => session.go("hand", player), kind);
  if (won.mode !== "scores") {
    const refused = refusedHand(session);
    if (refused !== undefined) return toHand(refused, t("names-hand-cannot-right-look", players[refused]));
    const missing = winnersOf(won).find((player) => player !== won.winner && !isKnown(entryOf(won, player)));
    if (missing !== undefined) return toHand(missing, t("name-won-too-add-hand", players[missing]));
    if (clashes(session).length) return link(t("hands-not-fit-together-why"), () => bringInSight(".clash"));
    const unclear = otherPlayers(session).find((player) => isCallAsked(session, player));
    if (unclear !== undefined) return toHand(unclear, t("names-hand-set-called", players[unclear]));
  }
  const payments = session.prices.payments();
  if (payments.problem && !isOffline(payments))
    return link(t("cannot-recorded-yet-why"), () => bringInSight(".refused"));
  if (!everyoneScores(rules) || won.mode === "scores") return null;
  const unknown = unknownHand(session);
  return unknown === undefined ? null : toHand(unknown, t("names-hand-still-unknown-add", players[unknown]), "");
}

/** @param {State} state @param {number} player @param {number[]} changes */
const gainWords = (state, player, changes) => `${state.players[player].name} ${change(changes[player])}`;

/** @param {WinSession} session @param {string[] | null} gains of the winners @param {boolean} isSame whether nothing is corrected */
function recordWords(session, gains, isSame) {
  const { draft, sending } = session.win;
  if (sending) return t("recording");
  if (isSame) return t("nothing-changed-yet");
  if (draft.correcting) return t("record-correction");
  if (isAway(session)) return t("keep-and-send-later");
  return gains ? t("record-gains", { gains: phrases(gains) }) : t("record-label");
}

/** Return the words of the record button, and whether the win can be recorded now. @param {WinSession} session */
export function recordState(session) {
  const { state, draft, sending } = session.win;
  const { winner } = session.won;
  const payments = session.prices.payments();
  const changes = payments.answer?.event?.changes;
  const gains = changes?.[winner] ? winnersOf(draft).map((player) => gainWords(state, player, changes)) : null;
  const isUncounted = isOffline(session.prices.worths[winner].result); // then it is counted once it is sent
  const isSame = isUnchanged(draft, session.win);
  const isCounted =
    isUncounted || (Boolean(payments.answer || isAway(session)) && !payments.waiting && session.isSettled());
  const hasQuestions = PLAYERS.some((player) => player !== winner && isCallAsked(session, player));
  return {
    what: recordWords(session, gains, isSame),
    ready: isCounted && !hasQuestions && !sending && !isSame && !session.isStale(),
  };
}

/** @param {WinSession} session */
export function recordButton(session) {
  const { what, ready } = recordState(session);
  return html`<button class="primary big record" disabled=${!ready} onclick=${() => session.confirm()}>${what}</button>`;
}

/** Return what is wrong with a scored hand, in plain words. @param {WinSession} session @param {number} player */
function problemWords(session, player) {
  const { state, draft, rules } = session.win;
  const answer = /** @type {Scored} */ (session.prices.worths[player].result.answer);
  const { minimum } = faanLimits(state, rules);
  const hand = entryOf(draft, player).hand ?? emptyHand();
  return shownProblems(answer.problems).map((name) =>
    handProblem(name, { hand, answer, minimum, role: roleOf(draft, player), details: answer.details?.[name] }),
  );
}

/** Return what is wrong with a player's tiles besides what the foot says, and their rows. @param {WinSession} session @param {number} player */
export function worthCards(session, player) {
  if (entryOf(session.win.draft, player).mode === "faan") return null; // shown above already
  const { answer, waiting } = session.prices.worths[player].result;
  if (!answer) return waiting ? html`<p class="loading">${t("counting-now")}</p>` : null;
  const others = answer.valid ? [] : problemWords(session, player).slice(1);
  return [
    others.length > 0 &&
      html`<section class="card wrong" role="alert">${others.map((words) => html`<p>${words}</p>`)}</section>`,
    answer.rows.length || answer.valid ? breakdown(answer) : null,
  ];
}

/** @param {WinSession} session @param {number} player */
const wrongCard = (session, player) => html`<section class="card wrong" role="alert">
  <h2>${t("names-hand", session.win.state.players[player])}</h2>
  ${problemWords(session, player).map((words) => html`<p>${words}</p>`)}
  <button type="button" onclick=${() => session.go("hand", player)}>${t("look-at")}</button>
</section>`;

/** Return whether the service does not answer what a win is worth or pays. @param {WinSession} session */
const isAway = ({ prices, won }) => isOffline(prices.payments()) || isOffline(prices.worths[won.winner].result);

/** Return what a win pays, or why that is unknown. @param {WinSession} session */
function paymentCard(session) {
  const { state, draft, events } = session.win;
  const agreed = isAway(session) && agreedPreview(session);
  if (agreed) return paymentsCard(state, agreed);
  if (isAway(session))
    return html`<section class="card offline" role="status">
      <h2>${t("no-connection")}</h2>
      <p>${t("what-hand-worth-counted")}</p>
    </section>`;
  const refused = refusedHand(session);
  if (refused !== undefined) return wrongCard(session, refused);
  if (clashes(session).length) return null;
  return previewCard({
    result: session.prices.payments(),
    state,
    correcting: draft.correcting,
    events: events && correctedEvents(events),
  });
}

/** Return the cards below the winner's tiles. @param {WinSession} session */
export function scoreCards(session) {
  const { draft } = session.win;
  const { winner } = session.won;
  const { answer } = session.prices.worths[winner].result;
  return [
    draft.hand && circumstanceChips(session, winner),
    otherWinnersCard(session),
    payForAllCard(session), // what can be tapped is above the rows, which grow with an answer
    draft.mode !== "scores" && (answer || !isAway(session)) && worthCards(session, winner),
    paymentCard(session),
  ];
}

/** Return how many tiles were entered, or what they are worth. @param {WinSession} session @param {number} player */
export function scoreLine(session, player) {
  const { draft } = session.win;
  const entry = entryOf(draft, player);
  const hand = entry.hand ?? emptyHand();
  const role = roleOf(draft, player);
  const result = session.prices.worths[player].result;
  const { answer, problem } = result;
  const n = tileCount(hand);
  const tiles = t("n-of-full-tiles", { n, full: sizeOf(role) });
  if (isOffline(result)) return html`<p class="score-line">${tiles} · ${t("no-connection-word")}</p>`;
  if (problem) return html`<p class="score-line wrong" role="alert">${refusal(problem)}</p>`;
  const isIncomplete = viewOf(session.win, player).isAdding && role === "winner" && n < HAND_SIZE;
  if (!answer || !(n || hand.bonus.length) || (!answer.valid && isIncomplete))
    return html`<p class="score-line">${tiles}</p>`;
  if (!answer.valid) return html`<p class="score-line wrong">${problemWords(session, player)[0]}</p>`;
  return html`<p class="score-line good">
    <b class="figure">${worthWords(answer)}</b>
    ${answer.limit && ` · ${t("limit-word")}`}
    ${isProvisional(entry) && html`<small>${t("if-marked-tiles-right")}</small>`}
    ${session.prices.worths[player].isAllOne && html`<small class="all-one">${t("whichever-tile-won")}</small>`}
    ${answer.isFromPhone && html`<small class="here">${t("counted-on-phone")}</small>`}
  </p>`;
}

/** Return the tiles that the hands together have too often, if the service refused them for that. @param {WinSession} session */
function clashes(session) {
  const { draft } = session.win;
  if (draft.winner === null || !session.prices.payments().problem?.problems?.includes("too_many_copies")) return [];
  // The hands of other winners are checked on their own.
  const counted = PLAYERS.filter((player) => player === draft.winner || !isWinner(draft, player));
  const hands = counted.map((player) => ({ player, hand: entryOf(draft, player).hand ?? emptyHand() }));
  return FACES.flatMap((code) => {
    const holders = hands.filter(({ hand }) => copies(hand, code));
    const number = holders.reduce((sum, { hand }) => sum + copies(hand, code), 0);
    const players = holders.map(({ player }) => player);
    return players.length > 1 && number > copiesInSet(code) ? [{ code, number, players }] : [];
  });
}

/** Return the players with such tiles. @param {WinSession} session */
const clashingPlayers = (session) => new Set(clashes(session).flatMap(({ players }) => players));

/** Return the players whose hands are wrong, not only incomplete. @param {WinSession} session @param {number} shown */
export function wrongHands(session, shown) {
  const clashing = clashingPlayers(session);
  return PLAYERS.filter(
    (player) =>
      clashing.has(player) ||
      (isHandRefused(session, player) && (player !== shown || !isWinner(session.win.draft, player))),
  );
}

/** Return which tiles of the shown hand clash, and with whose. @param {WinSession} session @param {number} shown */
export function clashCard(session, shown) {
  const { players } = session.win.state;
  const all = clashingPlayers(session);
  if (!all.has(shown)) return null;
  /** @param {number[]} some */
  const names = (some) => list(some.map((player) => players[player].name));
  return html`<section class="card wrong clash" role="alert">
    <h2>${t("hands-not-fit-together")}</h2>
    <ul class="plain">
      ${clashes(session).map(
        ({ code, number, players: holders }) => html`<li>
          ${tileImage(code)}
          <span>${t("names-n-set-all", { n: number, names: names(holders), all: copiesInSet(code) })}</span>
        </li>`,
      )}
    </ul>
    <p>${t("compare-both-hands-with-table")}</p>
    <div class="pair">
      ${PLAYERS.filter((player) => player !== shown && all.has(player)).map(
        (player) => html`<button type="button" onclick=${() => session.go("hand", player)}>
          ${t("look-at-names-hand", players[player])}
        </button>`,
      )}
    </div>
  </section>`;
}
