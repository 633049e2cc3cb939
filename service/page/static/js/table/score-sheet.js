// The score sheet of a game: every hand in a line, to read and to print.

import { gameState, history, ruleSet, settlement } from "../api/client.js";
import { isChinese, t } from "../i18n/translation.js";
import { inWords } from "../start/rule-sets.js";
import { h, show } from "../ui/dom.js";
import { handPictures } from "../ui/hands.js";
import { refusal } from "../ui/refusals.js";
import { windName } from "../ui/tiles.js";
import { change } from "../ui/words.js";
import { countedEvent, eventLine } from "./events.js";

/** @import { LedgerEvent, RulesDetail, Settlement, State } from "../types" */

const locale = () => (isChinese() ? "zh-Hant" : undefined);

/**
 * @param {LedgerEvent} event
 * @param {State} state
 */
function line(event, state) {
  const hand = ["hand_won", "hand_drawn", "struck"].includes(event.kind);
  const cells = state.players.map((_, k) =>
    h(
      "td",
      {},
      h("b", {}, event.changes?.[k] ? change(event.changes[k]) : "0"),
      h("small", {}, String(event.points[k])),
    ),
  );
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, hand ? `${windName(event.round_wind)} ${event.hand_number}` : "·"),
    h(
      "td",
      { class: "what" },
      h("span", {}, event.kind === "struck" ? t("This entry does not count") : eventLine(event, state)),
      event.hand ? handPictures(event.hand) : null,
    ),
    cells,
  );
}

/**
 * Returns the lines that count: neither undone nor corrections, which show in the place of what they set right.
 *
 * @param {LedgerEvent[]} events
 */
function counting(events) {
  const gone = new Set(events.filter(({ kind }) => kind === "undo").map(({ undoes }) => undoes));
  return events
    .filter(({ kind, seq }) => !["started", "undo", "corrected"].includes(kind) && !gone.has(seq))
    .map((event) => countedEvent(event, events, gone));
}

/**
 * @param {LedgerEvent[]} lines
 * @param {State} state
 * @returns {LedgerEvent[]}
 */
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

/** @param {Settlement} given */
function owed({ settles, transfers }) {
  if (!settles || !transfers.length) return null;
  return h(
    "section",
    { class: "owed" },
    h("h2", {}, t("To settle now")),
    h(
      "ul",
      { class: "plain" },
      transfers.map(({ from, to, points }) =>
        h("li", {}, t("{name} gives {other}", { name: from, other: to }), " ", h("b", {}, String(points))),
      ),
    ),
  );
}

/** @param {{ id: string, state: State, rules: RulesDetail, events: LedgerEvent[], settled: Settlement | null }} given */
function page({ id, state, rules, events, settled }) {
  const lines = totals(counting(events), state);
  const begun = new Date(events[0].at);
  return [
    h(
      "header",
      { class: "bar no-print" },
      h("a", { class: "button quiet", href: `#game=${id}` }, t("Back to the table")),
      h("button", { class: "primary", onclick: () => window.print() }, t("Print")),
    ),
    h(
      "article",
      { class: "score-sheet" },
      h(
        "header",
        {},
        h("h1", {}, t("Score sheet")),
        h(
          "p",
          {},
          [
            begun.toLocaleDateString(locale(), { weekday: "long", day: "numeric", month: "long", year: "numeric" }),
            t(inWords(state.rules, rules).title),
          ].join(" · "),
        ),
        state.finished
          ? h("p", {}, t("The game is over"))
          : h("p", {}, t("{wind} round, hand {n}", { wind: windName(state.round_wind), n: state.hand_number })),
      ),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": t("Score sheet") },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, t("Hand")),
              h("th", { scope: "col" }, t("What happened")),
              state.players.map(({ name }) => h("th", { scope: "col" }, name)),
            ),
          ),
          h(
            "tbody",
            {},
            lines.map((event) => line(event, state)),
          ),
          h(
            "tfoot",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "row", colspan: 2 }, t("Points")),
              state.players.map(({ points }) => h("td", {}, h("b", {}, String(points)))),
            ),
          ),
        ),
      ),
      settled && owed(settled),
    ),
  ];
}

/**
 * Shows the score sheet of a game; returns what to call when the screen is left.
 *
 * @param {string} id
 */
export function sheetView(id) {
  let gone = false;
  (async () => {
    const [state, { events }] = await Promise.all([gameState(id), history(id)]);
    const [rules, settled] = await Promise.all([ruleSet(state.rules), settlement(id).catch(() => null)]); // a sheet without it is one
    if (!gone) show(page({ id, state, rules, events, settled }));
  })().catch((problem) => {
    if (!gone)
      show(
        h(
          "section",
          { class: "card lost" },
          h("h1", {}, t("The table cannot be shown")),
          h("p", {}, refusal(problem)),
          h("a", { class: "button", href: `#game=${id}` }, t("Back to the table")),
        ),
      );
  });
  return () => {
    gone = true;
  };
}
