// The score sheet of a game: one line for each hand, to read and to print.

import { gameState, history, ruleSet, settlement } from "../api/client.js";
import { t, timeWords } from "../i18n/translation.js";
import { ruleSetWords } from "../start/rule-sets.js";
import { dataTable } from "../ui/data-table.js";
import { failureCard } from "../ui/failure.js";
import { handPictures } from "../ui/hands.js";
import { showFetched } from "../ui/page.js";
import { change } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { correctedEvents, eventLine, handName, isHand, notesOf, undoneEvents } from "./events.js";
import { transfers } from "./standings.js";
import { progressWords } from "./standings-picture.js";

/** @import { Child, LedgerEvent, RulesDetail, Settlement, State } from "../types" */

/** @param {LedgerEvent} event @param {State} state @param {string | undefined} note @returns {Child[]} */
const sheetLine = (event, state, note) => [
  (isHand(event) && handName(event)) || "·",
  html`<div class="what">
    <span>${event.kind === "struck" ? t("entry-not-count") : eventLine(event, state)}</span>
    ${event.hand ? handPictures(event.hand) : null}
    ${note && html`<p class="hand-note">${note}</p>`}
  </div>`,
  ...state.players.map((_, k) => [
    html`<b>${change(event.changes?.[k] ?? 0)}</b>`,
    html`<small>${event.points[k]}</small>`,
  ]),
];

/** Return the events that count; a correction shows in the hand that it corrects. @param {LedgerEvent[]} events */
function countingEvents(events) {
  const undone = undoneEvents(events);
  return correctedEvents(events).filter(
    ({ kind, seq }) => !["started", "undo", "corrected"].includes(kind) && !undone.has(seq),
  );
}

/**
 * Return the events with the points after each, counted back from today's so that they include later corrections.
 *
 * @param {LedgerEvent[]} lines
 * @param {State} state
 * @returns {LedgerEvent[]}
 */
function withTotals(lines, state) {
  let points = state.players.map(
    ({ points: now }, k) => now - lines.reduce((sum, { changes }) => sum + (changes?.[k] ?? 0), 0),
  );
  return lines.map((event) => {
    points = points.map((each, k) => each + (event.changes?.[k] ?? 0));
    return { ...event, points };
  });
}

/** @param {{ id: string, state: State, rules: RulesDetail, events: LedgerEvent[], debts: Settlement | null }} props */
function ScoreSheet({ id, state, rules, events, debts }) {
  const lines = withTotals(countingEvents(events), state);
  const notes = notesOf(events);
  return html`
    <header class="bar no-print">
      <a class="button quiet" href="#game=${id}">${t("back-to-table")}</a>
      <button class="primary" onclick=${() => window.print()}>${t("print")}</button>
    </header>
    <article class="score-sheet">
      <header>
        <h1>${t("score-sheet-label")}</h1>
        <p>
          ${[timeWords(events[0].at, "heading"), ruleSetWords(state.rules, rules).title].join(" · ")}
        </p>
        <p>${progressWords(state)}</p>
      </header>
      ${dataTable(t("score-sheet-label"), {
        heads: [t("hand-label"), t("what-happened"), ...state.players.map(({ name }) => name)],
        rows: lines.map((event) => sheetLine(event, state, notes.get(event.seq))),
        feet: [[t("points-label"), "", ...state.players.map(({ points }) => html`<b>${points}</b>`)]],
      })}
      ${debts?.settles && debts.transfers.length > 0 && html`<section class="owed"><h2>${t("to-settle-now")}</h2>${transfers(debts)}</section>`}
    </article>
  `;
}

/** Show the score sheet of a game. @param {AbortSignal} left @param {{ id: string }} address */
export function sheetView(left, { id }) {
  const fetchSheet = async () => {
    const [state, { events }] = await Promise.all([gameState(id), history(id)]);
    const [rules, debts] = await Promise.all([ruleSet(state.rules), settlement([id]).catch(() => null)]);
    return () => html`<${ScoreSheet} ...${{ id, state, rules, events, debts }} />`;
  };
  showFetched(
    fetchSheet().catch((problem) => () => failureCard(id, problem)),
    left,
  );
}
