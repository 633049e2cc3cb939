// The first screen: games known to this phone, and a new game with its rules, four chairs and what the table agrees on.

import { gameState, nextGame, ruleSets, startGame } from "../api/client.js";
import { keys } from "../api/http.js";
import { refusal } from "../i18n/refusals.js";
import { isUnread, t, withWords } from "../i18n/translation.js";
import { MOST } from "../state/players.js";
import { keepGame, keepNames, keepNext, keepRules, lastRules, names, token as tokenOf } from "../state/storage.js";
import { WINDS } from "../state/tiles.js";
import { useRedraw } from "../ui/hooks.js";
import { languageMenu } from "../ui/language.js";
import { notice, show } from "../ui/page.js";
import { tileImage, windName } from "../ui/tiles.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { Agreements, readAnswers, whyUnplayable } from "./agreements.js";
import { Chairs } from "./chairs.js";
import { goAlong, KnownGames, nextCard } from "./games.js";
import { waysIn } from "./home.js";
import { askToKeep, fileButton, houseDetail, knownHouses, showHouse } from "./house-rules.js";
import { inWords } from "./rule-sets.js";

/** @import { TextId } from "../i18n/text-ids" */
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
 * The rules of a new game, as they are chosen.
 *
 * Those of a house are fetched first: meanwhile `rules()`, whose questions are on the screen, are still others than
 * `chosen()`.
 *
 * @param {RulesOffered[]} offered
 * @param {RulesDetail} begun
 * @param {() => void} onChange
 */
function holdRules(offered, begun, onChange) {
  let all = offered;
  let rules = begun;
  let chosen = begun.id;
  /** @type {Promise<void> | null} */
  let asking = null;

  /** @param {string} id */
  async function ask(id) {
    const wanted = /** @type {RulesOffered} */ (all.find((each) => each.id === id));
    if (wanted.base && !wanted.options) {
      try {
        Object.assign(wanted, await houseDetail(wanted));
      } catch (problem) {
        if (chosen !== id) return;
        chosen = rules.id;
        onChange();
        notice(refusal(problem), { alarm: true });
        return;
      }
      if (chosen !== id) return; // others were chosen meanwhile
    }
    rules = /** @type {RulesDetail} */ (wanted);
    onChange();
  }
  /** @param {string} id */
  function choose(id) {
    chosen = id;
    onChange();
    asking = ask(id);
  }
  return {
    all: () => all,
    rules: () => rules,
    chosen: () => chosen,
    isAsked: () => asking !== null,
    choose,
    /** @param {RulesOffered} newer */
    add(newer) {
      if (!all.some(({ id }) => id === newer.id)) all = [...all, newer];
      choose(newer.id);
    },
    /** Returns those chosen, once their questions are there; null where they could not be had, or others were chosen since. */
    async settled() {
      const id = chosen;
      await asking;
      return id === chosen ? rules : null;
    },
  };
}

/**
 * @param {RulesOffered} rules
 * @param {string} chosen
 * @param {(id: string) => void} onpick
 */
const card = (rules, chosen, onpick) => {
  const { id } = rules;
  const { title, text } = inWords(id, rules);
  return html`<label class="option-card" key=${id}>
    <input type="radio" name="rules" value=${id} checked=${id === chosen} onchange=${() => onpick(id)} />
    <span>
      <b>${title}</b>
      <small>${rules.base ? t("house-rules-from-base", { base: text }) : text}</small>
    </span>
  </label>`;
};

const ROOMY = "(min-width: 960px)"; // rules and seats stand side by side

/**
 * Folded where the seats would be out of sight below them, and for who played here before: those of last time are chosen.
 *
 * @param {{ choice: ReturnType<typeof holdRules> }} given
 */
