// The first screen: games known to this phone, and a new game with its rules, four chairs and what the table agrees on.

import { gameState, keys, nextGame, ruleSets, startGame } from "../api/client.js";
import { t } from "../i18n/translation.js";
import { keepGame, keepNames, keepNext, keepRules, lastRules, names, token as tokenOf } from "../state/storage.js";
import { elements, h, notice, show } from "../ui/dom.js";
import { languageButton } from "../ui/language.js";
import { refusal } from "../ui/refusals.js";
import { tileImage } from "../ui/tiles.js";
import { agreements, fill, readAnswers, whyUnplayable } from "./agreements.js";
import { createChairs } from "./chairs.js";
import { goAlong, knownGames, nextCard } from "./games.js";
import { askToKeep, fileButton, houseDetail, knownHouses } from "./house-rules.js";
import { inWords } from "./rule-sets.js";

/** @import { Finished, UiEvent, Refusal, RulesDetail, RulesOffered, State } from "../types" */

/**
 * Returns what the table agreed on in the game before, where it plays by the same rules.
 *
 * @param {Finished | null} before
 * @param {RulesDetail} rules
 */
const givenBy = (before, rules) => (before?.rules === rules.id ? before.options : {});

/**
 * Says so where what is agreed on cannot be played.
 *
 * @param {Record<string, any>} options
 * @param {RulesDetail} rules
 */
function isUnplayable(options, rules) {
  const words = whyUnplayable(options, rules);
  if (words) notice(words, { alarm: true });
  return Boolean(words);
}

/**
 * As the service has it: names that are read or said alike are one.
 *
 * @param {string} name
 */
const said = (name) => name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

/**
 * @param {UiEvent} event
 * @param {{ settled: () => Promise<RulesDetail | null>, chairs: ReturnType<typeof createChairs>, before: Finished | null, keyOf: ReturnType<typeof keys> }} given
 */
async function submit(event, { settled, chairs, before, keyOf }) {
  event.preventDefault();
  const form = event.currentTarget;
  const button = form.querySelector("button[type=submit]");
  const players = chairs.names();
  if (new Set(players.map(said)).size < 4) {
    notice(t("Two players have the same name. Give each their own, so that nobody is mixed up."), { alarm: true });
    return;
  }
  const rules = await settled();
  if (!rules || button.disabled) return;
  const options = readAnswers(form, rules, givenBy(before, rules));
  if (isUnplayable(options, rules)) return;
  button.disabled = true;
  try {
    const next = before && (await nextGame(before.id));
    if (before && next && next !== before.next) {
      before.next = next; // who starts nevertheless means it
      notice(t("Another phone has begun the next game just now."), {
        alarm: true,
        action: { label: t("Go along"), run: () => goAlong(before.id, next) },
      });
      button.disabled = false;
      return;
    }
    const body = { rules: rules.id, players, options, follows: before?.id };
    const { id, write_token: token } = await startGame(body, before && tokenOf(before.id), keyOf(body));
    keepNames(players);
    keepRules(rules.id);
    if (before) keepNext(before.id, id);
    keepGame(id, { token, names: players });
    location.hash = `game=${id}`;
  } catch (problem) {
    notice(refusal(problem), { alarm: true });
    button.disabled = false;
  }
}

/**
 * @param {RulesOffered} rules
 * @param {{ id?: string }} chosen
 * @param {(id: string) => void} onpick
 */
const card = (rules, chosen, onpick) => {
  const { id } = rules;
  const { title, text } = inWords(id, rules);
  return h(
    "label",
    { class: "option-card" },
    h("input", { type: "radio", name: "rules", value: id, checked: id === chosen.id, onchange: () => onpick(id) }),
    h(
      "span",
      {},
      h("b", {}, t(title)),
      h("small", {}, rules.base ? t("House rules, from {base}", { base: t(text) }) : t(text)),
    ),
  );
};

const ROOMY = "(min-width: 960px)"; // rules and seats stand side by side

/**
 * Folded where the seats would be out of sight below them, and for who played here before: those of last time are chosen.
 *
 * @param {RulesOffered[]} all
 * @param {RulesOffered} chosen
 * @param {(id: string) => void} onchange
 */
