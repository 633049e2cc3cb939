// The screen of a table: the felt, its last hands, and the foot with the ways in which a hand ends and the tools.

import { listLinks } from "../api/client.js";
import { isRefused } from "../api/http.js";
import { sentence, t, withWords } from "../i18n/translation.js";
import { nextCard } from "../start/games.js";
import { newDraft, newEntry } from "../state/draft.js";
import { followTable } from "../state/followed-table.js";
import { drop, isAwaited, isWaitingKept } from "../state/outbox.js";
import { everyoneScores, faanLimits, houseOption } from "../state/rules.js";
import { isBegun, joinDraft } from "../state/shared-draft.js";
import * as storage from "../state/storage.js";
import { isAhead, latestOf, tableNow } from "../state/table.js";
import { bar } from "../ui/bar.js";
import { failureCard } from "../ui/failure.js";
import { Later, useFetched, useObservable } from "../ui/hooks.js";
import { icon } from "../ui/icons.js";
import { announce, complain, nextTask, orComplain, show, withPart } from "../ui/page.js";
import { ask } from "../ui/sheet.js";
import { windName } from "../ui/tiles.js";
import { keepAwake } from "../ui/wake-lock.js";
import { html, useEffect, useRef } from "../vendor/preact.js";
import { paymentsIn, paymentWords } from "./arrows.js";
import { celebrateLimit, isLimit } from "./celebration.js";
import { connectionChip, entryTitle, explainRefusal, openConnection } from "./connection.js";
import { enteringCard, ownerNote } from "./draft-cards.js";
import { eventTitle, lastHands, lastUndoable, revisionWords } from "./events.js";
import { openHistory, openReasons } from "./history.js";
import { openMore } from "./incidents.js";
import { announcement, recentHands } from "./recent.js";
import { askSeat, feltView, whoseCard } from "./seats.js";

/** @import { FollowedTable } from "../state/followed-table.js" */
/** @import { Child, Draft, KnownTable, LedgerEvent, Payment, RulesDetail, SharedDraft, State } from "../types" */

/** @typedef {[string, string, string, () => unknown]} Tool its name, icon, label and action */

/** @param {RulesDetail | null} rules @param {ReturnType<typeof winActions>} actions */
const handEnds = (rules, { photograph, agree, draw }) => html`<div class="hand-ends">
  <button type="button" data-end="agreed" onclick=${agree}>${rules ? t(everyoneScores(rules) ? "only-points" : "only-faan") : "…"}</button>
  <button type="button" class="shutter" aria-label=${t("somebody-won")} onclick=${photograph}>${icon("camera")}</button>
  <button type="button" data-end="draw" onclick=${draw}>${t("nobody-won")}</button>
</div>`;

/** @param {{ ends: Child, tools: Tool[] }} options */
const tableFoot = ({ ends, tools }) => html`<div class="table-foot">
  ${ends}
  <nav class="table-bar" aria-label=${t("more-of-table")}>
    ${tools.map(
      ([name, sign, label, run]) => html`<button type="button" data-tool=${name} onclick=${run}>
        ${icon(sign)}
        <span>${label}</span>
      </button>`,
    )}
  </nav>
</div>`;

/**
 * A table as it is drawn: as the service last sent it (`known`), after the entries that wait (`now`), and this phone's
 * token to write.
 *
 * @typedef {object} Drawn
 * @property {FollowedTable} table
 * @property {KnownTable & { state: State }} known
 * @property {ReturnType<typeof tableNow>} now
 * @property {string | null} token
 */

/** @param {Payment[]} payments @param {State} state */
const unseenPayments = (payments, state) =>
  payments.length > 0 &&
  html`<ul class="unseen paid" aria-label=${t("who-paid-whom")}>
    ${paymentWords(payments, state.players).map((each) => html`<li>${each}</li>`)}
  </ul>`;

/** @param {SharedDraft} shared @param {State} state @param {RulesDetail | null} rules */
function joinWords({ winner }, state, rules) {
  if (winner === null) return t("win-being-entered-add-hand");
  return t(rules && everyoneScores(rules) ? "name-won-add-hand" : "name-won-look-and-continue", state.players[winner]);
}

/** @param {Draft | null} draft */
const hasEntry = (draft) => draft !== null && (draft.winner !== null || Boolean(draft.hand) || draft.mode === "photo");

