// The table as it stands: four sides, the round in the middle, and what can be done next.

import { gameState, history, newKey, record } from "./api.js";
import { h, notice, show } from "./dom.js";
import { eventTitle, openHistory } from "./history.js";
import { follow } from "./live.js";
import * as memory from "./memory.js";
import { openShare } from "./share.js";
import { ask } from "./sheet.js";
import { tileImage, windName, windTile } from "./tiles.js";
import { change, refusal } from "./words.js";

// Seen from above, play goes counter-clockwise: the next player sits to the right.
const SIDES = ["bottom", "right", "top", "left"];

function playerCard(state, k, delta, onpick) {
  const player = state.players[k];
  const marks = [
    state.dealer === k && h("span", { class: "mark dealer" }, state.first === k ? "Dealer, first" : "Dealer"),
    state.first === k && state.dealer !== k && h("span", { class: "mark first" }, "Goes first"),
  ];
  const said = [player.name, `${player.points} points`, `${windName(player.seat_wind)} seat`,
    state.dealer === k && "dealer", state.first === k && "goes first"].filter(Boolean).join(", ");
  return h(onpick ? "button" : "div", {
    class: `seat ${SIDES[k]}${state.dealer === k ? " is-dealer" : ""}`, "aria-label": onpick ? `${said}. Tap if ${player.name} won` : said,
    role: onpick ? null : "group", "data-player": k, "data-wind": player.seat_wind, onclick: onpick && (() => onpick(k)),
  },
  tileImage(windTile(player.seat_wind), { silent: true }),
  h("span", { class: "seat-text" },
    h("span", { class: "seat-name" }, player.name),
    h("span", { class: "seat-points" }, String(player.points)),
    delta ? h("span", { class: `delta ${delta < 0 ? "loss" : "gain"}` }, change(delta)) : null),
  h("span", { class: "marks" }, marks));
}

function middle(state) {
  return h("div", { class: "middle" },
    tileImage(windTile(state.round_wind), { silent: true }),
    h("b", {}, `${windName(state.round_wind)} round`),
    h("span", {}, `Hand ${state.hand_number}`));
}

function lastWords(event, state) {
  const faan = Number.isInteger(event.faan) ? `, ${event.faan} faan` : "";
  return `Last: ${eventTitle(event, state)}${faan}`;
}

function standings(state) {
  return h("section", { class: "card standings" },
    h("h2", {}, "The game is over"),
    h("ol", { class: "plain" }, state.standings.map(({ player, points, rank }) => h("li", {},
      h("span", { class: "rank" }, String(rank)),
      h("b", {}, state.players[player].name),
      h("span", { class: "points" }, String(points))))));
}

/** Shows a game's table and follows it; returns what to call when the screen is left. */
export function tableView(id) {
  const token = memory.token(id);
  let state = null;
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
  const draw = () => ask("Nobody won?", "The wall ran out. Nobody pays, the seats stay, and the hand is played again.",
    "Record the draw", () => send("hands", { draw: true }));
  const undo = () => ask("Take the last hand back?", "Points, winds and dealer go back to what they were. The history keeps both.",
    "Take it back", () => send("undo", {}));

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
    if (!token) return h("p", { class: "card watching" }, "This phone watches. To record hands, open the writing link of whoever keeps the score.");
    const kept = memory.draft(id);
    return h("div", { class: "table-actions" },
      kept && !state.finished && h("a", { class: "button resume", href: `#game=${id}&win` }, "Go on with the win you began"),
      !state.finished && h("button", { class: "primary big", onclick: () => startWin() }, "Somebody won"),
      h("div", { class: "pair" },
        !state.finished && h("button", { onclick: draw }, "Draw, nobody won"),
        h("button", { onclick: undo, disabled: state.seq < 2 }, "Take back last hand")));
  }

  function render() {
    const pick = token && !state.finished ? startWin : null;
    show(
      h("header", { class: "bar" },
        h("a", { class: "home", href: "#", "aria-label": "All games" }, tileImage("7z", { silent: true }), h("b", {}, "Tableside")),
        h("span", { class: linked ? "link up" : "link down", role: "status" }, linked ? "live" : "connecting …"),
        h("button", { class: "quiet", onclick: () => openHistory(id, state) }, "History"),
        h("button", { class: "quiet", onclick: () => openShare(id, token) }, "Share")),
      h("section", { class: "felt", "aria-label": "The table", "data-seq": state.seq },
        state.players.map((_, k) => playerCard(state, k, latest?.changes?.[k], pick)), middle(state)),
      latest && h("p", { class: "last-hand", role: "status" }, h("span", {}, lastWords(latest, state))),
      state.finished && standings(state),
      actions(),
    );
  }

  return watch(id, take, (up) => { linked = up; if (state) render(); });
}

function watch(id, take, onLink) {
  let gone = false;
  let stop = () => {};
  gameState(id).then((state) => {
    if (gone) return;
    take(state);
    stop = follow(id, { onState: (newer) => { if (!gone) take(newer); }, onLink });
  }, (problem) => {
    if (gone) return;
    show(h("section", { class: "card lost" }, h("h2", {}, "The table cannot be shown"), h("p", {}, refusal(problem)),
      h("button", { class: "primary", onclick: () => location.reload() }, "Try again"), h("a", { class: "button", href: "#" }, "All games")));
  });
  return () => { gone = true; stop(); };
}