function rulesChoice(all, chosen, onchange) {
  const now = h("span", { class: "rules-now" });
  /** @param {string} id */
  const name = (id) => {
    now.textContent = t(
      inWords(
        id,
        all.find((each) => each.id === id),
      ).title,
    );
  };
  /** @param {string} id */
  const pick = (id) => {
    name(id);
    onchange(id);
  };
  const cards = h(
    "fieldset",
    { class: "choice", onclick: (event) => fold(event) },
    h("legend", {}, t("Which rules do you play?")),
    all.map((rules) => card(rules, chosen, pick)),
  );
  const choiceOf = (/** @type {string} */ id) =>
    /** @type {HTMLInputElement} */ (cards.querySelector(`[value="${id}"]`));
  /** @param {RulesOffered} rules */
  const add = (rules) => {
    if (!all.some(({ id }) => id === rules.id)) {
      all.push(rules);
      cards.append(card(rules, {}, pick));
    }
    choiceOf(rules.id).click();
  };
  /** @param {string} id */
  const back = (id) => {
    choiceOf(id).checked = true;
    name(id);
  };
  name(chosen.id);
  /**
   * A finger has chosen and is led on to the seats; keys go on from one to the next.
   *
   * @param {UiEvent} given
   */
  const fold = ({ detail }) => {
    if (!detail || matchMedia(ROOMY).matches) return;
    element.open = false;
    element.querySelector("summary")?.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  };
  const element = h(
    "details",
    { class: "rules-choice", open: lastRules() === null && matchMedia(ROOMY).matches },
    h(
      "summary",
      {},
      h(
        "span",
        {},
        h(
          "span",
          { class: "rules-line" },
          h("small", {}, t("Rules")),
          h("span", { class: "rules-change" }, t("Change")),
        ),
        now,
      ),
    ),
    cards,
    fileButton(add),
  );
  return { element, add, back };
}

/**
 * @param {HTMLFormElement} form
 * @param {RulesDetail} rules
 */
const directionOf = (form, rules) =>
  readAnswers(form, rules).direction ?? rules.options.find(({ name }) => name === "direction")?.default ?? "ccw";

/**
 * A field as it was left: its name, its kind, and what stands in it.
 *
 * @typedef {Pick<HTMLInputElement, "name" | "type" | "value" | "checked">} Field
 */

const NEW_GAME = "new-game";
const SOON = 300; // milliseconds, when names can be entered; what is asked below them is drawn after that

/**
 * Returns the fields of a form; all of its elements have what is asked of them here.
 *
 * @param {HTMLFormElement} form
 */
const fieldsOf = (form) => /** @type {HTMLInputElement[]} */ ([...form.elements]);

/** Returns what stands in the fields of a new game, to be put into them again when they are drawn anew. */
function entered() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById(NEW_GAME));
  return (
    form &&
    fieldsOf(form)
      .filter(({ name }) => name)
      .map(({ name, type, value, checked }) => ({ name, type, value, checked }))
  );
}

/**
 * @param {HTMLFormElement} form
 * @param {Field[]} fields
 */
function enterAgain(form, fields) {
  for (const { name, type, value, checked } of fields) {
    const there = fieldsOf(form).find((each) => each.name === name && (type !== "radio" || each.value === value));
    if (!there) continue;
    if (type === "radio" || type === "checkbox") there.checked = checked;
    else there.value = value;
    if (type === "select-one") there.dispatchEvent(new Event("change")); // what hangs on it is shown or hidden
  }
}

/**
 * Returns the rules to begin with: those chosen on this screen, else those of the game `before`, else of the last one here.
 *
 * @param {RulesOffered[]} all
 * @param {Field[] | null} fields
 * @param {Finished | null} before
 * @returns {Promise<RulesDetail>}
 */
async function firstChosen(all, fields, before) {
  const wanted =
    fields?.find(({ name, checked }) => name === "rules" && checked)?.value ?? before?.rules ?? lastRules();
  const found = all.find(({ id }) => id === wanted) ?? all[0];
  if (found.options) return /** @type {RulesDetail} */ (found);
  return houseDetail(found).then(
    (detail) => Object.assign(found, detail),
    () => /** @type {RulesDetail} */ (all[0]),
  );
}

/** @param {State} given */
const asSeated = ({ players, seats }) => seats.map((player) => players[player].name);

/**
 * @param {RulesOffered[]} all
 * @param {RulesDetail} begun
 * @param {{ fields: Field[] | null, before: Finished | null }} given
 */
