// The hand as large tiles to tap: the concealed part, sets, bonus tiles, and what lies beside.

import { h } from "./dom.js";
import { count } from "./hand.js";
import { tileImage, tileName } from "./tiles.js";

const KINDS = {
  exposed: (size) => (size === 4 ? "open kong" : "open set"),
  small_kong: () => "added kong",
  concealed_kong: () => "concealed kong",
};

function tileButton(tile, { winning, selected, onTile }) {
  const marks = [winning && "won", tile.unsure && "please check"].filter(Boolean);
  const states = ["tile-button", tile.unsure && "unsure", winning && "winning", selected && "selected"].filter(Boolean);
  return h("button", {
    type: "button", class: states.join(" "), "data-id": tile.id, "data-code": tile.code,
    "aria-label": [tileName(tile.code), ...marks].join(", "), onclick: () => onTile(tile.id),
  },
  tileImage(tile.code, { silent: true }),
  winning ? h("span", { class: "badge", "aria-hidden": "true" }, "won") : null,
  tile.unsure && !winning ? h("span", { class: "badge ask", "aria-hidden": "true" }, "?") : null);
}

function part(title, name, content, aside = null) {
  return h("section", { class: `part ${name}` }, h("h3", {}, title, aside), content);
}

/** Returns the hand to tap at; while `marking`, the next tap says which tile won. */
export function editor({ hand, marking, selected, besideOpen, onBeside, onTile, onSet }) {
  const button = (tile) => tileButton(tile, { winning: tile.id === hand.winning, selected: tile.id === selected, onTile });
  const tiles = count(hand);
  return h("div", { class: marking ? "editor marking" : "editor" },
    part("In the hand", "concealed", hand.concealed.length
      ? h("div", { class: "rack" }, hand.concealed.map(button))
      : h("p", { class: "empty" }, "No tiles yet."),
    h("span", { class: tiles === 14 ? "tally good" : "tally", role: "status" }, `${tiles} of 14 tiles`)),
    hand.sets.length ? part("Sets", "sets", h("div", { class: "set-row" }, hand.sets.map(({ kind, tiles: members }, index) => h("div", { class: `set ${kind}` },
      h("div", { class: "rack tight" }, members.map(button)),
      h("button", { type: "button", class: "set-kind", onclick: () => onSet(index) }, KINDS[kind](members.length)))))) : null,
    hand.bonus.length ? part("Flowers and seasons", "bonus", h("div", { class: "rack" }, hand.bonus.map(button))) : null,
    hand.other.length ? h("details", { class: "part other", open: besideOpen, ontoggle: ({ target }) => onBeside(target.open) },
      h("summary", {}, `Beside the hand: ${hand.other.length} not counted`),
      h("div", { class: "rack" }, hand.other.map(button))) : null);
}
