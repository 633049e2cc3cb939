// The hand as large tiles to tap: the concealed part, sets, bonus tiles, and what lies beside.

import { h } from "./dom.js";
import { count } from "./hand.js";
import { t } from "./i18n.js";
import { tileImage, tileName } from "./tiles.js";

const KINDS = {
  exposed: (size) => t(size === 4 ? "open kong" : "open set"),
  small_kong: () => t("added kong"),
  concealed_kong: (size) => t(size === 4 ? "concealed kong" : "closed set"),
};

function tileButton(tile, { winning, selected, onTile }) {
  const marks = [winning && t("won"), tile.unsure && t("please check")].filter(Boolean);
  const states = ["tile-button", tile.unsure && "unsure", winning && "winning", selected && "selected"].filter(Boolean);
  return h("button", {
    type: "button", class: states.join(" "), "data-id": tile.id, "data-code": tile.code,
    "aria-label": [tileName(tile.code), ...marks].join(", "), onclick: () => onTile(tile.id),
  },
  tileImage(tile.code, { silent: true }),
  winning ? h("span", { class: "badge", "aria-hidden": "true" }, t("won")) : null,
  tile.unsure && !winning ? h("span", { class: "badge ask", "aria-hidden": "true" }, "?") : null);
}

function part(title, name, content, aside = null) {
  return h("section", { class: `part ${name}` }, h("h3", {}, title, aside), content);
}

/** Returns the hand to tap at; while `marking`, the next tap says which tile won. */
export function editor({ hand, role = "winner", marking, selected, besideOpen, onBeside, onTile, onSet }) {
  const button = (tile) => tileButton(tile, { winning: tile.id === hand.winning, selected: tile.id === selected, onTile });
  const tiles = count(hand);
  const full = role === "winner" ? 14 : 13;
  return h("div", { class: marking ? "editor marking" : "editor" },
    part(t("In the hand"), "concealed", hand.concealed.length
      ? h("div", { class: "rack" }, hand.concealed.map(button))
      : h("p", { class: "empty" }, t("No tiles yet.")),
    h("span", { class: tiles === full ? "tally good" : "tally", role: "status" }, t(`{n} of ${full} tiles`, { n: tiles }))),
    hand.sets.length ? part(t("Sets"), "sets", h("div", { class: "set-row" }, hand.sets.map(({ kind, tiles: members }, index) => h("div", { class: `set ${kind}` },
      h("div", { class: "rack tight" }, members.map(button)),
      h("button", { type: "button", class: "set-kind", onclick: () => onSet(index) }, KINDS[kind](members.length)))))) : null,
    hand.bonus.length ? part(t("Flowers and seasons"), "bonus", h("div", { class: "rack" }, hand.bonus.map(button))) : null,
    hand.other.length ? h("details", { class: "part other", open: besideOpen, ontoggle: ({ target }) => onBeside(target.open) },
      h("summary", {}, t("Beside the hand: {n} not counted", { n: hand.other.length })),
      h("div", { class: "rack" }, hand.other.map(button))) : null);
}
