// The table as it stands: four sides, the round in the middle, and what can be done next.

import { gameState, history, newKey, record, ruleSet } from "./api.js";
import { h, notice, show } from "./dom.js";
import { openEvening } from "./evening.js";
import { eventTitle, openHistory, worth } from "./history.js";
import { t } from "./i18n.js";
import { drawKeepsDealer } from "./limits.js";
import { follow } from "./live.js";
import * as memory from "./memory.js";
import { openMore } from "./more.js";
import { inWords } from "./rulesets.js";
import { openShare } from "./share.js";
import { ask } from "./sheet.js";
import { picture, tileImage, windName, windTile } from "./tiles.js";
import { change, refusal } from "./words.js";

// Seen from above: where play goes to the right, the next player sits to the right; where it goes clockwise, to the left.
const SIDES = { ccw: ["bottom", "right", "top", "left"], cw: ["bottom", "left", "top", "right"] };
const sideOf = ({ seats, direction }, player) => (SIDES[direction] ?? SIDES.ccw)[seats.indexOf(player)];

function playerCard(state, k, delta, onpick) {
  const player = state.players[k];
  const marks = [
    state.dealer === k && h("span", { class: "mark dealer" }, t(state.first === k ? "Dealer, first" : "Dealer")),
    state.first === k && state.dealer !== k && h("span", { class: "mark first" }, t("Goes first")),
  ];
  const said = onpick ? null : [player.name, t("{n} points", { n: player.points }), t("{wind} seat", { wind: windName(player.seat_wind) }),
    state.dealer === k && t("Dealer"), state.first === k && t("Goes first")].filter(Boolean).join(", ");
  return h(onpick ? "button" : "div", {
    class: `seat ${sideOf(state, k)}${state.dealer === k ? " is-dealer" : ""}`, "aria-label": said,
    role: onpick ? null : "group", "data-player": k, "data-wind": player.seat_wind, onclick: onpick && (() => onpick(k)),
  },
  h("img", { class: "tile", src: picture(windTile(player.seat_wind)), alt: t("{wind} seat", { wind: windName(player.seat_wind) }), width: 60, height: 80, draggable: "false" }),
  h("span", { class: "seat-text" },
    h("span", { class: "seat-name" }, player.name),
    h("span", { class: "seat-points" }, String(player.points)),
    delta ? h("span", { class: `delta ${delta < 0 ? "loss" : "gain"}` }, change(delta)) : null),
  h("span", { class: "marks" }, marks),
  onpick && h("span", { class: "unseen" }, t("Tap if {name} won", { name: player.name })));
}

function middle(state) {
  return h("div", { class: "middle" },
    tileImage(windTile(state.round_wind), { silent: true }),
    h("b", {}, t("{wind} round", { wind: windName(state.round_wind) })),
    h("span", {}, t("Hand {n}", { n: state.hand_number })),
    h("small", {}, t(inWords(state.rules).title)));
}

function lastWords(event, state) {
  return t("Last: {what}", { what: [eventTitle(event, state), worth(event)].filter(Boolean).join(", ") });
}

function standings(state) {
  return h("section", { class: "card standings" },
    h("h2", {}, t("The game is over")),
    h("ol", { class: "plain" }, state.standings.map(({ player, points, rank }) => h("li", {},
      h("span", { class: "rank" }, String(rank)),
      h("b", {}, state.players[player].name),
      h("span", { class: "points" }, String(points))))));
}

/** Shows a game's table and follows it; returns what to call when the screen is left. */
export function tableView(id) {
  const token = memory.token(id);
  let state = null;
  let rules = null;
  let linked = true;
  let latest = null; // the last event, with what it changed

  const startWin = (winner = null) => {
    memory.keepDraft({ game: id, seq: state.seq, winner, win: null, from: null, events: [], key: newKey() });
    location.hash = `game=${id}&win`;
  };
  const send = async (what, body) => {
    try {
      take((await record(id, what, { ...body, expected_seq: state.seq }, { token, key: newKey() })).state);
    } catch (problem) {
      notice(refusal(problem), { alarm: true });
      gameState(id).then(take, () => {});
    }
  };
  const draw = () => ask(t("Nobody won?"), drawKeepsDealer(state, rules) ? t("The wall ran out. Nobody pays, and the same player deals again.") : t("The wall ran out. Nobody pays, and the next player deals."),
    t("Record the draw"), () => send("hands", { draw: true }));
  const undo = () => ask(t("Take the last entry back?"), t("Points, winds and dealer go back to what they were. The history keeps both."),
    t("Take it back"), () => send("undo", {}));

  function take(newer) {
    state = newer;
    latest = null;
    history(id).then(({ events }) => {
      const last = events.at(-1);
      if (last.seq !== state.seq || last.kind === "started") return;
      latest = last;
      render();
    }, () => {}); // only an adornment: the table itself stands
    memory.keepGame(id, { names: state.players.map(({ name }) => name) });
    render();
  }

  function actions() {
    if (!token) return h("p", { class: "card watching" }, t("This phone watches. To record hands, open the writing link of whoever keeps the score."));
    const kept = memory.draft(id);
    return h("div", { class: "table-actions" },
      kept && !state.finished && h("a", { class: "button resume", href: `#game=${id}&win` }, t("Go on with the win you began")),
      !state.finished && h("button", { class: "primary big", onclick: () => startWin() }, t("Somebody won")),
      h("div", { class: "pair" },
        !state.finished && h("button", { onclick: draw }, t("Draw, nobody won")),
        h("button", { onclick: undo, disabled: state.seq < 2 }, t("Take back last hand"))),
      !state.finished && h("button", { class: "quiet", onclick: () => openMore({ state, rules, send }) }, t("False win, seats, points …")));
  }

  function render() {
    const pick = token && !state.finished ? startWin : null;
    show(
      h("header", { class: "bar" },
        h("a", { class: "home", href: "#", "aria-label": `Tableside: ${t("All games")}` }, tileImage("7z", { silent: true }), h("b", {}, "Tableside")),
        h("span", { class: linked ? "link up" : "link down", role: "status" }, t(linked ? "live" : "connecting …")),
        h("button", { class: "quiet", onclick: () => openHistory(id, state, token) }, t("History")),
        h("button", { class: "quiet", onclick: () => openShare(id, token) }, t("Share"))),
      h("section", { class: "felt", "aria-label": t("The table"), "data-seq": state.seq },
        state.players.map((_, k) => playerCard(state, k, latest?.changes?.[k], pick)), middle(state)),
      latest && h("p", { class: "last-hand", role: "status" }, h("span", {}, lastWords(latest, state))),
      state.finished && standings(state),
      actions(),
      h("button", { class: "quiet", onclick: () => openEvening(id, state) }, t("Standings, statistics, settlement")),
    );
  }

  const begin = async (newer) => {
    rules ??= await ruleSet(newer.rules);
    take(newer);
  };
  return watch(id, begin, take, (up) => { linked = up; if (state) render(); });
}

function watch(id, begin, take, onLink) {
  let gone = false;
  let stop = () => {};
  gameState(id).then(async (state) => {
    if (gone) return;
    await begin(state);
    if (gone) return;
    stop = follow(id, { onState: (newer) => { if (!gone) take(newer); }, onLink });
  }).catch((problem) => {
    if (gone) return;
    show(h("section", { class: "card lost" }, h("h2", {}, t("The table cannot be shown")), h("p", {}, refusal(problem)),
      h("button", { class: "primary", onclick: () => location.reload() }, t("Try again")), h("a", { class: "button", href: "#" }, t("All games"))));
  });
  return () => { gone = true; stop(); };
}
