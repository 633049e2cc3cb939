// The table as it stands: four sides, the round in the middle, and what is always under the thumb.

import { handOn } from "../api/client.js";
import { sentence, t, withWords } from "../i18n/translation.js";
import { nextCard } from "../start/games.js";
import { newDraft } from "../state/draft.js";
import { FollowedTable } from "../state/followed-table.js";
import { drop, isWaitingKept } from "../state/outbox.js";
import { everyoneScores, faanLimits, houseOption } from "../state/rules.js";
import { isBegun, joinDraft } from "../state/shared-draft.js";
import * as storage from "../state/storage.js";
import { keepPhonePlayer, phonePlayer } from "../state/storage.js";
import { tableNow } from "../state/table.js";
import { bar } from "../ui/bar.js";
import { failureCard } from "../ui/failure.js";
import { useFetched, useObservable, useRedraw } from "../ui/hooks.js";
import { icon } from "../ui/icons.js";
import { announce, dropAlarm, nextTask, show, withPart } from "../ui/page.js";
import { ask } from "../ui/sheet.js";
import { windName } from "../ui/tiles.js";
import { keepAwake } from "../ui/wake-lock.js";
import { html } from "../vendor/preact.js";
import { flowWords, paidAt } from "./arrows.js";
import { celebrate, isLimit, limitWords } from "./celebration.js";
import { connectionChip, entryTitle, explainRefusal, openConnection } from "./connection.js";
import { byWords, enteringCard } from "./draft-cards.js";
import { eventTitle, lastUndoable, revisedWords, standingHand } from "./events.js";
import { openHistory, openReasons } from "./history.js";
import { openMore } from "./incidents.js";
import { newsWords, recentHands } from "./recent.js";
import { askWhose, feltView, whoseCard } from "./seats.js";

/** @import { Child, Draft, LedgerEvent, Payment, RulesDetail, SharedDraft, State } from "../types" */
/** @import { KnownTable } from "../state/table.js" */

/**
 * A tool of the bar: its name, its sign, its word and what a tap does.
 *
 * @typedef {[string, string, string, () => unknown]} Tool
 */

/**
 * Returns the ways in which a hand ends: a photo of it in the middle, always in the same place.
 *
 * @param {ReturnType<typeof winActions>} actions
 */
const handEnds = ({ isPoints, photograph, agree, draw }) => html`<div class="hand-ends">
  <button type="button" data-end="agreed" onclick=${agree}>${t(isPoints ? "only-points" : "only-faan")}</button>
  <button type="button" class="shutter" aria-label=${t("somebody-won")} onclick=${photograph}>${icon("camera")}</button>
  <button type="button" data-end="draw" onclick=${draw}>${t("nobody-won")}</button>
</div>`;

/** @param {{ ends: Child, tools: Tool[] }} given */
const tableFoot = ({ ends, tools }) => html`<div class="table-foot">
  ${ends}
  <nav class="table-bar" aria-label=${t("more-of-table")}>
    ${tools.map(
      ([name, sign, word, run]) => html`<button type="button" data-tool=${name} onclick=${run}>
        ${icon(sign)}
        <span>${word}</span>
      </button>`,
    )}
  </nav>
</div>`;

/**
 * A table as it is drawn: as the service last sent it (`state`), after what waits (`now`), and the token of who may write.
 *
 * @typedef {object} Drawn
 * @property {FollowedTable} table
 * @property {KnownTable & { state: State }} known
 * @property {ReturnType<typeof tableNow>} now
 * @property {string | null} token
 * @property {() => void} redraw
 */

/** @param {Payment[]} payments @param {State} state */
const paidWords = (payments, state) =>
  payments.length > 0 &&
  html`<ul class="unseen paid" aria-label=${t("who-paid-whom")}>
    ${flowWords(payments, state.players).map((each) => html`<li>${each}</li>`)}
  </ul>`;

/** @param {SharedDraft} shared @param {State} state @param {RulesDetail | null} rules */
function joinWords({ winner }, state, rules) {
  if (winner === null) return t("win-being-entered-add-hand");
  return t(rules && everyoneScores(rules) ? "name-won-add-hand" : "name-won-look-and-continue", state.players[winner]);
}

/** @param {Draft | null} draft */
const hasEntry = (draft) =>
  draft !== null && (draft.winner !== null || Boolean(draft.hand) || Boolean(draft.mode === "photo"));

const CALM = 2000; // milliseconds, in which a new table is drawn and used: what it may be asked besides comes after
const settled = () => new Promise((go) => setTimeout(go, CALM));

/** @param {KnownTable & { state: State }} known */
const enteredElsewhere = ({ shared, state }) => (shared?.seq === state.seq && isBegun(shared) ? shared : null);

