// Looking back on a game: the chart of points, statistics of the players, who pays whom, and the standings to share.

import { settlement, statistics } from "../api/client.js";
import { list, plural, rowName, t } from "../i18n/translation.js";
import { dataTable } from "../ui/data-table.js";
import { Mark } from "../ui/marks.js";
import { orComplain } from "../ui/page.js";
import { shareOrCopy } from "../ui/share.js";
import { openSheet } from "../ui/sheet.js";
import { change, faanWords, pointWords } from "../ui/words.js";
import { html, useState } from "../vendor/preact.js";
import { progressWords, sharePicture } from "./standings-picture.js";

/** @import { Child, GamePlayed, PlayerFigures, Settlement, State, Statistics } from "../types" */

const [WIDTH, HEIGHT, MARGIN] = [320, 180, 12];
const [LEFT, RIGHT] = [38, 58]; // room for the figures, and for the names at the ends of the lines
const NAME_DISTANCE = 13; // units between names, so that they do not overlap

/** Return the heights of the names at the ends of the lines, moved apart. @param {number[]} heights */
function nameHeights(heights) {
  const order = heights.map((_, k) => k).sort((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  order.forEach((player, k) => {
    if (k) placed[player] = Math.max(placed[player], placed[order[k - 1]] + NAME_DISTANCE);
  });
  const over = Math.max(0, Math.max(...placed) - (HEIGHT - 4));
  return placed.map((height) => height - over);
}

/** Return a name that fits beside its line. @param {string} name */
const shortName = (name) => (name.length > 8 ? `${[...name].slice(0, 7).join("")}…` : name);

/** @param {GamePlayed} game */
export function chart({ course, players }) {
  const all = course.flatMap(({ points }) => points);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  /** @param {number} k */
  const x = (k) => LEFT + (k * (WIDTH - LEFT - RIGHT)) / Math.max(1, course.length - 1);
  /** @param {number} points */
  const y = (points) => HEIGHT - 2 * MARGIN - ((points - low) * (HEIGHT - 3 * MARGIN)) / Math.max(1, high - low);
  /** @param {number} player */
  const path = (player) => course.map(({ points }, k) => `${x(k)},${y(points[player])}`).join(" ");
  const end = course.at(-1)?.points ?? [];
  const names = nameHeights(end.map(y));
  return html`<figure class="chart">
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      role="img"
      aria-label=${t("points-over-hands-from-low", { low, high })}
    >
      ${[low, high].map(
        (points) => html`<g class="axis">
          <path d="M${LEFT} ${y(points)}H${WIDTH - RIGHT}" />
          <text x=${LEFT - 4} y=${y(points) + 4} text-anchor="end">${points}</text>
        </g>`,
      )}
      <g class="axis">
        <text x=${LEFT} y=${HEIGHT - 4}>0</text>
        <text x=${WIDTH - RIGHT} y=${HEIGHT - 4} text-anchor="end">${t("hand-n", { n: course.length - 1 })}</text>
      </g>
      ${players.map((name, k) => [
        html`<polyline points=${path(k)} class="course player-${k}" />`,
        html`<text x=${WIDTH - RIGHT + 4} y=${names[k] + 4} class="course-name player-${k}">${shortName(name)}</text>`,
      ])}
    </svg>
  </figure>`;
}

/** @param {number | null} value */
const roundWords = (value) => (value === null ? "–" : String(Math.round(value * 10) / 10));

/** @param {PlayerFigures[]} players */
function comparison(players) {
  const isByPoints = players.some(({ average_score: value }) => value !== null);
  const best = (/** @type {PlayerFigures} */ player) =>
    (isByPoints ? player.biggest_score : player.biggest_faan)?.value ?? null;
  /** @type {[string, (player: PlayerFigures) => string | number][]} */
  const columns = [
    [t("won-label"), ({ wins }) => wins],
    [t("self-drawn-label"), ({ self_draws: n }) => n],
    [t("fed-win"), ({ deal_ins: n }) => n],
    [
      isByPoints ? t("points-per-win") : t("faan-per-win"),
      (player) => roundWords(isByPoints ? player.average_score : player.average_faan),
    ],
    [t("best-hand"), (player) => roundWords(best(player))],
    [t("most-in-row"), ({ streak }) => streak],
  ];
  return dataTable(t("statistics-label"), {
    heads: ["", ...players.map(({ name }) => name)],
    rows: columns.map(([title, value]) => [title, ...players.map(value)]),
  });
}

/** Return what each player won with: hands by faan, and rows. @param {PlayerFigures[]} players */
function winList(players) {
  return html`<ul class="plain habits">
    ${players
      .filter(({ wins }) => wins)
      .map(
        ({ name, wins_by_faan: byFaan, rows }) => html`<li>
          <b>${name}</b>
          ${
            byFaan.length > 0 &&
            html`<span>${list(byFaan.map(({ faan, wins }) => t("n-times-faan", { n: wins, faan: faanWords(faan) })))}</span>`
          }
          ${
            rows.length > 0 &&
            html`<small>
              ${t("most-often-rows", { rows: list(rows.map((row) => `${rowName(row)}\u00a0×\u00a0${row.times}`)) })}
            </small>`
          }
        </li>`,
      )}
  </ul>`;
}

/** Return the best hand, its winner and worth; undefined if nobody won. @param {Statistics} statistics */
export function bestHand({ players }) {
  const all = players.flatMap(({ name, biggest_faan: faan, biggest_score: points }) => {
    const best = faan ?? points;
    return best ? [{ name, best, worth: faan ? faanWords(best.value) : pointWords(best.value) }] : [];
  });
  return all.sort((a, b) => b.best.value - a.best.value)[0];
}

/** @param {Statistics} games @param {PlayerFigures[]=} order */
export function figures(games, order = games.players) {
  const best = bestHand(games);
  return [comparison(order), best && html`<p>${t("best-hand-name-worth", best)}</p>`, winList(order)];
}

/** @param {{ game: Statistics, whole: Statistics | null, names: string[] }} props `whole`: all games of the table */
function Figures({ game, whole, names }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole && whole ? whole : game;
  const order = (/** @type {PlayerFigures} */ { name }) =>
    (names.indexOf(name) + names.length + 1) % (names.length + 1);
  const players = [...shown.players].sort((a, b) => order(a) - order(b));
  return html`
    ${
      whole &&
      whole.games.length > 1 &&
      html`<div class="segments" role="group" aria-label=${t("which-games")}>
        ${[false, true].map(
          (all) => html`<button type="button" aria-pressed=${String(isWhole === all)} onclick=${() => setWhole(all)}>
            ${all ? t("all-n-games-of-table", { n: whole.games.length }) : t("this-game")}
          </button>`,
        )}
      </div>`
    }
    ${figures(shown, players)}
  `;
}

/** @param {Settlement} settlement */
export function transfers({ settles, transfers: all, money_per_point: rate }) {
  if (!settles) return html`<p class="hint">${t("by-rules-scores-only-add")}</p>`;
  if (!all.length) return html`<p class="hint">${t("nobody-owes-anything")}</p>`;
  return html`<ul class="plain transfers">
    ${all.map(
      ({ from, to, points, money }) => html`<li>
        <span>${t("name-pays-other", { name: from, other: to ?? t("the-bank") })}</span>
        <b>${rate && money !== null ? `${points} (${money})` : String(points)}</b>
      </li>`,
    )}
  </ul>`;
}

/** @param {Settlement} settlement */
export const balances = ({ balances: all }) =>
  html`<p class="hint">${all.map(({ name, points }) => `${name} ${change(points)}`).join(" · ")}</p>`;

/** @param {Settlement | null} whole null if the games' points are not worth the same */
function allGames(whole) {
  if (!whole || whole.games.length < 2) return null;
  return [html`<h3>${t("all-n-games", { n: whole.games.length })}</h3>`, balances(whole), transfers(whole)];
}

/** @param {{ rank: number, who: Child, points: Child }[]} lines */
export const ranking = (lines) => html`<ol class="plain standings">
  ${lines.map(
    ({ rank, who, points }) => html`<li>
      <span class="rank">${rank}</span>
      ${who}
      <span class="points figure">${points}</span>
    </li>`,
  )}
</ol>`;

/** @param {State} state */
export const standingsList = (state) =>
  ranking(
    state.standings.map(({ player, points, rank }) => ({
      rank,
      who: html`<b><${Mark} player=${player} /> ${state.players[player].name}</b>`,
      points,
    })),
  );

/** @param {State} state */
function standingsText(state) {
  const lines = state.standings.map(({ player, points, rank }) => `${rank}. ${state.players[player].name} ${points}`);
  return [`Tableside · ${progressWords(state)}`, ...lines].join("\n");
}

/** @param {string} id @param {State} state @param {number} unsent entries that wait on this phone */
export async function openStandings(id, state, unsent) {
  // Games at other stakes are not settled together.
  const allDebts = state.follows ? settlement([id], { earlier: true }).catch(() => null) : null;
  const allStatistics = state.follows ? statistics([id], { earlier: true }).catch(() => null) : null;
  const answers = await orComplain(Promise.all([statistics([id]), settlement([id]), allStatistics, allDebts]));
  if (!answers) return;
  const [own, debts, wholeStatistics, wholeDebts] = answers;
  const game = own.games[own.games.length - 1];
  const text = standingsText(state);
  /** @type {import("../vendor/preact.js").RefObject<HTMLTextAreaElement>} */
  const field = { current: null };
  openSheet(
    t(state.finished ? "game-over" : "standings-label"),
    (close) => html`
      ${unsent > 0 && html`<p class="hint">${plural(unsent, "one-entry-waits-to-sent")}</p>`}
      ${standingsList(state)}
      ${game.course.length > 1 && [html`<h3>${t("points-over-hands")}</h3>`, chart(game)]}
      ${own.hands > 0 && [html`<h3>${t("statistics-label")}</h3>`, html`<${Figures} game=${own} whole=${wholeStatistics} names=${game.players} />`]}
      <h3>${t(state.finished ? "who-pays-whom" : "to-settle-now")}</h3>
      ${transfers(debts)}
      ${debts.settles && debts.balances.some(({ points }) => points) && balances(debts)}
      ${allGames(wholeDebts)}
      <h3>${t("for-group-chat")}</h3>
      <textarea
        class="share-text"
        readonly
        rows="5"
        aria-label=${t("standings-as-text")}
        value=${text}
        ref=${field}
      />
      <div class="pair">
        <button class="primary" onclick=${() =>
          shareOrCopy({ text }, field.current, {
            copied: "text-copied",
            failed: "press-and-hold-text",
          })}>${t("share-the-text")}</button>
        <button class="primary" onclick=${() => sharePicture(state, game)}>${t("share-a-picture")}</button>
      </div>
      <a class="button" href="#game=${id}&sheet" onclick=${close}>${t("score-sheet-to-print")}</a>
      <a class="button" href="#games" onclick=${close}>${t("several-games-together")}</a>
    `,
  );
}
