// What changed hands, drawn over the table: an arrow from everyone who paid to everyone who was paid.

import { t } from "../i18n/translation.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { waysOver } from "./payment-paths.js";

/** @import { LedgerEvent, Payment, PlayerState } from "../types" */

/**
 * Returns who gave whom how much, as few payments as the four changes allow: [{from, to, points}].
 *
 * Where one wins these are the payments themselves; where everybody settles with everybody, what is left of them.
 * Scores that only add up are no payments.
 *
 * @param {number[]} changes
 */
export function flows(changes) {
  if (changes.reduce((sum, points) => sum + points, 0) !== 0) return [];
  const rest = [...changes];
  const found = [];
  for (;;) {
    const from = rest.indexOf(Math.min(...rest));
    const to = rest.indexOf(Math.max(...rest));
    const points = Math.min(-rest[from], rest[to]);
    if (!(points > 0)) return found; // also where nothing changed hands at all
    found.push({ from, to, points });
    rest[from] += points;
    rest[to] -= points;
  }
}

/**
 * Returns who paid whom for an event: [{from, to, points}].
 *
 * Where several won one discard each of them is paid by itself: fellow winners owe each other nothing, and all losers
 * bear each win by the same shares.
 *
 * @param {{ changes?: number[], due?: number[], wins?: unknown[], scores?: unknown, [more: string]: any }} given
 */
export function paidFor({ changes = [], due = [], wins = [], scores = null }) {
  const whole = due.every((points, k) => points === changes[k]); // nobody had too little
  if (wins.length < 2 || scores || !whole) return flows(changes);
  const all = due.reduce((sum, points) => sum + Math.max(points, 0), 0);
  const players = [...due.keys()];
  return players
    .filter((k) => due[k] < 0)
    .flatMap((from) =>
      players.filter((k) => due[k] > 0).map((to) => ({ from, to, points: (due[to] * -due[from]) / all })),
    );
}

/** @param {number[]} points */
const total = (points) => points.reduce((sum, each) => sum + each, 0);

/**
 * Returns who paid whom for one of a game's events: nobody where its scores only add up.
 *
 * There the table holds more than it began with, even after a correction whose changes happen to make 0.
 *
 * @param {LedgerEvent} event
 * @param {LedgerEvent[]} events
 */
export const paidAt = (event, events) =>
  total(events[0].points) === total(/** @type {LedgerEvent} */ (events.at(-1)).points) ? paidFor(event) : [];

/**
 * Returns the payments in words: "Ben pays Dee 64".
 *
 * @param {Payment[]} payments
 * @param {PlayerState[]} players
 */
export const flowWords = (payments, players) =>
  payments.map(({ from, to, points }) =>
    t("name-pays-other-points", { name: players[from].name, other: players[to].name, points }),
  );

/** @param {HTMLElement} felt @returns {import("./payment-paths.js").Boxes} */
function boxesOn(felt) {
  const { left, top } = felt.getBoundingClientRect();
  /** @param {Element} element */
  const boxOf = (element) => {
    const box = element.getBoundingClientRect();
    return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
  };
  const seats = [.../** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll(".seat"))];
  const sides = seats.map((each) => [each.dataset.side, boxOf(each)]);
  return Object.fromEntries([...sides, ["middle", boxOf(/** @type {Element} */ (felt.querySelector(".middle")))]]);
}

/**
 * Payments drawn over the table around them, anew when its size changes; `side(player)` says where each sits.
 *
 * @param {{ payments: Payment[], side: (player: number) => string }} given
 */
export function Arrows({ payments, side }) {
  const [place, measure] = useState(
    /** @type {{ box: import("./payment-paths.js").Boxes, size: number[] } | null} */ (null),
  );
  const drawing = useRef(null);
  useLayoutEffect(() => {
    const felt = /** @type {HTMLElement} */ (drawing.current?.parentElement);
    const watch = new ResizeObserver(() => {
      measure({ box: boxesOn(felt), size: [felt.clientWidth, felt.clientHeight] });
    });
    watch.observe(felt); // also once now
    return () => watch.disconnect();
  }, [side(0)]);
  const ways = place
    ? waysOver(
        payments.map(({ from, to, points }) => ({ from: side(from), to: side(to), words: String(points) })),
        place.box,
      )
    : [];
  return html`<svg class="arrows" aria-hidden="true" viewBox=${place && `0 0 ${place.size.join(" ")}`} ref=${drawing}>
    <defs>
      ${[...new Set(payments.map(({ to }) => to))].map(
        (
          to,
        ) => html`<marker id="pay-head-${to}" class="player-${to}" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4.5" markerHeight="4.5" orient="auto">
          <path d="M0 0L10 5L0 10z" />
        </marker>`,
      )}
    </defs>
    ${ways.map(
      ({ points: [a, b, c], label: { left, right, top, bottom }, words }, k) => html`<g
        class="payment player-${payments[k].to}"
        data-from=${payments[k].from}
        data-to=${payments[k].to}
      >
        <path d=${`M${a.x} ${a.y}Q${b.x} ${b.y} ${c.x} ${c.y}`} marker-end=${`url(#pay-head-${payments[k].to})`} />
        <rect x=${left} y=${top} width=${right - left} height=${bottom - top} rx=${(bottom - top) / 2} />
        <text x=${(left + right) / 2} y=${(top + bottom) / 2}>${words}</text>
      </g>`,
    )}
  </svg>`;
}
