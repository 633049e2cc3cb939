// What happened so far, the latest first.

import { history, historyTable } from "./api.js";
import { h, notice } from "./dom.js";
import { openSheet } from "./sheet.js";
import { windName } from "./tiles.js";
import { change, refusal } from "./words.js";

/** Says what an event was. */
export function eventTitle(event, state) {
  const name = (k) => state.players[k].name;
  switch (event.kind) {
    case "started": return "The game begins";
    case "hand_drawn": return "Nobody won";
    case "hand_won": {
      const how = event.win === "self-draw" ? "drew it" : `from ${name(event.from)}`;
      return `${name(event.winner)} won, ${how}`;
    }
    case "undo": return "The last hand was taken back";
    case "adjusted": return event.reason || "Points were moved";
    default: return event.kind;
  }
}

/** Says what it was worth, and why. */
export function eventDetail(event, state) {
  const parts = [];
  if (event.faan !== null && event.faan !== undefined) parts.push(`${event.faan} faan`);
  const rows = event.answer?.rows?.filter((row) => !row.excluded_by).map((row) => row.name) ?? [];
  if (rows.length) parts.push(rows.join(", "));
  (event.unpaid ?? []).forEach((points, k) => { if (points) parts.push(`${state.players[k].name} could not pay ${points}`); });
  return parts.join(" · ");
}

function line(event, state, undone) {
  const moved = (event.changes ?? []).some(Boolean);
  const hand = event.kind === "hand_won" || event.kind === "hand_drawn";
  return h("li", { class: undone ? "event undone" : "event" },
    h("div", { class: "event-head" },
      h("b", {}, eventTitle(event, state)),
      h("small", {}, [hand && `${windName(event.round_wind)} ${event.hand_number}`,
        new Date(event.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })].filter(Boolean).join(" · "))),
    undone && h("small", { class: "tag" }, "taken back"),
    h("p", { class: "hint" }, eventDetail(event, state)),
    moved && h("div", { class: "changes" }, event.changes.map((points, k) => h("span", { class: points < 0 ? "loss" : "gain" },
      h("small", {}, state.players[k].name), points ? change(points) : "0"))));
}

/** Opens the history of a game. */
export async function openHistory(id, state) {
  let events;
  try {
    ({ events } = await history(id));
  } catch (problem) {
    notice(refusal(problem), { alarm: true });
    return;
  }
  const undone = new Set(events.filter(({ kind }) => kind === "undo").map(({ undoes }) => undoes));
  openSheet("History", () => [
    h("ol", { class: "plain events" }, [...events].reverse().map((event) => line(event, state, undone.has(event.seq)))),
    h("a", { class: "button", href: historyTable(id), download: "tableside.csv" }, "Save as a table (CSV)"),
  ]);
}