/** @param {Drawn} drawn */
function winActions({ table, known }) {
  const { state, rules } = known;
  const entered = enteredElsewhere(known);
  /** @param {Draft} draft */
  const enter = (draft) => {
    storage.keepDraft(draft);
    handOn(state, rules);
    location.hash = `game=${table.id}&win`;
  };
  const begin = (/** @type {Partial<Draft>} */ begun) =>
    enter({ ...newDraft({ game: table.id, seq: state.seq, apart: entered !== null }), ...begun }); // who saw another phone's win means another one
  const isPoints = rules !== null && everyoneScores(rules);
  return {
    isPoints,
    startWin: (/** @type {number} */ winner) => begin({ winner }),
    photograph: () => begin({ mode: "camera" }),
    agree: () => begin(isPoints ? { mode: "scores", scores: [null, null, null, null] } : { mode: "faan" }),
    join: () => entered && enter(joinDraft(entered, newDraft({ game: table.id, seq: state.seq }))),
    draw: async () => {
      const asked = await table.rules();
      if (!asked) return;
      const what = houseOption(state, asked, "draw_keeps_dealer") ? "wall-ran-out" : "wall-ran-out-nobody-pays";
      ask(t("nobody-won-question"), t(what), t("record-draw"), () => table.send("hands", { draw: true }));
    },
  };
}

/**
 * Returns what takes the last entry back: one that waits is thrown away, one that the table has is undone there.
 *
 * @param {Drawn} drawn
 */
function undoing({ table, known: { state, events, waiting } }) {
  const unsent = waiting.at(-1);
  if (!unsent && state.seq < 2) return null;
  return () => {
    const last = events.at(-1)?.seq === state.seq ? lastUndoable(events, state.finished) : null; // else not known yet
    const what = unsent ? sentence(entryTitle(unsent, state)) : last ? sentence(eventTitle(last, state)) : "";
    ask(t("take-last-entry-back"), what + t("points-winds-and-dealer-go"), t("take-back"), () =>
      unsent ? drop(unsent.key).catch((problem) => explainRefusal(problem, state)) : table.send("undo", {}),
    );
  };
}

/** @param {Drawn} drawn */
const showTiles = ({ table, token }) =>
  withPart(import("./tile-set.js"), ({ openTileSet }) => openTileSet(table.id, String(token)));

const countSet = () => withPart(import("./tile-set.js"), ({ openSetCount }) => openSetCount());

/** @param {Drawn} drawn */
async function more(drawn) {
  const { table, token, redraw } = drawn;
  const { state } = drawn.known;
  const rules = await table.rules();
  if (!rules) return;
  const guide = () => withPart(import("./setup.js"), ({ openSetup }) => openSetup(state.rules, state.options));
  const scoreHere = () =>
    withPart(import("../scorer/scorer-sheet.js"), ({ openScorerSheet }) => openScorerSheet(state.rules), "camera");
  const writes = token !== null;
  openMore(writes && !state.finished ? { state, rules, send: (...given) => table.send(...given) } : null, [
    [t(phonePlayer(state) === null ? "where-you-sit" : "turn-table"), () => askWhose(state, redraw)],
    !state.finished && [t("walls-and-dice"), guide],
    writes && [t("show-your-tiles"), () => showTiles(drawn)],
    [t("is-our-set-complete"), countSet],
    writes && !state.finished && [t("score-without-network"), scoreHere],
  ]);
}

/** @param {Drawn} drawn @returns {Tool[]} */
function tools(drawn) {
  const { table, known, token, now } = drawn;
  const { state } = known;
  const openRules = async () => {
    const rules = await table.rules();
    if (rules) withPart(import("../rules/rules-sheet.js"), (part) => part.openRules(state, rules));
  };
  const standings = () =>
    withPart(import("./standings.js"), ({ openEvening }) => openEvening(table.id, now.state, known.waiting.length));
  const share = () => withPart(import("./links.js"), ({ openShare }) => openShare(state, token));
  return [
    ["history", "history", t("history-label"), () => openHistory(table.id, state, token)],
    ["rules", "book", t("rules-label"), openRules],
    ["standings", "count", t("standings-label"), standings],
    ["share", "share", t("share-label"), share],
    ["more", "more", t("more-label"), () => more(drawn)],
  ];
}

/** @param {Drawn} drawn */
function head({ table, redraw }) {
  const isFromClub = storage.isFromClub();
  return bar({
    label: `Tableside: ${t(isFromClub ? "all-tables" : "all-games")}`,
    href: isFromClub ? "#club" : "#",
    redraw,
    between: connectionChip(table),
  });
}

/** Shows that this phone's link is no longer valid, and what to do. */
const refusedCard = () => html`<section class="card refused-link" role="alert">
  <h2>${t("link-withdrawn")}</h2>
  <p>${t("ask-for-new-link")}</p>
</section>`;

/**
 * What is entered here, or on another phone, and can be gone on with.
 *
 * @param {Drawn} drawn
 * @param {ReturnType<typeof winActions>} actions
 */
function resumeLines({ table: { id }, known }, { join }) {
  const entered = enteredElsewhere(known);
  const kept = storage.draft(id);
  if (kept && hasEntry(kept))
    return html`<a class="button resume" href="#game=${id}&win">${t("continue-win-you-began")}</a>`;
  return (
    entered && [
      html`<button class="resume" onclick=${join}>${joinWords(entered, known.state, known.rules)}</button>`,
      byWords(known.state, entered),
    ]
  );
}

