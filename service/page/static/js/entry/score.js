// What a win comes to, below its tiles: the one line above the button, circumstances, the rows with their faan or points, who pays what,
// and what keeps it from being recorded.

import { refusal, tellingProblems } from "../i18n/refusals.js";
import { list, phrases, plural, rowName, t } from "../i18n/translation.js";
import { eventsFor } from "../state/circumstances.js";
import { entryOf, isKnown, isWinner, winnersOf } from "../state/draft.js";
import { agreedChanges } from "../state/faan-payments.js";
import { copies, count, emptyHand } from "../state/hand.js";
import { everybody, othersInTurn } from "../state/players.js";
import { everyoneScores, faanLimits, house, waysForAll } from "../state/rules.js";
import { FACES, isBonus } from "../state/tiles.js";
import { breakdown } from "../ui/breakdown.js";
import { paymentsCard, previewCard } from "../ui/payments.js";
import { tileImage } from "../ui/tiles.js";
import { change, EVENT_WORDS, faanWords, handProblem, pointWords } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { alsoWon } from "./winner.js";

/** @import { Draft, Hand, LedgerEvent, Refusal, Result, RulesDetail, Scored, State, WonDraft } from "../types" */

const OF_TILES = new Set(["tile_count", "not_a_winning_hand", "too_many_copies"]); // what no circumstance sets right

/**
 * Tiles that the hands of one win hold too often together.
 *
 * @typedef {{ code: string, number: number, players: number[] }} Clash
 */

/**
 * A win of which the winner's tiles are known: what it comes to by itself and as paid, and the ways on.
 *
 * @typedef {object} Context
 * @property {State} state
 * @property {WonDraft} draft
 * @property {RulesDetail} rules
 * @property {LedgerEvent[] | null} events
 * @property {(player: number) => Result} results
 * @property {(player: number) => boolean} isAsked whether the table has to say what of a hand was called
 * @property {Result<any>} paid
 * @property {Clash[]} found
 * @property {boolean} limit
 * @property {(events: string[]) => void} chooseEvents
 * @property {(player: number | null) => void} pickResponsible
 * @property {(player: number) => void} flipAlso
 * @property {(player: number) => void} toHand
 */

/**
 * Returns the circumstances to choose from for a winner; `set(events)` takes the choice.
 *
 * @param {{ state: State, draft: Draft, rules: RulesDetail, player: number }} given
 * @param {(events: string[]) => void} set
 */
export function chips({ state, draft, rules, player }, set) {
  const offered = eventsFor({ state, draft, rules, player });
  if (!offered.length) return null;
  const chosen = entryOf(draft, player).events ?? [];
  /** @param {string} event */
  const flip = (event) => set(chosen.includes(event) ? chosen.filter((each) => each !== event) : [...chosen, event]);
  return html`<section class="card special" aria-label=${t("anything-special")}>
    <h2>${t("anything-special")}</h2>
    <div class="chips">
      ${offered.map(
        (event) => html`<button
          type="button"
          class="chip"
          aria-pressed=${String(chosen.includes(event))}
          data-event=${event}
          onclick=${() => flip(event)}
        >
          ${EVENT_WORDS[event] ? t(EVENT_WORDS[event]) : event}
        </button>`,
      )}
    </div>
  </section>`;
}

/**
 * Returns the way to the circumstances, which on a phone lie below the tiles; null where there are none to choose, or none would help.
 *
 * @param {Context} given
 */
export function toChips({ state, draft, rules, results }) {
  if (results(draft.winner).answer?.problems.some((name) => OF_TILES.has(name))) return null;
  if (!draft.hand || !eventsFor({ state, draft, rules, player: draft.winner }).length) return null;
  const chosen = draft.events?.length ?? 0;
  const go = () => {
    const place = document.querySelector(".special");
    place?.scrollIntoView({ block: "center" });
    place?.querySelector("button")?.focus({ preventScroll: true });
  };
  return html`<button type="button" class="text to-special" onclick=${go}>
    ${chosen ? plural(chosen, "one-special") : t("anything-special")}
  </button>`;
}

