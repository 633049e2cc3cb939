// The games that this phone knows, refreshed from the service: running ones, finished ones, and a table's next game.

import { freshState } from "../api/client.js";
import { series, t, timeWords } from "../i18n/translation.js";
import { forgetGame } from "../state/outbox.js";
import * as storage from "../state/storage.js";
import { icon } from "../ui/icons.js";
import { redraw } from "../ui/page.js";
import { change } from "../ui/words.js";
import { html, useEffect, useState } from "../vendor/preact.js";

/** @import { KnownGame, State } from "../types" */

const MOST = 6; // games listed

/** @typedef {KnownGame & { hand?: number, leader?: string, isDeleted?: boolean }} ListedGame */

/** The games besides the latest running one; the whole screen is drawn again when one was removed or has ended. */
export function KnownGames() {
  const [listed, setListed] = useState(() => /** @type {ListedGame[]} */ (storage.games().slice(0, MOST)));
  useEffect(() => {
    Promise.all(listed.map(refreshGame)).then((answers) => {
      // Games removed in the meantime stay away.
      setListed((shown) =>
        shown.map((game) => answers.find(({ id }) => id === game.id) ?? game).filter(({ isDeleted }) => !isDeleted),
      );
      redraw();
    });
  }, []);
  /** @param {string} id */
  const forget = (id) => {
    storage.forgetGame(id); // what waits there is sent all the same
    setListed(storage.games().slice(0, MOST));
    redraw();
  };
  /** @param {ListedGame} game */
  const gameItem = ({ id, names: players, at, token, finished, hand, leader }) => html`<li key=${id}>
    <a href="#game=${id}" class="game-link">
      <b>${series(players) || t("a-game")}</b>
      <small>${[finished && t("over-word"), timeWords(at, "moment"), hand && t("hand-n", { n: hand }), leader, !token && t("watching")].filter(Boolean).join(" · ")}</small>
    </a>
    <button class="icon" aria-label=${t("forget-game-on-phone")} onclick=${() => forget(id)}>
      ${icon("close")}
    </button>
  </li>`;
  /** @param {string} heading @param {ListedGame[]} some */
  const section = (heading, some) =>
    some.length > 0 && [html`<h2>${heading}</h2>`, html`<ul class="plain">${some.map(gameItem)}</ul>`];
  const ended = listed.filter(({ finished }) => finished);
  const others = listed.filter(({ finished }) => !finished).slice(1); // the first has a button of its own
  return (
    ended.length + others.length > 0 &&
    html`<section class="card">${section(t("other-running-games"), others)}${section(t("finished-games"), ended)}</section>`
  );
}

/** Return who leads by how much: "Ann +64"; undefined if the first two are level. @param {State} state */
function leaderWords({ players, standings: [first, second] }) {
  const lead = first.points - players.reduce((sum, { points }) => sum + points, 0) / players.length;
  return second.rank > 1 ? `${players[first.player].name} ${change(lead)}` : undefined;
}

/** Return a game as the service knows it now, and update what this phone knows. @param {ListedGame} game */
async function refreshGame(game) {
  try {
    const state = await freshState(game.id);
    storage.changeGame(game.id, { finished: state.finished });
    return {
      ...game,
      finished: state.finished,
      leader: leaderWords(state),
      hand: state.finished ? undefined : state.hand_number,
    };
  } catch (problem) {
    if (problem.code !== "game_deleted") return game;
    forgetGame(game.id);
    return { ...game, isDeleted: true };
  }
}

/** Open the table's next game after `id`, with this phone's right to write. @param {string} id @param {string} next */
export function openNext(id, next) {
  storage.keepNext(id, next);
  location.hash = `game=${next}`;
}

/** @param {string} id @param {string} next */
export const nextCard = (id, next) => html`<section class="card next-game" role="status">
  <h2>${t("table-plays-next-game")}</h2>
  <button class="primary big" type="button" onclick=${() => openNext(id, next)}>${t("go-to-next-game")}</button>
</section>`;
