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
    body.draw ? t("Nobody won") : phrases([winWords(state, body), body.faan && faanWords(body.faan)]),
  undo: () => t("The last entry was taken back"),
  adjustments: (body) => body.reason || t("Points were moved"),
  "false-wins": (body, state) => t("{name} declared a win that was none", { name: state.players[body.player].name }),
  swaps: () => t("Players changed seats"),
  rules: (body) => t("Other rules from hand {n} on", { n: body.from_hand }),
  end: (body) => body.reason || t("The table ended the game"),
  corrections: () => t("An older hand was corrected"),
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
    <h2>${t("No connection")}</h2>
    <p>
      ${
        at
          ? t("This is the table as it was at {time}.", { time: clock(at) })
          : t("The table's computer does not answer.")
      }
      ${space()}
      ${
        storage.token(id)
          ? t("What you record now is kept on this phone and sent when the connection returns.")
          : t("It will be up to date again by itself.")
      }
    </p>
    ${
      !window.isSecureContext &&
      html`<p><b>${t("Leave this page open: without a connection it cannot be loaded again at this address.")}</b></p>`
    }
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
    html`<p class="hint">${t("Meanwhile at the table:")}</p>`,
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
    html`<p class="loss">${stale ? t("Not recorded: the table has moved on since.") : refusal(problem)}</p>`,
    stale ? meanwhile(entry, context) : null,
    html`<div class="actions">
      ${
        entry.draft
          ? html`<button class="primary" onclick=${edit}>${t("Look at it again")}</button>`
          : html`<button class="primary" onclick=${() => offerAgain(entry.key, state.seq)}>${t("Record it now")}</button>`
      }
      <button class="quiet" onclick=${() => throwAway(entry.key)}>${t("It is not needed any more")}</button>
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
    ask(t("Throw this entry away?"), t("It has not been sent yet. Nobody else has seen it."), t("Throw it away"), () =>
      throwAway(entry.key),
    );
  return html`<li class=${entry.problem ? "waiting-entry refused" : "waiting-entry"} data-key=${entry.key}>
    <div class="event-head">
      <b>${entryTitle(entry, context.state)}</b>
      <small>${clock(entry.at)}</small>
    </div>
    ${amounts(entry, context)}
    ${entry.problem ? refused(entry, context) : html`<button class="quiet" onclick=${give}>${t("Throw it away")}</button>`}
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
      ${
        stuck
          ? t("Please look at this")
          : plural(entries.length, "One entry waits to be sent", "{n} entries wait to be sent")
      }
    </h2>
    ${
      stuck
        ? null
        : isWaitingKept()
          ? html`<p class="hint">
            ${t("It is kept on this phone, even when the page is closed; only a private window forgets it. The points below do not include it yet.")}
          </p>`
          : html`<p class="loss">
            ${t("This browser has thrown it away: it is sent only while this page stays open. Do not close it.")}
          </p>`
    }
    <ul class="plain">${entries.map((entry) => line(entry, context))}</ul>
  </section>`;
}
