// All running tables that this browser knows, side by side as small felts: for whoever runs several at once.

import { gameState, history } from "../api/client.js";
import { follow } from "../api/stream.js";
import { dateLocales, t } from "../i18n/translation.js";
import { observable } from "../state/observable.js";
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

/** @typedef {{ state: State, at: number | null }} KnownTable `at` is the time of its last event, in milliseconds */

/** @param {number | null} at */
function sinceWords(at) {
  if (at === null) return "";
  const minutes = Math.max(0, Math.floor((Date.now() - at) / MINUTE));
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

/** @param {string} id @param {KnownTable} table */
const felt = (id, { state, at }) => html`<li key=${id}>
  <a class="small-felt" href="#game=${id}" data-game=${id}>
    ${state.seats.map((player) => seat(state, player))}
    <span class="small-middle">
      <b>${state.finished ? t("over-word") : t("wind-round", { wind: windName(state.round_wind) })}</b>
      <span>${t("hand-n", { n: state.hand_number })}</span>
      <small>${sinceWords(at)}</small>
    </span>
  </a>
</li>`;

/** @param {{ tables: ReturnType<typeof observable<Record<string, KnownTable>>>, ids: string[] }} props */
function Club({ tables, ids }) {
  const known = useObservable(tables);
  useEffect(() => {
    const timer = setInterval(redraw, MINUTE);
    return () => clearInterval(timer);
  }, []);
  return html`
    ${bar({ label: t("tableside-home") })}
    <h1 class="club-title">${t("all-tables")}</h1>
    ${
      ids.length
        ? html`<ul class="plain club">${ids.filter((id) => known[id]).map((id) => felt(id, known[id]))}</ul>`
        : html`<p class="card">${t("phone-knows-no-table")}</p>`
    }
  `;
}

/** Show and follow the running tables. @param {AbortSignal} left */
export function clubView(left) {
  const ids = games()
    .filter(({ finished }) => !finished)
    .map(({ id }) => id)
    .slice(0, MOST);
  const tables = observable(/** @type {Record<string, KnownTable>} */ ({}));
  /** @param {string} id @param {State} state */
  const update = async (id, state) => {
    if (left.aborted) return;
    tables.change({ [id]: { state, at: tables.value()[id]?.at ?? null } });
    const events = (await history(id).catch(() => null))?.events;
    const last = events?.at(-1);
    if (!left.aborted && last) tables.change({ [id]: { state, at: Date.parse(last.at) } });
  };
  for (const id of ids)
    gameState(id).then(
      (state) => {
        if (left.aborted) return;
        update(id, state);
        follow(id, { onState: (newer) => update(id, newer), onLink: () => {}, seq: state.seq }, left);
      },
      () => {}, // deleted or unreachable: not shown
    );
  show(() => html`<${Club} tables=${tables} ids=${ids} />`);
}
