// The form of a new game: the chairs, the choice of rules, and the agreement as one line.

import { keepHouseRules, keptHouseRules, nextGame, startGame } from "../api/client.js";
import { keys } from "../api/http.js";
import { t } from "../i18n/translation.js";
import { observable } from "../state/observable.js";
import { MAX_PLAYERS } from "../state/players.js";
import { keepGame, keepNames, keepNext, keepRoundChange, keepRules, token as tokenOf } from "../state/storage.js";
import { Later, useObservable } from "../ui/hooks.js";
import { complain, notice, orComplain, withPart } from "../ui/page.js";
import { html, useRef, useState } from "../vendor/preact.js";
import { agreedValue, optionOf } from "./agreement.js";
import { Chairs } from "./chairs.js";
import { Choices, PartChoices, Sentence, sentenceName } from "./choices.js";
import { openNext } from "./games.js";
import { editAgreement, houseFileButton } from "./house-rules.js";
import {
  directionOf,
  gameToStart,
  houseChange,
  NAMED_TABLES,
  namedTable,
  playerCount,
  rulesChange,
  seatedNames,
  UNPAID,
} from "./new-table.js";
import { parts } from "./parts.js";
import { ruleSetWords, titleAmong } from "./rule-sets.js";

/** @import { NewTable } from "./new-table.js" */
/** @import { Agreement } from "./agreement.js" */
/** @import { Observable } from "../state/observable.js" */
/** @import { Finished, HouseRules, RulesOffered, UiEvent } from "../types" */
/** @import { TextId } from "../i18n/text-ids" */

/** @typedef {(patch: Partial<NewTable>) => void} Change */

const SLOW = 1500; // milliseconds after which a status says what the start of a game waits for

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
function rulesTitle({ chosen, offered }) {
  const named = NAMED_TABLES.find(({ id }) => id === chosen);
  const house = offered.houses.find(({ id }) => id === chosen);
  return named ? t(named.title) : ruleSetWords(chosen, house).title;
}

/** Return a name for rules without one. @param {NewTable} table */
function defaultName({ agreement, offered }) {
  const named = namedTable(agreement, offered);
  return named ? t(named.title) : sentenceName(agreement);
}

/** Return the questions about the number of players that the house does not settle. @param {NewTable} table @param {Change} change */
function playerChoices(table, change) {
  const { agreement, missing } = table;
  const settled = agreement.origin?.says.options ?? {};
  const count = playerCount(table);
  return [
    settled.players === undefined &&
      html`<${Choices} name="how_many" legend=${t("how-many-play")} choices=${[4, 3, 2].map((each) => [each, String(each)])}
        chosen=${count} onChoose=${(/** @type {number} */ players) => change({ players })} />`,
    count < MAX_PLAYERS &&
      settled.missing_share === undefined &&
      optionOf(agreement.base, "minimum") &&
      html`<${Choices} name="missing" legend=${t("what-missing-player-would-pay")} choices=${MISSING.map(([each, ...words]) => [each, ...words.map((id) => t(id))])}
        chosen=${missing} onChoose=${(/** @type {string} */ each) => change({ missing: each })} />`,
  ];
}

/**
 * @param {{ table: NewTable, onPick: (id: string) => void, onHouse: (house: HouseRules) => void,
 *   onOwn: () => void }} props
 */
