// The table as it stands: four sides, the round in the middle, and what can be done next.

import { handOn } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { sentence, t, withWords } from "../i18n/translation.js";
import { nextCard } from "../start/games.js";
import { newDraft } from "../state/draft.js";
import { isWaitingKept, waitingAt } from "../state/outbox.js";
import { drawKeepsDealer, everyoneScores, faanLimits } from "../state/rules.js";
import { isBegun, joinDraft } from "../state/shared-draft.js";
import * as storage from "../state/storage.js";
import { keepPhonePlayer, phonePlayer } from "../state/storage.js";
import { holdTable } from "../state/table.js";
import { bar } from "../ui/bar.js";
import { useFetched, useObservable, useRedraw } from "../ui/hooks.js";
import { announce, show, withPart } from "../ui/page.js";
import { ask } from "../ui/sheet.js";
import { keepAwake } from "../ui/wake-lock.js";
import { html } from "../vendor/preact.js";
import { flowWords, paidAt } from "./arrows.js";
import { celebrate, isLimit, limitWords } from "./celebration.js";
import { entryTitle, explainRefusal, offlineCard, waitingCard } from "./connection.js";
import { byWords, enteringCard } from "./draft-cards.js";
import { eventLine, eventTitle, hasReasons, lastUndoable, revisedWords, standingHand } from "./events.js";
import { openHistory, openReasons } from "./history.js";
import { openMore } from "./incidents.js";
import { askWhose, feltView, whoseCard } from "./seats.js";
import { tableBar } from "./table-bar.js";

/** @import { LedgerEvent, Payment, Refusal, RulesDetail, SharedDraft, State } from "../types" */

/**
 * @param {LedgerEvent} event
 * @param {State} state
 */
function lastWords(event, state) {
  return t("last-what", { what: eventLine(event, state) });
}

/**
 * Says what happened last; after an undo or a correction also which hand stands now.
 *
 * @param {{ latest: LedgerEvent, stands: LedgerEvent | null, events: LedgerEvent[], state: State }} given
 */
function lastLines({ latest, stands, events, state }) {
  const revised = revisedWords(latest, events, state);
  if (!revised) return html`<span>${lastWords(latest, state)}</span>`;
  return html`<span>
    ${revised}
    <br />
    ${stands ? t("last-hand-now-what", { what: eventLine(stands, state) }) : t("no-hand-left")}
  </span>`;
}

/**
 * @param {Payment[]} payments
 * @param {State} state
 */
const paidWords = (payments, state) =>
  payments.length > 0 &&
  html`<ul class="plain paid" aria-label=${t("who-paid-whom")}>
    ${flowWords(payments, state.players).map((each) => html`<li>${each}</li>`)}
  </ul>`;

/**
 * @param {SharedDraft} shared
 * @param {State} state
 * @param {RulesDetail | null} rules
 */
function joinWords({ winner }, state, rules) {
  if (winner === null) return t("win-being-entered-add-hand");
  return t(rules && everyoneScores(rules) ? "name-won-add-hand" : "name-won-look-and-continue", state.players[winner]);
}

const watching = () => html`<p class="card watching">
  ${t("phone-watches-to-record-hands")}
</p>`;

const CALM = 2000; // milliseconds, in which a new table is drawn and used: what it may be asked besides comes after
const settled = () => new Promise((go) => setTimeout(go, CALM));

