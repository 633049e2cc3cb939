// The first screen: the running game, other ways in, the known games, and a new game.

import { gameState, keptHouseRules, nextGame, ruleSets } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { isUnreviewed, series, t } from "../i18n/translation.js";
import { games, isHouse, lastRules, names, roundChange } from "../state/storage.js";
import { languageMenu } from "../ui/bar.js";
import { icon } from "../ui/icons.js";
import { showFetched, withPart } from "../ui/page.js";
import { tileImage } from "../ui/tiles.js";
import { html, useState } from "../vendor/preact.js";
import { KnownGames, nextCard } from "./games.js";
import { knownHouses } from "./house-rules.js";
import { NewGame } from "./new-game.js";
import { newTable } from "./new-table.js";

/** @import { Finished, Refusal } from "../types" */
/** @import { NewTable } from "./new-table.js" */

/** @param {(() => void) | null} onNew null if the form of a new game is open */
function waysIn(onNew) {
  const running = games().filter(({ finished }) => !finished);
  const [last] = running;
  const example = () => withPart(import("./example.js"), ({ openExample }) => openExample());
  const join = () => withPart(import("./join.js"), ({ openJoin }) => openJoin());
  return html`<nav class="ways-in" aria-label=${t("where-to")}>
    ${
      last &&
      html`<a class="button primary big" href="#game=${last.id}">
        <span>
          <b>${t("play-on")}</b>
          <small>${series(last.names) || t("a-game")}</small>
        </span>
      </a>`
    }
    <div class="ways-row">
      ${onNew && html`<button type="button" onclick=${onNew}>${icon("plus")}<span>${t("new-game-label")}</span></button>`}
      <button type="button" onclick=${join}>${icon("camera")}<span>${t("join")}</span></button>
      <button type="button" onclick=${example}>${icon("tiles")}<span>${t("an-example")}</span></button>
      ${games().length > 1 && html`<a class="button" href="#games">${icon("count")}<span>${t("several-games")}</span></a>`}
      ${running.length > 1 && html`<a class="button" href="#club">${icon("club")}<span>${t("all-tables")}</span></a>`}
    </div>
  </nav>`;
}

/** @typedef {{ before: Finished | null, initial: NewTable | null, problem: Refusal | null }} Found */

/**
 * Return a new table after the game `again`, or as this phone played last; or the problem that prevents it.
 * @param {string | null} again @returns {Promise<Found>}
 */
async function findNewTable(again) {
  try {
    const [rules, houses, last, next] = await Promise.all([
      ruleSets(),
      knownHouses(),
      again ? gameState(again) : null,
      again ? nextGame(again).catch(() => null) : null,
    ]);
    const before = last && { ...last, next };
    const id = before?.rules ?? lastRules();
    const house = id && isHouse(id) ? await keptHouseRules(id).catch(() => null) : null;
    const offered = { rules, houses, roundChange: roundChange() };
    return { before, initial: newTable(offered, { before, names: names(), rules: id, house }), problem: null };
  } catch (problem) {
    return { before: null, initial: null, problem };
  }
}

/** Scroll to the form of a new game, once it is drawn. */
const scrollToForm = () =>
  requestAnimationFrame(() => {
    const form = document.getElementById("new-game");
    form?.scrollIntoView();
    form?.querySelector("input")?.focus({ preventScroll: true });
  });

/** @param {{ again: string | null, first: Found }} props */
function Start({ again, first }) {
  const [{ before, initial, problem }, setFound] = useState(first);
  const retry = () => findNewTable(again).then(setFound);
  const [isNew, setNew] = useState(Boolean(again) || games().every(({ finished }) => finished));
  const openForm = () => {
    setNew(true);
    scrollToForm();
  };
  return html`
    <header class="brand">
      ${languageMenu()}
      <div class="brand-tiles" aria-hidden="true">
        ${["7z", "6z", "5z"].map((code) => tileImage(code, { silent: true, lazy: true }))}
      </div>
      <h1>Tableside</h1>
      <p>${t("photograph-winning-hand-see")}</p>
    </header>
    ${!again && waysIn(isNew ? null : openForm)}
    ${again ? before?.next && nextCard(again, before.next) : html`<${KnownGames} />`}
    ${
      problem || !initial
        ? html`<section class="card wrong" role="alert">
          <p>${refusal(problem ?? { code: "" })}</p>
          <button class="primary" onclick=${retry}>${t("try-again")}</button>
        </section>`
        : isNew && html`<${NewGame} initial=${initial} before=${before} />`
    }
    ${isUnreviewed() && html`<p class="credits">${t("machine-made-wording-not-read")}</p>`}
    <p class="credits">${t("tile-pictures-own-drawings-characters")}</p>
  `;
}

/**
 * Show the first screen. `again` is the id of a game after which its table plays another.
 * @param {AbortSignal} left @param {{ again: string | null }} address
 */
export const startView = (left, { again }) =>
  showFetched(
    findNewTable(again).then((first) => () => html`<${Start} first=${first} again=${again} />`),
    left,
  );