function RulesChoice({ choice }) {
  const [isOpen] = useState(() => lastRules() === null && matchMedia(ROOMY).matches); // at first
  /** @type {import("../vendor/preact.js").RefObject<HTMLDetailsElement>} */
  const place = useRef(null);
  const id = choice.chosen();
  const chosen = choice.all().find((each) => each.id === id);
  /**
   * A finger has chosen and is led on to the seats; keys go on from one to the next.
   *
   * @param {UiEvent} given
   */
  const fold = ({ detail }) => {
    const element = place.current;
    if (!element || !detail || matchMedia(ROOMY).matches) return;
    element.open = false;
    element.querySelector("summary")?.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  };
  return html`<details class="rules-choice" open=${isOpen} ref=${place}>
    <summary>
      <span>
        <span class="rules-line">
          <small>${t("rules-label")}</small>
          <span class="rules-change">${t("change-label")}</span>
        </span>
        <span class="rules-now">${inWords(id, chosen).title}</span>
      </span>
    </summary>
    <fieldset class="choice" onclick=${fold}>
      <legend>${t("which-rules-you-play")}</legend>
      ${choice.all().map((rules) => card(rules, id, choice.choose))}
    </fieldset>
    ${
      chosen?.base &&
      html`<button type="button" class="quiet" onclick=${() => showHouse(chosen, choice.all())}>
        ${t("look-at-rules-compare")}
      </button>`
    }
    ${fileButton(choice.add)}
  </details>`;
}

/**
 * @param {HTMLFormElement} form
 * @param {RulesDetail} rules
 */
const directionOf = (form, rules) =>
  readAnswers(form, rules).direction ?? rules.options.find(({ name }) => name === "direction")?.default ?? "ccw";

const SOON = 300; // milliseconds, when names can be entered; what is asked below them is drawn after that
const PATIENT = 1500; // milliseconds before it is said what a game that is being started waits for

/**
 * Returns the rules to begin with: those of the game `before`, else of the last one here.
 *
 * @param {RulesOffered[]} all
 * @param {Finished | null} before
 * @returns {Promise<RulesDetail>}
 */
async function firstChosen(all, before) {
  const wanted = before?.rules ?? lastRules();
  const found = all.find(({ id }) => id === wanted) ?? all[0];
  if (found.options) return /** @type {RulesDetail} */ (found);
  return houseDetail(found).then(
    (detail) => Object.assign(found, detail),
    () => /** @type {RulesDetail} */ (all[0]),
  );
}

/** @param {State} given */
const asSeated = ({ players, seats }) => seats.map((player) => players[player].name);

/** @typedef {{ players: number, missing: string }} Few */

/** @type {[string, TextId, TextId][]} */
const MISSING = [
  ["unpaid", "nobody-pays", "winner-gets-less"],
  ["borne", "others-bear", "as-much-comes"],
];

/**
 * Returns what a house has settled of how many play.
 *
 * @param {RulesDetail} rules
 * @returns {{ players?: number, missing_share?: string }}
 */
const fewAnswers = ({ options }) =>
  Object.fromEntries(
    options
      .filter(({ name, values }) => ["players", "missing_share"].includes(name) && values.length === 1)
      .map((option) => [option.name, option.default]),
  );

/**
 * @param {Few} asked
 * @param {RulesDetail} rules
 * @param {(asked: Few) => void} choose
 */
function howMany(asked, rules, choose) {
  return html`
    <fieldset class="choice how-many">
      <legend>${t("how-many-play")}</legend>
      <div class="segments">
        ${[4, 3, 2].map(
          (players) => html`<label key=${players}>
            <input type="radio" name="how_many" value=${players} checked=${players === asked.players} onchange=${() => choose({ ...asked, players })} />
            <span>${players}</span>
          </label>`,
        )}
      </div>
    </fieldset>
    ${
      asked.players < MOST &&
      rules.options.some(({ name }) => name === "minimum") &&
      html`<fieldset class="choice">
        <legend>${t("what-missing-player-would-pay")}</legend>
        ${MISSING.map(
          ([missing, title, text]) => html`<label class="option-card" key=${missing}>
            <input type="radio" name="missing" value=${missing} checked=${missing === asked.missing} onchange=${() => choose({ ...asked, missing })} />
            <span><b>${t(title)}</b><small>${t(text)}</small></span>
          </label>`,
        )}
      </fieldset>`
    }
  `;
}