const CALM = 2000; // milliseconds for drawing and using a new table, before it is asked about its tiles
const calm = () => new Promise((resolve) => setTimeout(resolve, CALM));

/** @param {KnownTable & { state: State }} known */
const otherDraft = (known) =>
  known.shared?.seq === known.state.seq && isBegun(known.shared) && !isAhead(known) ? known.shared : null;

/**
 * Record something, or explain why that is not possible. With `seq` it is refused at any other table than the one that
 * was asked about: another phone may have answered meanwhile.
 *
 * @param {FollowedTable} table @param {string} what @param {object} body @param {number=} seq
 */
const record = (table, what, body, seq) =>
  table
    .send(what, body, { seq })
    .catch((problem) => explainRefusal(problem, /** @type {State} */ (table.value().state)));

/** @param {Drawn} drawn */
function winActions({ table, known }) {
  const { state } = known;
  const other = otherDraft(known);
  /** @param {Draft} draft */
  const enter = (draft) => {
    storage.keepDraft(draft);
    location.hash = `game=${table.id}&win`;
  };
  // Whoever sees another phone's draft and begins anyway means another win.
  const begin = (/** @type {Partial<Draft>} */ entry) =>
    enter({ ...newDraft({ game: table.id, seq: state.seq, apart: other !== null }), ...entry });
  return {
    startWin: (/** @type {number} */ winner) => begin({ winner }),
    photograph: () => begin({ mode: "camera" }),
    agree: async () => {
      const rules = await orComplain(table.rules());
      if (rules) begin(newEntry(everyoneScores(rules) ? "scores" : "faan"));
    },
    join: () => other && enter(joinDraft(other, newDraft({ game: table.id, seq: state.seq }))),
    draw: async () => {
      const drawRules = await orComplain(table.rules());
      if (!drawRules) return;
      const text = houseOption(state, drawRules, "draw_keeps_dealer") ? "wall-ran-out" : "wall-ran-out-nobody-pays";
      ask(t("nobody-won-question"), t(text), t("record-draw"), () => record(table, "hands", { draw: true }, state.seq));
    },
  };
}

/** Return the action that takes back the last entry: an unsent one is dropped. @param {Drawn} drawn */
function undoAction({ table, known: { state, events, waiting } }) {
  const unsent = waiting.at(-1);
  if (!unsent && state.seq < 2) return null;
  return () => {
    const last = events.at(-1)?.seq === state.seq ? lastUndoable(events, state.finished) : null; // not known yet
    const title = unsent ? sentence(entryTitle(unsent, state)) : last ? sentence(eventTitle(last, state)) : "";
    const takeBack = () =>
      unsent && isAwaited(unsent.key) ? drop(unsent.key).catch(complain) : record(table, "undo", {}, state.seq);
    ask(t("take-last-entry-back"), title + t("points-winds-and-dealer-go"), t("take-back"), takeBack);
  };
}

/** @param {Drawn} drawn */
async function openMoreTools(drawn) {
  const { table, token } = drawn;
  const { state } = drawn.known;
  const rules = await orComplain(table.rules());
  if (!rules) return;
  const openGuide = () => withPart(import("./setup.js"), ({ openSetup }) => openSetup(state.rules, state.options));
  const showTiles = () => withPart(import("./tile-set.js"), (part) => part.openTileSet(table.id, String(token)));
  const openScorer = () =>
    withPart(import("../scorer/scorer-sheet.js"), ({ openScorerSheet }) => openScorerSheet(state.rules));
  const canWrite = token !== null;
  openMore(canWrite && !state.finished ? { state, rules, send: record.bind(null, table) } : null, [
    [t(storage.phonePlayer(state) === null ? "where-you-sit" : "turn-table"), () => askSeat(state)],
    !state.finished && [t("walls-and-dice"), openGuide],
    canWrite && [t("show-your-tiles"), showTiles],
    [t("is-our-set-complete"), () => withPart(import("./tile-set.js"), ({ openSetCount }) => openSetCount())],
    canWrite && !state.finished && [t("score-without-network"), openScorer],
  ]);
}

