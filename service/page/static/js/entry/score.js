// What a win comes to, below its tiles: the one line above the button, circumstances, the rows with their faan or points, who pays what,
// and what keeps it from being recorded.

import { refusal, shownProblems } from "../i18n/refusals.js";
import { list, phrases, plural, rowName, t } from "../i18n/translation.js";
import { eventsFor } from "../state/circumstances.js";
import { entryOf, isKnown, isWinner, winnersOf } from "../state/draft.js";
import { agreedChanges } from "../state/faan-payments.js";
import { copies, copiesInSet, count, emptyHand } from "../state/hand.js";
import { everybody, othersInTurn, PLAYERS } from "../state/players.js";
import { isSupposed } from "../state/reading.js";
import { everyoneScores, faanLimits, house, waysForAll } from "../state/rules.js";
import { FACES } from "../state/tiles.js";
import { roleOf, viewOf } from "../state/win.js";
import { breakdown } from "../ui/breakdown.js";
import { EVENT_WORDS, handProblem } from "../ui/hand-words.js";
import { changeList, paymentsCard, previewCard } from "../ui/payments.js";
import { tileImage } from "../ui/tiles.js";
import { change, faanWords, pointWords } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { isAway } from "./claims.js";
import { bringInSight } from "./frame.js";

/** @import { WinSession } from "./session.js" */
/** @import { Scored, State } from "../types" */

const OF_TILES = new Set(["tile_count", "not_a_winning_hand", "too_many_copies"]); // what no circumstance sets right

/**
 * Returns a card that asks something, with the answers as chips.
 *
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

/** @param {WinSession} session @param {number} player @returns the circumstances to choose from for a winner */
export function chips(session, player) {
  const offered = eventsFor({ ...session.win, player });
  const chosen = entryOf(session.win.draft, player).events ?? [];
  const answers = offered.map((event) => {
    const isOn = chosen.includes(event);
    const events = isOn ? chosen.filter((each) => each !== event) : [...chosen, event];
    return {
      words: EVENT_WORDS[event] ? t(EVENT_WORDS[event]) : event,
      isOn,
      flip: () => session.setEntry(player, { events }),
      data: { "data-event": event },
    };
  });
  return answers.length ? chipsCard("special", t("anything-special"), answers) : null;
}

/**
 * @param {WinSession} session
 * @returns the way to the circumstances, which on a phone lie below the tiles, where one would help
 */
export function toChips(session) {
  const { won } = session;
  if (session.prices.explained(won.winner).answer?.problems.some((name) => OF_TILES.has(name))) return null;
  if (!won.hand || !eventsFor({ ...session.win, player: won.winner }).length) return null;
  const chosen = won.events?.length ?? 0;
  return html`<button type="button" class="text to-special" onclick=${() => bringInSight(".special", "button")}>
    ${chosen ? plural(chosen, "one-special") : t("anything-special")}
  </button>`;
}

/**
 * @param {WinSession} session
 * @returns who pays for all, where the house plays it: for a limit or in the house's own ways
 */
function whoPaysForAll(session) {
  const { state, draft, rules } = session.win;
  const ways = waysForAll(state, rules, session.limitReached());
  if (!ways.length) return null;
  const asked =
    ways.length === 1 && ways[0].id === "limit_hand" ? t("hand-of-limit-anybody-pay") : t("anybody-pay-for-all");
  const losers = everybody(state).filter((player) => !isWinner(draft, player));
  const answers = [null, ...losers].map((player) => ({
    words: player === null ? t("nobody-label") : state.players[player].name,
    isOn: (draft.responsible ?? null) === player,
    flip: () => session.set({ responsible: player }),
    data: { "data-responsible": player ?? "nobody" },
  }));
  return chipsCard("", asked, answers, list(ways.map(({ name, zh }) => rowName({ name, zh }))));
}

