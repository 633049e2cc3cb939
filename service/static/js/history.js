// What happened so far, the latest first, each hand with its tiles and reasons.

import { history, historyTable, score } from "./api.js";
import { rowLists, total } from "./breakdown.js";
import { openCorrection } from "./correct.js";
import { h, notice } from "./dom.js";
import { allTiles } from "./hand.js";
import { parseHand } from "./handtext.js";
import { isChinese, listed, rowName, t } from "./i18n.js";
import { openSheet } from "./sheet.js";
import { tileImage, windName, WINDS } from "./tiles.js";
import { change, faanWords, pointWords, refusal } from "./words.js";

const winsOf = (event) => (event.wins?.length ? event.wins : [event]);
const winners = (event, name) => listed(winsOf(event).map(({ winner }) => name(winner)));

const TITLES = {
  started: () => t("The game begins"),
  hand_drawn: () => t("Nobody won"),
  hand_won: (event, name) => (event.win === "self-draw" ? t("{name} won, self-drawn", { name: winners(event, name) })
    : event.from === null ? t("{name} won", { name: winners(event, name) })
      : t("{name} won, from {other}", { name: winners(event, name), other: name(event.from) })),
  undo: () => t("The last entry was taken back"),
  adjusted: (event) => event.reason || t("Points were moved"),
  false_win: (event, name) => t("{name} declared a win that was none", { name: name(event.player) }),
  players_swapped: () => t("Players changed seats"),
  ended: (event) => event.reason || t("The table ended the game"),
  corrected: () => t("An older entry was set right"),
};

/** Says what an event was. */
export function eventTitle(event, state) {
  return TITLES[event.kind]?.(event, (k) => state.players[k].name) ?? event.kind;
}

/** Says in short what a win was worth: "7 faan", or nothing. */
export function worth(event) {
  if (Number.isInteger(event.faan)) return faanWords(event.faan);
  return event.kind === "hand_won" && Number.isInteger(event.score) ? pointWords(event.score) : "";
}

const comma = () => (isChinese() ? "，" : ", ");

/** Says in a line what an event was and what it was worth, of several winners what each had. */
export function inShort(event, state) {
  const worths = winsOf(event).map((win) => worth({ ...event, ...win })).filter(Boolean);
  return [eventTitle(event, state), listed(worths)].filter(Boolean).join(comma());
}

/** Whether the reasons of a win are known, of several winners those of any. */
export const hasReasons = (event) => winsOf(event).some(({ answer }) => answer?.rows?.length);

const earning = (row) => !row.excluded_by && (row.faan !== undefined || row.points > 0 || row.times > 1);

/** Says what it was worth, and why. */
export function eventDetail(event, state) {
  const rows = event.answer?.rows?.filter(earning).map(rowName) ?? [];
  const unpaid = (event.unpaid ?? []).flatMap((points, k) => (points ? [t("{name} could not pay {points}", { name: state.players[k].name, points })] : []));
  const short = event.lacking ?? [];
  const lacking = short.filter(Boolean).length > 1 || (event.due ?? []).filter((points) => points > 0).length > 1 // else it is the one receiver's
    ? short.flatMap((points, k) => (points ? [t("{name} got {points} less", { name: state.players[k].name, points })] : [])) : [];
  const whose = winsOf(event).length > 1 && worth(event) ? `${state.players[event.winner].name}: ` : ""; // the others' follow
  return [whose + worth(event), [...new Set(rows)].join(isChinese() ? "、" : ", "), ...unpaid, ...lacking].filter(Boolean).join(" · ");
}

/** Returns a hand in small pictures. */
export function handPictures(text) {
  const hand = parseHand(text);
  const closed = hand.concealed.filter(({ id }) => id !== hand.winning);
  const won = hand.concealed.filter(({ id }) => id === hand.winning);
  const groups = [closed, ...hand.sets.map(({ tiles }) => tiles), won, hand.bonus].filter((tiles) => tiles.length);
  return allTiles(hand).length ? h("div", { class: "mini-sets" }, groups.map((tiles) => h("span", { class: tiles === won ? "mini-set won" : "mini-set" }, tiles.map(({ code }) => tileImage(code))))) : null;
}

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

/** Returns the last event that an undo would take back. */
export function standing(events) {
  const undone = new Set(events.filter(({ kind }) => kind === "undo").map(({ undoes }) => undoes));
  return events.filter(({ kind, seq }) => kind !== "undo" && !undone.has(seq)).at(-1);
}

/** Returns what counts for an event today: itself, or what it was set right to. */
export function effective(event, events, gone) {
  const last = events.filter(({ kind, corrects, seq }) => kind === "corrected" && corrects === event.seq && !gone.has(seq)).at(-1);
  return last ? { ...event, ...(last.replacement ?? { kind: "struck", changes: [0, 0, 0, 0] }), seq: event.seq, set_right: true } : event;
}

/** Returns the table as an older event found it: winds of the seats and of the round. */
export function asItWas(state, events, seq) {
  const undone = new Set(events.filter(({ kind }) => kind === "undo").map(({ undoes }) => undoes));
  const swaps = events.filter((event) => event.kind === "players_swapped" && event.seq < seq && !undone.has(event.seq));
  const seats = swaps.at(-1)?.seats ?? [0, 1, 2, 3];
  const { dealer, round_wind: round, points, changes } = events.find((event) => event.seq === seq);
  const wind = (player) => WINDS[(seats.indexOf(player) - seats.indexOf(dealer) + 4) % 4];
  const players = state.players.map((player, k) => ({ ...player, seat_wind: wind(k), points: points[k] - changes[k] }));
  return { ...state, round_wind: round, players };
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
