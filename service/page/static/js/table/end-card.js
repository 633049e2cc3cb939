// The card of a finished game: who won, the best hand with its photo, the chart of points, and who pays whom.

import { keptPhotos, photoPicture, settlement, statistics } from "../api/client.js";
import { list, t } from "../i18n/translation.js";
import { handPictures } from "../ui/hands.js";
import { useFetched } from "../ui/hooks.js";
import { PrivatePicture } from "../ui/private-picture.js";
import { html } from "../vendor/preact.js";
import { bestHand, chart, standingsList, transfers } from "./standings.js";
import { sharePicture } from "./standings-picture.js";

/** @import { KeptPhotos, Settlement, State, Statistics } from "../types" */

/** @param {State} state */
function winnerWords({ standings, players }) {
  const names = standings.filter(({ rank }) => rank === 1).map(({ player }) => players[player].name);
  return names.length > 1
    ? t("names-share-first-place", { names: list(names) })
    : t("name-wins-game", { name: names[0] });
}

/** @param {{ id: string, state: State, token: string | null }} props */
export function EndCard({ id, state, token }) {
  const requests = () => [statistics([id]), settlement([id]), token ? keptPhotos(id, token) : null];
  const answers = useFetched(() => Promise.all(requests().map((each) => each?.catch(() => null))), state.seq);
  const [figures, debts, album] = /** @type {[Statistics?, Settlement?, KeptPhotos?]} */ (answers ?? []);
  const game = figures?.games.at(-1);
  const top = figures && bestHand(figures);
  const photo = top && album?.photos.find(({ seq }) => seq === top.best.seq);
  return html`<section class="card standings end-card">
    <p class="hint">${t("game-over")}</p>
    <h2>${winnerWords(state)}</h2>
    ${standingsList(state)}
    ${
      top &&
      html`<h3>${t("best-hand-name-worth", top)}</h3>
      ${
        photo &&
        html`<${PrivatePicture}
          class="kept-photo"
          alt=${t("photo-of-title", { title: t("the-best-hand") })}
          fetch=${() => photoPicture(id, photo.id, token)}
        />`
      }
      ${top.best.hand && handPictures(top.best.hand)}`
    }
    ${game && game.course.length > 1 && [html`<h3>${t("points-over-hands")}</h3>`, chart(game)]}
    ${debts && [html`<h3>${t("who-pays-whom")}</h3>`, transfers(debts)]}
    <button type="button" onclick=${() => game && sharePicture(state, game)} disabled=${!game}>${t("share-a-picture")}</button>
  </section>`;
}
