// First step of a win: who won, and from whom.

import { h } from "./dom.js";
import { tileImage, windTile } from "./tiles.js";

function personButton(state, k, { label, pressed, onpick }) {
  const { name, seat_wind: wind } = state.players[k];
  return h("button", { type: "button", class: "person", "aria-pressed": String(pressed), "data-player": k, onclick: onpick },
    tileImage(windTile(wind), { silent: true }), h("span", {}, label ? h("small", {}, label) : null, h("b", {}, name)));
}

/** Returns the step's elements; `pick({winner})`, then `pick({win, from})`. */
export function whoStep({ state, draft, pick }) {
  const others = [1, 2, 3].map((k) => (draft.winner + k) % 4);
  return [
    h("section", { class: "card", "aria-label": "Who won?" },
      h("h2", {}, "Who won?"),
      h("div", { class: "people" }, state.players.map((_, k) => personButton(state, k, {
        pressed: draft.winner === k, onpick: () => pick({ winner: k, win: null, from: null }),
      })))),
    draft.winner !== null && h("section", { class: "card", "aria-label": "How?" },
      h("h2", {}, `How did ${state.players[draft.winner].name} get the last tile?`),
      h("div", { class: "people three" },
        h("button", {
          type: "button", class: "person wide", "aria-pressed": String(draft.win === "self-draw"), onclick: () => pick({ win: "self-draw", from: null }),
        }, tileImage("x", { silent: true }), h("span", {}, h("b", {}, "Drew it from the wall"))),
        others.map((k) => personButton(state, k, {
          label: "from", pressed: draft.from === k, onpick: () => pick({ win: "discard", from: k }),
        }))),
      h("p", { class: "hint" }, "For a robbed kong, choose the player whose kong it was.")),
  ].filter(Boolean);
}
