// Whether a table is up to date, and what this phone has still to send: a chip in the header, and the panel behind it.

import { seenAt } from "../api/cache.js";
import { gamePath } from "../api/client.js";
import { isRefused } from "../api/http.js";
import { refusal } from "../i18n/refusals.js";
import { clock, plural, space, t } from "../i18n/translation.js";
import { refusedDraft } from "../state/draft.js";
import { drop, isWaitingKept, NotKept, offerAgain } from "../state/outbox.js";
import { agreedChanges } from "../state/rules.js";
import * as storage from "../state/storage.js";
import { useObservable } from "../ui/hooks.js";
import { complain, withPart } from "../ui/page.js";
import { changeList } from "../ui/payments.js";
import { ask, openSheet } from "../ui/sheet.js";
import { change } from "../ui/words.js";
import { html, useEffect } from "../vendor/preact.js";
import { eventLine, eventTitle } from "./events.js";

/** @import { FollowedTable } from "../state/followed-table.js" */
/** @import { Draft, KnownTable, LedgerEvent, OutboxEntry, Refusal, State } from "../types" */

/** @type {Record<string, LedgerEvent["kind"]>} the kind of event that an entry becomes */
const EVENT_KINDS = {
  undo: "undo",
  adjustments: "adjusted",
  "false-wins": "false_win",
  swaps: "players_swapped",
  rules: "rules_changed",
  players: "players_named",
  end: "ended",
  corrections: "corrected",
};

/** Return the title of an entry, as of its event. @param {{ what: string, body: any }} entry @param {State} state */
export function entryTitle({ what, body }, state) {
  const kind = what === "hands" ? (body.draw ? "hand_drawn" : "hand_won") : EVENT_KINDS[what];
  return eventLine({ ...body, kind, from: body.from ?? null }, state);
}

/** @param {string} id */
function offlineNote(id) {
  const at = seenAt(gamePath(id));
  return html`<section class="offline">
    <h3>${t("no-connection")}</h3>
    <p>
      ${at ? t("table-as-at-time", { time: clock(at) }) : t("tables-computer-not-answer")}
      ${space()}
      ${storage.token(id) ? t("what-you-record-now-kept") : t("will-up-to-date-again")}
    </p>
    ${!window.isSecureContext && html`<p><b>${t("leave-page-open-without-connection")}</b></p>`}
  </section>`;
}

/** @param {OutboxEntry} entry @param {KnownTable} known */
function eventsSince(entry, { state, events }) {
  const newer = events.filter(({ seq, kind }) => seq > entry.seq && kind !== "hand_noted");
  if (!newer.length) return null;
  return [
    html`<p class="hint">${t("meanwhile-at-table")}</p>`,
    html`<ul class="plain since">
      ${newer.map((event) => html`<li><b>${eventTitle(event, /** @type {State} */ (state))}</b><small>${clock(event.at)}</small></li>`)}
    </ul>`,
  ];
}

/** @param {string} key */
const discard = (key) => drop(key).catch(complain);

/** @param {OutboxEntry} entry @param {KnownTable} known */
function refusedNote(entry, known) {
  const { id, seq } = /** @type {State} */ (known.state);
  const edit = () => {
    storage.keepDraft(refusedDraft(/** @type {Draft} */ (entry.draft), { seq, held: entry.key }));
    location.hash = `game=${id}&win`;
  };
  const problem = /** @type {Refusal} */ (entry.problem);
  const isStale = problem.code === "stale_seq";
  return [
    html`<p class="loss">${isStale ? t("not-recorded-table-moved") : refusal(problem)}</p>`,
    isStale ? eventsSince(entry, known) : null,
    html`<div class="actions">
      ${
        entry.draft
          ? html`<button class="primary" onclick=${edit}>${t("look-at-again")}</button>`
          : html`<button class="primary" onclick=${() => offerAgain(entry.key, seq)}>${t("record-now")}</button>`
      }
      <button class="quiet" onclick=${() => discard(entry.key)}>${t("not-needed-any-more")}</button>
    </div>`,
  ];
}