/**
 * Where the house plays it: who fed the hand pays for all, for a limit or in the house's own ways.
 *
 * @param {Context} given
 */
function whoPaysForAll({ state, draft, rules, limit, pickResponsible }) {
  const ways = waysForAll(state, rules, limit);
  if (!ways.length) return null;
  const asked =
    ways.length === 1 && ways[0].id === "limit_hand" ? t("hand-of-limit-anybody-pay") : t("anybody-pay-for-all");
  const losers = everybody(state).filter((player) => !winnersOf(draft).includes(player));
  /**
   * @param {number | null} player
   * @param {string} words
   */
  const choice = (player, words) => html`<button
    type="button"
    class="chip"
    aria-pressed=${String((draft.responsible ?? null) === player)}
    data-responsible=${player ?? "nobody"}
    onclick=${() => pickResponsible(player)}
  >
    ${words}
  </button>`;
  return html`<section class="card" aria-label=${asked}>
    <h2>${asked}</h2>
    <p class="hint">${list(ways.map(({ name, zh }) => rowName({ name, zh })))}</p>
    <div class="chips">
      ${choice(null, t("nobody-label"))}
      ${losers.map((player) => choice(player, state.players[player].name))}
    </div>
  </section>`;
}

/**
 * What an agreed number of faan will move, by the rules of the table, where the service cannot be asked; null where it is not known.
 *
 * @param {{ state: State, draft: WonDraft, rules: RulesDetail }} given
 */
export function agreedPreview({ state, draft, rules }) {
  const changes = draft.mode === "faan" ? agreedChanges(state, rules, { ...draft, faan: draft.faan ?? 0 }) : null;
  if (!changes || draft.correcting) return null;
  const players = state.players.map((player, k) => ({ ...player, points: player.points + changes[k] }));
  return { event: /** @type {any} */ ({ changes, win: draft.win, from: draft.from }), state: { ...state, players } };
}

const uncounted = () => html`<section class="card offline" role="status">
  <h2>${t("no-connection")}</h2>
  <p>${t("what-hand-worth-counted")}</p>
</section>`;

/**
 * Returns the payments in one line, for the foot of the screen.
 *
 * @param {{ state: State, draft: Draft, paid: Result<any> }} given
 */
export function payLine({ state, draft, paid }) {
  const moved = paid.answer?.event?.changes;
  if (!moved || paid.problem) return null;
  const caption = draft.correcting && html`<small class="pay-caption">${t("still-to-moved")}</small>`;
  const said = phrases(moved.map((/** @type {number} */ _, /** @type {number} */ k) => gainWords(state, k, moved)));
  return html`<div class="pay-line" role="img" aria-label=${said}>
    ${caption}
    ${moved.map(
      (
        /** @type {number} */ points,
        /** @type {number} */ k,
      ) => html`<span class=${points < 0 ? "loss" : points > 0 ? "gain" : ""}>
        <small>${state.players[k].name}</small>
        ${points ? change(points) : "0"}
      </span>`,
    )}
  </div>`;
}

/** @param {{ state: State, draft: WonDraft }} given */
const others = ({ state, draft }) =>
  othersInTurn(state, draft.winner).filter((player) => !winnersOf(draft).includes(player));

/**
 * Returns who comes next of those whose hand counts and is unknown, in turn from the winner; `but` is not meant.
 *
 * @param {{ state: State, draft: WonDraft }} given
 * @param {number | null=} but
 */
export const unknownHand = ({ state, draft }, but = null) =>
  others({ state, draft }).find((player) => player !== but && !isKnown(entryOf(draft, player)));

/**
 * @param {Context} given
 * @param {number} player
 */
const isWrong = ({ draft, results }, player) =>
  Boolean(entryOf(draft, player).hand) && results(player).answer?.valid === false;

/**
 * Another winner's before a loser's: without it nothing can be recorded.
 *
 * @param {Context} context
 */
