// The table from above: the players on their sides, this phone's owner at the bottom, the round in the middle.

import { plural, t } from "../i18n/translation.js";
import { keepGame, keepPhonePlayer, phonePlayer } from "../state/storage.js";
import { windTile } from "../state/tiles.js";
import { Mark } from "../ui/marks.js";
import { redraw, withPart } from "../ui/page.js";
import { people } from "../ui/people.js";
import { openSheet } from "../ui/sheet.js";
import { joinedPicture, tileImage, windName } from "../ui/tiles.js";
import { change } from "../ui/words.js";
import { html } from "../vendor/preact.js";
import { Arrows } from "./arrows.js";
import { sideOf } from "./layout.js";

/** @import { Payment, State } from "../types" */

/**
 * @param {State} state
 * @param {number} k
 * @param {{ points: number, hasArrows: boolean, side: string, onpick: ((player: number) => void) | null }} options
 */
function playerCard(state, k, { points, hasArrows, side, onpick }) {
  const player = state.players[k];
  const deals = state.dealer === k && !state.finished;
  const goesFirst = state.first === k && !deals && !state.finished; // the dealer, unless the rules say otherwise
  const marks = [
    deals && html`<span class="mark dealer">${t("dealer-label")}</span>`,
    goesFirst && html`<span class="mark first">${t("goes-first")}</span>`,
  ];
  const label = onpick
    ? null
    : [
        player.name,
        t("n-points", { n: player.points }),
        t("wind-seat", { wind: windName(player.seat_wind) }),
        deals && t("dealer-label"),
        goesFirst && t("goes-first"),
      ]
        .filter(Boolean)
        .join(", ");
  return html`<${onpick ? "button" : "div"}
    key=${k}
    class="seat player-${k} ${side}${deals ? " is-dealer" : ""}"
    aria-label=${label}
    data-side=${side}
    role=${onpick ? null : "group"}
    data-player=${k}
    data-wind=${player.seat_wind}
    onclick=${onpick && (() => onpick(k))}
  >
    <img
      class="tile"
      src=${joinedPicture(windTile(player.seat_wind))}
      alt=${t("wind-seat", { wind: windName(player.seat_wind) })}
      width="60"
      height="80"
      draggable=${false}
    />
    <span class="seat-text">
      ${marks}
      <span class="seat-name"><${Mark} player=${k} /> ${player.name}</span>
      <span class="seat-points figure${points ? " moved" : ""}" style="--letters: ${String(player.points).length}" key=${player.points}>${player.points}</span>
      ${points && !hasArrows ? html`<span class="delta ${points < 0 ? "loss" : "gain"}">${change(points)}</span>` : null}
    </span>
    ${onpick && html`<span class="unseen">${t("tap-if-name-won", { name: player.name })}</span>`}
  <//>`;
}

/**
 * Return the round and the hand, which open an explanation, with the number of hands not counted or a hint.
 *
 * @param {State} state
 * @param {{ hasHint: boolean, uncounted: number }} options
 */
function middle(state, { hasHint, uncounted }) {
  const explain = () => withPart(import("../rules/cards.js"), ({ openTurn }) => openTurn(state));
  return html`<button type="button" class="middle" onclick=${explain}>
    ${tileImage(windTile(state.round_wind), { silent: true })}
    <b>${t("wind-round", { wind: windName(state.round_wind) })}</b>
    <span>${t("hand-n", { n: state.hand_number })}</span>
    ${uncounted > 0 ? html`<small class="not-counted">${plural(uncounted, "one-hand-not-counted")}</small>` : hasHint && html`<small>${t("tap-whoever-won")}</small>`}
  </button>`;
}

/**
 * Return the felt, with `me` at the bottom. `changes` and `payments` are those of the last event; with payments, the
 * amounts stand on the arrows. The felt is hatched if an entry waits, and lacks the `uncounted` hands.
 *
 * Seats come in the order of play from `me` on, for keyboards and screen readers.
 *
 * @param {{ state: State, me: number, changes: number[] | undefined, payments: Payment[],
 *   onpick: ((player: number) => void) | null, waits: boolean, uncounted: number }} options
 */
export function feltView({ state, me, changes, payments, onpick, waits, uncounted }) {
  /** @param {number} player */
  const side = (player) => sideOf(state, player, me);
  const order = state.seats.map((_, n) => state.seats[(state.seats.indexOf(me) + n) % state.seats.length]);
  return html`<section class=${["felt", waits && "waits", uncounted > 0 && "unsure"].filter(Boolean).join(" ")} aria-label=${t("the-table")} data-seq=${state.seq}>
    ${order.map((k) => playerCard(state, k, { points: changes?.[k] ?? 0, hasArrows: payments.length > 0, side: side(k), onpick }))}
    ${middle(state, { hasHint: Boolean(onpick) && !payments.length, uncounted })}
    ${payments.length > 0 && html`<${Arrows} payments=${payments} side=${side} />`}
  </section>`;
}

/** Seat this phone's owner, or nobody, and turn the table. @param {State} state @param {number | null} player */
function sit(state, player) {
  keepGame(state.id, { isJoined: false });
  if (player !== null) keepPhonePlayer(state, player);
  redraw();
}

/** Ask whose phone has joined by a link. @param {State} state */
export const whoseCard = (state) => html`<section class="card whose" aria-label=${t("which-one-you")}>
  <h2>${t("which-one-you")}</h2>
  <div class="chips">
    ${state.players.map(
      ({ name }, k) =>
        html`<button type="button" class="chip" data-whose=${k} onclick=${() => sit(state, k)}><${Mark} player=${k} /> ${name}</button>`,
    )}
  </div>
  <button type="button" class="text" data-whose="nobody" onclick=${() => sit(state, null)}>${t("none-of-them")}</button>
</section>`;

/** Ask who sits at the bottom. @param {State} state */
export const askSeat = (state) =>
  openSheet(
    t("where-you-sit"),
    (_, after) => html`
      <p class="hint">${t("table-turned-so-you-sit")}</p>
      ${people(
        state,
        after((player) => sit(state, player)),
        phonePlayer(state),
      )}
    `,
  );
