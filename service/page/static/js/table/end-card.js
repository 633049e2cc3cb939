// The end of a game: who won, the best hand with its photo, the course of the points, and who pays whom.

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

/** @param {{ id: string, state: State, token: string | null }} given */
export function EndCard({ id, state, token }) {
  const nothing = () => null;
  const asked = () => [statistics([id]), settlement([id]), token ? keptPhotos(id, token) : null];
  const known = useFetched(() => Promise.all(asked().map((each) => each?.catch(nothing))), state.seq);
  const [figured, settled, kept] = /** @type {[Statistics?, Settlement?, KeptPhotos?]} */ (known ?? []);
  const game = figured?.games.at(-1);
  const found = figured && bestHand(figured);
  const photo = found && kept?.photos.find(({ seq }) => seq === found.best.seq);
  return html`<section class="card standings end-card">
    <p class="hint">${t("game-over")}</p>
    <h2>${winnerWords(state)}</h2>
    ${standingsList(state)}
    ${
      found &&
      html`<h3>${t("best-hand-name-worth", found)}</h3>
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
    <button type="button" onclick=${() => game && sharePicture(state, game)} disabled=${!game}>${t("share-a-picture")}</button>
  </section>`;
}