function RulesChoices({ table, onPick, onHouse, onOwn }) {
  const { chosen, offered } = table;
  const others = /** @type {RulesOffered[]} */ ([
    ...offered.rules.filter(({ id }) => NAMED_TABLES.every((named) => named.id !== id)),
    ...offered.houses.filter(({ name }) => NAMED_TABLES.every((named) => t(named.title) !== name)),
  ]);
  const isOther = others.some(({ id }) => id === chosen);
  const house = offered.houses.find(({ id }) => id === chosen);
  const openHouse = () =>
    withPart(import("./house-card.js"), ({ openHouseCard }) =>
      openHouseCard(/** @type {RulesOffered} */ (house), [...offered.rules, ...offered.houses]),
    );
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
          const { text } = ruleSetWords(rules.id, rules);
          return html`<label class="option-card" key=${rules.id}>
            ${radio(rules.id)}
            <span><b>${titleAmong(rules, others)}</b><small>${rules.base ? t("house-rules-from-base", { base: text }) : text}</small></span>
          </label>`;
        })}
        ${
          house &&
          html`<button type="button" class="quiet" onclick=${openHouse}>
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
 * The agreement as one line. How a round begins is asked separately until this phone has answered it once.
 *
 * @param {{ table: NewTable, change: Change }} props
 */
function AgreedOn({ table, change }) {
  const { agreement, offered, open } = table;
  const roundPart = offered.roundChange ? undefined : parts(agreement).find(({ name }) => name === "round_change");
  const onAgree = (/** @type {Agreement} */ agreed) => change({ agreement: agreed });
  const onOpen = (/** @type {string | null} */ part) => change({ open: part === open ? null : part });
  return html`<section class="agreed-on">
    <b class="rules-now">${rulesTitle(table)}</b>
    <${Sentence} agreement=${agreement} hiddenPart=${roundPart?.name ?? null} open=${open} onOpen=${onOpen} onAgree=${onAgree} />
    ${roundPart && html`<${PartChoices} part=${roundPart} onAgree=${onAgree} />`}
  </section>`;
}

/**
 * Choose rules. Those of a house are fetched first; if that fails, the choice goes back to the rules that are here.
 * @param {Observable<NewTable> & { change: Change }} store @param {string} id
 */
async function chooseRules({ value, change }, id) {
  if (value().offered.houses.every((house) => house.id !== id)) {
    change(rulesChange(value(), id));
    return;
  }
  change({ chosen: id });
  const house = await orComplain(keptHouseRules(id));
  if (value().chosen === id) change(house ? houseChange(value(), house) : { chosen: value().loaded });
}

/**
 * Start a game and open its table, unless another phone has just started this table's next game. Return whether it did.
 *
 * @param {NewTable} table
 * @param {Finished | null} before
 * @param {ReturnType<typeof keys>} keyOf
 */
async function start(table, before, keyOf) {
  const next = before && (await nextGame(before.id));
  if (before && next && next !== before.next) {
    before.next = next; // starting again after this notice is deliberate
    notice(() => t("another-phone-begun-next-game"), {
      alarm: true,
      action: { label: "go-to-next-game", run: () => openNext(before.id, next) },
    });
    return false;
  }
  const { keep, options, rules: known } = gameToStart(table);
  const name = keep && (keep.name || defaultName(table));
  const rules = known ?? (await keepHouseRules({ ...keep, name })).hash;
  const players = seatedNames(table, unnamed);
  const body = { rules, players, options, follows: before?.id };
  const { id, write_token: token } = await startGame(body, before && tokenOf(before.id), keyOf(body));
  keepNames(table.names);
  keepRules(rules);
  const round = agreedValue(table.agreement, "round_change");
  if (round) keepRoundChange(round);
  if (before) keepNext(before.id, id);
  keepGame(id, { token, names: players });
  location.hash = `game=${id}`;
  return true;
}

/** @param {{ initial: NewTable, before: Finished | null }} props */
export function NewGame({ initial, before }) {
  const [store] = useState(() => observable(initial));
  const table = useObservable(store);
  const { change, value } = store;
  const choice = useRef(Promise.resolve()); // settles when the rules last chosen are here
  /** @param {string} id */
  const choose = (id) => {
    choice.current = chooseRules(store, id);
  };
  /** Return whether the rules on the screen are those that are chosen once they are here. */
  const isSettled = async () => {
    const { chosen } = value();
    await choice.current;
    return value().chosen === chosen;
  };
  const [keyOf] = useState(keys);
  const [isSending, setSending] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const count = playerCount(table);
  const { agreement } = table;
  /** @param {Agreement} agreed */
  const agree = (agreed) => change({ agreement: agreed });
  /** @param {HouseRules} house */
  const playByHouse = (house) => change(houseChange(value(), house));
  const editRules = async () => {
    if (await isSettled()) editAgreement(value().agreement, { onAgree: agree, onKept: playByHouse });
  };
  const openGuide = () =>
    withPart(import("../table/setup.js"), ({ openSetup }) =>
      openSetup(agreement.base.id, { ...agreement.terms.options, ...gameToStart(value()).options }),
    );
  /** @param {UiEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    if (isSending || !(await isSettled())) return;
    setSending(true);
    const timer = setTimeout(() => setSlow(true), SLOW);
    try {
      setSending(await start(value(), before, keyOf));
    } catch (problem) {
      complain(problem);
      setSending(false);
    }
    clearTimeout(timer);
    setSlow(false);
  };
  const rulesForm = () => html`
    <${RulesChoices} table=${table} onPick=${choose} onHouse=${playByHouse} onOwn=${editRules} />
    <${AgreedOn} table=${table} change=${change} />
    ${playerChoices(table, change)}
    <button type="button" class="quiet" onclick=${openGuide}>${t("walls-dice-and-deal-show")}</button>
  `;
  return html`<form class="card" id="new-game" onsubmit=${submit}>
    <h2>${t("new-game-label")}</h2>
    ${before && html`<p class="note">${t("next-game-of-table-points")}</p>`}
    <div class="new-seats">
      <${Chairs} key=${count} names=${table.names.slice(0, count)} unnamed=${unnamed} direction=${directionOf(table)} onNames=${(/** @type {string[]} */ names) => change({ names: [...names, ...value().names.slice(names.length)] })} />
    </div>
    <div class="new-agreed"><${Later} draw=${rulesForm} /></div>
    <div class="start-foot">
      <p class="hint" role="status">${isSending && isSlow && t("waiting-for-tables-computer-game")}</p>
      <button class="primary big" type="submit" disabled=${isSending}>${t(isSending ? "starting-game" : "start-game")}</button>
    </div>
  </form>`;
}
