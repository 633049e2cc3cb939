// Who pays what, before anybody confirms it: as the service would record it.

import { plural, t } from "../i18n/translation.js";
import { windTile } from "../state/tiles.js";
import { h } from "./dom.js";
import { refusal } from "./refusals.js";
import { tileImage } from "./tiles.js";
import { change } from "./words.js";

/** @import { LedgerEvent, PaymentChange, PlayerState, Result, State } from "../types" */

/**
 * What is told of a player's payment.
 *
 * @typedef {{ moved: number, due: number, unpaid?: number, lacking?: number, after: number, fed: boolean }} Owed
 */

/**
 * @param {PlayerState} player
 * @param {Owed} given
 */
function owing(player, { moved, due, unpaid, lacking, after }) {
  if (unpaid) return t("owes {due} and has only {points}", { due: -due, points: player.points });
  if (lacking) return t("gets {points} of {due}, in turn after who pays", { points: moved, due });
  return t("{points} in all", { points: after });
}

/**
 * @param {PlayerState} player
 * @param {Owed} told
 */
function line(player, told) {
  const { moved, fed } = told;
  return h(
    "li",
    { class: moved > 0 ? "gain" : moved < 0 ? "loss" : "" },
    tileImage(windTile(player.seat_wind), { silent: true }),
    h(
      "span",
      {},
      h("b", {}, player.name),
      h("small", {}, fed ? `${t("discarded the tile")} · ` : null, owing(player, told)),
    ),
    h("span", { class: "delta-now" }, moved ? change(moved) : "0"),
  );
}

/**
 * Returns the payments of a hand as previewed: {event, state}.
 *
 * @param {State} state
 * @param {{ event: LedgerEvent, state: State }} given
 */
export function paymentsCard(state, { event, state: after }) {
  const adds = event.changes.reduce((sum, each) => sum + each, 0) !== 0;
  const unknown = event.unknown ?? [];
  return h(
    "section",
    { class: "card payments" },
    h("h2", {}, adds ? t("What everybody scores") : t("Payments")),
    h(
      "ul",
      { class: "plain" },
      state.players.map((player, k) =>
        line(player, {
          moved: event.changes[k],
          due: event.due?.[k] ?? 0,
          unpaid: event.unpaid?.[k],
          lacking: event.lacking?.[k],
          after: after.players[k].points,
          fed: event.win === "discard" && event.from === k,
        }),
      ),
    ),
    unknown.length
      ? h(
          "p",
          { class: "hint" },
          plural(unknown.length, "One hand is unknown and counts 0.", "{n} hands are unknown and count 0."),
        )
      : null,
  );
}

/**
 * Returns what a correction would change: {was, state, payments}.
 *
 * @param {{ was: State, state: State, payments: PaymentChange[] }} given
 * @param {LedgerEvent[] | null} events
 */
export function correctionCard({ was, state, payments: changed }, events) {
  /** @param {number} seq */
  const title = (seq) => {
    const { hand_number: hand } = events?.find((event) => event.seq === seq) ?? {};
    return hand ? t("Hand {n}", { n: hand }) : t("Entry {n}", { n: seq });
  };
  /** @param {Record<string, any> | null} payment */
  const moves = (payment) => state.players.map((_, k) => payment?.changes[k] ?? 0);
  /** @param {number} points */
  const cell = (points) =>
    h("td", { class: points < 0 ? "loss" : points > 0 ? "gain" : "" }, points ? change(points) : "0");
  return h(
    "section",
    { class: "card corrected" },
    h("h2", {}, t("What this changes")),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("What this changes") },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td"),
            state.players.map(({ name }) => h("th", { scope: "col" }, name)),
          ),
        ),
        h(
          "tbody",
          {},
          changed.flatMap(({ seq, was: before, becomes }) => [
            h(
              "tr",
              { class: "was" },
              h("th", { scope: "row" }, title(seq), h("small", {}, t("until now"))),
              moves(before).map(cell),
            ),
            h("tr", {}, h("th", { scope: "row" }, h("small", {}, t("from now on"))), moves(becomes).map(cell)),
          ]),
        ),
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row" }, t("Points now")),
            was.players.map(({ points }) => h("td", {}, String(points))),
          ),
          h(
            "tr",
            {},
            h("th", { scope: "row" }, t("Points then")),
            state.players.map(({ points }) => h("td", {}, h("b", {}, String(points)))),
          ),
        ),
      ),
    ),
  );
}

/**
 * Returns what a preview of payments says so far.
 *
 * @param {{ result: Result<any>, state: State, correcting: number | undefined, events: LedgerEvent[] | null }} given
 */
export function previewCard({ result, state, correcting, events }) {
  const { answer, problem, waiting } = result;
  if (problem) return h("section", { class: "card wrong refused", role: "alert" }, h("p", {}, refusal(problem)));
  if (!answer) return waiting ? h("p", { class: "loading" }, t("Counting …")) : null;
  return correcting ? correctionCard(answer, events) : paymentsCard(state, answer);
}