/** @param {{ id: string, table: import("../state/table.js").TableHolder }} given */
function Table({ id, table }) {
  const { state, lost, rules, linked, shared, latest, events, since } = useObservable(table);
  const redraw = useRedraw();
  const end = useFetched(() => withWords(import("./end-card.js"), "rare"), state?.finished ?? false);
  const first = useFetched(
    () => settled().then(() => withWords(import("./tile-set.js"), "rare")),
    state?.seq === 1 && storage.asksTiles(),
  );
  const isFromClub = storage.isFromClub();
  if (lost) return failureCard(lost);
  if (!state) return null;
  const token = storage.token(id);
  const { seq, finished } = state;
  const next = finished ? shared?.next : null;
  // After an undo or a correction the hand that stands now is shown, in the place of what took another back.
  const stands = latest && revisedWords(latest, events, state) ? standingHand(events) : latest;
  const payments = stands ? paidAt(stands, events) : [];
  const entered = shared?.seq === seq && isBegun(shared) ? shared : null;

  const toWin = () => {
    handOn(state, rules);
    location.hash = `game=${id}&win`;
  };
  /** @param {number | null=} winner */
  const startWin = (winner = null) => {
    storage.keepDraft(newDraft({ game: id, seq, winner, apart: entered !== null })); // who saw another phone's win means another one
    toWin();
  };
  const join = () => {
    if (entered) storage.keepDraft(joinDraft(entered, newDraft({ game: id, seq })));
    toWin();
  };
  const draw = async () => {
    const known = await table.rules();
    if (!known) return;
    ask(
      t("nobody-won-question"),
      drawKeepsDealer(state, known) ? t("wall-ran-out") : t("wall-ran-out-nobody-pays"),
      t("record-draw"),
      () => table.send("hands", { draw: true }),
    );
  };
  const undo = () => {
    const last = events.at(-1)?.seq === seq ? lastUndoable(events, finished) : null; // else not known yet
    const what = last ? sentence(eventTitle(last, state)) : "";
    ask(t("take-last-entry-back"), what + t("points-winds-and-dealer-go"), t("take-back"), () =>
      table.send("undo", {}),
    );
  };
  /** @param {number | null} player */
  const sit = (player) => {
    storage.keepGame(id, { isJoined: false });
    if (player !== null) keepPhonePlayer(state, player);
    redraw();
  };
  const guide = () =>
    withPart(
      () => withWords(import("./setup.js"), "rare"),
      ({ openSetup }) => openSetup(state.rules, state.options),
    );
  const showTiles = () =>
    withPart(
      () => withWords(import("./tile-set.js"), "rare"),
      ({ openTileSet }) => openTileSet(id, String(token)),
    );
  const more = async () => {
    const known = await table.rules();
    if (!known) return;
    openMore(token && !finished ? { state, rules: known, send: table.send } : null, [
      [t(phonePlayer(state) === null ? "where-you-sit" : "turn-table"), () => askWhose(state, redraw)],
      !finished && [t("walls-and-dice"), guide],
      token !== null && [t("show-your-tiles"), showTiles],
      token !== null && !finished && [t("score-without-network"), scoreHere],
    ]);
  };
  const scoreHere = () =>
    withPart(
      () => withWords(import("../scorer/scorer-sheet.js"), "camera"),
      ({ openScorerSheet }) => openScorerSheet(state.rules),
    );
  const standings = () =>
    withPart(
      () => withWords(import("./standings.js"), "rare"),
      ({ openEvening }) => openEvening(id, state),
    );
  const share = () =>
    withPart(
      () => withWords(import("./links.js"), "rare"),
      ({ openShare }) => openShare(id, token),
    );
  const rulesOf = async () => {
    const known = await table.rules();
    if (known)
      withPart(
        () => withWords(import("../rules/rules-sheet.js"), "rare"),
        ({ openRules }) => openRules(state, known),
      );
  };

  const actions = () => {
    const kept = storage.draft(id);
    return html`<div class="table-actions">
      ${kept && !finished && html`<a class="button resume" href="#game=${id}&win">${t("continue-win-you-began")}</a>`}
      ${
        !kept &&
        entered && [
          html`<button class="resume" onclick=${join}>${joinWords(entered, state, rules)}</button>`,
          byWords(state, entered),
        ]
      }
      ${
        finished
          ? html`<a class=${next ? "button" : "button primary big"} href="#again=${id}">${t("play-another-game")}</a>`
          : html`<button class="primary big" onclick=${() => startWin()}>${t("somebody-won")}</button>`
      }
      <div class="pair">
        ${!finished && html`<button onclick=${draw}>${t("draw-nobody-won")}</button>`}
        <button onclick=${undo} disabled=${seq < 2 || waitingAt(id).length > 0}>${t("take-back-last-hand")}</button>
      </div>
    </div>`;
  };

  return html`
    ${bar({
      label: `Tableside: ${t(isFromClub ? "all-tables" : "all-games")}`,
      href: isFromClub ? "#club" : "#",
      redraw,
      between: html`<span class=${linked ? "link up" : "link down"}>${t(linked ? "live" : "offline-word")}</span>`,
    })}
    ${!linked && offlineCard(id)}
    ${storage.isJoined(id) && phonePlayer(state) === null && whoseCard(state, sit)}
    ${next && nextCard(id, next)}
    ${waitingCard({ id, state, rules, events: since })}
    ${feltView({
      state,
      me: phonePlayer(state) ?? state.seats[0],
      changes: stands?.changes,
      payments,
      onpick: token && !finished ? startWin : null,
    })}
    ${
      latest &&
      html`<div class="last-hand">
        ${lastLines({ latest, stands, events, state })}
        ${
          stands &&
          hasReasons(stands) &&
          html`<button class="text" onclick=${() => openReasons(stands, { id, token, state, events })}>${t("why-question")}</button>`
        }
      </div>`
    }
    ${paidWords(payments, state)}
    ${state.coming && html`<p class="note coming" role="status">${t("other-rules-from-hand-n", { n: state.coming.from_hand })}</p>`}
    ${finished && end && html`<${end.EndCard} id=${id} state=${state} token=${token} />`}
    ${!token && entered && enteringCard(state, entered)}
    ${token ? actions() : !finished && watching()}
    ${token && seq === 1 && first && html`<${first.TilesCard} id=${id} show=${showTiles} />`}
    ${
      !window.isSecureContext &&
      linked &&
      html`<p class="credits">
        ${t("at-address-page-works-without")}
      </p>`
    }
    ${tableBar([
      ["history", "history", t("history-label"), () => openHistory(id, state, token)],
      ["rules", "book", t("rules-label"), rulesOf],
      ["standings", "count", t("standings-label"), standings],
      ["share", "share", t("share-label"), share],
      ["more", "more", t("more-label"), more],
    ])}
  `;
}

