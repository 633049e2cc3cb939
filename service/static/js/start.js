// The first screen: games known to this phone, and a new game with four names and the table's agreements.

import { agreed, agreements } from "./agreements.js";
import { ruleSet, startGame } from "./api.js";
import { h, notice, show } from "./dom.js";
import { icon } from "./icons.js";
import { forgetGame, games, keepGame, keepNames, names } from "./memory.js";
import { tileImage, windName, windTile, WINDS } from "./tiles.js";
import { refusal } from "./words.js";

const RULES = "hk-500";
const PLACES = ["deals first", "to East's right", "across from East", "to East's left"];
function nameField(place, value) {
  const wind = WINDS[place];
  return h("label", { class: "name-field" },
    tileImage(windTile(wind), { silent: true }),
    h("span", { class: "name-label" }, h("b", {}, windName(wind)), h("small", {}, PLACES[place])),
    h("input", {
      name: `player${place}`, value, placeholder: "Name", required: true, maxlength: 20, autocomplete: "off",
      autocapitalize: "words", enterkeyhint: place < 3 ? "next" : "done",
    }),
  );
}

async function submit(event, rules) {
  event.preventDefault();
  const form = event.currentTarget;
  const button = form.querySelector("button[type=submit]");
  const data = new FormData(form);
  const players = WINDS.map((_, k) => data.get(`player${k}`).trim());
  if (new Set(players).size < 4) {
    notice("Two players have the same name. Give each their own, so that nobody is mixed up.", { alarm: true });
    return;
  }
  button.disabled = true;
  try {
    const { id, write_token: token } = await startGame({ rules: RULES, players, options: agreed(form, rules) });
    keepNames(players);
    keepGame(id, { token, names: players });
    location.hash = `game=${id}`;
  } catch (problem) {
    notice(refusal(problem), { alarm: true });
    button.disabled = false;
  }
}

function knownGames() {
  const known = games();
  if (!known.length) return null;
  const line = ({ id, names: players, at, token }) => h("li", {},
    h("a", { href: `#game=${id}`, class: "game-link" },
      h("b", {}, players.join(", ") || "A game"),
      h("small", {}, `${new Date(at).toLocaleDateString(undefined, { weekday: "short", day: "numeric", month: "short" })}${token ? "" : " · watching"}`)),
    h("button", { class: "icon", "aria-label": "Forget this game on this phone", onclick: () => { forgetGame(id); startView(); } }, icon("close")));
  return h("section", { class: "card" }, h("h2", {}, "Play on"), h("ul", { class: "plain" }, known.slice(0, 6).map(line)));
}

/** Shows the first screen. */
export async function startView() {
  const given = names();
  let rules = null;
  try {
    rules = await ruleSet(RULES);
  } catch (problem) {
    notice(refusal(problem), { alarm: true });
  }
  show(
    h("header", { class: "brand" },
      h("div", { class: "brand-tiles", "aria-hidden": "true" }, ["7z", "6z", "5z"].map((code) => tileImage(code, { silent: true }))),
      h("h1", {}, "Tableside"),
      h("p", {}, "Photograph the winning hand; see its faan and who pays what.")),
    knownGames(),
    h("form", { class: "card", onsubmit: (event) => submit(event, rules) },
      h("h2", {}, "New game"),
      h("p", { class: "hint" }, "Hong Kong Old Style. Play goes counter-clockwise, to the right."),
      h("div", { class: "name-fields" }, WINDS.map((_, k) => nameField(k, given[k]))),
      h("h3", {}, "What the table agrees on"),
      agreements(rules),
      h("button", { class: "primary big", type: "submit" }, "Start the game")),
    h("p", { class: "credits" }, "Tile pictures: own drawings; characters from LXGW WenKai (SIL Open Font Licence)."),
  );
}
