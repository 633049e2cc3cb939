// Changing the rules during a game: which rules, what they change, and from which hand on.

import { keptHouseRules, ruleSet, ruleSets } from "../api/client.js";
import { t, withRemark } from "../i18n/translation.js";
import { optionOf } from "../start/agreement.js";
import { Choices } from "../start/choices.js";
import { Differences } from "../start/house-card.js";
import { editTableRules, knownHouses, offeredHouse } from "../start/house-rules.js";
import { titleAmong } from "../start/rule-sets.js";
import { everyoneScores } from "../state/rules.js";
import { menu } from "../ui/fields.js";
import { useFetched } from "../ui/hooks.js";
import { complain, orComplain } from "../ui/page.js";
import { openSheet } from "../ui/sheet.js";
import { html, useState } from "../vendor/preact.js";

/** @import { RulesOffered, State, UiEvent } from "../types" */
/** @typedef {import("./incidents.js").Context} Context */

// Options of the game itself, which stay as agreed unless the other rules settle them.
const GAME_OPTIONS = ["rounds", "direction", "money_per_point", "start", "players", "missing_share"];

const FEWER_PLAYERS = ["players", "missing_share"]; // options of games with fewer than four players, in all rule sets

/** Return rules with the options that the game keeps under them. @param {RulesOffered} offered @param {State} state */
async function rulesForGame({ id, base }, state) {
  const houseOptions = base ? ((await keptHouseRules(id)).says.options ?? {}) : {};
  const plainRules = await ruleSet(id);
  const keptOptions = GAME_OPTIONS.filter(
    (name) =>
      name in state.options && !(name in houseOptions) && (FEWER_PLAYERS.includes(name) || optionOf(plainRules, name)),
  );
  const options =
    id === state.rules ? state.options : Object.fromEntries(keptOptions.map((name) => [name, state.options[name]]));
  return { id, options, rules: Object.keys(options).length ? await ruleSet(id, options) : plainRules };
}

/** @param {Context & { initial: RulesOffered[], close: () => void }} props */
function RulesChange({ state, rules, send, initial, close }) {
  const [offered, setOffered] = useState(initial);
  const [chosen, setChosen] = useState(state.rules);
  const [fromHand, setFromHand] = useState(state.hand_number);
  const byId = (/** @type {string} */ id) => /** @type {RulesOffered} */ (offered.find((each) => each.id === id));
  const next = useFetched(() => rulesForGame(byId(chosen), state), chosen, complain);
  const adapt = () => {
    const { id, base } = byId(state.rules);
    editTableRules({ rules: { ...rules, id, base }, options: state.options }, (house) => {
      setOffered([...offered.filter((each) => each.id !== house.id), house]);
      setChosen(house.id);
    });
  };
  /** @param {UiEvent} event */
  const submit = (event) => {
    event.preventDefault();
    if (!next) return;
    close();
    send("rules", { rules: next.id, options: next.options, from_hand: fromHand });
  };
  /** @param {RulesOffered} each */
  const menuChoice = (each) => {
    const title = titleAmong(each, offered);
    return { id: each.id, name: each.id === state.rules ? withRemark(title, t("in-force")) : title };
  };
  const n = state.hand_number;
  const hands = [
    [n, t("one-hand-n", { n })],
    [n + 1, t("next-hand-n", { n: n + 1 })],
  ];
  const isReady = next?.id === chosen && (chosen !== state.rules || state.coming);
  return html`<form class="fields rules-change-form" onsubmit=${submit}>
    <p class="hint">${t("hands-before-stay-as-they")}</p>
    <label class="rule stacked"><span>${t("rules-from-then-on")}</span>
      ${menu({ name: "rules", value: chosen, choices: offered.map(menuChoice), choose: setChosen })}
    </label>
    <button type="button" class="quiet" onclick=${adapt}>${t("change-something-in-rules")}</button>
    <${Choices} name="from_hand" legend=${t("from-which-hand-on")} choices=${hands} chosen=${fromHand} onChoose=${setFromHand} />
    ${next && isReady && html`<section class="house-comes-to"><h3>${t("what-changes")}</h3><${Differences} here=${rules} there=${next.rules} heads=${["until-then", "from-then-on"]} /></section>`}
    <button class="primary" type="submit" disabled=${!isReady}>
      ${t("from-hand-n-on-we", { n: fromHand })}
    </button>
  </form>`;
}

/** Return the rule sets that score the same hands, and house rules based on them. @param {Context} context */
async function compatibleRules({ state: { rules: id }, rules }) {
  const documents = (await ruleSets()).filter((each) => everyoneScores(each) === everyoneScores(rules));
  const houses = (await knownHouses()).filter(({ base }) => documents.some((each) => each.id === base));
  const all = [...documents, ...houses];
  if (all.some((each) => each.id === id)) return all;
  return [...all, offeredHouse(await keptHouseRules(id))];
}

/** @param {Context} context */
export async function openRulesChange(context) {
  const initial = await orComplain(compatibleRules(context));
  if (initial)
    openSheet(t("change-rules"), (close) => html`<${RulesChange} ...${context} initial=${initial} close=${close} />`);
}