const BUZZ = 80; // milliseconds, once: a hand was recorded

/**
 * Tells of an entry that this phone has not shown before: another phone's is felt, and a hand of the limit is celebrated.
 *
 * @param {LedgerEvent} event
 * @param {{ isOwn: boolean, rules: RulesDetail | null, state: State }} given
 */
function tellNews(event, { isOwn, rules, state }) {
  if (!isOwn && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
  const cap = rules && !everyoneScores(rules) ? faanLimits(state, rules).cap : null;
  if (isLimit(event, cap)) celebrate(limitWords(event));
}

/**
 * Shows a game's table and follows it; returns what to call when the screen is left. `record` is what a link brings to
 * be recorded here.
 *
 * @param {string} id
 * @param {string | null=} record
 */
export function tableView(id, record = null) {
  // On plain http the browser shows an error in the place of a page that it cannot load again.
  /** @param {BeforeUnloadEvent} event */
  const stay = (event) => {
    if ((!window.isSecureContext && !table.value().linked) || !isWaitingKept()) event.preventDefault();
  };
  window.addEventListener("beforeunload", stay);
  const sleep = keepAwake();
  const table = holdTable(id, {
    onLatest: (event, state, news) => {
      announce(lastWords(event, state));
      if (news.isNew) tellNews(event, { isOwn: news.isOwn, rules: table.value().rules, state });
    },
    onLink: (up) => announce(t(up ? "connected-again" : "no-connection")),
    onRefused: (problem) => explainRefusal(problem, /** @type {State} */ (table.value().state)),
  });
  table.begun.then(() => {
    if (table.isLeft()) return;
    show(html`<${Table} key=${id} id=${id} table=${table} />`);
    const { state } = table.value();
    if (record && state)
      withPart(
        () => withWords(import("./unkept.js"), "rare"),
        ({ offerRecord }) =>
          offerRecord(record, {
            id,
            token: storage.token(id),
            titleOf: (entry) => entryTitle(entry, state),
            onProblem: (problem) => explainRefusal(problem, state),
          }),
      );
  });
  return () => {
    window.removeEventListener("beforeunload", stay);
    sleep();
    table.stop();
  };
}

/**
 * Says why the table is not shown.
 *
 * @param {Refusal} problem
 */
function failureCard(problem) {
  const isDeleted = problem.code === "game_deleted";
  return html`<section class="card lost" role="alert">
    <h2>${t(isDeleted ? "game-deleted" : "table-cannot-shown")}</h2>
    <p>${refusal(problem)}</p>
    ${!isDeleted && html`<button class="primary" onclick=${() => location.reload()}>${t("try-again")}</button>`}
    <a class="button" href="#">${t("all-games")}</a>
  </section>`;
}
