// The first screen: the game to go on with, other ways in, and a new table.

import { gameState, keptHouseRules, nextGame, ruleSets } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { isUnreviewed, series, t } from "../i18n/translation.js";
import { games, isHouse, lastRules, names, roundChange } from "../state/storage.js";
import { languageMenu } from "../ui/bar.js";
import { useRedraw } from "../ui/hooks.js";
import { icon } from "../ui/icons.js";
import { show, withPart } from "../ui/page.js";
import { tileImage } from "../ui/tiles.js";
import { html, useState } from "../vendor/preact.js";
import { KnownGames, nextCard } from "./games.js";
import { knownHouses } from "./house-rules.js";
import { newTable } from "./new-table.js";
import { NewGame } from "./set-up.js";

/** @import { Finished, Refusal } from "../types" */
/** @import { NewTable } from "./new-table.js" */

/**
 * Returns the ways in, the first of them to the table that was played last and is not over; `onNew` opens a new table
 * where its form is not there already.
 *
 * @param {(() => void) | null} onNew
 */
function waysIn(onNew) {
  const begun = games().filter(({ finished }) => !finished);
  const [last] = begun;
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
      ${begun.length > 1 && html`<a class="button" href="#club">${icon("club")}<span>${t("all-tables")}</span></a>`}
    </div>
  </nav>`;
}

/**
 * Returns what a new table begins with: the game `before`, else what this phone played last.
 *
 * @param {string | null} again
 */
async function beginning(again) {
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
  return { before, begun: newTable(offered, { before, names: names(), rules: id, house }) };
}

/** Puts the form of a new game before the reader, once it is drawn. */
const toForm = () =>
  requestAnimationFrame(() => {
    const form = document.getElementById("new-game");
    form?.scrollIntoView();
    form?.querySelector("input")?.focus({ preventScroll: true });
  });

/**
 * The first screen, with what is known by then: `refused` is why it is not.
 *
 * @param {{ again: string | null, before: Finished | null, begun: NewTable | null, refused: Refusal | null, onAgain: () => void }} given
 */
function Start({ again, before, begun, refused, onAgain }) {
  const redraw = useRedraw();
  const [isNew, setNew] = useState(Boolean(again) || games().every(({ finished }) => finished));
  const begin = () => {
    setNew(true);
    toForm();
  };
  return html`
    <header class="brand">
      ${languageMenu(redraw)}
      <div class="brand-tiles" aria-hidden="true">
        ${["7z", "6z", "5z"].map((code) => tileImage(code, { silent: true, lazy: true }))}
      </div>
      <h1>Tableside</h1>
      <p>${t("photograph-winning-hand-see")}</p>
    </header>
    ${!again && waysIn(isNew ? null : begin)}
    ${again ? before?.next && nextCard(again, before.next) : html`<${KnownGames} onChange=${redraw} />`}
    ${
      refused || !begun
        ? html`<section class="card wrong" role="alert">
          <p>${refusal(refused ?? { code: "" })}</p>
          <button class="primary" onclick=${onAgain}>${t("try-again")}</button>
        </section>`
        : isNew && html`<${NewGame} begun=${begun} before=${before} />`
    }
    ${isUnreviewed() && html`<p class="credits">${t("machine-made-wording-not-read")}</p>`}
    <p class="credits">${t("tile-pictures-own-drawings-characters")}</p>
  `;
}

let openings = 0; // each begins with what is known by then

/**
 * Shows the first screen; `again` is the id of a game that its table plays on from. Returns what to call when it is left.
 *
 * @param {{ again?: string | null }=} given
 */
export function startView({ again = null } = {}) {
  let gone = false;
  const open = async () => {
    const known = await beginning(again).then(
      (found) => ({ ...found, refused: null }),
      (refused) => ({ before: null, begun: null, refused }),
    );
    openings += 1;
    if (!gone) show(html`<${Start} key=${openings} ...${known} again=${again} onAgain=${open} />`);
  };
  open();
  return () => {
    gone = true;
  };
}