/**
 * Return the changes of points by a waiting entry, as counted by this phone's scorer or from the agreed faan; null if
 * unknown.
 *
 * @param {OutboxEntry} entry
 * @param {KnownTable} known
 */
function entryChanges(entry, { state, rules, waiting, moves }) {
  const { what, body, draft } = entry;
  const move = moves[waiting.filter(({ problem }) => !problem).indexOf(entry)];
  if (move) return move.event.changes ?? null;
  if (what !== "hands" || !Number.isInteger(body.faan)) return null;
  return agreedChanges(/** @type {State} */ (state), rules, { ...body, also: draft?.also });
}

/** @param {OutboxEntry} entry @param {KnownTable} known */
function entryLine(entry, known) {
  const state = /** @type {State} */ (known.state);
  const changes = entryChanges(entry, known);
  const confirmDiscard = () =>
    ask(t("throw-entry-away"), t("not-sent-yet-nobody-else"), t("throw-away"), () => discard(entry.key));
  return html`<li class=${entry.problem ? "waiting-entry refused" : "waiting-entry"} data-key=${entry.key}>
    <div class="event-head">
      <b>${entryTitle(entry, state)}</b>
      <small>${clock(entry.at)}</small>
    </div>
    ${changes && changeList(changes.map((points, k) => [state.players[k].name, points]))}
    ${entry.problem ? refusedNote(entry, known) : html`<button class="quiet" onclick=${confirmDiscard}>${t("throw-away")}</button>`}
  </li>`;
}

/** Show a problem, and offer to another phone what was not kept. @param {Refusal} problem @param {State} state */
export function explainRefusal(problem, state) {
  if (problem instanceof NotKept) withPart(import("./unkept.js"), ({ openUnkept }) => openUnkept(problem, state));
  else complain(problem);
}

/** @param {KnownTable} known */
function waitingList(known) {
  const { waiting } = known;
  const isStuck = waiting.some(({ problem }) => problem);
  return html`<section class=${isStuck || !isWaitingKept() ? "waiting stuck" : "waiting"}>
    <h3>${isStuck ? t("please-look-at") : plural(waiting.length, "one-entry-waits-to-sent")}</h3>
    ${!isStuck && html`<p class="hint">${t(isWaitingKept() ? "kept-on-phone-even" : "browser-thrown-away-sent")}</p>`}
    <ul class="plain">${waiting.map((entry) => entryLine(entry, known))}</ul>
  </section>`;
}

/** @param {{ table: FollowedTable, close: () => void }} props */
function Connection({ table, close }) {
  const known = useObservable(table);
  const isUpToDate = known.linked && !known.waiting.length;
  useEffect(() => {
    if (isUpToDate) close();
  }, [isUpToDate]);
  return [!known.linked && offlineNote(table.id), known.waiting.length > 0 && waitingList(known)];
}

/** @param {FollowedTable} table */
export const openConnection = (table) =>
  openSheet(t("connection-label"), (close) => html`<${Connection} table=${table} close=${close} />`);

/** @param {FollowedTable} table */
export function connectionChip(table) {
  const known = table.value();
  const { linked, waiting } = known;
  if (linked && !waiting.length) {
    const isWithdrawn = isRefused(storage.token(table.id));
    return html`<span class=${isWithdrawn ? "link down" : "link up"} role="status">${t(isWithdrawn ? "watching" : "live")}</span>`;
  }
  const isStuck = waiting.some(({ problem }) => problem) || !isWaitingKept();
  const gains = waiting.flatMap((entry) =>
    (entryChanges(entry, known) ?? []).filter((points) => points > 0).map(change),
  );
  return html`<button
    type="button"
    class=${["link", linked ? "up" : "down", waiting.length && "queue", isStuck && "stuck"].filter(Boolean).join(" ")}
    onclick=${() => openConnection(table)}
  >
    <span role=${isStuck ? "alert" : "status"}>
      ${!linked && t("offline-word")}
      ${!linked && waiting.length > 0 && " · "}
      ${waiting.length > 0 && (isStuck ? t("please-look-at") : plural(waiting.length, "one-waits"))}
      ${!isStuck && gains.length > 0 && `: ${gains.join(" ")}`}
    </span>
  </button>`;
}
