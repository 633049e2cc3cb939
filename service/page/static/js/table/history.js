// What happened so far, the latest first, each hand with its tiles and reasons.

import { history, historyTable, score } from "../api/client.js";
import { isChinese, t } from "../i18n/translation.js";
import { openCorrection } from "./correction.js";
import { asItWas, effective, eventDetail, eventTitle, worth } from "./events.js";
import { rowLists, total } from "../ui/breakdown.js";
import { h, notice } from "../ui/dom.js";
import { handPictures } from "../ui/hands.js";
import { refusal } from "../ui/refusals.js";
import { openSheet } from "../ui/sheet.js";
import { windName } from "../ui/tiles.js";
import { change } from "../ui/words.js";

// The ledger keeps what a loser's hand came to; its rows are counted again when somebody asks for them.
function loserReasons(text, k, event, { state, events }) {
  const place = h("div", {});
  const then = asItWas(state, events, event.seq);
  const body = { hand: text, rules: state.rules, seat: then.players[k].seat_wind, round: then.round_wind, options: state.options ?? {}, role: "loser" };
  const open = ({ target }) => {
    if (!target.open || place.hasChildNodes()) return;
    score(body).then(
      (answer) => place.append(total(answer), ...rowLists(answer).filter(Boolean), answer.score === event.scores[k] ? "" : h("p", { class: "hint" }, t("Counted by the rules as they are now."))),
      (problem) => notice(refusal(problem), { alarm: true }),
    );
  };
  return h("details", { class: "breakdown", ontoggle: open }, h("summary", {}, t("Why?")), place);
}

const reasons = (answer, opened = false) => (answer?.rows?.length
  ? h("details", { class: "breakdown", open: opened }, h("summary", {}, t("Why?")), total(answer), rowLists(answer)) : null);

// The hands beside the first winner's: of who won on the same discard, and where all four count, of who did not win.
function otherHands(event, context, opened) {
  const { players } = context.state;
  const [, ...also] = event.wins ?? [];
  const won = [event.winner, ...also.map(({ winner }) => winner)];
  const one = (title, text, why) => h("div", { class: "others-hand" }, h("small", {}, title), text && handPictures(text), why);
  return [
    also.map((win) => one([players[win.winner].name, worth({ ...event, ...win })].filter(Boolean).join(": "), win.hand, reasons(win.answer, opened))),
    (event.hands ?? []).map((text, k) => (text && !won.includes(k) ? one(`${players[k].name}: ${event.scores?.[k] ?? 0}`, text, loserReasons(text, k, event, context)) : null)),
  ];
}

function line(event, { id, token, state, events, undone, close, opened = false }) {
  const moved = (event.changes ?? []).some(Boolean);
  const hand = event.kind === "hand_won" || event.kind === "hand_drawn" || event.kind === "struck";
  const gone = undone.has(event.seq);
  const correctable = token && !gone && hand;
  const locale = isChinese() ? "zh-Hant" : [];
  return h("li", { class: gone || event.kind === "struck" ? "event undone" : "event", "data-seq": event.seq },
    h("div", { class: "event-head" },
      h("b", {}, event.kind === "struck" ? t("This entry does not count") : eventTitle(event, state)),
      h("small", {}, [hand && `${windName(event.round_wind)} ${event.hand_number}`,
        new Date(event.at).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" })].filter(Boolean).join(" · "))),
    gone && h("small", { class: "tag" }, t("taken back")),
    event.set_right && h("small", { class: "tag" }, t("set right")),
    h("p", { class: "hint" }, eventDetail(event, state)),
    hand && event.hand && handPictures(event.hand),
    reasons(event.answer, opened),
    hand && otherHands(event, { state, events }, opened),
    moved && h("div", { class: "changes" }, event.changes.map((points, k) => h("span", { class: points < 0 ? "loss" : "gain" },
      h("small", {}, state.players[k].name), points ? change(points) : "0"))),
    correctable && h("button", { class: "quiet correct", onclick: () => { close(); openCorrection({ id, token, state, events, event }); } }, t("Set this hand right")));
}

/** Opens what a hand was worth and why; `context` is {id, token, state, events}. */
export function openReasons(event, context) {
  openSheet(t("The last hand"), (close) => h("ol", { class: "plain events" }, line(event, { ...context, undone: new Set(), close, opened: true })));
}

/** Opens the history of a game; who may write may set a hand right. */
export async function openHistory(id, state, token) {
  let events;
  try {
    ({ events } = await history(id));
  } catch (problem) {
    notice(refusal(problem), { alarm: true });
    return;
  }
  const undone = new Set(events.filter(({ kind }) => kind === "undo").map(({ undoes }) => undoes));
  const counting = events.map((event) => effective(event, events, undone));
  openSheet(t("History"), (close) => [
    h("ol", { class: "plain events" }, [...counting].reverse().map((event) => line(event, { id, token, state, events, undone, close }))),
    token && h("button", { type: "button", onclick: async () => { close(); (await import("./album.js")).openAlbum({ id, token, events }); } }, t("Kept photos")),
    h("a", { class: "button", href: `#game=${id}&sheet`, onclick: close }, t("Score sheet to print")),
    h("a", { class: "button", href: historyTable(id), download: "tableside.csv" }, t("Save as a table (CSV)")),
  ]);
}
