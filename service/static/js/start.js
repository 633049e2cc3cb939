// The first screen: games known to this phone, and a new game with its rules, four names and what the table agrees on.

import { agreed, agreements } from "./agreements.js";
import { ruleSets, startGame } from "./api.js";
import { h, notice, show } from "./dom.js";
import { isChinese, otherLanguage, switchLanguage, t } from "./i18n.js";
import { icon } from "./icons.js";
import { forgetGame, games, keepGame, keepNames, keepRules, lastRules, names } from "./memory.js";
import { inWords } from "./rulesets.js";
import { tileImage, windName, windTile, WINDS } from "./tiles.js";
import { refusal } from "./words.js";

const PLACES = ["deals first", "goes after East", "across from East", "goes before East"];

function nameField(place, value) {
  const wind = WINDS[place];
  return h("label", { class: "name-field" },
    tileImage(windTile(wind), { silent: true }),
    h("span", { class: "name-label" }, h("b", {}, windName(wind)), h("small", {}, t(PLACES[place]))),
    h("input", {
      name: `player${place}`, value, placeholder: t("Name"), required: true, maxlength: 20, autocomplete: "off",
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
    notice(t("Two players have the same name. Give each their own, so that nobody is mixed up."), { alarm: true });
    return;
  }
  button.disabled = true;
  try {
    const { id, write_token: token } = await startGame({ rules: rules.id, players, options: agreed(form, rules) });
    keepNames(players);
    keepRules(rules.id);
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
      h("b", {}, players.join(", ") || t("A game")),
      h("small", {}, `${new Date(at).toLocaleDateString(isChinese() ? "zh-Hant" : undefined, { weekday: "short", day: "numeric", month: "short" })}${token ? "" : ` · ${t("watching")}`}`)),
    h("button", { class: "icon", "aria-label": t("Forget this game on this phone"), onclick: () => { forgetGame(id); startView(); } }, icon("close")));
  return h("section", { class: "card" }, h("h2", {}, t("Play on")), h("ul", { class: "plain" }, known.slice(0, 6).map(line)));
}

function rulesChoice(all, chosen, onchange) {
  return h("fieldset", { class: "choice" },
    h("legend", {}, t("Which rules do you play?")),
    all.map(({ id, ...rules }) => {
      const { title, text } = inWords(id, rules);
      return h("label", { class: "option-card" },
        h("input", { type: "radio", name: "rules", value: id, checked: id === chosen.id, onchange: () => onchange(id) }),
        h("span", {}, h("b", {}, t(title)), h("small", {}, t(text))));
    }));
}

function newGame(all) {
  let rules = all.find(({ id }) => id === lastRules()) ?? all[0];
  const given = names();
  const questions = h("div", { class: "agreements" });
  const ask = (id) => {
    rules = all.find((each) => each.id === id);
    questions.replaceChildren(...agreements(rules).flat(Infinity).filter(Boolean));
  };
  ask(rules.id);
  return h("form", { class: "card", onsubmit: (event) => submit(event, rules) },
    h("h2", {}, t("New game")),
    h("div", { class: "name-fields" }, WINDS.map((_, k) => nameField(k, given[k]))),
    rulesChoice(all, rules, ask),
    h("h3", {}, t("What the table agrees on")),
    questions,
    h("button", { class: "primary big", type: "submit" }, t("Start the game")));
}

/** Shows the first screen. */
export async function startView() {
  let all = [];
  let refused = null;
  try {
    all = await ruleSets();
  } catch (problem) {
    refused = problem;
  }
  const other = otherLanguage();
  show(
    h("header", { class: "brand" },
      h("button", { class: "quiet language", lang: other.tag, onclick: switchLanguage }, other.name),
      h("div", { class: "brand-tiles", "aria-hidden": "true" }, ["7z", "6z", "5z"].map((code) => tileImage(code, { silent: true }))),
      h("h1", {}, "Tableside"),
      h("p", {}, t("Photograph the winning hand; see what it is worth, why, and who pays what."))),
    knownGames(),
    refused ? h("section", { class: "card wrong", role: "alert" }, h("p", {}, refusal(refused)),
      h("button", { class: "primary", onclick: startView }, t("Try again"))) : newGame(all),
    h("p", { class: "credits" }, t("Tile pictures: own drawings; characters from LXGW WenKai (SIL Open Font Licence).")),
  );
}
