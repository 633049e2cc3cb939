// All running tables that this browser knows, side by side as small felts: for whoever runs several at once.

import { dateLocales, t } from "../i18n/translation.js";
import { FollowedTable } from "../state/followed-table.js";
import { games } from "../state/storage.js";
import { windTile } from "../state/tiles.js";
import { sideOf } from "../table/layout.js";
import { bar } from "../ui/bar.js";
import { useObservable } from "../ui/hooks.js";
import { redraw, show } from "../ui/page.js";
import { tileImage, windName } from "../ui/tiles.js";
import { html, useEffect } from "../vendor/preact.js";

/** @import { State } from "../types" */

const MOST = 24; // tables
const MINUTE = 60_000; // milliseconds

/** @param {string} at */
function sinceWords(at) {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / MINUTE));
  if (minutes < 1) return t("just-now");
  return new Intl.RelativeTimeFormat(dateLocales()).format(
    minutes < 120 ? -minutes : -Math.round(minutes / 60),
    minutes < 120 ? "minute" : "hour",
  );
}

/** @param {State} state @param {number} player */
function seat(state, player) {
  const { name, points, seat_wind: wind } = state.players[player];
  const deals = state.dealer === player && !state.finished;
  return html`<span class="small-seat ${sideOf(state, player)}${deals ? " is-dealer" : ""}" key=${player}>
    ${tileImage(windTile(wind), { silent: true })}
    <span>${name}</span>
    <b>${points}</b>
    ${deals && html`<span class="unseen">${t("dealer-label")}</span>`}
  </span>`;
}

/** @param {{ table: FollowedTable }} props */
function Felt({ table }) {
  const { state, events, linked, lost } = useObservable(table);
  const last = events.at(-1);
  if (!state || lost) return null; // deleted, or never reached
  return html`<li>
    <a class="small-felt" href="#game=${table.id}" data-game=${table.id}>
      ${state.seats.map((player) => seat(state, player))}
      <span class="small-middle">
        <b>${state.finished ? t("over-word") : t("wind-round", { wind: windName(state.round_wind) })}</b>
        <span>${t("hand-n", { n: state.hand_number })}</span>
        <small>${linked ? last && sinceWords(last.at) : t("offline-word")}</small>
      </span>
    </a>
  </li>`;
}

/** @param {{ tables: FollowedTable[] }} props */
function Club({ tables }) {
  useEffect(() => {
    const timer = setInterval(redraw, MINUTE);
    return () => clearInterval(timer);
  }, []);
  return html`
    ${bar({ label: t("tableside-home") })}
    <h1 class="club-title">${t("all-tables")}</h1>
    ${
      tables.length
        ? html`<ul class="plain club">${tables.map((table) => html`<${Felt} key=${table.id} table=${table} />`)}</ul>`
        : html`<p class="card">${t("phone-knows-no-table")}</p>`
    }
  `;
}

/** Show and follow the running tables. @param {AbortSignal} left */
export function clubView(left) {
  const running = games().filter(({ finished }) => !finished);
  const tables = running.slice(0, MOST).map(({ id }) => new FollowedTable(id, left));
  show(() => html`<${Club} tables=${tables} />`);
}
