// Other rules during a game: which, what they change, and from which hand on.

import { keptHouseRules, ruleSet, ruleSets } from "../api/client.js";
import { t, withRemark } from "../i18n/translation.js";
import { Choices } from "../start/choices.js";
import { Differences } from "../start/house-card.js";
import { askToKeep, knownHouses } from "../start/house-rules.js";
import { inWords } from "../start/rule-sets.js";
import { everyoneScores } from "../state/rules.js";
import { menu } from "../ui/fields.js";
import { useFetched } from "../ui/hooks.js";
import { complain, orComplain } from "../ui/page.js";
import { openSheet } from "../ui/sheet.js";
import { html, useState } from "../vendor/preact.js";

/** @import { RulesDetail, RulesOffered, State, UiEvent } from "../types" */
/** @typedef {import("./incidents.js").Context} Context */

// Agreements on the game as it was begun, which other rules leave alone unless they say otherwise.
const OF_THE_GAME = ["rounds", "direction", "money_per_point", "start", "players", "missing_share"];

const FEW = ["players", "missing_share"]; // asked of those only who are fewer than four
/** @param {RulesDetail} rules @param {string} name */
const isAsked = ({ options }, name) => options.some((option) => option.name === name);

/**
 * Returns rules as the game would go on by them: with what it was begun for, where they leave that open.
 *
 * @param {RulesOffered} offered
 * @param {State} state
 */
async function asHere({ id, base }, state) {
  const said = base ? (await keptHouseRules(id)).says.options : null;
  const own = await ruleSet(id);
  const kept = OF_THE_GAME.filter(
    (name) => name in state.options && !(said && name in said) && (FEW.includes(name) || isAsked(own, name)),
  );
  const options =
    id === state.rules ? state.options : Object.fromEntries(kept.map((name) => [name, state.options[name]]));
  return { id, options, rules: Object.keys(options).length ? await ruleSet(id, options) : own };
}

/** @param {Context & { all: RulesOffered[], close: () => void }} given */
function RulesChange({ state, rules, send, all, close }) {
  const [offered, offer] = useState(all);
  const [chosen, choose] = useState(state.rules);
  const [fromHand, wait] = useState(state.hand_number);
  const now = /** @type {RulesOffered} */ (offered.find(({ id }) => id === state.rules) ?? offered[0]);
  const wanted = useFetched(
    () => asHere(/** @type {RulesOffered} */ (offered.find(({ id }) => id === chosen)), state),
    chosen,
    complain,
  );
  const adapt = () =>
    askToKeep({ rules: { ...rules, id: now.id, base: now.base }, options: state.options }, (kept) => {
      offer([...offered.filter(({ id }) => id !== kept.id), kept]);
      choose(kept.id);
    });
  /** @param {UiEvent} event */
  const submit = (event) => {
    event.preventDefault();
    if (!wanted) return;
    close();
    send("rules", { rules: wanted.id, options: wanted.options, from_hand: fromHand });
  };
  /** @param {RulesOffered} each */
  const named = (each) => {
    const title = inWords(each.id, each).title;
    return { id: each.id, name: each.id === state.rules ? withRemark(title, t("in-force")) : title };
  };
  const hands = [0, 1].map((later) => {
    const n = state.hand_number + later;
    return [n, t(later ? "next-hand-n" : "one-hand-n", { n })];
  });
  const ready = wanted?.id === chosen && (chosen !== state.rules || state.coming);
  return html`<form class="fields rules-change-form" onsubmit=${submit}>
    <p class="hint">${t("hands-before-stay-as-they")}</p>
    <label class="rule stacked"><span>${t("rules-from-then-on")}</span>
      ${menu({ name: "rules", value: chosen, choices: offered.map(named), choose })}
    </label>
    <button type="button" class="quiet" onclick=${adapt}>${t("change-something-in-rules")}</button>
    <${Choices} name="from_hand" legend=${t("from-which-hand-on")} choices=${hands} chosen=${fromHand} onChoose=${wait} />
    ${wanted && ready && html`<section class="house-comes-to"><h3>${t("what-changes")}</h3><${Differences} here=${rules} there=${wanted.rules} heads=${["until-then", "from-then-on"]} /></section>`}
    <button class="primary" type="submit" disabled=${!ready}>
      ${t("from-hand-n-on-we", { n: fromHand })}
    </button>
  </form>`;
}

/**
 * Returns the rules that a table may go on by: documents that score the same hands as its own, and houses of these.
 *
 * @param {Context} context
 */
async function possible({ state: { rules: id }, rules }) {
  const documents = (await ruleSets()).filter((each) => everyoneScores(each) === everyoneScores(rules));
  const houses = (await knownHouses()).filter(({ base }) => documents.some((each) => each.id === base));
  const all = [...documents, ...houses];
  if (all.some((each) => each.id === id)) return all;
  const { name, base } = await keptHouseRules(id);
  return [...all, { id, name, base }];
}

/** @param {Context} context */
export async function openRulesChange(context) {
  const all = await orComplain(possible(context));
  if (all) openSheet(t("change-rules"), (close) => html`<${RulesChange} ...${context} all=${all} close=${close} />`);
}