const wrongHand = (context) =>
  [...winnersOf(context.draft).slice(1), ...others(context)].find((player) => isWrong(context, player));

/** @param {WonDraft} draft */
const missingWinner = (draft) =>
  winnersOf(draft)
    .slice(1)
    .find((player) => !isKnown(entryOf(draft, player)));

/**
 * What is on the screen already, farther up or down.
 *
 * @param {string} card
 * @param {string} words
 */
const toCard = (card, words) => html`<button
  type="button"
  class="text next-hand doubtful"
  onclick=${() => document.querySelector(card)?.scrollIntoView({ block: "center" })}
>
  ${words}
</button>`;

/**
 * Returns the way to what keeps the win from being recorded, else to the next hand that is unknown, or null.
 *
 * @param {Context} context
 */
export function nextHand(context) {
  const { state, draft, rules, paid, found, toHand } = context;
  /**
   * @param {number} player
   * @param {string} words
   */
  const doubtful = (
    player,
    words,
  ) => html`<button type="button" class="text next-hand doubtful" onclick=${() => toHand(player)}>
    ${words}
  </button>`;
  if (draft.mode !== "scores") {
    const wrong = wrongHand(context);
    if (wrong !== undefined) return doubtful(wrong, t("names-hand-cannot-right-look", state.players[wrong]));
    const missing = missingWinner(draft);
    if (missing !== undefined) return doubtful(missing, t("name-won-too-add-hand", state.players[missing]));
    if (found.length) return toCard(".clash", t("hands-not-fit-together-why"));
    const asked = [...winnersOf(draft).slice(1), ...others(context)].find(context.isAsked);
    if (asked !== undefined) return doubtful(asked, t("names-hand-set-called", state.players[asked]));
  }
  if (paid.problem && paid.problem.code !== "not_reached") return toCard(".refused", t("cannot-recorded-yet-why"));
  if (!everyoneScores(rules) || draft.mode === "scores") return null;
  const unknown = unknownHand(context);
  if (unknown === undefined) return null;
  return html`<button type="button" class="text next-hand" onclick=${() => toHand(unknown)}>
    ${t("names-hand-still-unknown-add", state.players[unknown])}
  </button>`;
}

/**
 * A win about to be recorded, or kept from it.
 *
 * @typedef {{ state: State, draft: WonDraft, sending: boolean, stale: boolean, paid: Partial<Result<any>>, blocked: boolean, confirm: () => void }} Recording
 */

/**
 * @param {State} state
 * @param {number} player
 * @param {number[]} changes
 */
const gainWords = (state, player, changes) =>
  `${state.players[player].name} ${changes[player] ? change(changes[player]) : "0"}`;

/**
 * Says what recording the win does, and whether it can be recorded now.
 *
 * @param {Recording} given
 */
export function recordState({ state, draft, sending, stale, paid, blocked }) {
  const changes = paid.answer?.event?.changes;
  const gains = changes?.[draft.winner] ? winnersOf(draft).map((player) => gainWords(state, player, changes)) : null;
  const away = paid.problem?.code === "not_reached"; // what it moves is counted when it is sent
  const what = sending
    ? t("recording")
    : draft.correcting
      ? t("record-correction")
      : away
        ? t("keep-and-send-later")
        : gains
          ? t("record-gains", { gains: phrases(gains) })
          : t("record-label");
  const isCounted = Boolean(paid.answer || away) && !paid.waiting;
  return { what, ready: isCounted && !sending && !stale && !blocked };
}

/**
 * Returns the button that records the win.
 *
 * @param {Recording} given
 */
export function recordButton(given) {
  const { what, ready } = recordState(given);
  return html`<button class="primary big record" disabled=${!ready} onclick=${given.confirm}>${what}</button>`;
}

/**
 * Returns the ways on from a hand that cannot be recorded as a win: too few faan for the table, or no winning hand, of
 * which the tiles are shown that lie in no set.
 *
 * @param {{ strays?: string[], onFalse: () => void, instead: { label: string, run: () => void }, onBack: () => void }} given
 */