/**
 * The felt with what the last hand has moved, and the last hands below it.
 *
 * @param {Drawn} drawn
 * @param {ReturnType<typeof winActions>} actions
 */
function play(drawn, actions) {
  const { table, known, now, token } = drawn;
  const { id } = table;
  const { state, events, uncounted } = now;
  const latest = known.moves.at(-1)?.event ?? known.latest;
  // After an undo or a correction the hand that stands now is shown, in the place of what took another back.
  const last = latest && revisedWords(latest, events, state) ? standingHand(events) : latest;
  const stands = uncounted ? null : last; // else another hand has come after it
  const payments = stands ? paidAt(stands, events) : [];
  const uncountedEntries = known.waiting.filter(({ problem }) => !problem).slice(known.moves.length);
  return [
    feltView({
      state,
      me: phonePlayer(state) ?? state.seats[0],
      changes: stands?.changes,
      payments,
      onpick: token && !state.finished ? actions.startWin : null,
      waits: known.waiting.length > 0,
      uncounted,
    }),
    paidWords(payments, state),
    token && !state.finished && resumeLines(drawn, actions),
    recentHands({
      state,
      events,
      latest,
      sent: known.state.seq,
      titles: uncountedEntries.map((entry) => entryTitle(entry, state)),
      onWhy: (event) => openReasons(event, { id, token: event.seq > known.state.seq ? null : token, state, events }),
      onWaiting: () => openConnection(table),
      onUndo: token ? undoing(drawn) : null,
    }),
  ];
}

/** @param {{ table: FollowedTable }} given */
function Table({ table }) {
  const { id } = table;
  const known = useObservable(table);
  const redraw = useRedraw();
  const end = useFetched(() => withWords(import("./end-card.js")), known.state?.finished ?? false);
  const first = useFetched(
    () => settled().then(() => withWords(import("./tile-set.js"))),
    known.state?.seq === 1 && storage.isTileSetOffered(),
  );
  if (known.lost) return failureCard(null, known.lost);
  const { state } = known;
  if (!state) return null;
  const token = known.refused ? null : storage.token(id);
  const here = { ...known, state };
  const drawn = { table, known: here, now: tableNow(here), token, redraw };
  const actions = winActions(drawn);
  const entered = enteredElsewhere(here);
  const { finished } = state;
  const next = finished ? known.shared?.next : null;
  /** @param {number | null} player */
  const sit = (player) => {
    storage.keepGame(id, { isJoined: false });
    if (player !== null) keepPhonePlayer(state, player);
    redraw();
  };
  return html`
    ${head(drawn)}
    <h1 class="unseen">${t("wind-round-hand-n", { wind: windName(drawn.now.state.round_wind), n: drawn.now.state.hand_number })}</h1>
    ${known.refused && refusedCard()}
    ${storage.isJoined(id) && phonePlayer(state) === null && whoseCard(state, sit)}
    ${next && nextCard(id, next)}
    ${play(drawn, actions)}
    ${state.coming && html`<p class="note coming" role="status">${t("other-rules-from-hand-n", { n: state.coming.from_hand })}</p>`}
    ${finished && end && html`<${end.EndCard} id=${id} state=${state} token=${token} />`}
    ${!token && entered && enteringCard(state, entered)}
    ${!token && !finished && !known.refused && html`<p class="card watching">${t("phone-watches-to-record-hands")}</p>`}
    ${token && state.seq === 1 && first && html`<${first.TilesCard} id=${id} show=${() => showTiles(drawn)} />`}
    ${!window.isSecureContext && known.linked && html`<p class="credits">${t("at-address-page-works-without")}</p>`}
    ${tableFoot({
      ends: token
        ? finished
          ? html`<a class=${next ? "button big" : "button primary big"} href="#again=${id}">${t("play-another-game")}</a>`
          : handEnds(actions)
        : null,
      tools: tools(drawn),
    })}
  `;
}

const BUZZ = 80; // milliseconds, once: a hand was recorded

/**
 * Announces an entry that this phone has not shown before: another phone's is felt, and a hand of the limit is celebrated.
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
  const table = new FollowedTable(id, {
    onLatest: (event, state, news) => {
      announce(newsWords(event, state));
      dropAlarm();
      if (news.isNew) tellNews(event, { isOwn: news.isOwn, rules: table.value().rules, state });
    },
    onLink: (up) => {
      announce(t(up ? "connected-again" : "no-connection"));
      if (up) dropAlarm();
    },
    onRefused: (problem) => explainRefusal(problem, /** @type {State} */ (table.value().state)),
  });
  table.ready.then(nextTask).then(() => {
    if (table.isLeft) return;
    show(html`<${Table} key=${id} table=${table} />`);
    const { state } = table.value();
    if (record && state)
      withPart(import("./unkept.js"), ({ offerRecord }) =>
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
    table.leave();
  };
}