/** @param {Drawn} drawn @returns {Tool[]} */
function tools(drawn) {
  const { table, known, token, now } = drawn;
  const { state } = known;
  const openRules = async () => {
    const rules = await orComplain(table.rules());
    if (rules) withPart(import("../rules/rules-sheet.js"), (part) => part.openRules(state, rules));
  };
  const openStandings = () =>
    withPart(import("./standings.js"), ({ openStandings }) => openStandings(table.id, now.state, known.waiting.length));
  const share = () => withPart(import("./links.js"), ({ openShare }) => openShare(state, token));
  return [
    ["history", "history", t("history-label"), () => openHistory(table.id, state, token)],
    ["rules", "book", t("rules-label"), openRules],
    ["standings", "count", t("standings-label"), openStandings],
    ["share", "share", t("share-label"), share],
    ["more", "more", t("more-label"), () => openMoreTools(drawn)],
  ];
}

/** @param {Drawn} drawn */
function head({ table }) {
  const isFromClub = storage.isFromClub();
  return bar({
    label: `Tableside: ${t(isFromClub ? "all-tables" : "all-games")}`,
    href: isFromClub ? "#club" : "#",
    between: connectionChip(table),
  });
}

const refusedCard = () => html`<section class="card refused-link" role="alert">
  <h2>${t("link-withdrawn")}</h2>
  <p>${t("ask-for-new-link")}</p>
</section>`;

/** Return the way back to a draft, this phone's or another's. @param {Drawn} drawn @param {() => void} join */
function resumeButton({ table: { id }, known }, join) {
  if (hasEntry(storage.draft(id)))
    return html`<a class="button resume" href="#game=${id}&win">${t("continue-win-you-began")}</a>`;
  const other = otherDraft(known);
  return (
    other && [
      html`<button class="resume" onclick=${join}>${joinWords(other, known.state, known.rules)}</button>`,
      ownerNote(known.state, other),
    ]
  );
}

/** @param {Drawn} drawn @param {ReturnType<typeof winActions>} actions @param {Child} result of a finished game */
function feltWithHands(drawn, actions, result) {
  const { table, known, now, token } = drawn;
  const { id } = table;
  const { state, events, uncounted } = now;
  const latest = known.moves.at(-1)?.event ?? latestOf(known.events, known.state);
  // After an undo or a correction the payments are those of the hand that is now the last.
  const last = latest && revisionWords(latest, events, state) ? lastHands(events, 1)[0] : latest;
  const shown = uncounted ? null : last;
  const payments = shown ? paymentsIn(shown, events) : [];
  const uncountedEntries = known.waiting.filter(({ problem }) => !problem).slice(known.moves.length);
  return [
    feltView({
      state,
      me: storage.phonePlayer(state) ?? state.seats[0],
      changes: shown?.changes,
      payments,
      onpick: token && !state.finished ? actions.startWin : null,
      waits: known.waiting.length > 0,
      uncounted,
    }),
    unseenPayments(payments, state),
    token && !state.finished && resumeButton(drawn, actions.join),
    result,
    html`<${Later} draw=${() =>
      recentHands({
        state,
        events,
        latest,
        sent: known.state.seq,
        titles: uncountedEntries.map((entry) => entryTitle(entry, state)),
        onWhy: (event) => openReasons(event, { id, token: event.seq > known.state.seq ? null : token, state, events }),
        onWaiting: () => openConnection(table),
        onUndo: token ? undoAction(drawn) : null,
      })}
    />`,
  ];
}