export const shortWays = ({ strays = [], onFalse, instead, onBack }) => [
  strays.length > 0 &&
    html`<p class="strays">
      <span>${t("left-over")}</span>
      <span class="row-tiles">${strays.map((code) => tileImage(code))}</span>
    </p>`,
  html`<div class="short-ways" role="group">
    <button type="button" onclick=${onFalse}>${t("false-win-label")}</button>
    <button type="button" onclick=${instead.run}>${instead.label}</button>
    <button type="button" onclick=${onBack}>${t("play-on")}</button>
  </div>`,
];

/**
 * Returns what is known of a winner's tiles by themselves: what is wrong with them, or their rows.
 *
 * @param {{ state: State, draft: Draft, rules: RulesDetail, player: number, result: Result }} given
 */
export function worthOf({ state, draft, rules, player, result }) {
  const { hand, mode } = entryOf(draft, player);
  if (mode === "faan") return null; // they stand above
  const { answer } = result;
  if (!answer) return result.waiting ? html`<p class="loading">${t("counting-now")}</p>` : null;
  const wrong = answer.valid
    ? null
    : html`<section class="card wrong" role="alert">
      ${problemWords({ hand: hand ?? emptyHand(), answer, state, rules }).map((words) => html`<p>${words}</p>`)}
    </section>`;
  return [wrong, answer.rows.length || answer.valid ? breakdown(answer) : null];
}

/**
 * @param {Context} given
 * @param {number} player
 */
function wrongCard({ state, draft, rules, results, toHand }, player) {
  const { hand } = entryOf(draft, player);
  const said = problemWords({
    hand: hand ?? emptyHand(),
    answer: /** @type {Scored} */ (results(player).answer),
    state,
    rules,
    role: isWinner(draft, player) ? "winner" : "loser",
  });
  return html`<section class="card wrong" role="alert">
    <h2>${t("names-hand", state.players[player])}</h2>
    ${said.map((words) => html`<p>${words}</p>`)}
    <button type="button" onclick=${() => toHand(player)}>${t("look-at")}</button>
  </section>`;
}

/**
 * Returns the cards below the winner's tiles; `paid` is what the preview of payments knows.
 *
 * @param {Context} context
 */
export function scoreCards(context) {
  const { state, draft, rules, results, paid, found, events, chooseEvents, flipAlso } = context;
  const result = results(draft.winner);
  const away = [paid, result].some(({ problem }) => problem?.code === "not_reached");
  const wrong = wrongHand(context);
  const agreed = away && agreedPreview(context);
  const pays = agreed
    ? paymentsCard(state, agreed)
    : away
      ? uncounted()
      : wrong !== undefined
        ? wrongCard(context, wrong)
        : found.length
          ? null
          : previewCard({ result: paid, state, correcting: draft.correcting, events });
  const several = house(state, rules, "multiple_winners") === "all";
  return [
    draft.hand && chips({ state, draft, rules, player: draft.winner }, chooseEvents),
    several && alsoWon({ state, draft, onpick: flipAlso }),
    draft.mode !== "scores" &&
      (result.answer || !away) &&
      worthOf({ state, draft, rules, player: draft.winner, result }),
    whoPaysForAll(context),
    pays,
  ];
}

/**
 * Returns what is wrong with a scored hand, in plain words.
 *
 * @param {{ hand: Hand, answer: Scored, state: State, rules: RulesDetail, role?: string }} given
 */
function problemWords({ hand, answer, state, rules, role }) {
  const { minimum } = faanLimits(state, rules);
  return tellingProblems(answer.problems).map((name) =>
    handProblem(name, { hand, answer, minimum, role, details: answer.details?.[name] }),
  );
}

/**
 * Returns the line for a hand being entered; `role` is "winner" or "loser"; `brief` while tiles are still being tapped, `supposed` where it wins only with tiles to check, `isAllOne` where nobody need say which tile won.
 *
 * @param {{ hand: Hand, result: Result, state: State, rules: RulesDetail, role?: string, brief?: boolean, supposed?: boolean, isAllOne?: boolean }} given
 */
