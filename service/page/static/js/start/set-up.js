// The form of a new table: four chairs, one of the known tables, and what is agreed on as one line.

import { keepHouseRules, keptHouseRules, nextGame, startGame } from "../api/client.js";
import { keys } from "../api/http.js";
import { t } from "../i18n/translation.js";
import { observable } from "../state/observable.js";
import { MOST } from "../state/players.js";
import { keepGame, keepNames, keepNext, keepRoundChange, keepRules, token as tokenOf } from "../state/storage.js";
import { Later, useObservable } from "../ui/hooks.js";
import { complain, notice, withPart } from "../ui/page.js";
import { html, useRef, useState } from "../vendor/preact.js";
import { answer, optionOf } from "./agreement.js";
import { Chairs } from "./chairs.js";
import { Choices, PartChoices, Sentence, sentenceName } from "./choices.js";
import { goAlong } from "./games.js";
import { houseFileButton, openOwn, showHouse } from "./house-rules.js";
import {
  beginning,
  changeTable,
  directionOf,
  NAMED_TABLES,
  namedTable,
  playerCount,
  seatedNames,
  UNPAID,
} from "./new-table.js";
import { parts } from "./parts.js";
import { ruleSetWords } from "./rule-sets.js";

/** @import { Action, NewTable } from "./new-table.js" */
/** @import { Agreement } from "./agreement.js" */
/** @import { Finished, HouseRules, RulesOffered, UiEvent } from "../types" */
/** @import { TextId } from "../i18n/text-ids" */

/** @typedef {(action: Action) => void} Dispatch */

const PATIENT = 1500; // milliseconds before it is said what a game that is being started waits for

/** @type {[string, TextId, TextId][]} */
const MISSING = [
  [UNPAID, "nobody-pays", "winner-gets-less"],
  ["borne", "others-bear", "as-much-comes"],
];
/** @type {TextId[]} */
const UNNAMED = ["player-1", "player-2", "player-3", "player-4"];

/** @param {number} place */
const unnamed = (place) => t(UNNAMED[place]);

/** @param {NewTable} table */
function title({ chosen, offered }) {
  const named = NAMED_TABLES.find(({ id }) => id === chosen);
  if (named) return t(named.title);
  return ruleSetWords(
    chosen,
    offered.houses.find(({ id }) => id === chosen),
  ).title;
}

/**
 * Returns what rules are called that nobody gave a name: as the table is known, else by what is agreed on.
 *
 * @param {NewTable} table
 */
function nameOf({ agreement, offered }) {
  const named = namedTable(agreement, offered);
  return named ? t(named.title) : sentenceName(agreement);
}

/** @param {NewTable} table @param {Dispatch} dispatch */
const howMany = ({ agreement, players: chosen, missing }, dispatch) => [
  html`<${Choices} name="how_many" legend=${t("how-many-play")} choices=${[4, 3, 2].map((count) => [count, String(count)])}
    chosen=${chosen} onChoose=${(/** @type {number} */ players) => dispatch({ type: "set", patch: { players } })} />`,
  chosen < MOST &&
    optionOf(agreement.base, "minimum") &&
    html`<${Choices} name="missing" legend=${t("what-missing-player-would-pay")} choices=${MISSING.map(([each, ...words]) => [each, ...words.map((id) => t(id))])}
      chosen=${missing} onChoose=${(/** @type {string} */ each) => dispatch({ type: "set", patch: { missing: each } })} />`,
];

/**
 * @param {{ table: NewTable, onPick: (id: string) => void, onHouse: (house: HouseRules) => void, onOwn: () => void }} given
 */
function Tables({ table, onPick, onHouse, onOwn }) {
  const { chosen, offered } = table;
  const others = /** @type {RulesOffered[]} */ ([
    ...offered.rules.filter(({ id }) => NAMED_TABLES.every((named) => named.id !== id)),
    ...offered.houses.filter(({ name }) => NAMED_TABLES.every((named) => t(named.title) !== name)),
  ]);
  const isOther = others.some(({ id }) => id === chosen);
  const house = offered.houses.find(({ id }) => id === chosen);
  const radio = (/** @type {string} */ id) =>
    html`<input type="radio" name="rules" value=${id} checked=${id === chosen} onchange=${() => onPick(id)} />`;
  return html`<div class="tables">
    <fieldset class="choice named-tables" aria-label=${t("which-rules-you-play")}>
      ${NAMED_TABLES.map(({ id, title: name }) => html`<label key=${id}>${radio(id)}<span>${t(name)}</span></label>`)}
    </fieldset>
    <div class="pair">
      <details class="other-rules" open=${isOther || undefined}>
        <summary>${t("other-rules")}</summary>
        ${others.map((rules) => {
          const { title: name, text } = ruleSetWords(rules.id, rules);
          return html`<label class="option-card" key=${rules.id}>
            ${radio(rules.id)}
            <span><b>${name}</b><small>${rules.base ? t("house-rules-from-base", { base: text }) : text}</small></span>
          </label>`;
        })}
        ${
          house &&
          html`<button type="button" class="quiet" onclick=${() => showHouse(house, [...offered.rules, ...offered.houses])}>
            ${t("look-at-rules-compare")}
          </button>`
        }
        ${houseFileButton(onHouse)}
      </details>
      <button type="button" class="quiet own-rules" onclick=${onOwn}>${t("your-own")}</button>
    </div>
  </div>`;
}

/**
 * What is agreed on, as one line. How a new round begins is asked apart, once on a phone; what most tables play is chosen.
 *
 * @param {{ table: NewTable, dispatch: Dispatch }} given
 */
