// The games that this phone knows, as the service says by now: those to play on, those that are over, and the next one of a table.

import { freshState } from "../api/client.js";
import { series, t, timeWords } from "../i18n/translation.js";
import { forgetGame } from "../state/outbox.js";
import { changeGame, games, keepNext } from "../state/storage.js";
import { icon } from "../ui/icons.js";
import { change } from "../ui/words.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** @import { KnownGame, State } from "../types" */

const LISTED = 6;
/**
 * @typedef {KnownGame & { hand?: number, best?: string, gone?: boolean }} Listed with the number of the hand, and who
 * leads or won
 */

/**
 * The list, or nothing where there is none; `onChange` is told when a game has left it, or is over.
 *
 * @param {{ onChange: () => void }} given
 */
export function KnownGames({ onChange }) {
  const [listed, list] = useState(() => /** @type {Listed[]} */ (games().slice(0, LISTED)));
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
  /** @param {Listed} given */
  const line = ({ id, names: players, at, token, finished, hand, best }) => html`<li key=${id}>
    <a href="#game=${id}" class="game-link">
      <b>${series(players) || t("a-game")}</b>
      <small>${[finished && t("over-word"), timeWords(at, "moment"), hand && t("hand-n", { n: hand }), best, !token && t("watching")].filter(Boolean).join(" · ")}</small>
    </a>
    <button class="icon" aria-label=${t("forget-game-on-phone")} onclick=${() => forget(id)}>
      ${icon("close")}
    </button>
  </li>`;
  /** @param {string} heading @param {Listed[]} some */
  const part = (heading, some) =>
    some.length > 0 && [html`<h2>${heading}</h2>`, html`<ul class="plain">${some.map(line)}</ul>`];
  const [over, [, ...others]] = [true, false].map((is) => listed.filter(({ finished }) => Boolean(finished) === is));
  return (
    over.length + others.length > 0 &&
    html`<section class="card">${part(t("other-running-games"), others)}${part(t("finished-games"), over)}</section>`
  );
}

/**
 * Returns who is in front by how much: "Ann +64"; nothing where all are level.
 *
 * @param {State} state
 */
function leader({ players }) {
  const [first, second] = [...players].sort((a, b) => b.points - a.points);
  const lead = first.points - players.reduce((sum, { points }) => sum + points, 0) / players.length;
  return first.points > second.points ? `${first.name} ${change(lead)}` : undefined;
}

/**
 * Returns a game as the service knows it, and keeps that.
 *
 * @param {Listed} game
 */
async function asOfNow(game) {
  try {
    const state = await freshState(game.id);
    changeGame(game.id, { finished: state.finished });
    return {
      ...game,
      finished: state.finished,
      best: leader(state),
      hand: state.finished ? undefined : state.hand_number,
    };
  } catch (problem) {
    if (problem.code !== "game_deleted") return game; // as it was last seen here
    forgetGame(game.id);
    return { ...game, gone: true };
  }
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

/** @param {string} id @param {string} next */
export const nextCard = (id, next) => html`<section class="card next-game" role="status">
  <h2>${t("table-plays-next-game")}</h2>
  <button class="primary big" type="button" onclick=${() => goAlong(id, next)}>${t("go-to-next-game")}</button>
</section>`;