function newGame(all, begun, { fields, before }) {
  let rules = begun;
  let newest = begun.id; // what is chosen, whose questions may still be on their way
  /** @type {Promise<void> | null} */
  let asking = null;
  const questions = h("div", { class: "agreements" });
  const keyOf = keys();
  const chairs = createChairs({ names: before ? asSeated(before) : names(), direction: "ccw" });
  /** @param {string} id */
  const ask = async (id) => {
    newest = id;
    const chosen = /** @type {RulesOffered} */ (all.find((each) => each.id === id));
    if (chosen.base && !chosen.options) {
      try {
        Object.assign(chosen, await houseDetail(chosen));
      } catch (problem) {
        if (newest !== id) return;
        newest = rules.id;
        choice.back(newest);
        if (!questions.hasChildNodes()) ask(newest);
        notice(refusal(problem), { alarm: true });
        return;
      }
      if (newest !== id) return; // others were chosen meanwhile
    }
    rules = /** @type {RulesDetail} */ (chosen);
    const given = givenBy(before, rules);
    questions.replaceChildren(...elements(agreements(rules, { whole: Boolean(fields ?? before), given })));
    if (before?.rules === rules.id) fill(form, rules, given);
  };
  const choice = rulesChoice(all, rules, (id) => {
    asking = ask(id);
  });
  // The rules that are chosen, once their questions are there; null where they could not be had, or others were chosen since.
  const settled = async () => {
    const id = newest;
    await asking;
    return id === newest ? rules : null;
  };
  const answers = () => readAnswers(form, rules, givenBy(before, rules));
  const keep = async () => {
    if (!(await settled())) return;
    const options = answers();
    if (!isUnplayable(options, rules)) askToKeep({ base: rules.base ?? rules.id, options }, choice.add);
  };
  const guide = async () => {
    const { openSetup } = await import("../table/setup.js");
    if (await settled()) openSetup(rules.id, answers());
  };
  /** @type {HTMLFormElement} */
  const form = h(
    "form",
    {
      class: "card",
      id: NEW_GAME,
      onsubmit: (event) => submit(event, { settled, chairs, before, keyOf }),
      onchange: () => chairs.turn(directionOf(form, rules)),
    },
    h("h2", {}, t("New game")),
    before &&
      h(
        "p",
        { class: "note" },
        t(
          "The next game of this table. Points begin anew, and all its games are added up. Once it has begun, the other phones are asked along.",
        ),
      ),
    choice.element,
    h("div", { class: "new-seats" }, h("h3", {}, t("Who sits where?")), chairs.element),
    h(
      "div",
      { class: "new-agreed" },
      h("h3", {}, t("What the table agrees on")),
      questions,
      h("button", { type: "button", class: "quiet", onclick: keep }, t("Keep as our house rules")),
      h("button", { type: "button", onclick: guide }, t("Walls, dice and deal: show me how")),
    ),
    h("div", { class: "start-foot" }, h("button", { class: "primary big", type: "submit" }, t("Start the game"))),
  );
  if (fields ?? before) {
    ask(rules.id);
    if (fields) enterAgain(form, fields);
  } else
    setTimeout(() => {
      if (!questions.hasChildNodes() && !asking) ask(rules.id);
    }, SOON);
  chairs.turn(directionOf(form, rules));
  return form;
}

/**
 * Shows the first screen; `fields` are what was entered on it already, `again` is the id of a game that its table plays on from.
 *
 * @param {{ fields?: Field[] | null, again?: string | null }} given
 */
export async function startView({ fields = null, again = null } = {}) {
  /** @type {RulesOffered[]} */
  let all = [];
  /** @type {Finished | null} */
  let before = null;
  /** @type {RulesDetail | null} */
  let begun = null;
  /** @type {Refusal | null} */
  let refused = null;
  try {
    const [documents, houses, last, next] = await Promise.all([
      ruleSets(),
      knownHouses(),
      again ? gameState(again) : null,
      again ? nextGame(again).catch(() => null) : null,
    ]);
    all = [...documents, ...houses];
    before = last && { ...last, next };
    begun = await firstChosen(all, fields, before);
  } catch (problem) {
    refused = problem;
  }
  show(
    h(
      "header",
      { class: "brand" },
      languageButton(() => startView({ fields: entered(), again })),
      h(
        "div",
        { class: "brand-tiles", "aria-hidden": "true" },
        ["7z", "6z", "5z"].map((code) => tileImage(code, { silent: true, after: true })),
      ),
      h("h1", {}, "Tableside"),
      h("p", {}, t("Photograph the winning hand; see what it is worth, why, and who pays what.")),
    ),
    again ? before?.next && nextCard(again, before.next) : knownGames(() => startView()),
    refused || !begun
      ? h(
          "section",
          { class: "card wrong", role: "alert" },
          h("p", {}, refusal(refused ?? { code: "" })),
          h("button", { class: "primary", onclick: () => startView({ again }) }, t("Try again")),
        )
      : newGame(all, begun, { fields, before }),
    h(
      "p",
      { class: "credits" },
      t("Tile pictures: own drawings; characters from LXGW WenKai (SIL Open Font Licence)."),
    ),
  );
}
