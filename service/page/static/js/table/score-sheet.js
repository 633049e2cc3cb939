// The score sheet of a game: every hand in a line, to read and to print.

import { gameState, history, ruleSet, settlement } from "../api/client.js";
import { t, timeWords } from "../i18n/translation.js";
import { inWords } from "../start/rule-sets.js";
import { failureCard } from "../ui/failure.js";
import { handPictures } from "../ui/hands.js";
import { showFetched } from "../ui/page.js";
import { change } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { eventLine, handName, happenings, isHand, notesOf, takenBack } from "./events.js";
import { transfers } from "./standings.js";
import { placeWords } from "./standings-picture.js";

/** @import { LedgerEvent, RulesDetail, Settlement, State } from "../types" */

/** @param {LedgerEvent} event @param {State} state @param {string | undefined} note */
function line(event, state, note) {
  const cells = state.players.map(
    (_, k) => html`<td>
      <b>${event.changes?.[k] ? change(event.changes[k]) : "0"}</b>
      <small>${event.points[k]}</small>
    </td>`,
  );
  return html`<tr>
    <th scope="row">${isHand(event) ? handName(event) : "·"}</th>
    <td class="what">
      <span>${event.kind === "struck" ? t("entry-not-count") : eventLine(event, state)}</span>
      ${event.hand ? handPictures(event.hand) : null}
      ${note && html`<p class="hand-note">${note}</p>`}
    </td>
    ${cells}
  </tr>`;
}

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
      <div class="scroll" tabindex="0" role="region" aria-label=${t("score-sheet-label")}>
        <table>
          <thead>
            <tr>
              <th scope="col">${t("hand-label")}</th>
              <th scope="col">${t("what-happened")}</th>
              ${state.players.map(({ name }) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>${lines.map((event) => line(event, state, notes.get(event.seq)))}</tbody>
          <tfoot>
            <tr>
              <th scope="row" colspan="2">${t("points-label")}</th>
              ${state.players.map(({ points }) => html`<td><b>${points}</b></td>`)}
            </tr>
          </tfoot>
        </table>
      </div>
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
