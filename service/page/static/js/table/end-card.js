// The end of a game: who won, the best hand with its photo, the course of the points, and who pays whom.

import { keptPhotos, photoPicture, settlement, statistics } from "../api/client.js";
import { list, t } from "../i18n/translation.js";
import { handPictures } from "../ui/hands.js";
import { PrivatePicture } from "../ui/private-picture.js";
import { faanWords, pointWords } from "../ui/words.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { chart, standingsList, transfers } from "./standings.js";

/** @import { BestHand, GamePlayed, KeptPhoto, PlayerFigures, Settlement, State, Statistics } from "../types" */

/**
 * What is told of a game that is over, as far as it is known by now.
 *
 * @typedef {{ figured: Statistics | null, settled: Settlement | null, photos: KeptPhoto[] }} Told
 */

/** @param {PlayerFigures} player */
const bestOf = ({ biggest_faan: faan, biggest_score: score }) => faan ?? score;

/**
 * Returns the best hand of the game with who had it, or null.
 *
 * @param {Statistics} given
 * @param {string} id
 * @returns {{ name: string, best: BestHand, isFaan: boolean } | null}
 */
function bestHand({ players }, id) {
  const all = players.flatMap((player) => {
    const best = bestOf(player);
    return best && best.game === id ? [{ name: player.name, best, isFaan: Boolean(player.biggest_faan) }] : [];
  });
  return all.sort((a, b) => b.best.value - a.best.value)[0] ?? null;
}

/** @param {State} state */
function winnerWords({ standings, players }) {
  const names = standings.filter(({ rank }) => rank === 1).map(({ player }) => players[player].name);
  return names.length > 1
    ? t("names-share-first-place", { names: list(names) })
    : t("name-wins-game", { name: names[0] });
}

/** @param {{ id: string, state: State, token: string | null }} given */
export function EndCard({ id, state, token }) {
  const [told, tell] = useState(/** @type {Told} */ ({ figured: null, settled: null, photos: [] }));
  useEffect(() => {
    let gone = false;
    const nothing = () => null;
    Promise.all([
      statistics(id).catch(nothing),
      settlement(id).catch(nothing),
      token
        ? keptPhotos(id, token).then(
            ({ photos }) => photos,
            () => [],
          )
        : [],
    ]).then(([figured, settled, photos]) => {
      if (!gone) tell({ figured, settled, photos });
    });
    return () => {
      gone = true;
    };
  }, [id, state.seq]);
  const { figured, settled, photos } = told;
  /** @type {GamePlayed | undefined} */
  const game = figured?.games.at(-1);
  const found = figured && bestHand(figured, id);
  const photo = found && photos.find(({ seq }) => seq === found.best.seq);
  const share = async () =>
    (await import("./standings-picture.js")).sharePicture({
      state,
      points: game?.course.map(({ points }) => points) ?? [],
    });
  return html`<section class="card standings end-card">
    <p class="hint">${t("game-over")}</p>
    <h2>${winnerWords(state)}</h2>
    ${standingsList(state)}
    ${
      found &&
      html`<h3>${t("best-hand-name-worth", {
        name: found.name,
        worth: found.isFaan ? faanWords(found.best.value) : pointWords(found.best.value),
      })}</h3>
      ${
        photo &&
        html`<${PrivatePicture}
          class="kept-photo"
          alt=${t("photo-of-title", { title: t("the-best-hand") })}
          fetch=${() => photoPicture(id, photo.id, token)}
        />`
      }
      ${found.best.hand && handPictures(found.best.hand)}`
    }
    ${game && game.course.length > 1 && [html`<h3>${t("points-over-hands")}</h3>`, chart(game)]}
    ${settled && [html`<h3>${t("who-pays-whom")}</h3>`, transfers(settled)]}
    <button type="button" onclick=${share} disabled=${!game}>${t("share-a-picture")}</button>
  </section>`;
}
