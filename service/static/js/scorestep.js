// Last step of a win: circumstances, the rows with their faan, who pays what, and the button that records it.

import { h } from "./dom.js";
import { paysAvailable } from "./limits.js";
import { eventsFor } from "./preview.js";
import { problemWords } from "./scoreline.js";
import { handSets } from "./sets.js";
import { tileImage, windTile } from "./tiles.js";
import { change, EVENT_WORDS, refusal } from "./words.js";

function chips({ state, draft, rules, update }) {
  const offered = eventsFor({ state, draft, rules });
  if (!offered.length) return null;
  const flip = (event) => update({
    events: draft.events.includes(event) ? draft.events.filter((each) => each !== event) : [...draft.events, event],
  });
  return h("section", { class: "card" },
    h("h2", {}, "Anything special?"),
    h("div", { class: "chips" }, offered.map((event) => h("button", {
      type: "button", class: "chip", "aria-pressed": String(draft.events.includes(event)), "data-event": event, onclick: () => flip(event),
    }, EVENT_WORDS[event] ?? event))));
}

function reason(row, rows) {
  if (row.excluded_by === "limit") return "the limit covers it";
  const by = rows.find(({ id }) => id === row.excluded_by);
  return `part of ${by ? by.name.toLowerCase() : row.excluded_by}`;
}

function rowLine(row, rows) {
  const times = row.count > 1 ? ` × ${row.count}` : "";
  return h("li", { "data-row": row.id },
    h("span", {}, row.name + times, row.excluded_by ? h("small", {}, reason(row, rows)) : null),
    h("b", {}, row.excluded_by ? "–" : String(row.faan)));
}

function breakdown(answer) {
  const { rows } = answer;
  const counted = rows.filter((row) => !row.excluded_by);
  const swallowed = rows.filter((row) => row.excluded_by);
  return h("section", { class: "card breakdown" },
    h("div", { class: "total" },
      h("span", { class: "total-faan" }, h("b", {}, String(answer.faan)), " faan"),
      h("span", { class: "total-points" }, answer.limit ? "limit · " : "", `${answer.points} ${answer.points === 1 ? "point" : "points"}`)),
    handSets(answer),
    counted.length
      ? h("ol", { class: "plain rows" }, counted.map((row) => rowLine(row, rows)))
      : h("p", { class: "hint" }, "Nothing here earns a faan."),
    swallowed.length ? h("details", {},
      h("summary", {}, `${swallowed.length} more ${swallowed.length === 1 ? "row holds, but is" : "rows hold, but are"} not counted`),
      h("ol", { class: "plain rows" }, swallowed.map((row) => rowLine(row, rows)))) : null);
}

/** Returns what changes hands: where the table plays so, who has less than he owes pays what he has. */
function payable({ state, rules, deltas }) {
  if (!deltas || !paysAvailable(state, rules)) return deltas;
  const paid = state.players.map(({ points }, k) => (deltas[k] < 0 ? Math.max(deltas[k], -Math.max(points, 0)) : 0));
  const sum = paid.reduce((all, each) => all + each, 0);
  return deltas.map((delta, k) => (delta > 0 ? -sum : paid[k]));
}

function paymentLine(player, paid, owed) {
  return h("li", { class: paid > 0 ? "gain" : paid < 0 ? "loss" : "" },
    tileImage(windTile(player.seat_wind), { silent: true }),
    h("span", {}, h("b", {}, player.name), paid > owed && h("small", {}, `owes ${-owed} and has only ${player.points}`)),
    h("span", { class: "delta-now" }, paid ? change(paid) : "0"));
}

function payments({ state, paid, deltas }) {
  return h("section", { class: "card payments" },
    h("h2", {}, "Payments"),
    h("ul", { class: "plain" }, state.players.map((player, k) => paymentLine(player, paid[k], deltas[k]))));
}

/** Returns what each player gets or pays for an agreed number of faan, or null where the rule set does not say. */
function agreedDeltas({ state, draft, rules }) {
  const step = rules.payments?.findLast(({ faan }) => faan <= draft.faan);
  if (!step) return null;
  const due = draft.win === "self-draw" ? step.self_draw : step.discard;
  return state.players.map((_, k) => {
    if (k === draft.winner) return due.total;
    return k === draft.from ? -due.discarder : -due.each_other;
  });
}

function footer({ state, draft, sending, stale, blocked, paid, confirm }) {
  const { name } = state.players[draft.winner];
  const words = sending ? "Recording …" : `Record${paid ? `: ${name} ${change(paid[draft.winner])}` : ""}`;
  return h("button", { class: "primary big", disabled: sending || stale || blocked, onclick: confirm }, words);
}

/** Returns {body, foot} of the step. */
export function scoreStep(context) {
  const { state, draft, rules, result, toTiles } = context;
  if (draft.mode === "faan") {
    const deltas = agreedDeltas(context);
    const paid = payable({ state, rules, deltas });
    return {
      body: [
        h("section", { class: "card breakdown" }, h("div", { class: "total" },
          h("span", { class: "total-faan" }, h("b", {}, String(draft.faan)), " faan"), h("span", { class: "total-points" }, "as agreed at the table"))),
        deltas && payments({ state, paid, deltas }),
      ],
      foot: footer({ ...context, paid, blocked: false }),
    };
  }
  const { answer, problem, waiting } = result;
  if (problem) return { body: h("section", { class: "card wrong", role: "alert" }, h("p", {}, refusal(problem))), foot: h("button", { class: "big", onclick: toTiles }, "Back to the tiles") };
  if (!answer) return { body: h("p", { class: "loading" }, "Counting …"), foot: null };
  const deltas = answer.payments && state.players.map(({ seat_wind: wind }) => answer.payments[wind]);
  const paid = payable({ state, rules, deltas });
  const wrong = answer.valid ? null : h("section", { class: "card wrong", role: "alert" },
    problemWords({ hand: draft.hand, answer, state, rules }).map((words) => h("p", {}, words)),
    h("button", { onclick: toTiles }, "Back to the tiles"));
  return {
    body: [wrong, answer.rows.length || answer.valid ? breakdown(answer) : null, chips(context),
      answer.valid && deltas && payments({ state, paid, deltas })],
    foot: footer({ ...context, paid, blocked: !answer.valid || waiting }),
  };
}
