// The hand as large tiles: tap one to correct it, press it long to add or remove, drag it to where it belongs.

import { h, notice } from "./dom.js";
import { watchDrags } from "./drag.js";
import { addTile, copies, count, removeTile, tileById } from "./hand.js";
import { t } from "./i18n.js";
import { moved } from "./moves.js";
import { openSheet } from "./sheet.js";
import { isBonus, isFaceDown, tileImage, tileName } from "./tiles.js";

const KINDS = {
  exposed: (size) => t(size === 4 ? "exposed kong" : "exposed set"),
  small_kong: () => t("added kong"),
  concealed_kong: (size) => t(size === 4 ? "concealed kong" : "concealed set"),
};

function tileButton(tile, { winning, selected, onTile, onHand, hand }) {
  const marks = [winning && t("won"), tile.unsure && t("please check")].filter(Boolean);
  const states = ["tile-button", tile.unsure && "unsure", winning && "winning", selected && "selected"].filter(Boolean);
  const keys = (event) => {
    if (event.key === "Delete" || event.key === "Backspace") onHand(removeTile(hand, tile.id));
    else if (event.key === "+") onHand(oneMore(hand, tile));
    else return;
    event.preventDefault();
  };
  return h("button", {
    type: "button", class: states.join(" "), "data-id": tile.id, "data-code": tile.code,
    "aria-label": [tileName(tile.code), ...marks].join(", "), "aria-keyshortcuts": "Delete +", onclick: () => onTile(tile.id), onkeydown: keys,
  },
  tileImage(tile.code, { silent: true }),
  winning ? h("span", { class: "badge", "aria-hidden": "true" }, t("won")) : null,
  tile.unsure && !winning ? h("span", { class: "badge ask", "aria-hidden": "true" }, "?") : null);
}

const canHaveMore = (hand, { code }) => !isFaceDown(code) && copies(hand, code) < (isBonus(code) ? 1 : 4);
const oneMore = (hand, tile) => (canHaveMore(hand, tile) ? addTile(hand, tile.code) : hand);

// What a long press offers.
function openAddOrRemove(hand, id, onHand) {
  const tile = tileById(hand, id);
  openSheet(tileName(tile.code), (close) => {
    const apply = (changed) => () => { close(); onHand(changed); };
    return [
      h("div", { class: "actions" },
        h("button", { type: "button", class: "danger", onclick: apply(removeTile(hand, id)) }, t("Remove this tile")),
        h("button", { type: "button", disabled: !canHaveMore(hand, tile), onclick: apply(oneMore(hand, tile)) }, t("One more of it"))),
    ];
  });
}

function part(title, name, place, content, aside = null) {
  return h("section", { class: `part ${name}`, "data-place": place }, h("h3", {}, title, aside), content);
}

// Seen only while a tile is being dragged; the sheet that a tap opens has the same places as buttons.
function dropPlaces(role) {
  const places = [role === "winner" && ["won", t("This tile won")], ["exposed", t("Exposed set")], ["concealed_kong", t("Concealed kong")], ["bonus", t("Flowers")], ["beside", t("Beside")], ["away", t("Remove")]];
  return h("div", { class: "drop-places", "aria-hidden": "true" }, places.filter(Boolean).map(([place, words]) => h("span", { class: `drop-place ${place}`, "data-place": place }, words)));
}

/** Returns the hand to tap at and to drag in; while `marking`, the next tap says which tile won. */
export function editor({ hand, role = "winner", marking, selected, besideOpen, onBeside, onTile, onSet, onHand }) {
  const button = (tile) => tileButton(tile, { winning: tile.id === hand.winning, selected: tile.id === selected, onTile, onHand, hand });
  const tiles = count(hand);
  const full = role === "winner" ? 14 : 13;
  const element = h("div", { class: marking ? "editor marking" : "editor" },
    part(t("In the hand"), "concealed", "hand", hand.concealed.length
      ? h("div", { class: "rack" }, hand.concealed.map(button))
      : h("p", { class: "empty" }, t("No tiles yet.")),
    h("span", { class: tiles === full ? "tally good" : "tally" }, t(`{n} of ${full} tiles`, { n: tiles }))),
    hand.sets.length ? part(t("Sets"), "sets", null, h("div", { class: "set-row" }, hand.sets.map(({ kind, tiles: members }, index) => h("div", { class: `set ${kind}`, "data-place": `set:${index}` },
      h("div", { class: "rack tight" }, members.map(button)),
      h("button", { type: "button", class: "set-kind", onclick: () => onSet(index) }, KINDS[kind](members.length)))))) : null,
    hand.bonus.length ? part(t("Flowers and seasons"), "bonus", "bonus", h("div", { class: "rack" }, hand.bonus.map(button))) : null,
    hand.other.length ? h("details", { class: "part other", open: besideOpen, "data-place": "beside", ontoggle: ({ target }) => onBeside(target.open) },
      h("summary", {}, t("Beside the hand: {n} not counted", { n: hand.other.length })),
      h("div", { class: "rack" }, hand.other.map(button))) : null,
    hand.concealed.length ? dropPlaces(role) : null);
  watchDrags(element, {
    onLong: (id) => openAddOrRemove(hand, id, onHand),
    onDrop: (id, place) => {
      const { hand: changed, words } = moved(hand, id, place);
      if (words) notice(words);
      else if (changed !== hand) onHand(changed);
    },
  });
  return element;
}