/** @param {WinSession} session @returns who else won on the same discard, to tap; null where only one can */
function alsoWon(session) {
  const { state, draft, rules } = session.win;
  if (draft.win !== "discard" || house(state, rules, "multiple_winners") !== "all") return null;
  const others = othersInTurn(state, session.won.winner).filter((player) => player !== draft.from);
  const answers = others.map((player) => ({
    words: t("name-too", state.players[player]),
    isOn: isWinner(draft, player),
    flip: () => session.flipAlso(player),
    data: { "data-also": player },
  }));
  return answers.length ? chipsCard("also", t("did-anybody-else-win"), answers) : null;
}

/**
 * @param {WinSession} session
 * @returns what agreed faan will move where the service cannot be asked; null where it is not known
 */
function agreedPreview({ win: { state, rules }, won }) {
  const changes = won.mode === "faan" ? agreedChanges(state, rules, { ...won, faan: won.faan ?? 0 }) : null;
  if (!changes || won.correcting) return null;
  const players = state.players.map((player, k) => ({ ...player, points: player.points + changes[k] }));
  return { event: /** @type {any} */ ({ changes, win: won.win, from: won.from }), state: { ...state, players } };
}

/** @param {WinSession} session @returns the payments in one line, for the foot of the screen */
export function payLine(session) {
  const { state, draft } = session.win;
  const { answer, problem } = session.prices.paid();
  const known = problem ? isAway(session.prices.paid()) && agreedPreview(session) : answer;
  /** @type {number[] | undefined} */
  const moved = known?.event?.changes;
  if (!moved) return null;
  const caption = draft.correcting && html`<small class="pay-caption">${t("still-to-moved")}</small>`;
  const said = phrases(moved.map((_, player) => gainWords(state, player, moved)));
  const amounts = moved.map((points, player) => /** @type {[string, number]} */ ([state.players[player].name, points]));
  return changeList(amounts, { class: "changes pay-line", role: "img", "aria-label": said }, caption);
}

/** @param {WinSession} session */
const losersOf = ({ win: { state }, won }) =>
  othersInTurn(state, won.winner).filter((player) => !isWinner(won, player));

/**
 * @param {WinSession} session @param {number | null=} but
 * @returns who comes next, but one, of those whose hand counts and is unknown
 */
export const unknownHand = (session, but = null) =>
  losersOf(session).find((player) => player !== but && !isKnown(entryOf(session.won, player)));

// Another winner before a loser: without that hand nothing can be recorded.
/** @param {WinSession} session @param {(player: number) => boolean} holds */
const besideWinner = (session, holds) =>
  [...winnersOf(session.won).slice(1), ...losersOf(session)].find((player) => holds(player));

/** @param {WinSession} session */
const wrongHand = (session) =>
  besideWinner(
    session,
    (player) => Boolean(entryOf(session.won, player).hand) && session.prices.explained(player).answer?.valid === false,
  );

/** @param {string} words @param {() => void} run */
const nextButton = (
  words,
  run,
  kind = "doubtful",
) => html`<button type="button" class="text next-hand ${kind}" onclick=${run}>
  ${words}
</button>`;

/**
 * @param {WinSession} session
 * @returns the way to what keeps the win from being recorded, else to the next unknown hand, or null
 */
export function nextHand(session) {
  const { won } = session;
  const { state, rules } = session.win;
  const { players } = state;
  /** @param {number} player @param {string} words @param {string=} kind */
  const toHand = (player, words, kind) => nextButton(words, () => session.go("hand", player), kind);
  if (won.mode !== "scores") {
    const wrong = wrongHand(session);
    if (wrong !== undefined) return toHand(wrong, t("names-hand-cannot-right-look", players[wrong]));
    const missing = winnersOf(won).find((player) => player !== won.winner && !isKnown(entryOf(won, player)));
    if (missing !== undefined) return toHand(missing, t("name-won-too-add-hand", players[missing]));
    if (clashes(session).length) return nextButton(t("hands-not-fit-together-why"), () => bringInSight(".clash"));
    const asked = besideWinner(session, (player) => session.isAsked(player));
    if (asked !== undefined) return toHand(asked, t("names-hand-set-called", players[asked]));
  }
  const paid = session.prices.paid();
  if (paid.problem && !isAway(paid)) return nextButton(t("cannot-recorded-yet-why"), () => bringInSight(".refused"));
  if (!everyoneScores(rules) || won.mode === "scores") return null;
  const unknown = unknownHand(session);
  return unknown === undefined ? null : toHand(unknown, t("names-hand-still-unknown-add", players[unknown]), "");
}