/** @param {{ table: FollowedTable }} props */
function Table({ table }) {
  const { id } = table;
  const known = useObservable(table);
  const endPart = useFetched(() => withWords(import("./end-card.js")), known.state?.finished ?? false);
  const tilesPart = useFetched(
    () => calm().then(() => withWords(import("./tile-set.js"))),
    known.state?.seq === 1 && storage.isTileSetOffered(),
  );
  useNews(table, known);
  if (known.lost) return failureCard(null, known.lost);
  const { state } = known;
  if (!state) return null;
  const isWithdrawn = isRefused(storage.token(id));
  const token = isWithdrawn ? null : storage.token(id);
  const knownHere = { ...known, state };
  const drawn = { table, known: knownHere, now: tableNow(knownHere), token };
  const actions = winActions(drawn);
  const other = otherDraft(knownHere);
  const { finished } = state;
  const next = finished ? known.shared?.next : null;
  return html`
    ${head(drawn)}
    <h1 class="unseen">${t("wind-round-hand-n", { wind: windName(drawn.now.state.round_wind), n: drawn.now.state.hand_number })}</h1>
    ${isWithdrawn && refusedCard()}
    ${storage.knownGame(id)?.isJoined && storage.phonePlayer(state) === null && whoseCard(state)}
    ${next && nextCard(id, next)}
    ${feltWithHands(drawn, actions, finished && endPart && html`<${endPart.EndCard} id=${id} state=${state} token=${token} />`)}
    ${state.coming && html`<p class="note coming" role="status">${t("other-rules-from-hand-n", { n: state.coming.from_hand })}</p>`}
    ${!token && other && enteringCard(state, other)}
    ${!token && !finished && !isWithdrawn && html`<p class="card watching">${t("phone-watches-to-record-hands")}</p>`}
    ${token && state.seq === 1 && tilesPart && html`<${tilesPart.TilesCard} id=${id} token=${token} />`}
    ${!window.isSecureContext && known.linked && html`<p class="credits">${t("at-address-page-works-without")}</p>`}
    ${tableFoot({
      ends: token
        ? finished
          ? html`<a class=${next ? "button big" : "button primary big"} href="#again=${id}">${t("play-another-game")}</a>`
          : handEnds(known.rules, actions)
        : null,
      tools: tools(drawn),
    })}
  `;
}

const VIBRATION = 80; // milliseconds

/**
 * Vibrate for an event of another phone, and celebrate a limit hand.
 *
 * @param {LedgerEvent} event
 * @param {{ isOwn: boolean, rules: RulesDetail | null, state: State }} options
 */
function signalEvent(event, { isOwn, rules, state }) {
  if (!isOwn && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION);
  const cap = rules && !everyoneScores(rules) ? faanLimits(state, rules).cap : null;
  if (isLimit(event, cap)) celebrateLimit(event);
}

/** Announce what happens at the table, and note what this phone has seen of it. @param {FollowedTable} table @param {KnownTable} known */
function useNews(table, { state, events, linked, rules }) {
  const { id } = table;
  const isFirst = useRef(true); // then the latest event was found, or made on the screen just left
  const wasLinked = useRef(linked);
  useFetched(() => table.rules(), Boolean(state && !rules)); // fetched again when they are needed
  useEffect(() => {
    if (linked !== wasLinked.current) announce(t(linked ? "connected-again" : "no-connection"));
    wasLinked.current = linked;
    const token = storage.token(id);
    if (linked && token) listLinks(id, token).catch(() => {}); // a refused token is reported by onRefusedToken
  }, [linked]);
  useEffect(() => {
    if (!state) return;
    storage.keepGame(id, { names: state.players.map(({ name }) => name), finished: state.finished });
    storage.keepHouse(state.rules);
  }, [state]);
  useEffect(() => {
    if (!state || events.at(-1)?.seq !== state.seq) return;
    const seen = storage.knownGame(id)?.seen ?? null;
    const latest = latestOf(events, state);
    storage.changeGame(id, { seen: latest?.seq ?? state.seq });
    const isOwn = isFirst.current || latest?.seq === table.ownSeq;
    isFirst.current = false;
    if (!latest || latest !== events.at(-1)) return;
    announce(announcement(latest, state));
    if (seen !== null && latest.seq > seen) signalEvent(latest, { isOwn, rules, state });
  }, [events]);
}

/**
 * Show a game's table and follow it. `record` is another phone's entry to be recorded here, from the link.
 * @param {AbortSignal} left @param {{ id: string, gameLeft: AbortSignal, record?: string | null }} address
 */
export function tableView(left, { id, gameLeft, record = null }) {
  const table = followTable(id, gameLeft);
  // Without a connection a page on plain http could not be loaded again.
  /** @param {BeforeUnloadEvent} event */
  const confirmLeave = (event) => {
    if ((!window.isSecureContext && !table.value().linked) || !isWaitingKept()) event.preventDefault();
  };
  window.addEventListener("beforeunload", confirmLeave, { signal: left });
  keepAwake(left);
  table.ready.then(nextTask).then(() => {
    if (left.aborted) return;
    show(() => html`<${Table} table=${table} />`);
    const { state } = table.value();
    if (record && state) withPart(import("./unkept.js"), ({ offerRecord }) => offerRecord(record, state));
  });
}
