// Several games looked back on together: chosen by hand from those that this browser knows, to see and to hand on as a link.

import { settlement, statistics, statisticsTable } from "../api/client.js";
import { refusal } from "../i18n/refusals.js";
import { t, timeWords } from "../i18n/translation.js";
import { games } from "../state/storage.js";
import { balances, figures, ranking, transfers } from "../table/standings.js";
import { bar } from "../ui/bar.js";
import { useRedraw } from "../ui/hooks.js";
import { show, showFetched } from "../ui/page.js";
import { pageAddress, shareLink } from "../ui/share.js";
import { change } from "../ui/words.js";
import { html, useState } from "../vendor/preact.js";

/** @import { Child, KnownGame, Settlement, Statistics } from "../types" */

const MOST = 50; // games together, as the service has it

/** @param {{ title: string, children?: Child }} given */
function Screen({ title, children }) {
  const redraw = useRedraw();
  return html`
    ${bar({ label: t("tableside-home"), redraw })}
    <h1 class="club-title">${title}</h1>
    ${children}
  `;
}

/** @param {{ known: KnownGame[] }} given */
function Choice({ known }) {
  const [chosen, choose] = useState(/** @type {string[]} */ ([]));
  /** @param {string} id */
  const flip = (id) =>
    choose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(-MOST));
  return html`<section class="card">
    <h2>${t("which-games")}</h2>
    <ul class="plain chosen-games">
      ${known.map(
        ({ id, names, at, finished }) => html`<li key=${id}>
          <label class="rule">
            <input type="checkbox" data-game=${id} checked=${chosen.includes(id)} onchange=${() => flip(id)} />
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

/**
 * What the chosen games come to; `settled` is null where their points are not worth the same.
 *
 * @param {{ ids: string[], figured: Statistics, settled: Settlement | null }} given
 */
function Together({ ids, figured, settled }) {
  const ranked = [...figured.players].sort((a, b) => a.rank - b.rank);
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
      figured.hands > 0 &&
      html`<section class="card">
        <h2>${t("statistics-label")}</h2>
        ${figures(figured)}
      </section>`
    }
    <section class="card">
      <h2>${t("who-pays-whom")}</h2>
      ${settled ? [balances(settled), transfers(settled)] : html`<p class="hint">${t("point-not-worth-same")}</p>`}
    </section>
    <section class="card">
      <h2>${t("these-games")}</h2>
      <ul class="plain">
        ${figured.games.map(
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

/**
 * Shows some games together, or which there are to choose from; returns what to call when the screen is left.
 *
 * @param {string[]} ids
 */
export function gamesView(ids) {
  const drawn = (/** @type {Child} */ content) =>
    html`<${Screen} key=${ids.join()} title=${t("several-games")}>${content}<//>`;
  if (!ids.length) {
    const known = games();
    show(
      drawn(known.length ? html`<${Choice} known=${known} />` : html`<p class="card">${t("phone-knows-no-table")}</p>`),
    );
    return () => {};
  }
  const fetching = Promise.all([statistics(ids), settlement(ids).catch(() => null)]).then(
    ([figured, settled]) => html`<${Together} ...${{ ids, figured, settled }} />`,
    (problem) => html`<section class="card wrong" role="alert">
      <p>${refusal(problem)}</p>
      <a class="button" href="#games">${t("choose-other-games")}</a>
    </section>`,
  );
  return showFetched(fetching.then(drawn));
}