/** @param {{ all: RulesOffered[], begun: RulesDetail, before: Finished | null }} given */
function NewGame({ all, begun, before }) {
  const redraw = useRedraw();
  const [choice] = useState(() => holdRules(all, begun, redraw));
  const [keyOf] = useState(keys);
  const [entered, enter] = useState(() => (before ? [...asSeated(before), "", ""].slice(0, MOST) : names()));
  const [asked, seat] = useState({
    players: before?.players.length ?? MOST,
    missing: before?.options.missing_share ?? MISSING[0][0],
  });
  const [direction, turn] = useState("ccw");
  const [isSoon, setSoon] = useState(before !== null);
  const [sending, setSending] = useState(false);
  const [isSlow, setSlow] = useState(false); // the answer has kept somebody waiting
  /** @type {import("../vendor/preact.js").RefObject<HTMLFormElement>} */
  const place = useRef(null);
  const rules = choice.rules();
  const given = givenBy(before, rules);
  const settled = fewAnswers(rules); // a house may be one of three
  const count = settled.players ?? asked.players;
  const players = entered.slice(0, count);
  useEffect(() => {
    const timer = setTimeout(() => setSoon(true), SOON);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    if (place.current) turn(directionOf(place.current, rules));
  });

  /** @param {RulesDetail} by */
  const answers = (by) => ({
    ...readAnswers(/** @type {HTMLFormElement} */ (place.current), by, givenBy(before, by)),
    ...(count < MOST && { players: count }),
    ...(count < MOST && asked.missing !== MISSING[0][0] && !settled.missing_share && { missing_share: asked.missing }),
  });
  const keep = async () => {
    const by = await choice.settled();
    if (!by) return;
    const options = answers(by);
    if (!isUnplayable(options, by)) askToKeep({ rules: by, options }, choice.add);
  };
  const guide = async () => {
    const { openSetup } = await withWords(import("../table/setup.js"), "rare");
    const by = await choice.settled();
    if (by) openSetup(by.id, answers(by));
  };
  /** @param {UiEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const seated = players.map((name, place) => name.trim() || windName(WINDS[place])); // who is not named is East, South …
    if (new Set(seated.map(said)).size < seated.length) {
      notice(t("two-players-same-name-give"), { alarm: true });
      return;
    }
    const by = await choice.settled();
    if (!by || sending) return;
    const options = answers(by);
    if (isUnplayable(options, by)) return;
    setSending(true);
    const timer = setTimeout(() => setSlow(true), PATIENT);
    try {
      setSending(await begin({ rules: by, entered, players: seated, options, before, keyOf }));
    } catch (problem) {
      notice(refusal(problem), { alarm: true });
      setSending(false);
    }
    clearTimeout(timer);
    setSlow(false);
  };

  return html`<form class="card" id="new-game" ref=${place} onsubmit=${submit} onchange=${redraw}>
    <h2>${t("new-game-label")}</h2>
    ${
      before &&
      html`<p class="note">
        ${t("next-game-of-table-points")}
      </p>`
    }
    <${RulesChoice} choice=${choice} />
    <div class="new-seats">
      <h3>${t("who-sits-where")}</h3>
      <${Chairs} key=${count} names=${players} direction=${direction} onNames=${(/** @type {string[]} */ newer) => enter([...newer, ...entered.slice(count)])} />
      ${settled.players === undefined && howMany(asked, rules, seat)}
    </div>
    <div class="new-agreed">
      <h3>${t("what-table-agrees-on")}</h3>
      ${
        (isSoon || choice.isAsked()) && // together: a button that moves while a finger is on it is not tapped
        html`<${Agreements} key=${rules.id} rules=${rules} whole=${before !== null} given=${given} />
          <button type="button" class="quiet" onclick=${keep}>${t("keep-as-our-house-rules")}</button>
          <button type="button" onclick=${guide}>${t("walls-dice-and-deal-show")}</button>`
      }
    </div>
    <div class="start-foot">
      <p class="hint" role="status">
        ${sending && isSlow && t("waiting-for-tables-computer-game")}
      </p>
      <button class="primary big" type="submit" disabled=${sending}>
        ${t(sending ? "starting-game" : "start-game")}
      </button>
    </div>
  </form>`;
}

/**
 * Begins a game and opens its table, unless another phone has begun the next one of this table just now; says whether it did.
 *
 * @param {{ rules: RulesDetail, entered: string[], players: string[], options: Record<string, any>, before: Finished | null, keyOf: ReturnType<typeof keys> }} given
 */
async function begin({ rules, entered, players, options, before, keyOf }) {
  const next = before && (await nextGame(before.id));
  if (before && next && next !== before.next) {
    before.next = next; // who starts nevertheless means it
    notice(t("another-phone-begun-next-game"), {
      alarm: true,
      action: { label: t("go-to-next-game"), run: () => goAlong(before.id, next) },
    });
    return false;
  }
  const body = { rules: rules.id, players, options, follows: before?.id };
  const { id, write_token: token } = await startGame(body, before && tokenOf(before.id), keyOf(body));
  keepNames(entered);
  keepRules(rules.id);
  if (before) keepNext(before.id, id);
  keepGame(id, { token, names: players });
  location.hash = `game=${id}`;
  return true;
}

/**
 * The first screen, with what is known by then: `refused` is why it is not.
 *
 * @param {{ again: string | null, all: RulesOffered[], before: Finished | null, begun: RulesDetail | null, refused: Refusal | null, onAgain: () => void }} given
 */
function Start({ again, all, before, begun, refused, onAgain }) {
  const redraw = useRedraw();
  return html`
    <header class="brand">
      ${languageMenu(redraw)}
      <div class="brand-tiles" aria-hidden="true">
        ${["7z", "6z", "5z"].map((code) => tileImage(code, { silent: true, after: true }))}
      </div>
      <h1>Tableside</h1>
      <p>${t("photograph-winning-hand-see")}</p>
    </header>
    ${!again && waysIn()}
    ${again ? before?.next && nextCard(again, before.next) : html`<${KnownGames} onChange=${redraw} />`}
    ${
      refused || !begun
        ? html`<section class="card wrong" role="alert">
          <p>${refusal(refused ?? { code: "" })}</p>
          <button class="primary" onclick=${onAgain}>${t("try-again")}</button>
        </section>`
        : html`<${NewGame} key=${begun.id} all=${all} begun=${begun} before=${before} />`
    }
    ${isUnread() && html`<p class="credits">${t("machine-made-wording-not-read")}</p>`}
    <p class="credits">${t("tile-pictures-own-drawings-characters")}</p>
  `;
}

/**
 * Shows the first screen; `again` is the id of a game that its table plays on from. Returns what to call when it is left.
 *
 * @param {{ again?: string | null }=} given
 */
export function startView({ again = null } = {}) {
  let gone = false;
  const open = async () => {
    /** @type {{ all: RulesOffered[], before: Finished | null, begun: RulesDetail | null, refused: Refusal | null }} */
    const known = { all: [], before: null, begun: null, refused: null };
    try {
      const [documents, houses, last, next] = await Promise.all([
        ruleSets(),
        knownHouses(),
        again ? gameState(again) : null,
        again ? nextGame(again).catch(() => null) : null,
      ]);
      known.all = [...documents, ...houses];
      known.before = last && { ...last, next };
      known.begun = await firstChosen(known.all, known.before);
    } catch (problem) {
      known.refused = problem;
    }
    if (!gone) show(html`<${Start} key=${again} ...${known} again=${again} onAgain=${open} />`);
  };
  open();
  return () => {
    gone = true;
  };
}
