// Hands of one win that cannot all be right: together they hold more of a tile than a set has, though none does by itself.

import { h } from "./dom.js";
import { copies } from "./hand.js";
import { listed, t } from "./i18n.js";
import { entryOf, isWinner } from "./preview.js";
import { FACES, isBonus, tileImage } from "./tiles.js";

const PLAYERS = [0, 1, 2, 3];

/** Returns the tiles that the service has refused several hands of a win for: [{code, number, players}]. */
export function clashes(draft, problem) {
  if (draft.winner === null || !problem?.problems.includes("too_many_copies")) return [];
  // Those who won on the same discard count their hands by themselves.
  const counted = PLAYERS.filter((player) => entryOf(draft, player).hand && (player === draft.winner || !isWinner(draft, player)));
  return FACES.flatMap((code) => {
    const players = counted.filter((player) => copies(entryOf(draft, player).hand, code));
    const number = players.reduce((sum, player) => sum + copies(entryOf(draft, player).hand, code), 0);
    return players.length > 1 && number > (isBonus(code) ? 1 : 4) ? [{ code, number, players }] : [];
  });
}

/** Returns the players whose hands do not fit together. */
export const clashing = (found) => PLAYERS.filter((player) => found.some(({ players }) => players.includes(player)));

/** Returns which tiles are there too often, in whose hands, and the way to those that are not on the screen. */
export function clashCard({ state, found, shown, toHand }) {
  const names = (players) => listed(players.map((player) => state.players[player].name));
  return h("section", { class: "card wrong clash", role: "alert" },
    h("h2", {}, t("These hands do not fit together")),
    h("ul", { class: "plain" }, found.map(({ code, number, players }) => h("li", {}, tileImage(code),
      h("span", {}, t("{names} have {n}, a set has {all}", { n: number, names: names(players), all: isBonus(code) ? 1 : 4 }))))),
    h("p", {}, t("Compare both hands with the table: a tile was read wrongly, or one hand was photographed twice.")),
    h("div", { class: "pair" }, clashing(found).filter((player) => player !== shown).map((player) => h("button", { type: "button", onclick: () => toHand(player) }, t("Look at {name}'s hand", state.players[player])))));
}
