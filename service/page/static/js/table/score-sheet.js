// The score sheet of a game: every hand in a line, to read and to print.

import { gameState, history, ruleSet, settlement } from "../api/client.js";
import { t, timeWords } from "../i18n/translation.js";
import { inWords } from "../start/rule-sets.js";
import { dataTable } from "../ui/data-table.js";
import { failureCard } from "../ui/failure.js";
import { handPictures } from "../ui/hands.js";
import { showFetched } from "../ui/page.js";
import { change } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { eventLine, handName, happenings, isHand, notesOf, takenBack } from "./events.js";
import { transfers } from "./standings.js";
import { placeWords } from "./standings-picture.js";

/** @import { Child, LedgerEvent, RulesDetail, Settlement, State } from "../types" */

/** @param {LedgerEvent} event @param {State} state @param {string | undefined} note @returns {Child[]} */
const line = (event, state, note) => [
  isHand(event) ? handName(event) : "·",
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

/**
 * Returns the lines that count: neither undone nor corrections, which show in the place of what they set right.
 *
 * @param {LedgerEvent[]} events
 */
function counting(events) {
  const gone = takenBack(events);
  return happenings(events).filter(
    ({ kind, seq }) => !["started", "undo", "corrected"].includes(kind) && !gone.has(seq),
  );
}

/** @param {LedgerEvent[]} lines @param {State} state @returns {LedgerEvent[]} */
function totals(lines, state) {
  // Points after each line as it counts today, so that a correction is not followed by the points of before.
  let points = state.players.map(
    ({ points: now }, k) => now - lines.reduce((sum, { changes }) => sum + (changes?.[k] ?? 0), 0),
  );
  return lines.map((event) => {
    points = points.map((each, k) => each + (event.changes?.[k] ?? 0));
    return { ...event, points };
  });
}

/**
 * @param {{ id: string, state: State, rules: RulesDetail, events: LedgerEvent[], settled: Settlement | null }} given
 */
function ScoreSheet({ id, state, rules, events, settled }) {
  const lines = totals(counting(events), state);
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
          ${[timeWords(events[0].at, "heading"), inWords(state.rules, rules).title].join(" · ")}
        </p>
        <p>${placeWords(state)}</p>
      </header>
      ${dataTable(t("score-sheet-label"), {
        heads: [t("hand-label"), t("what-happened"), ...state.players.map(({ name }) => name)],
        rows: lines.map((event) => line(event, state, notes.get(event.seq))),
        feet: [[t("points-label"), "", ...state.players.map(({ points }) => html`<b>${points}</b>`)]],
      })}
      ${settled?.settles && settled.transfers.length > 0 && html`<section class="owed"><h2>${t("to-settle-now")}</h2>${transfers(settled)}</section>`}
    </article>
  `;
}

/**
 * Shows the score sheet of a game; returns what to call when the screen is left.
 *
 * @param {string} id
 */
export function sheetView(id) {
  const fetchSheet = async () => {
    const [state, { events }] = await Promise.all([gameState(id), history(id)]);
    const [rules, settled] = await Promise.all([ruleSet(state.rules), settlement([id]).catch(() => null)]); // a sheet without it is one
    return html`<${ScoreSheet} ...${{ id, state, rules, events, settled }} />`;
  };
  return showFetched(fetchSheet().catch((problem) => failureCard(id, problem)));
}
