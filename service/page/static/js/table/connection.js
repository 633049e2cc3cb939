// What the table shows while the connection is lost, and of confirmations that wait to be sent.

import { seenAt } from "../api/cache.js";
import { gamePath, history } from "../api/client.js";
import { isChinese, plural, t } from "../i18n/translation.js";
import { refusedDraft } from "../state/draft.js";
import { drop, offerAgain, waitingAt } from "../state/outbox.js";
import * as storage from "../state/storage.js";
import { h } from "../ui/dom.js";
import { refusal } from "../ui/refusals.js";
import { ask } from "../ui/sheet.js";
import { faanWords, winWords } from "../ui/words.js";
import { eventTitle } from "./events.js";

/** @import { Draft, LedgerEvent, Refusal, State, OutboxEntry } from "../types" */

/**
 * A table with entries that wait, and what happened there meanwhile, where that is known.
 *
 * @typedef {{ id: string, state: State, events: LedgerEvent[] | null }} Meanwhile
 */

// The bodies are those that this page has sent, of another form each.
/** @type {Record<string, (body: any, state: State) => string>} */
const TITLES = {
  hands: (body, state) =>
    body.draw ? t("Nobody won") : [winWords(state, body), body.faan && faanWords(body.faan)].filter(Boolean).join(", "),
  undo: () => t("The last entry was taken back"),
  adjustments: (body) => body.reason || t("Points were moved"),
  "false-wins": (body, state) => t("{name} declared a win that was none", { name: state.players[body.player].name }),
  swaps: () => t("Players changed seats"),
  end: (body) => body.reason || t("The table ended the game"),
  corrections: () => t("An older entry was set right"),
};

/**
 * @param {OutboxEntry} given
 * @param {State} state
 */
const titleOf = ({ what, body }, state) => TITLES[what]?.(body, state) ?? what;
/** @param {number | string} at */
const clock = (at) =>
  new Date(at).toLocaleTimeString(isChinese() ? "zh-Hant" : [], { hour: "2-digit", minute: "2-digit" });

/**
 * Returns the word that the connection is lost, and of when the table is that is shown.
 *
 * @param {string} id
 */
export function offlineCard(id) {
  const at = seenAt(gamePath(id));
  return h(
    "section",
    { class: "card offline", role: "status" },
    h("h2", {}, t("No connection")),
    h(
      "p",
      {},
      at
        ? t("This is the table as it was at {time}.", { time: clock(at) })
        : t("The table's computer does not answer."),
      isChinese() ? "" : " ",
      storage.token(id)
        ? t("What you record now is kept on this phone and sent when the connection returns.")
        : t("It will be up to date again by itself."),
    ),
  );
}

/**
 * @param {OutboxEntry} entry
 * @param {Meanwhile} given
 */
function meanwhile(entry, { state, events }) {
  const since = (events ?? []).filter(({ seq, kind }) => seq > entry.seq && kind !== "started");
  if (!since.length) return null;
  return [
    h("p", { class: "hint" }, t("Meanwhile at the table:")),
    h(
      "ul",
      { class: "plain since" },
      since.map((event) => h("li", {}, h("b", {}, eventTitle(event, state)), h("small", {}, clock(event.at)))),
    ),
  ];
}

/**
 * @param {OutboxEntry} entry
 * @param {Meanwhile} context
 */
function refused(entry, context) {
  const { id, state } = context;
  const edit = () => {
    storage.keepDraft(refusedDraft(/** @type {Draft} */ (entry.draft), { seq: state.seq, held: entry.key }));
    drop(entry.key);
    location.hash = `game=${id}&win`;
  };
  const problem = /** @type {Refusal} */ (entry.problem);
  const stale = problem.code === "stale_seq";
  return [
    h("p", { class: "loss" }, stale ? t("Not recorded: the table has moved on since.") : refusal(problem)),
    stale ? meanwhile(entry, context) : null,
    h(
      "div",
      { class: "actions" },
      entry.draft
        ? h("button", { class: "primary", onclick: edit }, t("Look at it again"))
        : h("button", { class: "primary", onclick: () => offerAgain(entry.key, state.seq) }, t("Record it now")),
      h("button", { class: "quiet", onclick: () => drop(entry.key) }, t("It is not needed any more")),
    ),
  ];
}

/**
 * @param {OutboxEntry} entry
 * @param {Meanwhile} context
 */
function line(entry, context) {
  const give = () =>
    ask(t("Throw this entry away?"), t("It has not been sent yet. Nobody else has seen it."), t("Throw it away"), () =>
      drop(entry.key),
    );
  return h(
    "li",
    { class: entry.problem ? "waiting-entry refused" : "waiting-entry", "data-key": entry.key },
    h("div", { class: "event-head" }, h("b", {}, titleOf(entry, context.state)), h("small", {}, clock(entry.at))),
    entry.problem ? refused(entry, context) : h("button", { class: "quiet", onclick: give }, t("Throw it away")),
  );
}

/**
 * Returns what waits at a game, or null; `context` is {id, state, events}, the events to say what happened since.
 *
 * @param {Meanwhile} context
 */
export function waitingCard(context) {
  const entries = waitingAt(context.id);
  if (!entries.length) return null;
  const stuck = entries.some(({ problem }) => problem);
  return h(
    "section",
    { class: stuck ? "card waiting stuck" : "card waiting", role: stuck ? "alert" : "status" },
    h(
      "h2",
      {},
      stuck
        ? t("Please look at this")
        : plural(entries.length, "One entry waits to be sent", "{n} entries wait to be sent"),
    ),
    stuck
      ? null
      : h(
          "p",
          { class: "hint" },
          t("It is kept on this phone, also when the page is closed. The points below do not have it yet."),
        ),
    h(
      "ul",
      { class: "plain" },
      entries.map((entry) => line(entry, context)),
    ),
  );
}

/**
 * Fetches what happened at a table, for entries that it has left behind.
 *
 * @param {string} id
 * @returns {Promise<LedgerEvent[] | null>}
 */
export const eventsSince = (id) =>
  waitingAt(id).some(({ problem }) => problem)
    ? history(id).then(
        ({ events }) => events,
        () => null,
      )
    : Promise.resolve(null);
