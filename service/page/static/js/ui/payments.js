// The payments of a hand before it is recorded.

import { refusal } from "../i18n/refusals.js";
import { plural, t } from "../i18n/translation.js";
import { windTile } from "../state/tiles.js";
import { html } from "../vendor/preact.js";
import { dataTable } from "./data-table.js";
import { tileImage } from "./tiles.js";
import { change } from "./words.js";

/** @import { Child, LedgerEvent, PaymentChange, PlayerState, Result, State } from "../types" */

/** Return points in the colour of a gain or a loss. @param {number} points @param {Child=} name */
const amount = (points, name) =>
  html`<span class=${points < 0 ? "loss" : points > 0 ? "gain" : ""}>${name && html`<small>${name}</small>`}${change(points)}</span>`;

/**
 * Return each player's gain or loss side by side.
 *
 * @param {[string, number][]} moved
 * @param {Record<string, any>=} attributes
 * @param {Child=} caption
 */
export const changeList = (moved, attributes = { class: "changes" }, caption = null) => html`<div ...${attributes}>
  ${caption}${moved.map(([name, points]) => amount(points, name))}
</div>`;

/**
 * A player's payment: the points moved, those due, those missing and those after it; `fed` says how the player fed the win.
 *
 * @typedef {{ moved: number, due: number, unpaid?: number, lacking?: number, after: number, fed: string | null }} Owed
 */

/** @param {PlayerState} player @param {Owed} given */
function owedWords(player, { moved, due, unpaid, lacking, after }) {
  if (unpaid) return t("owes-due-and-only-points", { due: -due, points: player.points });
  if (lacking) return t("gets-points-of-due", { points: moved, due });
  return t("points-in-all", { points: after });
}

/** Return how a player fed the win: by a discard or by a robbed kong. @param {LedgerEvent} event */
const fedWords = ({ events = [] }) => t(events.includes("robbing-kong") ? "their-kong-robbed" : "discarded-tile");

/** @param {PlayerState} player @param {Owed} owed */
function paymentLine(player, owed) {
  const { moved, fed } = owed;
  return html`<li class=${moved > 0 ? "gain" : moved < 0 ? "loss" : ""}>
    ${tileImage(windTile(player.seat_wind), { silent: true })}
    <span>
      <b>${player.name}</b>
      <small>${fed && `${fed} · `}${owedWords(player, owed)}</small>
    </span>
    <span class="delta-now">${change(moved)}</span>
  </li>`;
}

/** @param {State} state @param {{ event: LedgerEvent, state: State }} given */
export function paymentsCard(state, { event, state: after }) {
  const adds = event.changes.reduce((sum, each) => sum + each, 0) !== 0;
  const unknown = event.unknown ?? [];
  return html`<section class="card payments">
    <h2>${adds ? t("what-everybody-scores") : t("payments-label")}</h2>
    <ul class="plain">
      ${state.players.map((player, k) =>
        paymentLine(player, {
          moved: event.changes[k],
          due: event.due?.[k] ?? 0,
          unpaid: event.unpaid?.[k],
          lacking: event.lacking?.[k],
          after: after.players[k].points,
          fed: event.win === "discard" && event.from === k ? fedWords(event) : null,
        }),
      )}
    </ul>
    ${
      unknown.length > 0 &&
      html`<p class="hint">
        ${plural(unknown.length, "one-hand-unknown-and-counts")}
      </p>`
    }
  </section>`;
}

/** @param {{ was: State, state: State, payments: PaymentChange[] }} given @param {LedgerEvent[] | null} events */
export function correctionCard({ was, state, payments: changed }, events) {
  /** @param {number} seq */
  const title = (seq) => {
    const { hand_number: hand } = events?.find((event) => event.seq === seq) ?? {};
    return hand ? t("hand-n", { n: hand }) : t("entry-n", { n: seq });
  };
  /** @param {Record<string, any> | null} payment */
  const moves = (payment) => state.players.map((_, k) => payment?.changes[k] ?? 0);
  return html`<section class="card corrected">
    <h2>${t("what-this-changes")}</h2>
    ${dataTable(t("what-this-changes"), {
      heads: ["", ...state.players.map(({ name }) => name)],
      rows: changed.flatMap(({ seq, was: before, becomes }) => [
        [
          [title(seq), html`<small>${t("until-now")}</small>`],
          ...moves(before).map((each) => html`<s>${amount(each)}</s>`),
        ],
        [html`<small>${t("from-now-on")}</small>`, ...moves(becomes).map((each) => amount(each))],
      ]),
      feet: [
        [t("points-now"), ...was.players.map(({ points }) => points)],
        [t("points-then"), ...state.players.map(({ points }) => html`<b>${points}</b>`)],
      ],
    })}
  </section>`;
}

/**
 * @param {{ result: Result<any>, state: State, correcting: number | undefined, events: LedgerEvent[] | null }} given
 */
export function previewCard({ result, state, correcting, events }) {
  const { answer, problem, waiting } = result;
  if (problem) return html`<section class="card wrong refused" role="alert"><p>${refusal(problem)}</p></section>`;
  if (!answer) return waiting ? html`<p class="loading">${t("counting-now")}</p>` : null;
  return correcting ? correctionCard(answer, events) : paymentsCard(state, answer);
}