/** @param {State} state @param {number} player @param {number[]} changes */
const gainWords = (state, player, changes) => `${state.players[player].name} ${change(changes[player])}`;

/** @param {WinSession} session @returns what recording the win does, in words, and whether it can be recorded now */
export function recordState(session) {
  const { state, draft, sending } = session.win;
  const { winner } = session.won;
  const paid = session.prices.paid();
  const changes = paid.answer?.event?.changes;
  const gains = changes?.[winner] ? winnersOf(draft).map((player) => gainWords(state, player, changes)) : null;
  const isUncounted = isAway(session.prices.explained(winner)); // what it moves is counted when it is sent
  const away = isUncounted || isAway(paid);
  const what = sending
    ? t("recording")
    : draft.correcting
      ? t("record-correction")
      : away
        ? t("keep-and-send-later")
        : gains
          ? t("record-gains", { gains: phrases(gains) })
          : t("record-label");
  const isCounted = isUncounted || (Boolean(paid.answer || away) && !paid.waiting && session.isSettled());
  const isLeft = PLAYERS.some((player) => player !== winner && session.isAsked(player));
  return { what, ready: isCounted && !isLeft && !sending && !session.isStale() };
}

/** @param {WinSession} session @returns the button that records the win */
export function recordButton(session) {
  const { what, ready } = recordState(session);
  return html`<button class="primary big record" disabled=${!ready} onclick=${() => session.confirm()}>${what}</button>`;
}

/**
 * @param {WinSession} session @param {number} player @returns what is wrong with a hand that was scored, in plain words
 */
function problemWords(session, player) {
  const { state, draft, rules } = session.win;
  const answer = /** @type {Scored} */ (session.prices.explained(player).answer);
  const { minimum } = faanLimits(state, rules);
  const hand = entryOf(draft, player).hand ?? emptyHand();
  return shownProblems(answer.problems).map((name) =>
    handProblem(name, { hand, answer, minimum, role: roleOf(draft, player), details: answer.details?.[name] }),
  );
}

/**
 * @param {WinSession} session @param {number} player
 * @returns what is known of tiles by themselves: what is wrong, or their rows
 */
export function worthOf(session, player) {
  if (entryOf(session.win.draft, player).mode === "faan") return null; // they stand above
  const { answer, waiting } = session.prices.explained(player);
  if (!answer) return waiting ? html`<p class="loading">${t("counting-now")}</p>` : null;
  return [
    !answer.valid &&
      html`<section class="card wrong" role="alert">
        ${problemWords(session, player).map((words) => html`<p>${words}</p>`)}
      </section>`,
    answer.rows.length || answer.valid ? breakdown(answer) : null,
  ];
}

/** @param {WinSession} session @param {number} player */
const wrongCard = (session, player) => html`<section class="card wrong" role="alert">
  <h2>${t("names-hand", session.win.state.players[player])}</h2>
  ${problemWords(session, player).map((words) => html`<p>${words}</p>`)}
  <button type="button" onclick=${() => session.go("hand", player)}>${t("look-at")}</button>
</section>`;

/** @param {WinSession} session @param {boolean} away @returns what a win pays, or what keeps that from being counted */
function paysCard(session, away) {
  const { state, draft, events } = session.win;
  const agreed = away && agreedPreview(session);
  if (agreed) return paymentsCard(state, agreed);
  if (away)
    return html`<section class="card offline" role="status">
      <h2>${t("no-connection")}</h2>
      <p>${t("what-hand-worth-counted")}</p>
    </section>`;
  const wrong = wrongHand(session);
  if (wrong !== undefined) return wrongCard(session, wrong);
  if (clashes(session).length) return null;
  return previewCard({ result: session.prices.paid(), state, correcting: draft.correcting, events });
}

