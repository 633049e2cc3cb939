// The history of a game, the latest event first, each hand with its tiles and breakdown.

import { history, historyTable } from "../api/client.js";
import { clock, t } from "../i18n/translation.js";
import { score } from "../scorer/score.js";
import { rowLists, total } from "../ui/breakdown.js";
import { handPictures } from "../ui/hands.js";
import { Gradually } from "../ui/hooks.js";
import { complain, orComplain, withPart } from "../ui/page.js";
import { changeList } from "../ui/payments.js";
import { openSheet } from "../ui/sheet.js";
import { html, useState } from "../vendor/preact.js";
import { openCorrection } from "./correction.js";
import {
  correctedEvents,
  eventDetail,
  eventTitle,
  eventWorth,
  handName,
  isHand,
  notesOf,
  stateBefore,
  undoneEvents,
} from "./events.js";

/** @import { After } from "../ui/sheet.js" */
/** @import { Child, UiEvent, LedgerEvent, Scored, State } from "../types" */

/**
 * The breakdown of a loser's hand. The ledger keeps only its score, so the rows are scored again on demand.
 *
 * @param {{ text: string, player: number, event: LedgerEvent, state: State, events: LedgerEvent[] }} props
 */
function LoserBreakdown({ text, player, event, state, events }) {
  const [answer, setAnswer] = useState(/** @type {Scored | null} */ (null));
  const before = stateBefore(state, events, event.seq);
  const body = {
    hand: text,
    rules: before.rules,
    seat: before.players[player].seat_wind,
    round: before.round_wind,
    options: before.options ?? {},
    role: "loser",
  };
  /** @param {UiEvent} event */
  const open = ({ target }) => {
    if (target.open && !answer) score(body).then(setAnswer, complain);
  };
  return html`<details class="breakdown" ontoggle=${open}>
    <summary>${t("why-question")}</summary>
    <div>
      ${
        answer && [
          total(answer),
          rowLists(answer),
          answer.score !== event.scores[player] && html`<p class="hint">${t("counted-by-rules-as-they")}</p>`,
        ]
      }
    </div>
  </details>`;
}

/** @typedef {{ id: string, token: string | null, state: State, events: LedgerEvent[] }} Context */

/** @param {Scored | null | undefined} answer @param {boolean=} isOpen */
function breakdown(answer, isOpen = false) {
  if (!answer?.rows?.length) return null;
  const rows = [total(answer), rowLists(answer)];
  if (isOpen) return html`<div class="breakdown">${rows}</div>`;
  return html`<details class="breakdown">
    <summary>${t("why-question")}</summary>
    ${rows}
  </details>`;
}

/**
 * Return the hands of the other winners on the same discard and, if all four hands are scored, of the losers.
 *
 * @param {LedgerEvent} event
 * @param {{ state: State, events: LedgerEvent[] }} context
 * @param {boolean} isOpen
 */
function otherHands(event, context, isOpen) {
  const { players } = context.state;
  const [, ...also] = event.wins ?? [];
  const winners = [event.winner, ...also.map((/** @type {any} */ { winner }) => winner)];
  /** @param {string} title @param {string | null} text @param {Child=} reasons */
  const handBlock = (title, text, reasons) =>
    html`<div class="others-hand"><small>${title}</small>${text && handPictures(text)}${reasons}</div>`;
  return [
    also.map((/** @type {any} */ win) =>
      handBlock(
        [players[win.winner].name, eventWorth({ ...event, ...win })].filter(Boolean).join(": "),
        win.hand,
        breakdown(win.answer, isOpen),
      ),
    ),
    (event.hands ?? []).map((/** @type {string | null} */ text, /** @type {number} */ k) =>
      text && !winners.includes(k)
        ? handBlock(
            `${players[k].name}: ${event.scores?.[k] ?? 0}`,
            text,
            html`<${LoserBreakdown} text=${text} player=${k} event=${event} ...${context} />`,
          )
        : null,
    ),
  ];
}

/**
 * @param {LedgerEvent} event
 * @param {Context & { undone: Set<number>, after: After, isOpen?: boolean, note?: string }} options
 */
function eventItem(event, { id, token, state, events, undone, after, isOpen = false, note = "" }) {
  const hasChanges = (event.changes ?? []).some(Boolean);
  const isOfHand = isHand(event);
  const isUndone = undone.has(event.seq);
  const revised = [isUndone && t("taken-back"), event.corrected && t("corrected-word")].filter(Boolean).join(" · ");
  const editNote = () =>
    withPart(import("./notes.js"), ({ openNote }) =>
      openNote({ id, token: String(token), event, note, onNoted: () => openHistory(id, state, token) }),
    );
  return html`<li class=${isUndone || event.kind === "struck" ? "event undone" : "event"} data-seq=${event.seq}>
    <div class="event-head">
      <b>${event.kind === "struck" ? t("entry-not-count") : eventTitle(event, state)}</b>
      <small>
        ${[isOfHand && !isOpen && handName(event), clock(event.at)].filter(Boolean).join(" · ")}
      </small>
    </div>
    ${revised && html`<small class="tag">${revised}</small>`}
    <p class="hint">${eventDetail(event, state, isOpen)}</p>
    ${note && html`<p class="hand-note">${note}</p>`}
    ${isOfHand && event.hand && handPictures(event.hand)}
    ${breakdown(event.answer, isOpen)}
    ${isOfHand && otherHands(event, { state, events }, isOpen)}
    ${hasChanges && changeList(event.changes.map((points, k) => [state.players[k].name, points]))}
    ${
      token &&
      !isUndone &&
      isOfHand &&
      html`<div class="pair">
        <button class="quiet correct" onclick=${after(() => openCorrection({ id, token, state, events, event }))}>
          ${t("correct-hand")}
        </button>
        <button class="quiet write-note" onclick=${after(editNote)}>${note ? t("change-note") : t("write-note")}</button>
      </div>`
    }
  </li>`;
}

/** @param {LedgerEvent} event @param {Context} context */
export function openReasons(event, context) {
  openSheet(
    handName(event),
    (_, after) =>
      html`<ol class="plain events">
        ${eventItem(event, { ...context, undone: new Set(), after, isOpen: true, note: notesOf(context.events).get(event.seq) })}
      </ol>`,
  );
}

/** @param {string} id @param {State} state @param {string | null} token null hides corrections and notes */
export async function openHistory(id, state, token) {
  const answer = await orComplain(history(id));
  if (!answer) return;
  const { events } = answer;
  const [corrected, undone, notes] = [correctedEvents(events), undoneEvents(events), notesOf(events)];
  const openPhotos = () =>
    withPart(import("./album.js"), ({ openAlbum }) => openAlbum({ id, token, events: corrected }));
  openSheet(t("history-label"), (close, after) => {
    const draw = (/** @type {LedgerEvent} */ event) =>
      eventItem(event, { id, token, state, events, undone, after, note: notes.get(event.seq) });
    return html`
      <ol class="plain events">
        <${Gradually} each=${[...corrected].reverse()} draw=${draw} />
      </ol>
      ${token && html`<button type="button" onclick=${after(openPhotos)}>${t("kept-photos")}</button>`}
      <a class="button" href="#game=${id}&sheet" onclick=${close}>${t("score-sheet-to-print")}</a>
      <a class="button" href=${historyTable(id)} download="tableside.csv">${t("save-as-table-csv")}</a>
    `;
  });
}
