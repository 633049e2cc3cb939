// Several games looked back on together: chosen from those that this browser knows, with a link to share.

import { settlement, statistics, statisticsTable } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { t, timeWords } from "../i18n/translation.js";
import { games } from "../state/storage.js";
import { balances, figures, ranking, transfers } from "../table/standings.js";
import { bar } from "../ui/bar.js";
import { show, showFetched } from "../ui/page.js";
import { pageAddress, shareLink } from "../ui/share.js";
import { change } from "../ui/words.js";
import { html, useState } from "../vendor/preact.js";

/** @import { Child, KnownGame, Settlement, Statistics } from "../types" */

const MOST = 50; // games, the limit of the service

/** @param {Child} content */
const screen = (content) => html`
  ${bar({ label: t("tableside-home") })}
  <h1 class="club-title">${t("several-games")}</h1>
  ${content}
`;

/** @param {{ known: KnownGame[] }} props */
function GameChoice({ known }) {
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  /** @param {string} id */
  const toggle = (id) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(-MOST));
  return html`<section class="card">
    <h2>${t("which-games")}</h2>
    <ul class="plain chosen-games">
      ${known.map(
        ({ id, names, at, finished }) => html`<li key=${id}>
          <label class="rule">
            <input type="checkbox" data-game=${id} checked=${chosen.includes(id)} onchange=${() => toggle(id)} />
            <span><b>${names.join(", ") || t("a-game")}</b><small>${[timeWords(at, "day"), finished && t("over-word")].filter(Boolean).join(" · ")}</small></span>
          </label>
        </li>`,
      )}
    </ul>
    <a class=${chosen.length ? "button primary big" : "button primary big not-yet"} href=${chosen.length ? `#games=${chosen.join(",")}` : undefined}>
      ${t("look-at-them-together")}
    </a>
  </section>`;
}

/** @param {{ ids: string[], all: Statistics, debts: Settlement | null }} props */
function GamesTogether({ ids, all, debts }) {
  const ranked = [...all.players].sort((a, b) => a.rank - b.rank);
  return html`
    <section class="card standings">
      ${ranking(
        ranked.map(({ name, rank, points, games: played }) => ({
          rank,
          who: [html`<b>${name}</b>`, html`<small>${t("games-n", { n: played })}</small>`],
          points: change(points),
        })),
      )}
    </section>
    ${
      all.hands > 0 &&
      html`<section class="card">
        <h2>${t("statistics-label")}</h2>
        ${figures(all)}
      </section>`
    }
    <section class="card">
      <h2>${t("who-pays-whom")}</h2>
      ${debts ? [balances(debts), transfers(debts)] : html`<p class="hint">${t("point-not-worth-same")}</p>`}
    </section>
    <section class="card">
      <h2>${t("these-games")}</h2>
      <ul class="plain">
        ${all.games.map(
          ({ id, at, players }) =>
            html`<li key=${id}><a class="game-link" href="#game=${id}"><b>${players.join(", ")}</b><small>${timeWords(at, "day")}</small></a></li>`,
        )}
      </ul>
      <p class="hint">${t("whoever-link-can-see-games")}</p>
      ${shareLink({ title: t("link-to-games"), url: `${pageAddress()}#games=${ids.join(",")}`, subject: "Tableside" })}
      <a class="button" href=${statisticsTable(ids)} download="tableside-games.csv">${t("save-as-table-csv")}</a>
      <a class="button" href="#games">${t("choose-other-games")}</a>
    </section>
  `;
}

/** Show these games together, or a choice. @param {AbortSignal} left @param {{ ids: string[] }} address */
export function gamesView(left, { ids }) {
  if (!ids.length) {
    const known = games();
    show(() =>
      screen(
        known.length ? html`<${GameChoice} known=${known} />` : html`<p class="card">${t("phone-knows-no-table")}</p>`,
      ),
    );
    return;
  }
  const fetching = Promise.all([statistics(ids), settlement(ids).catch(() => null)]).then(
    ([all, debts]) =>
      () =>
        screen(html`<${GamesTogether} ids=${ids} all=${all} debts=${debts} />`),
    (problem) => () =>
      screen(html`<section class="card wrong" role="alert">
        <p>${refusal(problem)}</p>
        <a class="button" href="#games">${t("choose-other-games")}</a>
      </section>`),
  );
  showFetched(fetching, left);
}