/** @param {WinSession} session @returns the cards below the winner's tiles */
export function scoreCards(session) {
  const { draft } = session.win;
  const { winner } = session.won;
  const result = session.prices.explained(winner);
  const away = isAway(session.prices.paid()) || isAway(result);
  return [
    draft.hand && chips(session, winner),
    alsoWon(session),
    whoPaysForAll(session), // what can be tapped lies above the rows, which grow with an answer
    draft.mode !== "scores" && (result.answer || !away) && worthOf(session, winner),
    paysCard(session, away),
  ];
}

/** @param {WinSession} session @param {number} player @returns the line for a hand being entered */
export function scoreLine(session, player) {
  const { draft } = session.win;
  const entry = entryOf(draft, player);
  const hand = entry.hand ?? emptyHand();
  const isWinners = roleOf(draft, player) === "winner";
  const result = session.prices.explained(player);
  const { answer, problem } = result;
  const n = count(hand);
  const tiles = isWinners ? t("n-of-14-tiles", { n }) : t("n-of-13-tiles", { n });
  if (isAway(result)) return html`<p class="score-line">${tiles} · ${t("no-connection-word")}</p>`;
  if (problem) return html`<p class="score-line wrong" role="alert">${refusal(problem)}</p>`;
  const isBrief = viewOf(session.win, player).adding && isWinners && n < 14; // tiles are still being tapped
  if (!answer || !(n || hand.bonus.length) || (!answer.valid && isBrief))
    return html`<p class="score-line">${tiles}</p>`;
  if (!answer.valid) return html`<p class="score-line wrong">${problemWords(session, player)[0]}</p>`;
  return html`<p class="score-line good">
    <b class="figure">${answer.faan === undefined ? pointWords(answer.score ?? 0) : faanWords(answer.faan ?? 0)}</b>
    ${answer.limit && ` · ${t("limit-word")}`}
    ${isSupposed(entry) && html`<small>${t("if-marked-tiles-right")}</small>`}
    ${session.prices.worths[player].isAllOne && html`<small class="all-one">${t("whichever-tile-won")}</small>`}
    ${answer.here && html`<small class="here">${t("counted-on-phone")}</small>`}
  </p>`;
}

/**
 * @param {WinSession} session
 * @returns {{ code: string, number: number, players: number[] }[]} held too often together, as the service refused
 */
function clashes(session) {
  const { draft } = session.win;
  if (draft.winner === null || !session.prices.paid().problem?.problems?.includes("too_many_copies")) return [];
  // Those who won on the same discard count their hands by themselves.
  const counted = PLAYERS.filter((player) => player === draft.winner || !isWinner(draft, player));
  const hands = counted.map((player) => ({ player, hand: entryOf(draft, player).hand ?? emptyHand() }));
  return FACES.flatMap((code) => {
    const holders = hands.filter(({ hand }) => copies(hand, code));
    const number = holders.reduce((sum, { hand }) => sum + copies(hand, code), 0);
    const players = holders.map(({ player }) => player);
    return players.length > 1 && number > copiesInSet(code) ? [{ code, number, players }] : [];
  });
}

/** @param {WinSession} session @returns the players whose hands do not fit together */
export function clashing(session) {
  const found = clashes(session);
  return PLAYERS.filter((player) => found.some(({ players }) => players.includes(player)));
}

/**
 * @param {WinSession} session @param {number} shown
 * @returns which tiles of that hand there are too often, and the way to the others that hold them
 */
export function clashCard(session, shown) {
  const { players } = session.win.state;
  const all = clashing(session);
  if (!all.includes(shown)) return null;
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
      ${all
        .filter((player) => player !== shown)
        .map(
          (player) => html`<button type="button" onclick=${() => session.go("hand", player)}>
            ${t("look-at-names-hand", players[player])}
          </button>`,
        )}
    </div>
  </section>`;
}
