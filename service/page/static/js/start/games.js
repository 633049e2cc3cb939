// The games that this phone knows, as the service says by now: those to play on, those that are over, and the next one of a table.

import { freshState } from "../api/client.js";
import { regions, series, t } from "../i18n/translation.js";
import { forgetGame } from "../state/outbox.js";
import { games, keepFinished, keepNext } from "../state/storage.js";
import { icon } from "../ui/icons.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** @import { KnownGame } from "../types" */

const LISTED = 6;
/** @param {number} at */
const day = (at) =>
  new Date(at).toLocaleDateString(regions(), {
    weekday: "short",
    day: "numeric",
    month: "short",
  });

/**
 * The list, or nothing where there is none; `onChange` is told when a game has left it, or is over.
 *
 * @param {{ onChange: () => void }} given
 */
export function KnownGames({ onChange }) {
  const [listed, list] = useState(() => games().slice(0, LISTED));
  useEffect(() => {
    Promise.all(listed.map(asOfNow)).then((now) => {
      list((shown) =>
        shown
          .map((game) => now.find(({ id }) => id === game.id) ?? game) // but those forgotten meanwhile
          .filter(({ gone }) => !gone),
      );
      onChange();
    });
  }, []);
  /** @param {string} id */
  const forget = (id) => {
    forgetGame(id);
    list(games().slice(0, LISTED));
    onChange();
  };
  /** @param {KnownGame} given */
  const line = ({ id, names: players, at, token, finished }) => html`<li key=${id}>
    <a href="#game=${id}" class="game-link">
      <b>${series(players) || t("a-game")}</b>
      <small>${[finished && t("over-word"), day(at), !token && t("watching")].filter(Boolean).join(" · ")}</small>
    </a>
    <button class="icon" aria-label=${t("forget-game-on-phone")} onclick=${() => forget(id)}>
      ${icon("close")}
    </button>
  </li>`;
  /**
   * @param {string} heading
   * @param {KnownGame[]} some
   */
  const part = (heading, some) =>
    some.length > 0 && [html`<h2>${heading}</h2>`, html`<ul class="plain">${some.map(line)}</ul>`];
  const [over, begun] = [true, false].map((is) => listed.filter(({ finished }) => Boolean(finished) === is));
  return (
    listed.length > 0 &&
    html`<section class="card">${part(t("play-on"), begun)}${part(t("finished-games"), over)}</section>`
  );
}

/**
 * Returns a game as the service knows it, and keeps that.
 *
 * @param {KnownGame} game
 * @returns {Promise<KnownGame>}
 */
async function asOfNow(game) {
  /** @type {{ finished?: boolean, gone?: boolean }} */
  const { finished, gone } = game.finished
    ? game
    : await freshState(game.id).catch(({ code }) => (code === "game_deleted" ? { gone: true } : game)); // as it was last seen here
  if (gone) forgetGame(game.id);
  else keepFinished(game.id, Boolean(finished));
  return { ...game, finished, gone };
}

/**
 * Opens the game that a table has gone on to from `id`, with what this phone may do there.
 *
 * @param {string} id
 * @param {string} next
 */
export function goAlong(id, next) {
  keepNext(id, next);
  location.hash = `game=${next}`;
}

/**
 * Returns the way from a finished game to the next one.
 *
 * @param {string} id
 * @param {string} next
 */
export const nextCard = (id, next) => html`<section class="card next-game" role="status">
  <h2>${t("table-plays-next-game")}</h2>
  <button class="primary big" type="button" onclick=${() => goAlong(id, next)}>${t("go-to-next-game")}</button>
</section>`;