function AgreedOn({ table, dispatch }) {
  const { agreement, offered, open } = table;
  const apart = offered.roundChange ? undefined : parts(agreement).find(({ name }) => name === "round_change");
  const onAgree = (/** @type {Agreement} */ agreed) => dispatch({ type: "set", patch: { agreement: agreed } });
  const onOpen = (/** @type {string | null} */ part) => dispatch({ type: "open", part });
  return html`<section class="agreed-on">
    <b class="rules-now">${title(table)}</b>
    <${Sentence} agreement=${agreement} askedApart=${apart?.name ?? null} open=${open} onOpen=${onOpen} onAgree=${onAgree} />
    ${apart && html`<${PartChoices} part=${apart} onAgree=${onAgree} />`}
  </section>`;
}

/**
 * Returns how rules are chosen: those of a house are fetched first, and `settled` says once they are there.
 *
 * @param {() => NewTable} table
 * @param {Dispatch} dispatch
 */
function useRulesChoice(table, dispatch) {
  const wanted = useRef({ id: "", settled: Promise.resolve(true) });
  /** @param {string} id */
  const choose = (id) => {
    const before = table().chosen;
    const isNow = () => wanted.current.id === id;
    if (table().offered.houses.every((house) => house.id !== id)) {
      wanted.current = { id, settled: Promise.resolve(true) };
      dispatch({ type: "choose", id });
      return;
    }
    dispatch({ type: "set", patch: { chosen: id } }); // its rules are on their way
    const settled = keptHouseRules(id).then(
      (house) => {
        if (isNow()) dispatch({ type: "house", house });
        return isNow();
      },
      (problem) => {
        if (isNow()) {
          wanted.current = { id: before, settled: Promise.resolve(true) };
          dispatch({ type: "set", patch: { chosen: before } });
        }
        complain(problem);
        return false;
      },
    );
    wanted.current = { id, settled };
  };
  return { choose, settled: () => wanted.current.settled };
}

/**
 * Begins a game and opens its table, unless another phone has begun the next one of this table just now; says whether it did.
 *
 * @param {NewTable} table
 * @param {Finished | null} before
 * @param {ReturnType<typeof keys>} keyOf
 */
async function begin(table, before, keyOf) {
  const next = before && (await nextGame(before.id));
  if (before && next && next !== before.next) {
    before.next = next; // who starts nevertheless means it
    notice(t("another-phone-begun-next-game"), {
      alarm: true,
      action: { label: t("go-to-next-game"), run: () => goAlong(before.id, next) },
    });
    return false;
  }
  const { keep, options, rules: known } = beginning(table);
  const name = keep && (keep.name || nameOf(table));
  const rules = known ?? (await keepHouseRules({ ...keep, name })).hash;
  const players = seatedNames(table, unnamed);
  const body = { rules, players, options, follows: before?.id };
  const { id, write_token: token } = await startGame(body, before && tokenOf(before.id), keyOf(body));
  keepNames(table.names);
  keepRules(rules);
  const round = answer(table.agreement, "round_change");
  if (round) keepRoundChange(round);
  if (before) keepNext(before.id, id);
  keepGame(id, { token, names: players });
  location.hash = `game=${id}`;
  return true;
}

/** @param {{ begun: NewTable, before: Finished | null }} given */
export function NewGame({ begun, before }) {
  const [store] = useState(() => observable(begun));
  const table = useObservable(store);
  /** @type {Dispatch} */
  const dispatch = (action) => store.change(changeTable(store.value(), action));
  const { choose, settled } = useRulesChoice(store.value, dispatch);
  const [keyOf] = useState(keys);
  const [sending, setSending] = useState(false);
  const [isSlow, setSlow] = useState(false); // the answer has kept somebody waiting
  const count = playerCount(table);
  const { agreement } = table;
  /** @param {Agreement} agreed */
  const agree = (agreed) => dispatch({ type: "set", patch: { agreement: agreed } });
  /** @param {HouseRules} house */
  const take = (house) => dispatch({ type: "house", house });
  const own = async () => (await settled()) && openOwn(store.value().agreement, { onAgree: agree, onKept: take });
  const guide = () =>
    withPart(import("../table/setup.js"), ({ openSetup }) =>
      openSetup(agreement.base.id, { ...agreement.terms.options, ...beginning(store.value()).options }),
    );
  /** @param {UiEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    if (sending || !(await settled())) return;
    setSending(true);
    const timer = setTimeout(() => setSlow(true), PATIENT);
    try {
      setSending(await begin(store.value(), before, keyOf));
    } catch (problem) {
      complain(problem);
      setSending(false);
    }
    clearTimeout(timer);
    setSlow(false);
  };
  const agreed = () => html`
    <${Tables} table=${table} onPick=${choose} onHouse=${take} onOwn=${own} />
    <${AgreedOn} table=${table} dispatch=${dispatch} />
    ${agreement.origin?.says.options?.players === undefined && howMany(table, dispatch)}
    <button type="button" class="quiet" onclick=${guide}>${t("walls-dice-and-deal-show")}</button>
  `;
  return html`<form class="card" id="new-game" onsubmit=${submit}>
    <h2>${t("new-game-label")}</h2>
    ${before && html`<p class="note">${t("next-game-of-table-points")}</p>`}
    <div class="new-seats">
      <${Chairs} key=${count} names=${table.names.slice(0, count)} unnamed=${unnamed} direction=${directionOf(table)} onNames=${(/** @type {string[]} */ names) => dispatch({ type: "names", names })} />
    </div>
    <div class="new-agreed"><${Later} draw=${agreed} /></div>
    <div class="start-foot">
      <p class="hint" role="status">${sending && isSlow && t("waiting-for-tables-computer-game")}</p>
      <button class="primary big" type="submit" disabled=${sending}>${t(sending ? "starting-game" : "start-game")}</button>
    </div>
  </form>`;
}
