// Who paid whom for a hand, in words and as arrows drawn over the table.

import { t } from "../i18n/translation.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { paymentPaths } from "./payment-paths.js";

/** @import { LedgerEvent, Payment, PlayerState } from "../types" */
/** @import { Boxes } from "./payment-paths.js" */

/** @param {number[]} points */
const total = (points) => points.reduce((sum, each) => sum + each, 0);

/**
 * Return the fewest payments that explain these changes: the payments themselves if one player won, the net amounts if
 * everybody settles with everybody, none if scores only add up.
 *
 * @param {number[]} changes
 */
export function fewestPayments(changes) {
  if (total(changes) !== 0) return [];
  const rest = [...changes];
  const payments = [];
  for (;;) {
    const from = rest.indexOf(Math.min(...rest));
    const to = rest.indexOf(Math.max(...rest));
    const points = Math.min(-rest[from], rest[to]);
    if (!(points > 0)) return payments;
    payments.push({ from, to, points });
    rest[from] += points;
    rest[to] -= points;
  }
}

/**
 * Return who paid whom for an event. If several players won off one discard, each is paid separately: winners owe each
 * other nothing, and the losers bear every win in the same proportion.
 *
 * @param {{ changes?: number[], due?: number[], wins?: unknown[], scores?: unknown, [more: string]: any }} event
 */
export function eventPayments({ changes = [], due = [], wins = [], scores = null }) {
  const isPaidInFull = due.every((points, k) => points === changes[k]);
  if (wins.length < 2 || scores || !isPaidInFull) return fewestPayments(changes);
  const all = total(due.filter((points) => points > 0));
  const players = [...due.keys()];
  return players
    .filter((k) => due[k] < 0)
    .flatMap((from) =>
      players.filter((k) => due[k] > 0).map((to) => ({ from, to, points: (due[to] * -due[from]) / all })),
    );
}

/**
 * Return who paid whom for one of a game's events: nobody if its scores only add up, which shows in a table that holds
 * more than it began with, even after a correction whose changes happen to make 0.
 *
 * @param {LedgerEvent} event
 * @param {LedgerEvent[]} events
 */
export const paymentsIn = (event, events) =>
  total(events[0].points) === total(/** @type {LedgerEvent} */ (events.at(-1)).points) ? eventPayments(event) : [];

/** @param {Payment[]} payments @param {PlayerState[]} players */
export const paymentWords = (payments, players) =>
  payments.map(({ from, to, points }) =>
    t("name-pays-other-points", { name: players[from].name, other: players[to].name, points }),
  );

/** @param {HTMLElement} felt @returns {Boxes} */
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

/** @param {{ payments: Payment[], side: (player: number) => string }} props */
export function Arrows({ payments, side }) {
  const [felt, setFelt] = useState(/** @type {{ boxes: Boxes, size: number[] } | null} */ (null));
  const drawing = useRef(null);
  useLayoutEffect(() => {
    const element = /** @type {HTMLElement} */ (drawing.current?.parentElement);
    const observer = new ResizeObserver(() => {
      setFelt({ boxes: boxesOn(element), size: [element.clientWidth, element.clientHeight] });
    });
    observer.observe(element); // fires once immediately
    return () => observer.disconnect();
  }, [side(0)]);
  const sidePayments = payments.map(({ from, to, points }) => ({
    from: side(from),
    to: side(to),
    words: String(points),
  }));
  const paths = felt ? paymentPaths(sidePayments, felt.boxes) : [];
  return html`<svg class="arrows" aria-hidden="true" viewBox=${felt && `0 0 ${felt.size.join(" ")}`} ref=${drawing}>
    <defs>
      ${[...new Set(payments.map(({ to }) => to))].map(
        (
          to,
        ) => html`<marker id="pay-head-${to}" class="player-${to}" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4.5" markerHeight="4.5" orient="auto">
          <path d="M0 0L10 5L0 10z" />
        </marker>`,
      )}
    </defs>
    ${paths.map(
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
