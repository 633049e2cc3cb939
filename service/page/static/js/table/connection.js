// What the table shows while the connection is lost, and of confirmations that wait to be sent.

import { seenAt } from "../api/cache.js";
import { gamePath } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { phrases, plural, regions, space, t, withWords } from "../i18n/translation.js";
import { refusedDraft } from "../state/draft.js";
import { agreedChanges } from "../state/faan-payments.js";
import { drop, isWaitingKept, NotKept, offerAgain, waitingAt } from "../state/outbox.js";
import * as storage from "../state/storage.js";
import { notice, withPart } from "../ui/page.js";
import { changeList } from "../ui/payments.js";
import { ask } from "../ui/sheet.js";
import { faanWords, winWords } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { eventTitle } from "./events.js";

/** @import { Draft, LedgerEvent, Refusal, RulesDetail, State, OutboxEntry } from "../types" */

/**
 * A table with entries that wait, and what happened there meanwhile, where that is known.
 *
 * @typedef {{ id: string, state: State, rules: RulesDetail | null, events: LedgerEvent[] | null }} Meanwhile
 */

// The bodies are those that this page has sent, of another form each.
/** @type {Record<string, (body: any, state: State) => string>} */
const TITLES = {
  hands: (body, state) =>
    body.draw ? t("nobody-won") : phrases([winWords(state, body), body.faan && faanWords(body.faan)]),
  undo: () => t("last-entry-taken-back"),
  adjustments: (body) => body.reason || t("points-moved"),
  "false-wins": (body, state) => t("name-declared-win-none", { name: state.players[body.player].name }),
  swaps: () => t("players-changed-seats"),
  rules: (body) => t("other-rules-from-hand-n", { n: body.from_hand }),
  end: (body) => body.reason || t("table-ended-game"),
  corrections: () => t("older-hand-corrected"),
};

/**
 * Says what an entry records.
 *
 * @param {{ what: string, body: any }} given
 * @param {State} state
 */
export const entryTitle = ({ what, body }, state) => TITLES[what]?.(body, state) ?? what;
/** @param {number | string} at */
const clock = (at) => new Date(at).toLocaleTimeString(regions(), { hour: "2-digit", minute: "2-digit" });

/**
 * Returns the word that the connection is lost, and of when the table is that is shown.
 *
 * @param {string} id
 */
export function offlineCard(id) {
  const at = seenAt(gamePath(id));
  return html`<section class="card offline" role="status">
    <h2>${t("no-connection")}</h2>
    <p>
      ${at ? t("table-as-at-time", { time: clock(at) }) : t("tables-computer-not-answer")}
      ${space()}
      ${storage.token(id) ? t("what-you-record-now-kept") : t("will-up-to-date-again")}
    </p>
    ${!window.isSecureContext && html`<p><b>${t("leave-page-open-without-connection")}</b></p>`}
  </section>`;
}

/**
 * @param {OutboxEntry} entry
 * @param {Meanwhile} given
 */
function meanwhile(entry, { state, events }) {
  const since = (events ?? []).filter(({ seq, kind }) => seq > entry.seq && kind !== "started");
  if (!since.length) return null;
  return [
    html`<p class="hint">${t("meanwhile-at-table")}</p>`,
    html`<ul class="plain since">
      ${since.map((event) => html`<li><b>${eventTitle(event, state)}</b><small>${clock(event.at)}</small></li>`)}
    </ul>`,
  ];
}

/** @param {string} key */
const throwAway = (key) => drop(key).catch((problem) => notice(refusal(problem), { alarm: true }));

/**
 * @param {OutboxEntry} entry
 * @param {Meanwhile} context
 */
function refused(entry, context) {
  const { id, state } = context;
  const edit = () => {
    storage.keepDraft(refusedDraft(/** @type {Draft} */ (entry.draft), { seq: state.seq, held: entry.key }));
    throwAway(entry.key);
    location.hash = `game=${id}&win`;
  };
  const problem = /** @type {Refusal} */ (entry.problem);
  const stale = problem.code === "stale_seq";
  return [
    html`<p class="loss">${stale ? t("not-recorded-table-moved") : refusal(problem)}</p>`,
    stale ? meanwhile(entry, context) : null,
    html`<div class="actions">
      ${
        entry.draft
          ? html`<button class="primary" onclick=${edit}>${t("look-at-again")}</button>`
          : html`<button class="primary" onclick=${() => offerAgain(entry.key, state.seq)}>${t("record-now")}</button>`
      }
      <button class="quiet" onclick=${() => throwAway(entry.key)}>${t("not-needed-any-more")}</button>
    </div>`,
  ];
}

/**
 * What an agreed number of faan will move, as long as it waits to be sent.
 *
 * @param {OutboxEntry} entry
 * @param {Meanwhile} context
 */
function amounts({ what, body, draft }, { state, rules }) {
  if (what !== "hands" || !Number.isInteger(body.faan)) return null;
  const changes = agreedChanges(state, rules, { ...body, also: draft?.also });
  return changes && changeList(changes.map((points, k) => [state.players[k].name, points]));
}

/**
 * @param {OutboxEntry} entry
 * @param {Meanwhile} context
 */
function line(entry, context) {
  const give = () =>
    ask(t("throw-entry-away"), t("not-sent-yet-nobody-else"), t("throw-away"), () => throwAway(entry.key));
  return html`<li class=${entry.problem ? "waiting-entry refused" : "waiting-entry"} data-key=${entry.key}>
    <div class="event-head">
      <b>${entryTitle(entry, context.state)}</b>
      <small>${clock(entry.at)}</small>
    </div>
    ${amounts(entry, context)}
    ${entry.problem ? refused(entry, context) : html`<button class="quiet" onclick=${give}>${t("throw-away")}</button>`}
  </li>`;
}

/**
 * Says what went wrong, and offers what was not kept to another phone.
 *
 * @param {Refusal} problem
 * @param {State} state
 */
export function explainRefusal(problem, state) {
  if (problem instanceof NotKept)
    withPart(
      () => withWords(import("./unkept.js"), "rare"),
      ({ openUnkept }) =>
        openUnkept(problem, {
          title: entryTitle(problem.entry, state),
          players: state.players.map(({ name }) => name),
        }),
    );
  else notice(refusal(problem), { alarm: true });
}

/**
 * Returns what waits at a game, or null; `context` is {id, state, rules, events}, the events to say what happened since.
 *
 * @param {Meanwhile} context
 */
export function waitingCard(context) {
  const entries = waitingAt(context.id);
  if (!entries.length) return null;
  const stuck = entries.some(({ problem }) => problem);
  const alarm = stuck || !isWaitingKept();
  return html`<section class=${alarm ? "card waiting stuck" : "card waiting"} role=${alarm ? "alert" : "status"}>
    <h2>
      ${stuck ? t("please-look-at") : plural(entries.length, "one-entry-waits-to-sent")}
    </h2>
    ${
      stuck
        ? null
        : isWaitingKept()
          ? html`<p class="hint">
            ${t("kept-on-phone-even")}
          </p>`
          : html`<p class="loss">
            ${t("browser-thrown-away-sent")}
          </p>`
    }
    <ul class="plain">${entries.map((entry) => line(entry, context))}</ul>
  </section>`;
}