export function scoreLine({
  hand,
  result,
  state,
  rules,
  role = "winner",
  brief = false,
  supposed = false,
  isAllOne = false,
}) {
  const { answer, problem } = result;
  const tiles = role === "winner" ? t("n-of-14-tiles", { n: count(hand) }) : t("n-of-13-tiles", { n: count(hand) });
  if (problem?.code === "not_reached") return html`<p class="score-line">${tiles} · ${t("no-connection-word")}</p>`;
  if (problem) return html`<p class="score-line wrong" role="alert">${refusal(problem)}</p>`;
  if (!answer || !(count(hand) || hand.bonus.length)) return html`<p class="score-line">${tiles}</p>`;
  if (!answer.valid && brief && role === "winner" && count(hand) < 14) return html`<p class="score-line">${tiles}</p>`;
  if (!answer.valid)
    return html`<p class="score-line wrong">${problemWords({ hand, answer, state, rules, role })[0]}</p>`;
  const limit = answer.limit ? ` · ${t("limit-word")}` : "";
  const unless = [
    supposed && html`<small>${t("if-marked-tiles-right")}</small>`,
    isAllOne && html`<small class="all-one">${t("whichever-tile-won")}</small>`,
    answer.here && html`<small class="here">${t("counted-on-phone")}</small>`,
  ];
  if (answer.faan === undefined)
    return html`<p class="score-line good"><b class="figure">${pointWords(answer.score ?? 0)}</b>${limit}${unless}</p>`;
  return html`<p class="score-line good">
    <b class="figure">${faanWords(answer.faan ?? 0)}</b>${limit}
    ${unless}
  </p>`;
}

const PLAYERS = [0, 1, 2, 3];

/**
 * Returns the tiles that the service has refused several hands of a win for: [{code, number, players}].
 *
 * @param {Draft} draft
 * @param {Refusal | null} problem
 * @returns {Clash[]}
 */
export function clashes(draft, problem) {
  if (draft.winner === null || !problem?.problems?.includes("too_many_copies")) return [];
  // Those who won on the same discard count their hands by themselves.
  const handOf = (/** @type {number} */ player) => entryOf(draft, player).hand ?? emptyHand();
  const counted = PLAYERS.filter(
    (player) => entryOf(draft, player).hand && (player === draft.winner || !isWinner(draft, player)),
  );
  return FACES.flatMap((code) => {
    const players = counted.filter((player) => copies(handOf(player), code));
    const number = players.reduce((sum, player) => sum + copies(handOf(player), code), 0);
    return players.length > 1 && number > (isBonus(code) ? 1 : 4) ? [{ code, number, players }] : [];
  });
}

/**
 * Returns the players whose hands do not fit together.
 *
 * @param {Clash[]} found
 */
export const clashing = (found) => PLAYERS.filter((player) => found.some(({ players }) => players.includes(player)));

/**
 * Returns which tiles are there too often, in whose hands, and the way to those that are not on the screen.
 *
 * @param {{ state: State, found: Clash[], shown: number, toHand: (player: number) => void }} given
 */
export function clashCard({ state, found, shown, toHand }) {
  /** @param {number[]} players */
  const names = (players) => list(players.map((player) => state.players[player].name));
  return html`<section class="card wrong clash" role="alert">
    <h2>${t("hands-not-fit-together")}</h2>
    <ul class="plain">
      ${found.map(
        ({ code, number, players }) => html`<li>
          ${tileImage(code)}
          <span>
            ${t("names-n-set-all", { n: number, names: names(players), all: isBonus(code) ? 1 : 4 })}
          </span>
        </li>`,
      )}
    </ul>
    <p>${t("compare-both-hands-with-table")}</p>
    <div class="pair">
      ${clashing(found)
        .filter((player) => player !== shown)
        .map(
          (player) => html`<button type="button" onclick=${() => toHand(player)}>
            ${t("look-at-names-hand", state.players[player])}
          </button>`,
        )}
    </div>
  </section>`;
}
