// The table from above: four players on their sides, this phone's owner at the bottom, the round in the middle.

import { plural, t } from "../i18n/translation.js";
import { keepPhonePlayer, phonePlayer } from "../state/storage.js";
import { windTile } from "../state/tiles.js";
import { Mark } from "../ui/marks.js";
import { withPart } from "../ui/page.js";
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
 * @param {{ moved: number, isPaid: boolean, side: string, onpick: ((player: number) => void) | null }} given
 */
function playerCard(state, k, { moved, isPaid, side, onpick }) {
  const player = state.players[k];
  // A finished game has no hand to come, so nobody deals it or goes first.
  const [deals, first] = [state.dealer === k, state.first === k].map((so) => so && !state.finished);
  const marks = [
    deals && html`<span class="mark dealer">${t(first ? "dealer-first" : "dealer-label")}</span>`,
    first && !deals && html`<span class="mark first">${t("goes-first")}</span>`,
  ];
  const said = onpick
    ? null
    : [
        player.name,
        t("n-points", { n: player.points }),
        t("wind-seat", { wind: windName(player.seat_wind) }),
        deals && t("dealer-label"),
        first && t("goes-first"),
      ]
        .filter(Boolean)
        .join(", ");
  return html`<${onpick ? "button" : "div"}
    key=${k}
    class="seat player-${k} ${side}${deals ? " is-dealer" : ""}"
    aria-label=${said}
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
      <span class="seat-points figure${moved ? " moved" : ""}" style="--letters: ${String(player.points).length}" key=${player.points}>${player.points}</span>
      ${moved && !isPaid ? html`<span class="delta ${moved < 0 ? "loss" : "gain"}">${change(moved)}</span>` : null}
    </span>
    ${onpick && html`<span class="unseen">${t("tap-if-name-won", { name: player.name })}</span>`}
  <//>`;
}

/**
 * The round and the hand; a tap says who deals, who goes first, and what that is. Below them stands what hands this phone
 * cannot count, else the `hint`.
 *
 * @param {State} state
 * @param {{ hint: boolean, uncounted: number }} given
 */
function middle(state, { hint, uncounted }) {
  const explain = () => withPart(import("../rules/cards.js"), ({ openTurn }) => openTurn(state));
  return html`<button type="button" class="middle" onclick=${explain}>
    ${tileImage(windTile(state.round_wind), { silent: true })}
    <b>${t("wind-round", { wind: windName(state.round_wind) })}</b>
    <span>${t("hand-n", { n: state.hand_number })}</span>
    ${uncounted > 0 ? html`<small class="not-counted">${plural(uncounted, "one-hand-not-counted")}</small>` : hint && html`<small>${t("tap-whoever-won")}</small>`}
  </button>`;
}

/**
 * Returns the table; `me` sits at the bottom, `changes` are those of the last entry, `payments` who paid whom for it, whose amounts stand on their ways then, `onpick(player)` says who won;
 * where something `waits` to be sent the table is hatched, and `uncounted` hands of it are not in the table.
 *
 * Cards come in the order of play from `me` on, as keyboard and screen reader go through them.
 *
 * @param {{ state: State, me: number, changes?: number[] | null, payments?: Payment[], onpick?: ((player: number) => void) | null, waits?: boolean, uncounted?: number }} given
 */
export function feltView({ state, me, changes = null, payments = [], onpick = null, waits = false, uncounted = 0 }) {
  /** @param {number} player */
  const side = (player) => sideOf(state, player, me);
  const order = state.seats.map((_, n) => state.seats[(state.seats.indexOf(me) + n) % state.seats.length]);
  return html`<section class=${["felt", waits && "waits", uncounted > 0 && "unsure"].filter(Boolean).join(" ")} aria-label=${t("the-table")} data-seq=${state.seq}>
    ${order.map((k) => playerCard(state, k, { moved: changes?.[k] ?? 0, isPaid: payments.length > 0, side: side(k), onpick }))}
    ${middle(state, { hint: Boolean(onpick) && !payments.length, uncounted })}
    ${payments.length > 0 && html`<${Arrows} payments=${payments} side=${side} />`}
  </section>`;
}

/**
 * Asks a phone that was led here by a link whose it is; `onAnswer` gets the player, or null for one that only watches.
 *
 * @param {State} state
 * @param {(player: number | null) => void} onAnswer
 */
export const whoseCard = (state, onAnswer) => html`<section class="card whose" aria-label=${t("which-one-you")}>
  <h2>${t("which-one-you")}</h2>
  <div class="chips">
    ${state.players.map(
      ({ name }, k) =>
        html`<button type="button" class="chip" data-whose=${k} onclick=${() => onAnswer(k)}><${Mark} player=${k} /> ${name}</button>`,
    )}
  </div>
  <button type="button" class="text" data-whose="nobody" onclick=${() => onAnswer(null)}>${t("none-of-them")}</button>
</section>`;

/**
 * Asks whose phone this is; `onTurn` is called when the table has to be drawn anew.
 *
 * @param {State} state
 * @param {() => void} onTurn
 */
export function askWhose(state, onTurn) {
  /** @param {number} player */
  const sit = (player) => {
    keepPhonePlayer(state, player);
    onTurn();
  };
  openSheet(
    t("where-you-sit"),
    (_, after) => html`
      <p class="hint">${t("table-turned-so-you-sit")}</p>
      ${people(state, after(sit), phonePlayer(state))}
    `,
  );
}
