// What happened so far, the latest first, each hand with its tiles and reasons.

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
  eventDetail,
  eventTitle,
  eventWorth,
  handName,
  happenings,
  isHand,
  notesOf,
  stateBefore,
  takenBack,
} from "./events.js";

/** @import { After } from "../ui/sheet.js" */
/** @import { Child, UiEvent, LedgerEvent, Scored, State } from "../types" */

/**
 * The ledger keeps what a loser's hand came to; its rows are counted again when somebody asks for them.
 *
 * @param {{ text: string, player: number, event: LedgerEvent, state: State, events: LedgerEvent[] }} given
 */
function LoserReasons({ text, player, event, state, events }) {
  const [answer, tell] = useState(/** @type {Scored | null} */ (null));
  const then = stateBefore(state, events, event.seq);
  const body = {
    hand: text,
    rules: state.rules,
    seat: then.players[player].seat_wind,
    round: then.round_wind,
    options: state.options ?? {},
    role: "loser",
  };
  /** @param {UiEvent} given */
  const open = ({ target }) => {
    if (target.open && !answer) score(body).then(tell, complain);
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

/** @param {Scored | null | undefined} answer @param {boolean=} opened */
function reasons(answer, opened = false) {
  if (!answer?.rows?.length) return null;
  const rows = [total(answer), rowLists(answer)];
  if (opened) return html`<div class="breakdown">${rows}</div>`;
  return html`<details class="breakdown">
    <summary>${t("why-question")}</summary>
    ${rows}
  </details>`;
}

/**
 * The hands beside the first winner's: of who won on the same discard, and where all four count, of who did not win.
 *
 * @param {LedgerEvent} event
 * @param {{ state: State, events: LedgerEvent[] }} context
 * @param {boolean} opened
 */
function otherHands(event, context, opened) {
  const { players } = context.state;
  const [, ...also] = event.wins ?? [];
  const won = [event.winner, ...also.map((/** @type {any} */ { winner }) => winner)];
  /** @param {string} title @param {string | null} text @param {Child=} why */
  const one = (title, text, why) =>
    html`<div class="others-hand"><small>${title}</small>${text && handPictures(text)}${why}</div>`;
  return [
    also.map((/** @type {any} */ win) =>
      one(
        [players[win.winner].name, eventWorth({ ...event, ...win })].filter(Boolean).join(": "),
        win.hand,
        reasons(win.answer, opened),
      ),
    ),
    (event.hands ?? []).map((/** @type {string | null} */ text, /** @type {number} */ k) =>
      text && !won.includes(k)
        ? one(
            `${players[k].name}: ${event.scores?.[k] ?? 0}`,
            text,
            html`<${LoserReasons} text=${text} player=${k} event=${event} ...${context} />`,
          )
        : null,
    ),
  ];
}

/**
 * @param {LedgerEvent} event
 * @param {Context & { undone: Set<number>, after: After, opened?: boolean, note?: string }} given
 */
function line(event, { id, token, state, events, undone, after, opened = false, note = "" }) {
  const moved = (event.changes ?? []).some(Boolean);
  const hand = isHand(event);
  const gone = undone.has(event.seq);
  const correctable = token && !gone && hand;
  const revised = [gone && t("taken-back"), event.set_right && t("corrected-word")].filter(Boolean).join(" · ");
  const write = () =>
    withPart(import("./notes.js"), ({ openNote }) =>
      openNote({ id, token: String(token), event, note, onNoted: () => openHistory(id, state, token) }),
    );
  return html`<li class=${gone || event.kind === "struck" ? "event undone" : "event"} data-seq=${event.seq}>
    <div class="event-head">
      <b>${event.kind === "struck" ? t("entry-not-count") : eventTitle(event, state)}</b>
      <small>
        ${[hand && handName(event), clock(event.at)].filter(Boolean).join(" · ")}
      </small>
    </div>
    ${revised && html`<small class="tag">${revised}</small>`}
    <p class="hint">${eventDetail(event, state)}</p>
    ${note && html`<p class="hand-note">${note}</p>`}
    ${hand && event.hand && handPictures(event.hand)}
    ${reasons(event.answer, opened)}
    ${hand && otherHands(event, { state, events }, opened)}
    ${moved && changeList(event.changes.map((points, k) => [state.players[k].name, points]))}
    ${
      correctable &&
      html`<div class="pair">
        <button class="quiet correct" onclick=${after(() => openCorrection({ id, token, state, events, event }))}>
          ${t("correct-hand")}
        </button>
        <button class="quiet write-note" onclick=${after(write)}>${note ? t("change-note") : t("write-note")}</button>
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
        ${line(event, { ...context, undone: new Set(), after, opened: true, note: notesOf(context.events).get(event.seq) })}
      </ol>`,
  );
}

/**
 * Opens the history of a game; who may write may set a hand right.
 *
 * @param {string} id
 * @param {State} state
 * @param {string | null} token
 */
export async function openHistory(id, state, token) {
  const known = await orComplain(history(id));
  if (!known) return;
  const { events } = known;
  const undone = takenBack(events);
  const notes = notesOf(events);
  const album = () => withPart(import("./album.js"), ({ openAlbum }) => openAlbum({ id, token, events }));
  openSheet(t("history-label"), (close, after) => {
    const draw = (/** @type {LedgerEvent} */ event) =>
      line(event, { id, token, state, events, undone, after, note: notes.get(event.seq) });
    return html`
      <ol class="plain events">
        <${Gradually} each=${happenings(events).reverse()} draw=${draw} />
      </ol>
      ${token && html`<button type="button" onclick=${after(album)}>${t("kept-photos")}</button>`}
      <a class="button" href="#game=${id}&sheet" onclick=${close}>${t("score-sheet-to-print")}</a>
      <a class="button" href=${historyTable(id)} download="tableside.csv">${t("save-as-table-csv")}</a>
    `;
  });
}
